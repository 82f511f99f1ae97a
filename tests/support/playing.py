"""Plays games at random through the referee and a journal, mistakes and taking back included."""

import random
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from companion.game import Halves, Rules, Seat, play, rules_for
from companion.game.fair_die import seal
from companion.journal import DieThrown, Happening, Journal, SeedRevealed
from companion.journal.happenings import encode
from companion.referee.events import Choose, Decline, Look, Started, Throw
from companion.referee.referee import Referee, begin

NOON = datetime(2026, 3, 21, 12, 0, tzinfo=UTC)
Show = Callable[[int, Happening], None]


def noon() -> datetime:
    return NOON


def nothing(game: int, happening: Happening) -> None:
    pass


class Table:
    """One game at a table whose players choose at random: the unfinished one, or else a new one."""

    def __init__(self, journal: Journal, rules: Rules, chance: random.Random, show: Show = nothing) -> None:
        self.journal, self.chance, self._show = journal, chance, show
        stored = journal.unfinished()
        if stored is None:
            journal.begin(seal(rules.die, chance.randbytes))
            stored = journal.unfinished()
            assert stored is not None
            self._show(stored.number, stored.begun)
        self.game = stored.number
        self._opened: Referee | None = None
        if stored.state is None:
            throws = [throw.face for throw in stored.throws]
            while len(throws) < 2 or throws[-1] == throws[-2] or len(throws) % 2:
                throws.append(self._draw().face)
            opening = begin(rules, Seat.A if throws[-2] > throws[-1] else Seat.B)
            self._opened = Referee(opening)
            self._happen((opening,))
        else:
            first, *events = stored.events
            assert isinstance(first, Started)
            self._opened = Referee(first)
            self._opened.replay(tuple(events))

    @property
    def referee(self) -> Referee:
        """The referee of the game, once who begins has been thrown for."""
        assert self._opened is not None
        return self._opened

    def play(self, throws: int = 10**6) -> None:
        """Play to the end, or for so many throws."""
        while throws and self.referee.state.ended is None:
            if self.referee.state.throw is None:
                throws -= 1
                self._throw()
            else:
                self._move()
        newest = self.journal.newest
        assert newest is not None
        if newest.over and newest.revealed is None:
            self._happen((SeedRevealed(newest.begun.seed or ""),))

    def _next(self) -> DieThrown:
        """What the die shows next: stored throws are never thrown again."""
        newest = self.journal.newest
        assert newest is not None
        assert newest.begun.fair_die is not None
        number = len(newest.throw_off) + (self._opened.state.ply if self._opened else 0) + 1
        return DieThrown(newest.begun.fair_die.throw(number), number)

    def _draw(self) -> DieThrown:
        thrown = self._next()
        self._happen((thrown,))
        return thrown

    def _throw(self) -> None:
        thrown = self._next()
        self._happen((thrown, *self.referee.on(Throw(thrown.face))))

    def _move(self) -> None:
        legal, position = self.referee.state.legal, self.referee.state.position
        assert legal is not None
        if self.referee.state.chosen is None and self.chance.random() < 0.2:
            self._happen(self.referee.on(Choose(self.chance.choice(legal))))
        chosen = self.referee.state.chosen
        if self.chance.random() < 0.1:
            for wrong in self._mistakes(position.halves()):
                self._happen(self.referee.on(Look(wrong, "wrong.jpg")))
                if self.referee.state.throw is None:
                    return  # the mistake was a legal move after all
        if self.chance.random() < 0.5:
            self._happen(self.referee.on(Look(position.halves())))
        if chosen is None and legal.may_decline and self.chance.random() < 0.3:
            self._happen(self.referee.on(Decline()))
            return
        self._happen(
            self.referee.on(Look(play(position, chosen or self.chance.choice(legal)).halves(), "move.jpg"))
        )
        if self.referee.state.ended is None and self.chance.random() < 0.1:
            self._happen(self.referee.on(Look(position.halves())))

    def _mistakes(self, halves: Halves) -> list[Halves]:
        """A board with a counter lifted, or one or two on another half and then half of that put right."""
        counts = [list(halves.a), list(halves.b)]
        wrong: list[Halves] = []
        if any(halves.a) and self.chance.random() < 0.3:
            counts[0][self.chance.choice([i for i in range(10) if halves.a[i]])] -= 1
            return [Halves(tuple(counts[0]), halves.b)] * self.chance.choice((1, 2))
        for _ in range(self.chance.choice((1, 1, 2))):
            side = self.chance.choice(counts)
            if any(side):
                side[self.chance.choice([i for i in range(10) if side[i]])] -= 1
                side[self.chance.randrange(10)] += 1
                wrong.insert(0, Halves(tuple(counts[0]), tuple(counts[1])))
        return wrong

    def _happen(self, happenings: Iterable[Happening]) -> None:
        happenings = tuple(happenings)
        self.journal.append(self.game, happenings)
        for happening in happenings:
            self._show(self.game, happening)


def line(game: int | None, happening: Happening) -> str:
    return f"{game} {type(happening).__name__} {encode(happening)}"


def main() -> None:
    """Play games for ever; every happening is printed once it is stored."""
    path, seed = Path(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(seed)
    with Journal(path, lambda: datetime.now(UTC)) as journal:
        while True:
            rules = rules_for("locus-ludi-capture", ["limit=30"])
            table = Table(journal, rules, chance, lambda *told: print(line(*told), flush=True))
            table.play()


if __name__ == "__main__":
    main()
