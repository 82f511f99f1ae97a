"""Audit of the electronic die: whether throws fit the seed, and all of them the weights.

Throws by hand are not judged.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.game import Die
from companion.journal.errors import SealedError
from companion.journal.games import StoredGame
from companion.journal.happenings import DieThrown
from companion.referee.events import TakenBack, Thrown

MIN_EXPECTED = 5  # Chi-square is trusted from this many expected throws of every face on (Cochran's rule)


@dataclass(frozen=True)
class Verification:
    """Result of recomputing a game's throws; `misfits` in plain words, empty if all is well.

    `number` is what the players added to the seed, empty for nothing. `redrawn` are the numbers of throws
    that took another throw's place when a move was taken back, as in games of earlier versions. `foreseen`
    are the plies that were taken back when the next throw was known.
    """

    game: int
    commitment: str
    seed: str
    number: str
    throws: int
    by_hand: int
    misfits: tuple[str, ...]
    redrawn: tuple[int, ...]
    foreseen: tuple[int, ...]


@dataclass(frozen=True)
class Audit:
    """Counts of each face of one die, and how well they fit its weights.

    `p` is the p-value of the chi-square test; None with too few throws. Of the `games` sealed with this die,
    `unfinished` names those that were not played to their end: abandoned, or still going on. `redrawn`
    names those in which a throw took another's place.
    """

    die: Die
    counts: tuple[int, ...]
    chi_square: float
    p: float | None
    games: int = 0
    unfinished: tuple[int, ...] = ()
    redrawn: tuple[int, ...] = ()

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
    drawn = list(_drawn(stored))
    for face, number, due, _ in drawn:
        if number != due:
            misfits.append(f"Throw {number} stands where throw {due} should.")
        elif face != die.throw(due):
            misfits.append(f"Throw {due}: {face} was shown, the seed gives {die.throw(due)}.")
    misfits += _unsupported(stored)
    by_hand, sealed = len(stored.throws) - len(drawn), (begun.commitment, die.seed.hex(), die.number)
    redrawn = tuple(number for _, number, _, is_redrawn in drawn if is_redrawn)
    return Verification(stored.number, *sealed, len(drawn), by_hand, tuple(misfits), redrawn, stored.foreseen)


def _drawn(stored: StoredGame) -> Iterator[tuple[int, int, int, bool]]:
    """Yield of each throw of the electronic die its face, number, the number due, and whether it was redrawn.

    Due is the place among the throws that stand in the game, from 1. Earlier versions counted how often the
    die was thrown; a game of theirs may have gone on with this one. A redrawn one took another's place.
    """
    by_place = False
    drawn = place = 0
    first: dict[int, int] = {}
    for entry in stored.entries:
        match entry.happening:
            case DieThrown(face, number):
                place += 1
                if number is not None:
                    drawn += 1
                    by_place = by_place or number == place != drawn
                    due = place if by_place else drawn
                    yield face, number, due, first.setdefault(place, number) != number
            case TakenBack(ply):
                place = len(stored.throw_off) + ply


def _unsupported(stored: StoredGame) -> Iterator[str]:
    """Yield the plies for which the referee used a throw that the die had not shown just before."""
    shown: int | None = None
    for entry in stored.entries:
        match entry.happening:
            case DieThrown(face):
                shown = face
            case Thrown(ply, _, throw):
                if shown != throw:
                    yield f"Ply {ply} was played with a {throw} that the die had not shown."
                shown = None


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
    # A throw that came again after its move was taken back is counted once.
    drawn = ({number: face for face, number, *_ in _drawn(it)} for it in games)
    counted = Counter(face for of_game in drawn for face in of_game.values())
    unfinished = tuple(stored.number for stored in games if stored.summary.outcome is None)
    judged = judge(die, tuple(counted[face] for face in die.faces))
    redrawn = tuple(stored.number for stored in games if any(it[3] for it in _drawn(stored)))
    return replace(judged, games=len(games), unfinished=unfinished, redrawn=redrawn)


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
