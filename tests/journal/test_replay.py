"""Replaying a stored game finds every event that could not have happened."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import DICE, RECONSTRUCTIONS, Outcome, Seat, Termination, rules_for, start_position
from companion.journal import DieThrown, Happening, Journal, StoredGame
from companion.journal.errors import InconsistentError
from companion.journal.replay import replay
from companion.referee.events import Chosen, Ended, Moved, Passed, Started, TakenBack, Thrown
from tests.support.playing import Table, noon


def play(folder: Path, name: str, seed: int, *options: str, throws: int = 60) -> tuple[StoredGame, Table]:
    with Journal(folder / "journal.sqlite", noon) as journal:
        table = Table(journal, rules_for(name, options), random.Random(seed))
        table.play(throws)
        stored = journal.newest
        assert stored is not None
        return stored, table


@pytest.mark.slow
@settings(max_examples=25)
@given(name=st.sampled_from(list(RECONSTRUCTIONS)), seed=st.integers(0, 10**6))
def test_every_game_the_referee_led_is_consistent(
    new_folder: Callable[[], Path], name: str, seed: int
) -> None:
    stored, table = play(new_folder(), name, seed)
    replayed = list(replay(stored))
    assert [step.event for step in replayed] == list(stored.events)
    assert replayed[-1].state == table.referee.state == stored.state


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_the_last_throw_of_a_limited_game_may_still_wait_for_its_move(
    new_folder: Callable[[], Path], seed: int
) -> None:
    stored, table = play(new_folder(), "schaedler", seed, "limit=8", throws=8)
    assert [step.event for step in replay(stored)] == list(stored.events)
    assert (table.referee.state.throw is None) == stored.over


Change = Callable[[Happening], Happening | None]


def other_throw(it: Happening) -> Happening | None:
    return replace(it, throw=it.throw % 6 + 1) if isinstance(it, Thrown) else None


def throw_of_no_face(it: Happening) -> Happening | None:
    return replace(it, throw=7) if isinstance(it, Thrown) else None


def thrower(it: Happening) -> Happening | None:
    return replace(it, seat=it.seat.other) if isinstance(it, Thrown) else None


def skipped_throw(it: Happening) -> Happening | None:
    return replace(it, ply=it.ply + 1) if isinstance(it, Thrown) else None


def other_face(it: Happening) -> Happening | None:
    return replace(it, face=it.face % 6 + 1) if isinstance(it, DieThrown) else None


def other_target(it: Happening) -> Happening | None:
    if not isinstance(it, Moved):
        return None
    return replace(it, move=replace(it.move, target=it.move.target.__class__("1A")))


def other_effect(it: Happening) -> Happening | None:
    return replace(it, move=replace(it.move, hits=not it.move.hits)) if isinstance(it, Moved) else None


def mover(it: Happening) -> Happening | None:
    return replace(it, seat=it.seat.other) if isinstance(it, Moved) else None


def other_choice(it: Happening) -> Happening | None:
    return (
        replace(it, move=replace(it.move, target=it.move.target.__class__("1A")))
        if isinstance(it, Chosen)
        else None
    )


def chooser(it: Happening) -> Happening | None:
    return replace(it, seat=it.seat.other) if isinstance(it, Chosen) else None


def pass_by_choice(it: Happening) -> Happening | None:
    return replace(it, declined=True) if isinstance(it, Passed) else None


def pass_instead(it: Happening) -> Happening | None:
    return Passed(it.ply, it.seat, 1, declined=False) if isinstance(it, Moved) else None


def take_back_nothing(it: Happening) -> Happening | None:
    if not isinstance(it, Thrown):
        return None
    return TakenBack(it.ply, it.seat, it.throw, start_position(rules_for("kidd")), None)


def other_end(it: Happening) -> Happening | None:
    return Ended(it.ply, Outcome(Termination.WON, Seat.A)) if isinstance(it, Ended) else None


def early_end(it: Happening) -> Happening | None:
    return Ended(it.ply, Outcome(Termination.LIMIT)) if isinstance(it, Thrown) else None


def second_beginning(it: Happening) -> Happening | None:
    return (
        Started(rules_for("kidd"), start_position(rules_for("kidd")), Seat.A)
        if isinstance(it, Moved)
        else None
    )


def other_die(it: Happening) -> Happening | None:
    return replace(it, rules=replace(it.rules, die=DICE["painted-d6"])) if isinstance(it, Started) else None


CHANGES: list[Change] = [
    other_throw,
    throw_of_no_face,
    thrower,
    skipped_throw,
    other_target,
    other_effect,
    mover,
    other_choice,
    chooser,
    pass_by_choice,
    pass_instead,
    take_back_nothing,
    other_end,
    early_end,
    second_beginning,
    other_die,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_whatever_could_not_have_happened_is_found(tmp_path: Path, change: Change) -> None:
    stored, _ = play(tmp_path, "schaedler", 11, "limit=30")
    changed = 0
    for index, entry in enumerate(stored.entries):
        happening = change(entry.happening)
        if happening is None or repr(happening) == repr(entry.happening):
            continue
        changed += 1
        entries = list(stored.entries)
        entries[index] = replace(entry, happening=happening)
        with pytest.raises(InconsistentError, match=rf"game 1, entry {entry.number} "):
            list(replay(replace(stored, entries=tuple(entries))))
    assert changed


def test_the_first_faces_of_play_must_be_those_that_were_used(tmp_path: Path) -> None:
    stored, _ = play(tmp_path, "schaedler", 11, "limit=30")
    started = next(i for i, entry in enumerate(stored.entries) if isinstance(entry.happening, Started))
    for index in range(started, len(stored.entries)):
        happening = other_face(stored.entries[index].happening)
        if happening is not None:
            entries = list(stored.entries)
            entries[index] = replace(entries[index], happening=happening)
            with pytest.raises(InconsistentError, match="the die showed"):
                list(replay(replace(stored, entries=tuple(entries))))


@pytest.mark.parametrize("kind", [Started, Thrown, Moved, Ended])
def test_whatever_is_missing_is_found(tmp_path: Path, kind: type) -> None:
    stored, _ = play(tmp_path, "schaedler", 11, "limit=30")
    for index, entry in enumerate(stored.entries):
        if isinstance(entry.happening, kind):
            entries = stored.entries[:index] + stored.entries[index + 1 :]
            with pytest.raises(InconsistentError):
                list(replay(replace(stored, entries=entries)))


def test_players_may_agree_on_an_end(tmp_path: Path) -> None:
    stored, table = play(tmp_path, "kidd", 1)
    assert not stored.over
    agreed = Ended(table.referee.state.ply, Outcome(Termination.AGREED))
    entry = replace(stored.entries[-1], number=stored.entries[-1].number + 1, happening=agreed)
    longer = replace(stored, entries=(*stored.entries, entry))
    assert list(replay(longer))[-1].state.ended == agreed.outcome
    assert longer.over
