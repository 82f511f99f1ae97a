"""Games as a journal holds them: whole, and in short."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from companion.game import Outcome, Rules, Seat
from companion.journal.happenings import Abandoned, ComputerSeated, DieThrown, Entry, GameBegun, SeedRevealed
from companion.referee.events import Ended, Event, Started, Thrown
from companion.referee.referee import State, apply

EVENTS: tuple[type[Event], ...] = get_args(Event)


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in short; rules and starter are None when it was left in the throw-off.

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
        """What those of a game's entries tell that begin and end it; the first is GameBegun."""
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


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it was stored; its first entry is GameBegun."""

    number: int
    entries: tuple[Entry, ...]

    @property
    def begun(self) -> GameBegun:
        """How the game was begun, and with which die."""
        begun = self.entries[0].happening
        assert isinstance(begun, GameBegun)
        return begun

    @property
    def computer(self) -> ComputerSeated | None:
        """Which seat the computer plays and how well, if it plays."""
        seated = (it.happening for it in self.entries if isinstance(it.happening, ComputerSeated))
        return next(seated, None)

    @property
    def events(self) -> tuple[Event, ...]:
        """What the referee said, from Started on; empty during the throw-off."""
        return tuple(entry.happening for entry in self.entries if isinstance(entry.happening, EVENTS))

    @property
    def state(self) -> State | None:
        """Where the game stands, the fold of its events; None during the throw-off."""
        state: State | None = None
        for event in self.events:
            state = apply(state, event)
        return state

    @property
    def rules(self) -> Rules | None:
        """The rules; None for a game left in the throw-off by a version that did not store them."""
        return self.begun.rules if self.state is None else self.state.rules

    @property
    def throws(self) -> tuple[DieThrown, ...]:
        """Every throw of a die, those of the throw-off among them."""
        return tuple(entry.happening for entry in self.entries if isinstance(entry.happening, DieThrown))

    @property
    def over(self) -> bool:
        """Whether the game was played to its end or abandoned."""
        return any(isinstance(entry.happening, Ended | Abandoned) for entry in self.entries)

    @property
    def revealed(self) -> str | None:
        """The seed that the players were shown at the end, if they were."""
        seeds = (entry.happening.seed for entry in self.entries if isinstance(entry.happening, SeedRevealed))
        return next(seeds, None)

    @property
    def summary(self) -> Summary:
        """The game in short."""
        return Summary.of(self.number, self.entries, sum(isinstance(event, Thrown) for event in self.events))
