"""One way to play on a board of any odd number of lines, with one die or two.

The board of n lines is that of five with other numbers: 2n points make the ring, each seat's own half is the
middle one of its side, its goal the middle one of the far side.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.game.dice import DICE, Die, weighed_die
from companion.game.errors import GameError, NotationError
from companion.game.rulesets.rules import Goal, Leaving, OwnHalf, Rules, Start

MIN_LINES, MAX_LINES = 3, 11  # boards of up to eleven lines were found
MAX_FACE = 12  # two six-sided dice make twelve; the TAG program's largest die shows ten


class BearOff(StrEnum):
    """The throw with which a counter leaves the board over its goal, the end of its way."""

    EXACT = "exact"
    LARGER = "larger"


@dataclass(frozen=True)
class Variant:
    """Rules on another board; raises GameError if something does not fit.

    `rules` are those of five lines: their to-win=5 asks for all counters, 4 for all but one. `waiting` is the
    number of a seat's counters that may wait on its own half. With `middle_returns` a counter on the goal
    slides to the middle of the line, out of reach, and may come back as if from hand.
    """

    rules: Rules
    lines: int
    counters: int
    dice: int = 1
    bear_off: BearOff | None = None
    waiting: int | None = None
    middle_returns: bool = False

    def __post_init__(self) -> None:
        rules = self.rules
        if self.lines % 2 == 0 or not MIN_LINES <= self.lines <= MAX_LINES:
            raise GameError(
                f"a board has an odd number of lines, {MIN_LINES} to {MAX_LINES}, not {self.lines}: one "
                "of them is the middle"
            )
        if not 2 <= self.counters <= MAX_LINES:
            raise GameError(f"a seat has 2 to {MAX_LINES} counters, not {self.counters}")
        if rules.start is Start.FULL and self.counters != self.lines:
            raise GameError(
                f"start=full puts a counter on each of {self.lines} lines, so {self.counters} counters don't "
                "fit; choose another start"
            )
        if self.waiting is not None and (self.waiting < 1 or rules.own_half is not OwnHalf.FREE):
            raise GameError(
                f"waiting={self.waiting}: the limit is 1 or more and needs own-half=free; "
                f"{rules.written('own_half')} is a limit of its own"
            )
        if self.bear_off and (rules.larger_throw_enters or rules.goal is Goal.ANYWHERE):
            option = "larger_throw_enters" if rules.larger_throw_enters else "goal"
            raise GameError(
                f"{rules.written(option)} and bear-off={self.bear_off} both say how a counter ends its way; "
                "leave one out"
            )
        if self.middle_returns and (self.bear_off or rules.leaving is Leaving.NEVER):
            other = f"bear-off={self.bear_off}" if self.bear_off else "leaving=never"
            raise GameError(
                f"{other}: no counter comes back from the goal, so it can't return from the middle"
            )

    @property
    def to_win(self) -> int:
        """Number of counters that win when they have gathered."""
        return self.counters - (5 - self.rules.to_win)

    @property
    def title(self) -> str:
        """The variant in one line, without its rules."""
        said = [
            f"{self.lines} lines",
            f"{self.counters} counters",
            f"dice={self.dice}",
            f"die={self.rules.die}",
        ]
        said += [f"bear-off={self.bear_off}"] if self.bear_off else []
        said += [f"waiting={self.waiting}"] if self.waiting else []
        said += ["middle-returns"] if self.middle_returns else []
        return ", ".join(said)


def die_named(text: str) -> Die:
    """Return a die by its name, as `d` and its number of sides, or by its weights; raise NotationError."""
    if text in DICE:
        return DICE[text]
    sides = re.fullmatch(r"d([1-9][0-9]?)", text)
    if sides is None:
        return weighed_die(text, MAX_FACE)
    if not 2 <= int(sides[1]) <= MAX_FACE:
        raise NotationError(f"the die {text}: it has 2 to {MAX_FACE} sides")
    die = weighed_die(",".join(f"{face}:1" for face in range(1, int(sides[1]) + 1)), MAX_FACE)
    return replace(die, name=text)
