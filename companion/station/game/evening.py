"""An evening at home: who plays whom, how their match stands, and what has been played here before."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from companion.game import Seat
from companion.interface.views import Standing
from companion.journal import Journal, JournalError
from companion.referee.match import NOBODY, HomeMatch

TONIGHT = timedelta(hours=12)  # games that began within this time of the newest are of one evening


@dataclass(frozen=True)
class NamedGame:
    """A game of people with names that was played to its end; `winner` is None after a draw."""

    began: datetime
    match: HomeMatch
    winner: Seat | None

    def has_won(self, name: str) -> bool:
        """True if somebody won it."""
        seated = zip(Seat, self.match.players, strict=True)
        return any(one == name and seat is self.winner for seat, one in seated)


@dataclass(frozen=True)
class Evening:
    """Everybody's name, and the games that they have played here, as they ended; or they can't be read."""

    names: tuple[str, ...] = ()
    games: tuple[NamedGame, ...] = ()
    unreadable: bool = False

    @classmethod
    def of(cls, journal: Journal) -> "Evening":
        """Return what is known of the people at a station."""
        try:
            names = journal.names.book.names
        except JournalError:
            return cls(unreadable=True)
        ended = [(at, journal.names.match(at), outcome.winner) for at, *_, outcome in journal.ended()]
        return cls(names, tuple(NamedGame(*it) for it in ended if any(it[1].players)))

    @property
    def match(self) -> HomeMatch:
        """The match that was played last, as it stands."""
        return scored(self.games[-1].match, self.games[-1].winner) if self.games else NOBODY

    def standings(self) -> tuple[Standing, ...]:
        """Return everybody's games, tonight and ever."""
        began = sorted(game.began for game in self.games)
        tonight = [game for game in self.games if began[-1] - game.began < TONIGHT]
        return tuple(Standing(name, _won(name, tonight), _won(name, self.games)) for name in self.names)

    def between(self, players: tuple[str, ...]) -> tuple[int, ...]:
        """Return how many games these two have won against each other."""
        theirs = [game for game in self.games if {*game.match.players} == {*players}]
        return tuple(_won(name, theirs)[0] for name in players)


def _won(name: str, games: Iterable[NamedGame]) -> tuple[int, int]:
    """Return how many games somebody has won, and how many they have played."""
    theirs = [game for game in games if name in game.match.players]
    return sum(game.has_won(name) for game in theirs), len(theirs)


def pick(match: HomeMatch, name: str) -> HomeMatch:
    """Give somebody the next free seat, or have them get up; who comes third waits. A new match begins."""
    three = [*match.players, match.waits]
    free = name if name in three else "" if "" in three else match.waits
    three[three.index(free)] = "" if free == name else name
    return HomeMatch((three[0], three[1]), waits=three[2], best_of=match.best_of)


def scored(match: HomeMatch, winner: Seat | None) -> HomeMatch:
    """Return the match after a game; nobody scores in a draw."""
    return replace(
        match, won=tuple(won + (seat is winner) for seat, won in zip(Seat, match.won, strict=True))
    )


def next_match(match: HomeMatch) -> HomeMatch:
    """Return the match to go on with: once one is decided, the third takes the loser's seat."""
    if match.loser is None:
        return match
    players, waits = [*match.players], match.waits
    if waits:
        players[match.loser], waits = waits, players[match.loser]
    return HomeMatch(tuple(players), waits=waits, best_of=match.best_of)
