"""The electronic die keeps its weights exactly, and its throws can be recomputed by anyone."""

import hashlib
import hmac
import os
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import DICE, Die
from companion.game.errors import GameError, RandomnessError
from companion.game.fair_die import SEED_BYTES, FairDie, face_of, seal

dice = st.lists(st.integers(1, 30), min_size=1, max_size=8).map(
    lambda weights: Die("any", tuple(range(1, len(weights) + 1)), tuple(weights))
)


@given(die=dice)
def test_every_face_gets_exactly_its_share_of_the_bytes(die: Die) -> None:
    total = sum(die.weights)
    counts = Counter(face_of(byte, die) for byte in range(256))
    assert counts.pop(None, 0) == 256 % total
    assert counts == {
        face: 256 // total * weight for face, weight in zip(die.faces, die.weights, strict=True)
    }


@given(seed=st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES), number=st.integers(1, 10**9))
def test_a_throw_is_what_the_description_says(seed: bytes, number: int) -> None:
    digest = b"".join(
        hmac.new(seed, f"{number}.{block}".encode(), hashlib.sha256).digest() for block in range(4)
    )
    expected = next(byte % 6 + 1 for byte in digest if byte < 252)
    assert FairDie(DICE["d6"], seed).throw(number) == expected


@pytest.mark.slow
@given(
    seed=st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
    players=st.from_regex(r"\A[0-9]{1,20}\Z"),
    number=st.integers(1, 10**6),
)
def test_a_players_number_changes_the_throws_as_the_description_says(
    seed: bytes, players: str, number: int
) -> None:
    digest = b"".join(
        hmac.new(seed, f"{players}/{number}.{block}".encode(), hashlib.sha256).digest() for block in range(4)
    )
    expected = next(byte % 6 + 1 for byte in digest if byte < 252)
    die = FairDie(DICE["d6"], seed, players)
    assert die.throw(number) == expected
    assert die.commitment == FairDie(DICE["d6"], seed).commitment


@pytest.mark.parametrize("number", ["-1", "1.5", "one", "1 2", "\u0661", "1" * 21, "1\n"])
def test_a_players_number_is_digits_and_nothing_else(number: str) -> None:
    with pytest.raises(GameError, match="digits"):
        FairDie(DICE["d6"], bytes(range(32)), number)


def test_a_die_with_weights_above_a_byte_is_drawn_from_two() -> None:
    die = Die("measured", (1, 2, 3, 4), (104, 387, 402, 107))
    counts = Counter(face_of(number, die) for number in range(2**16))
    assert counts.pop(None) == 2**16 % 1000
    assert [counts[face] for face in die.faces] == [65 * weight for weight in die.weights]
    seed = bytes(range(32))
    digest = b"".join(hmac.new(seed, f"7.{block}".encode(), hashlib.sha256).digest() for block in range(2))
    first = int.from_bytes(digest[:2], "big")
    assert first < 65_000
    assert FairDie(die, seed).throw(7) == face_of(first, die)


def test_a_die_that_skips_most_bytes_still_comes_to_a_face() -> None:
    die = Die("heavy", (1, 2), (128, 1))
    fair = FairDie(die, bytes(range(32)))
    faces = Counter(fair.throw(number) for number in range(1, 2001))
    assert set(faces) == {1, 2}
    # Expected 15.5 of 2000; beyond 40 is farther than six standard deviations.
    assert faces[2] < 40


@pytest.mark.parametrize("name", list(DICE))
def test_throws_fall_as_the_weights_say(name: str) -> None:
    die = DICE[name]
    fair = seal(die, random.Random(7).randbytes)
    counts = Counter(fair.throw(number) for number in range(1, 12_001))
    for face, weight in zip(die.faces, die.weights, strict=True):
        share = weight / sum(die.weights)
        # Five standard deviations of a binomial count.
        assert abs(counts[face] - 12_000 * share) < 5 * (12_000 * share * (1 - share)) ** 0.5


def test_the_commitment_is_the_hash_of_the_seed_and_the_seed_stays_out_of_sight() -> None:
    fair = seal(DICE["d6"], os.urandom)
    assert fair.commitment == hashlib.sha256(fair.seed).hexdigest()
    assert fair.seed.hex() not in repr(fair)
    assert repr(fair.seed) not in repr(fair)
    assert seal(DICE["d6"], os.urandom).seed != fair.seed


def failing(size: int) -> bytes:
    raise OSError(5, "Input/output error")


def missing(size: int) -> bytes:
    raise NotImplementedError("no randomness source found")


@pytest.mark.parametrize("source", [failing, missing, bytes, lambda _: b"short", lambda size: b"\xff" * size])
def test_randomness_that_fails_is_named_with_the_way_on(source: "type[bytes]") -> None:
    with pytest.raises(RandomnessError, match="dice of your own"):
        seal(DICE["d6"], source)


def test_what_makes_no_die_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        FairDie(DICE["d6"], b"1")
    with pytest.raises(ValueError, match="65537"):
        FairDie(Die("huge", (1, 2), (65536, 1)), bytes(32))
    with pytest.raises(ValueError, match="from 1"):
        FairDie(DICE["d6"], bytes(32)).throw(0)
