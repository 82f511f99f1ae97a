"""Games as a journal holds them: complete, and as summaries."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from itertools import pairwise, takewhile
from typing import get_args

from companion.game import Outcome, Rules, Seat
from companion.journal.happenings import Abandoned, ComputerSeated, DieThrown, Entry, GameBegun, SeedRevealed
from companion.referee.events import Ended, Event, Started, TakenBack, Thrown
from companion.referee.match import NOBODY, HomeMatch
from companion.referee.referee import State, apply

MAX_BREAK_S = 900.0
"""The longest time between two entries of a game that counts as play; a longer one is a break, or a night."""

EVENTS: tuple[type[Event], ...] = get_args(Event)


@dataclass(frozen=True)
class Summary:
    """Summary of a game; rules and starter are None if it was left in the throw-off.

    `throws` counts those in play. No outcome and not abandoned: the game is unfinished.
    """

    number: int
    began: datetime
    rules: Rules | None
    starter: Seat | None
    own_dice: bool
    throws: int
    outcome: Outcome | None
    abandoned: bool

    @classmethod
    def of(cls, number: int, entries: Sequence[Entry], throws: int) -> "Summary":
        """Return the summary from the entries that begin and end a game; the first is GameBegun."""
        begun = entries[0].happening
        assert isinstance(begun, GameBegun)
        happenings = [entry.happening for entry in entries]
        started = next((it for it in happenings if isinstance(it, Started)), None)
        return cls(
            number,
            entries[0].at,
            started.rules if started else None,
            started.seat if started else None,
            begun.seed is None,
            throws,
            next((it.outcome for it in happenings if isinstance(it, Ended)), None),
            any(isinstance(it, Abandoned) for it in happenings),
        )


@dataclass(frozen=True)
class StoredGame:
    """A game as it was stored; its first entry is GameBegun. `match` has names at home only."""

    number: int
    entries: tuple[Entry, ...]
    match: HomeMatch = NOBODY

    @property
    def begun(self) -> GameBegun:
        """The entry that began the game, with its die."""
        begun = self.entries[0].happening
        assert isinstance(begun, GameBegun)
        return begun

    @property
    def computer(self) -> ComputerSeated | None:
        """Seat and level of the computer, if it plays."""
        return next((it.happening for it in self.entries if isinstance(it.happening, ComputerSeated)), None)

    @property
    def events(self) -> tuple[Event, ...]:
        """The referee's events, from Started on; empty during the throw-off."""
        return tuple(entry.happening for entry in self.entries if isinstance(entry.happening, EVENTS))

    @property
    def state(self) -> State | None:
        """State of the game, the fold of its events; None during the throw-off."""
        opening: State | None = None
        return reduce(apply, self.events, opening)

    @property
    def rules(self) -> Rules | None:
        """The rules; None for a game left in the throw-off by a version that did not store them."""
        state = self.state
        return self.begun.rules if state is None else state.rules

    @property
    def throws(self) -> tuple[DieThrown, ...]:
        """Every throw of a die, those of the throw-off among them."""
        return tuple(entry.happening for entry in self.entries if isinstance(entry.happening, DieThrown))

    @property
    def throw_off(self) -> tuple[int, ...]:
        """The faces thrown before the game started."""
        before = takewhile(lambda it: not isinstance(it.happening, Started), self.entries)
        return tuple(it.happening.face for it in before if isinstance(it.happening, DieThrown))

    @property
    def over(self) -> bool:
        """True if the game was played to its end or abandoned."""
        return any(isinstance(entry.happening, Ended | Abandoned) for entry in self.entries)

    @property
    def played_s(self) -> float:
        """Seconds for which it was played; breaks don't count, nor does a clock that was set back."""
        gaps = ((later.at - earlier.at).total_seconds() for earlier, later in pairwise(self.entries))
        return sum(gap for gap in gaps if 0 <= gap <= MAX_BREAK_S)

    @property
    def foreseen(self) -> tuple[int, ...]:
        """The plies taken back when the next throw of the electronic die was known: the game is helped."""
        found, shown = [], 0
        for event in self.events if self.begun.seed is not None else ():
            match event:
                case Thrown(ply):
                    shown = max(shown, ply)
                case TakenBack(ply) if ply < shown:
                    found.append(ply)
        return tuple(found)

    @property
    def revealed(self) -> str | None:
        """The seed shown to the players at the end, if it was."""
        seeds = (entry.happening.seed for entry in self.entries if isinstance(entry.happening, SeedRevealed))
        return next(seeds, None)

    @property
    def summary(self) -> Summary:
        """The summary of the game."""
        return Summary.of(self.number, self.entries, sum(isinstance(event, Thrown) for event in self.events))
