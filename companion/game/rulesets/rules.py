"""Rules: one reading of the game as a set of options, checked for contradictions.

Options that mean nothing in a mix are None there: nobody enters a game in which all counters start on the
board and none is ever hit, and only hitting asks whether the sacred line is safe.
"""

from dataclasses import dataclass, fields
from enum import StrEnum

from companion.game.dice import D6, Die
from companion.game.errors import ClashError


class Start(StrEnum):
    """Positions of the counters before the first throw."""

    FULL = "full"
    HAND = "hand"
    HOME = "home"
    OWN_SACRED = "own-sacred"


class Entering(StrEnum):
    """Obligation to enter a counter before others move, and the result if it can't."""

    MUST_ELSE_MOVE = "must-else-move"
    MUST_ELSE_PASS = "must-else-pass"
    FREE = "free"


class EntryHits(StrEnum):
    """Permission to enter onto a single counter of the other seat, hitting it."""

    YES = "yes"
    BLOCKED = "blocked"


class SacredLine(StrEnum):
    """Safety of counters on the sacred line from being hit."""

    SAFE = "safe"
    OPEN = "open"


class OwnHalf(StrEnum):
    """Number of counters that may stand on a seat's own half of the sacred line."""

    FREE = "free"
    ONE = "one"
    ORDINARY = "ordinary"
    CLOSED = "closed"


class GoalPoint(StrEnum):
    """Effect of the other seat's counter on the goal half: open or shut."""

    FREE = "free"
    BLOCKED = "blocked"


class Leaving(StrEnum):
    """Permission to leave the goal half."""

    FREE = "free"
    LAST_RESORT = "last-resort"
    NEVER = "never"


class Goal(StrEnum):
    """Place where counters count towards the win."""

    FAR = "far"
    ANYWHERE = "anywhere"


class EndTest(StrEnum):
    """Counters that have to be gathered to win: all of a seat's, or those that it has on the board."""

    ALL = "all"
    ON_BOARD = "on-board"


class ExtraThrow(StrEnum):
    """Landings on the sacred line that earn another throw."""

    NONE = "none"
    GOAL = "goal"
    BOTH = "both"


class Zugzwang(StrEnum):
    """Consequence when every legal move leaves the sacred line."""

    STRICT = "strict"
    MAY_PASS = "may-pass"


class Starter(StrEnum):
    """Seat that throws first."""

    THROW_OFF = "throw-off"
    A = "A"
    B = "B"
    LOSER = "loser"


