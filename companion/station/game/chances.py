"""The chances of the current game: requested, found, or unavailable."""

from companion.analysis.play.opponent import best_of
from companion.analysis.play.reasons import why_better
from companion.analysis.play.value_table import ValueTable
from companion.game import Action, Rules, Seat
from companion.game.merits import Why
from companion.referee.referee import State
from companion.station.stimuli import ChancesNotFound, ChancesSought


class Chances:
    """The table of one game at a time. `done` is the progress of a running search, else None."""

    def __init__(self) -> None:
        self.done: float | None = None
        self.failed = False
        self._rules: Rules | None = None
        self._table: ValueTable | None = None
        self._newest: tuple[State, bool, float] | None = None
        self._best: tuple[State, tuple[Action, Why | None]] | None = None

    def want(self, rules: Rules, *, again: bool = False) -> bool:
        """True if a game's table has to be sought now; one that was not to be had only if `again`."""
        if rules == self._rules and not (again and self.failed):
            return False
        self._rules, self._table, self._newest, self._best = rules, None, None, None
        self.done, self.failed = 0.0, False
        return True

    def take(self, news: ChancesSought | ValueTable | ChancesNotFound) -> bool:
        """Take over the table that was found; return False if its game is no longer wanted."""
        match news:
            case ChancesSought(rules, done) if rules == self._rules:
                self.done = done
            case ValueTable() if news.rules == self._rules:
                self._table, self.done = news, None
            case ChancesNotFound(rules) if rules == self._rules:
                self.failed, self.done = True, None
            case _:
                return False
        return True

    def table(self, rules: Rules) -> ValueTable | None:
        """Return the table of a game, if it is known."""
        return self._table if rules == self._rules else None

    def of_a(self, state: State, *, at_rest: bool) -> float | None:
        """Return seat A's chance with the throw once its die lies still, else over all throws."""
        table = self.table(state.rules)
        if table is None:
            return None
        if self._newest is None or self._newest[0] is not state or self._newest[1] != at_rest:
            legal = state.legal if at_rest else None
            if legal is not None:
                chance = best_of(table.prospects(state.position, legal)).chance
            else:
                chance = table.chance(state.position, state.seat)
            self._newest = state, at_rest, chance
        chance = self._newest[2]
        return chance if state.seat is Seat.A else 1 - chance

    def best(self, state: State) -> tuple[Action | None, Why | None]:
        """Return the best action for the throw, and what makes it better than the next best.

        There is none before the throw, and while the chances are unknown.
        """
        table, legal = self.table(state.rules), state.legal
        if table is None or legal is None:
            return None, None
        if self._best is None or self._best[0] is not state:
            best = best_of(table.prospects(state.position, legal)).action
            self._best = state, (best, why_better(table, state.position, legal, best))
        return self._best[1]
