"""Audit of the electronic die: whether throws fit the seed, and all of them the weights.

Throws by hand are not judged.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.game import Die
from companion.journal.errors import SealedError
from companion.journal.games import StoredGame
from companion.journal.happenings import DieThrown
from companion.referee.events import Thrown

MIN_EXPECTED = 5  # Chi-square is trusted from this many expected throws of every face on (Cochran's rule)


@dataclass(frozen=True, slots=True)
class Verification:
    """Result of recomputing a game's throws; `misfits` in plain words, empty if all is well.

    `number` is what the players added to the seed, empty for nothing.
    """

    game: int
    commitment: str
    seed: str
    number: str
    throws: int
    by_hand: int
    misfits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """Counts of each face of one die, and how well they fit its weights.

    `p` is the p-value of the chi-square test; None with too few throws. Of the `games` sealed with this die,
    `unfinished` names those that were not played to their end: abandoned, or still going on.
    """

    die: Die
    counts: tuple[int, ...]
    chi_square: float
    p: float | None
    games: int = 0
    unfinished: tuple[int, ...] = ()

    @property
    def throws(self) -> int:
        """Number of throws counted."""
        return sum(self.counts)

    @property
    def expected(self) -> tuple[float, ...]:
        """Expected count of each face in that many throws."""
        return tuple(self.throws * weight / sum(self.die.weights) for weight in self.die.weights)

    @property
    def throws_needed(self) -> int:
        """Number of throws needed to judge this die."""
        return math.ceil(MIN_EXPECTED * sum(self.die.weights) / min(self.die.weights))


def verify(stored: StoredGame) -> Verification:
    """Recompute every throw of a finished game from its seed; raise SealedError."""
    begun = stored.begun
    die = begun.fair_die
    if die is None or begun.commitment is None:
        raise SealedError(f"game {stored.number} was played with the players' own dice: nothing to recompute")
    if not stored.over:
        raise SealedError(
            f"game {stored.number} is not over: its seed is a secret until then; finish it first"
        )
    misfits = []
    if die.commitment != begun.commitment:
        misfits.append(f"The seed's SHA-256 is {die.commitment}, not the one that was shown.")
    if stored.revealed not in (None, begun.seed):
        misfits.append("The seed that was shown at the end is not the one that the game was begun with.")
    drawn = [throw for throw in stored.throws if throw.number is not None]
    for expected, throw in enumerate(drawn, start=1):
        if throw.number != expected:
            misfits.append(f"Throw {throw.number} stands where throw {expected} should.")
        elif throw.face != die.throw(expected):
            misfits.append(f"Throw {expected}: {throw.face} was shown, the seed gives {die.throw(expected)}.")
    misfits += _unsupported(stored)
    by_hand = len(stored.throws) - len(drawn)
    return Verification(
        stored.number, begun.commitment, die.seed.hex(), die.number, len(drawn), by_hand, tuple(misfits)
    )


def _unsupported(stored: StoredGame) -> list[str]:
    """Return the plies for which the referee used a throw that the die had not shown just before."""
    found = []
    shown: DieThrown | None = None
    for entry in stored.entries:
        if isinstance(entry.happening, DieThrown):
            shown = entry.happening
        elif isinstance(entry.happening, Thrown):
            event = entry.happening
            if shown is None or shown.face != event.throw:
                found.append(f"Ply {event.ply} was played with a {event.throw} that the die had not shown.")
            shown = None
    return found


def audit(games: Iterable[StoredGame]) -> list[Audit]:
    """Judge the throws of the electronic die in all these games, die by die, against the weights.

    A game that was left counts like any other, so that leaving those that go badly shows.
    """
    sealed: dict[Die, list[StoredGame]] = {}
    for stored in games:
        if stored.begun.fair_die is not None:
            sealed.setdefault(stored.begun.die, []).append(stored)
    return [_audit_die(die, of_die) for die, of_die in sealed.items()]


def _audit_die(die: Die, games: list[StoredGame]) -> Audit:
    counted = Counter(throw.face for stored in games for throw in stored.throws if throw.number is not None)
    unfinished = tuple(stored.number for stored in games if stored.summary.outcome is None)
    judged = judge(die, tuple(counted[face] for face in die.faces))
    return replace(judged, games=len(games), unfinished=unfinished)


def judge(die: Die, counts: tuple[int, ...]) -> Audit:
    """Return how well counts, one for each face, fit a die's weights: Pearson's chi-square."""
    bare = Audit(die, counts, 0.0, None)
    pairs = zip(counts, bare.expected, strict=True)
    chi_square = math.fsum((count - expected) ** 2 / expected for count, expected in pairs if expected)
    enough = bare.throws >= bare.throws_needed
    return Audit(die, counts, chi_square, chi_square_tail(chi_square, len(counts) - 1) if enough else None)


def chi_square_tail(x: float, degrees: int) -> float:
    """Return the probability that chi-square with that many degrees of freedom is at least x.

    For whole degrees the regularised incomplete gamma function Q(degrees/2, x/2) is a finite sum:
    Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4 and 26.4.5.
    """
    half = x / 2
    if degrees % 2:
        first, exponents = math.erfc(math.sqrt(half)), [i + 0.5 for i in range(degrees // 2)]
    else:
        first, exponents = 0.0, [float(i) for i in range(degrees // 2)]
    return first + math.exp(-half) * math.fsum(half**s / math.gamma(s + 1) for s in exponents)