_OPTIONAL = ("entry", "entry_hits", "sacred_line")  # the fields of options that mean nothing in some mixes


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """One way to play the game; raises ClashError if two options contradict each other.

    `name` is the reconstruction the options started from. `entry`, `entry_hits` and `sacred_line` left at
    None take their default where they mean something and stay None where they don't.
    """

    name: str
    start: Start = Start.FULL
    entry: Entering | None = None
    hitting: bool = False
    entry_hits: EntryHits | None = None
    sacred_line: SacredLine | None = None
    yoking: bool = False
    own_half: OwnHalf = OwnHalf.FREE
    goal_point: GoalPoint = GoalPoint.FREE
    leaving: Leaving = Leaving.FREE
    goal: Goal = Goal.FAR
    to_win: int = 5
    end_test: EndTest = EndTest.ALL
    last_may_stay: bool = False
    larger_throw_enters: bool = False
    extra_throw: ExtraThrow = ExtraThrow.NONE
    zugzwang: Zugzwang = Zugzwang.STRICT
    starter: Starter = Starter.THROW_OFF
    limit: int | None = None
    die: Die = D6

    def __post_init__(self) -> None:
        defaults: dict[str, StrEnum] = {
            "entry": Entering.FREE if self.start is Start.HOME else Entering.MUST_ELSE_MOVE,
            "entry_hits": EntryHits.YES,
            "sacred_line": SacredLine.SAFE,
        }
        for name, value in defaults.items():
            reason = self._why_meaningless(name)
            if reason is None and getattr(self, name) is None:
                object.__setattr__(self, name, value)
            elif reason is not None and getattr(self, name) is not None:
                raise self._clash(name, *reason)
        for one, other, why in self._contradictions():
            raise self._clash(one, other, why)

    def with_options(self, options: dict[str, object]) -> "Rules":
        """Return these rules with some options (by field name) changed; raise ClashError.

        Inherited options that mean nothing in the new mix are dropped; given ones never are. A mix
        that is over before its first throw is refused here alone: old journals may hold such games.
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)} | options
        for name in self.meaningless(options):
            asked = name in options and options[name] != getattr(self, name)
            if not asked:
                values[name] = None
        rules = Rules(**values)
        stuck = rules._why_stuck_at_the_start()
        if stuck is not None:
            raise rules._clash(*stuck)
        return rules

    def meaningless(self, options: dict[str, object]) -> tuple[str, ...]:
        """Return the fields of options that lose their meaning when others (by field name) change."""
        values = {name: options.get(name, getattr(self, name)) for name in ("start", "hitting")}
        bare = Rules(name=self.name, **values)  # type: ignore[arg-type]
        return tuple(name for name in _OPTIONAL if bare._why_meaningless(name) is not None)

    def _why_meaningless(self, name: str) -> tuple[str, str] | None:
        """Return the option that makes another meaningless in this mix, and why; None if it has one."""
        if name == "entry":
            if not self.hitting and self.start in (Start.FULL, Start.OWN_SACRED):
                return "start", "all counters start in play and none is ever hit, so none enters"
        elif not self.hitting:
            return "hitting", "no counter is ever hit"
        return None

    def _contradictions(self) -> list[tuple[str, str, str]]:
        found = []
        if self.goal is Goal.ANYWHERE:
            if self.start in (Start.HOME, Start.OWN_SACRED):
                found.append(
                    ("start", "goal", "all counters begin on the sacred line, where they would count")
                )
            if self.own_half is OwnHalf.CLOSED:
                found.append(("own_half", "goal", "counters can't gather where none may land"))
        if self.sacred_line is SacredLine.OPEN and self.goal_point is GoalPoint.BLOCKED:
            found.append(
                ("sacred_line", "goal_point", "a counter on the goal can't both be hit and keep others out")
            )
        if self.last_may_stay and self.to_win < 5:
            found.append(("to_win", "last_may_stay", "the game is won before a last counter is left"))
        if self.end_test is EndTest.ON_BOARD and self.to_win < 5:
            found.append(
                ("to_win", "end_test", "the test asks for all counters on the board, not for a number")
            )
        return found

    def _why_stuck_at_the_start(self) -> tuple[str, str, str] | None:
        """Return two options under which nobody can ever move from the start, and why; None if somebody can.

        That a die has two faces at least is enough for every start that isn't looked at here.
        """
        if self.start is Start.HOME and self.entry is Entering.MUST_ELSE_PASS:
            return "start", "entry", "the first counter shuts the Home behind it, so none may enter or move"
        if self.start is not Start.FULL or self.hitting:
            return None
        # On the full board only the sacred line and, where counters share points, the own side has room.
        least, most = min(self.die.faces), max(self.die.faces)
        own_half_open = self.own_half is OwnHalf.FREE
        goal_open = self.goal_point is GoalPoint.FREE
        if (own_half_open and least <= 2) or (goal_open and most >= 3) or (self.yoking and least <= 4):
            return None
        if not (own_half_open or goal_open or self.yoking):
            half = self.written("own_half")
            return "start", "goal_point", f"all ten points are full and {half} shuts the own half, too"
        return "start", "die", "all ten points are full, and no face leads to one that has room"

    def written(self, field: str) -> str:
        """Return one option, named by its field, as `key=value`."""
        return f"{key_of(field)}={value_text(field, getattr(self, field))}"

    def differences(self, other: "Rules") -> tuple[str, ...]:
        """Return the options, as `key=value`, that have a meaning here and differ from other rules."""
        return tuple(
            self.written(field.name)
            for field in fields(self)
            if field.name != "name"
            and getattr(self, field.name) != getattr(other, field.name)
            and (getattr(self, field.name) is not None or field.name == "limit")
        )

    def _clash(self, one: str, other: str, why: str) -> ClashError:
        return ClashError(self.written(one), self.written(other), why)


def key_of(field: str) -> str:
    """Return the key of the option of a field, as people write it."""
    return field.replace("_", "-")


def value_text(field: str, value: object) -> str:
    """Return an option's value as people write it; `-` where the option means nothing."""
    if value is None:
        return "none" if field == "limit" else "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
