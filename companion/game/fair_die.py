"""The electronic die: fair, and sealed before the game so that the players can check it afterwards.

Before a game 32 bytes are drawn from the operating system's randomness, the seed, and their SHA-256 is shown,
the commitment. The players may then add a number of their own, which could not be known when the seed was
drawn. From then on every throw is settled, and the commitment does not betray it. At the end the seed is
shown, and anyone can recompute the throws.

Throw n, from 1: the bytes of HMAC-SHA256(seed, "n.0"), then of HMAC-SHA256(seed, "n.1") and so on, with a
players' number p of HMAC-SHA256(seed, "p/n.0") and so on, are looked at one after another. A byte at or above
the largest multiple of the sum of the weights is skipped, so that every face keeps exactly its weight; the
first other byte, modulo the sum, counts off the weights. Where the weights add up to more than 256, two bytes
at a time are one number, the first byte its greater part.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, count

from companion.game.dice import MAX_WEIGHT, Die
from companion.game.errors import GameError, RandomnessError

SEED_BYTES = 32
MAX_NUMBER_LENGTH = 20
"""Maximum digits of a players' number: twice what a person would type, and it fits a line."""

_NUMBER = re.compile(rf"[0-9]{{0,{MAX_NUMBER_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class FairDie:
    """A die whose throws are settled by a seed, which stays out of its repr, and by the players' number.

    `number` is text, as it was typed: noughts in front of it count; empty, there is none. Raises GameError
    when the seed has not 32 bytes, the weights add up to more than two bytes hold, or the number is none.
    """

    die: Die
    seed: bytes = field(repr=False)
    number: str = ""

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise GameError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")
        total = sum(self.die.weights)
        if not 0 < total <= MAX_WEIGHT:
            raise GameError(f"the weights of {self.die} add up to {total}; 1 to {MAX_WEIGHT} can be drawn")
        if not _NUMBER.fullmatch(self.number):
            raise GameError(
                f"a players' number has up to {MAX_NUMBER_LENGTH} digits from 0 to 9, and nothing else"
            )

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed in hexadecimal, shown to the players before they add a number."""
        return hashlib.sha256(self.seed).hexdigest()

    def throw(self, number: int) -> int:
        """Return the face of a throw, counted from 1; always the same for the same seed."""
        if number < 1:
            raise ValueError(f"throws are counted from 1, not {number}")
        drawn = self._bytes(number)
        while True:
            byte = next(drawn)
            face = face_of(byte if span(self.die) == 256 else byte << 8 | next(drawn), self.die)
            if face is not None:
                return face

    def _bytes(self, throw: int) -> Iterator[int]:
        before = f"{self.number}/" if self.number else ""
        for block in count():
            yield from hmac.digest(self.seed, f"{before}{throw}.{block}".encode("ascii"), "sha256")


def span(die: Die) -> int:
    """Return the number of values that a draw can have: those of one byte, or of two."""
    return 256 if sum(die.weights) <= 256 else MAX_WEIGHT


def face_of(number: int, die: Die) -> int | None:
    """Return the face for a random number below the span; None for one that would favour some faces."""
    total = sum(die.weights)
    if number >= span(die) - span(die) % total:
        return None
    upto = zip(die.faces, accumulate(die.weights), strict=True)
    return next(face for face, end in upto if number % total < end)


def seal(die: Die, urandom: Callable[[int], bytes]) -> FairDie:
    """Return a fair die with a new seed from `urandom` (`os.urandom`); raise RandomnessError."""
    try:
        seed = urandom(SEED_BYTES)
    except (OSError, NotImplementedError) as error:
        raise RandomnessError(
            f"this computer gives no randomness ({error}): play with dice of your own, or restart it"
        ) from error
    if len(seed) != SEED_BYTES or len(set(seed)) == 1:
        raise RandomnessError(
            "this computer's randomness is broken (it gave too little, or the same byte throughout): "
            "play with dice of your own, or restart it"
        )
    return FairDie(die, seed)
