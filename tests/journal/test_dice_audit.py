"""The audit's figures agree with published tables; verifying finds whatever was changed."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.game import DICE, rules_for
from companion.journal import Abandoned, DieThrown, GameBegun, Happening, Journal, SeedRevealed, StoredGame
from companion.journal.dice_audit import audit, chi_square_tail, judge, verify
from companion.journal.errors import SealedError
from companion.referee.events import Thrown
from tests.support.playing import Table, noon


@pytest.mark.parametrize(
    ("degrees", "p", "critical"),
    [
        # NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4: upper critical values of chi-square.
        (1, 0.10, 2.706),
        (1, 0.001, 10.828),
        (2, 0.05, 5.991),
        (3, 0.05, 7.815),
        (3, 0.01, 11.345),
        (4, 0.10, 7.779),
        (5, 0.05, 11.070),
        (5, 0.01, 15.086),
        (5, 0.001, 20.515),
        (10, 0.025, 20.483),
        (30, 0.05, 43.773),
    ],
)
def test_the_tail_agrees_with_the_table(degrees: int, p: float, critical: float) -> None:
    # The table gives three decimals: the tail just before and just after has to enclose p.
    assert chi_square_tail(critical + 0.0005, degrees) <= p <= chi_square_tail(critical - 0.0005, degrees)


def test_the_tail_is_one_at_nothing_and_nothing_far_out() -> None:
    for degrees in range(1, 12):
        assert chi_square_tail(0.0, degrees) == 1.0
        assert chi_square_tail(1e6, degrees) == 0.0


def test_counts_are_judged_against_the_weights() -> None:
    audited = judge(DICE["painted-d6"], (10, 20, 20, 10))
    assert (audited.chi_square, audited.p) == (0.0, 1.0)
    # 10 too many and 10 too few, of 100 expected: 10 * 10 / 100 twice.
    audited = judge(DICE["d6"], (110, 90, 100, 100, 100, 100))
    assert audited.chi_square == pytest.approx(2.0)
    assert audited.p == pytest.approx(chi_square_tail(2.0, 5))


def test_too_few_throws_are_not_judged() -> None:
    assert judge(DICE["d6"], (29, 0, 0, 0, 0, 0)).p is None
    assert judge(DICE["d6"], (5, 5, 5, 5, 5, 5)).p == 1.0
    assert judge(DICE["knucklebone"], (49, 0, 0, 0)).throws_needed == 50


@pytest.fixture(scope="module")
def game(new_folder: Callable[[], Path]) -> StoredGame:
    """A game played to its end with the electronic die."""
    with Journal(new_folder() / "journal.sqlite", noon) as journal:
        Table(journal, rules_for("locus-ludi-capture", ["limit=60"]), random.Random(3)).play()
        assert journal.newest is not None
        return journal.newest


def changed(game: StoredGame, index: int, happening: Happening) -> StoredGame:
    entries = list(game.entries)
    entries[index] = replace(entries[index], happening=happening)
    return replace(game, entries=tuple(entries))


def throws_of(game: StoredGame) -> list[int]:
    return [i for i, entry in enumerate(game.entries) if isinstance(entry.happening, DieThrown)]


def test_an_honest_game_fits(game: StoredGame) -> None:
    checked = verify(game)
    assert checked.misfits == ()
    assert (checked.throws, checked.by_hand) == (len(game.throws), 0)
    assert checked.throws >= 60


def test_every_single_changed_throw_is_found(game: StoredGame) -> None:
    for index in throws_of(game):
        thrown = game.entries[index].happening
        assert isinstance(thrown, DieThrown)
        other = thrown.face % 6 + 1
        assert verify(changed(game, index, replace(thrown, face=other))).misfits


def test_a_throw_left_out_or_played_otherwise_is_found(game: StoredGame) -> None:
    for index in throws_of(game):
        entries = game.entries[:index] + game.entries[index + 1 :]
        shorter = replace(game, entries=entries)
        assert verify(shorter).misfits or index == throws_of(game)[-1]
    for index, entry in enumerate(game.entries):
        if isinstance(entry.happening, Thrown):
            told = replace(entry.happening, throw=entry.happening.throw % 6 + 1)
            assert "had not shown" in verify(changed(game, index, told)).misfits[0]


def test_another_seed_is_found(game: StoredGame) -> None:
    other = replace(game.begun, seed="00" * 32)
    assert "SHA-256" in verify(changed(game, 0, other)).misfits[0]
    revealed = next(i for i, it in enumerate(game.entries) if isinstance(it.happening, SeedRevealed))
    assert "shown at the end" in verify(changed(game, revealed, SeedRevealed("00" * 32))).misfits[0]


def test_what_cant_be_verified_says_why(game: StoredGame) -> None:
    own = changed(game, 0, GameBegun(game.begun.die))
    with pytest.raises(SealedError, match="own dice"):
        verify(own)
    unfinished = replace(game, entries=game.entries[:20])
    with pytest.raises(SealedError, match="secret"):
        verify(unfinished)
    left = replace(game.entries[20], happening=Abandoned("time to go"))
    assert verify(replace(unfinished, entries=(*unfinished.entries, left))).misfits == ()


def test_the_audit_counts_each_die_and_leaves_out_throws_by_hand(game: StoredGame) -> None:
    index = throws_of(game)[5]
    thrown = game.entries[index].happening
    assert isinstance(thrown, DieThrown)
    by_hand = changed(game, index, replace(thrown, number=None))
    knuckles = replace(
        game,
        entries=(
            replace(game.entries[0], happening=replace(game.begun, die=DICE["knucklebone"])),
            *(replace(game.entries[0], happening=DieThrown(face, i)) for i, face in enumerate((2, 3, 3), 1)),
        ),
    )
    d6, bone = audit([by_hand, knuckles, game])
    assert (d6.die, bone.die) == (DICE["d6"], DICE["knucklebone"])
    assert d6.throws == 2 * len(game.throws) - 1
    assert bone.counts == (0, 1, 2, 0)
    assert (d6.games, d6.unfinished) == (2, ())
    assert (bone.games, bone.unfinished) == (1, (game.number,))
    assert audit([]) == []


def test_a_sealed_game_that_was_left_before_its_first_throw_is_counted(game: StoredGame) -> None:
    left = replace(game.entries[1], happening=Abandoned("another game was begun"))
    (audited,) = audit([game, replace(game, number=7, entries=(game.entries[0], left))])
    assert (audited.games, audited.unfinished) == (2, (7,))
    own = changed(game, 0, GameBegun(game.begun.die))
    assert audit([own]) == []
