"""Everything that can happen is written to JSON and read back without loss."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import DICE, RECONSTRUCTIONS, Halves, Seat, rules_for
from companion.game.fair_die import FairDie
from companion.journal import (
    Abandoned,
    ComputerSeated,
    DeviceFault,
    DieThrown,
    GameBegun,
    Happening,
    Journal,
    ReadingCorrected,
    Sealed,
    SeedRevealed,
)
from companion.journal.happenings import KINDS, decode, encode, kind_of
from companion.referee.events import Event
from companion.referee.referee import State, apply
from companion.system.data import DataError
from tests.support.games import STUCK
from tests.support.playing import Table, noon

DIE = FairDie(DICE["knucklebone"], bytes(range(32)))
OF_THE_STATION: tuple[Happening, ...] = (
    GameBegun(DIE.die, DIE.commitment, DIE.seed.hex()),
    GameBegun(DICE["d6"], rules=rules_for("kidd")),
    GameBegun(DICE["d6"], rules=STUCK),
    Sealed(DIE.commitment),
    ComputerSeated(Seat.B, "steady"),
    DieThrown(4, 17),
    DieThrown(4, None),
    ReadingCorrected(None, Halves()),
    ReadingCorrected(Halves((1,) * 10), Halves(b=(0, 2) * 5)),
    SeedRevealed(DIE.seed.hex()),
    Abandoned("the board was swept clean: Zurück auf „Anfang“, πεσσοί"),
    DeviceFault("camera", "unplugged\nand in again"),
)


def events_of_a_game(folder: Path, name: str, seed: int) -> tuple[tuple[Event, ...], State]:
    """A game played at random, and the state in which its referee is."""
    with Journal(folder / "journal.sqlite", noon) as journal:
        table = Table(journal, rules_for(name), random.Random(seed))
        table.play(60)
        newest = journal.newest
        assert newest is not None
        return newest.events, table.referee.state


@pytest.mark.slow
@settings(max_examples=25)
@given(name=st.sampled_from(list(RECONSTRUCTIONS)), seed=st.integers(0, 10**6))
def test_the_fold_of_the_decoded_events_is_the_state(
    new_folder: Callable[[], Path], name: str, seed: int
) -> None:
    events, state = events_of_a_game(new_folder(), name, seed)
    decoded = [decode(kind_of(event), encode(event)) for event in events]
    # Moves are equal whatever they do besides; their repr tells that too.
    assert repr(decoded) == repr(list(events))
    folded = reduce(apply, [event for event in decoded if isinstance(event, get_args(Event))], None)
    assert folded == state


@pytest.mark.parametrize("happening", OF_THE_STATION, ids=lambda it: type(it).__name__)
def test_what_happens_at_the_station_is_read_back_as_it_was(happening: Happening) -> None:
    assert decode(kind_of(happening), encode(happening)) == happening


@pytest.mark.slow
def test_these_tests_have_seen_everything_that_can_be_stored(tmp_path: Path) -> None:
    seen = {kind_of(happening) for happening in OF_THE_STATION}
    for seed, name in enumerate(RECONSTRUCTIONS):
        (tmp_path / name).mkdir()
        seen |= {kind_of(event) for event in events_of_a_game(tmp_path / name, name, seed)[0]}
    with Journal(tmp_path / "short.sqlite", noon) as journal:
        table = Table(journal, rules_for("schaedler", ["limit=3"]), random.Random(1))
        table.play()
        seen |= {kind_of(event) for event in (journal.newest.events if journal.newest else ())}
    assert seen == set(KINDS)


def test_a_field_with_a_default_may_be_missing() -> None:
    """A journal of before the rules were stored is read."""
    die = {"name": "d6", "faces": [1, 2, 3, 4, 5, 6], "weights": [1, 1, 1, 1, 1, 1]}
    assert decode("GameBegun", json.dumps({"die": die})) == GameBegun(DICE["d6"])


@pytest.mark.parametrize(
    ("kind", "text", "says"),
    [
        ("Teleported", "{}", "Teleported"),
        ("DieThrown", '{"face":', "not JSON"),
        ("DieThrown", "[4, 1]", "DieThrown must be named values, not a list"),
        ("DieThrown", '{"face": 4}', "number"),
        ("DieThrown", '{"face": 4, "number": 1, "colour": "red"}', "colour"),
        ("DieThrown", '{"face": true, "number": 1}', "DieThrown.face"),
        ("DieThrown", '{"face": 4, "number": "1"}', "DieThrown.number"),
        ("Restored", '{"ply": 1, "seat": "C", "frame": null}', "Restored.seat"),
        ("Started", '{"rules": {"name": "x", "to_win": 4, "last_may_stay": true}}', "position"),
        ("ReadingCorrected", '{"read": null, "meant": {"a": 3}}', "ReadingCorrected.meant.a"),
    ],
)
def test_what_is_no_happening_is_refused_with_the_place(kind: str, text: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        decode(kind, text)


@pytest.mark.parametrize("text", ["[" * 3000, '{"face": 1' + "0" * 5000 + "}", "{"])
def test_a_text_that_no_parser_takes_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="DieThrown: not JSON"):
        decode("DieThrown", text)


def test_a_seed_that_is_none_is_refused() -> None:
    text = encode(GameBegun(DICE["d6"], DIE.commitment, DIE.seed.hex())).replace(DIE.seed.hex(), "zz")
    with pytest.raises(DataError, match="64 hexadecimal digits"):
        decode("GameBegun", text)


@pytest.mark.parametrize("fault", [TypeError, ValueError, KeyError])
def test_a_fault_of_the_program_is_not_reported_as_a_damaged_entry(
    monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def break_down(*_: object) -> None:
        raise fault("ours")

    monkeypatch.setattr("companion.system.convert._reader", break_down)
    with pytest.raises(fault, match="ours"):
        decode("DieThrown", '{"face": 4, "number": 1}')


def test_rules_that_contradict_themselves_are_refused(tmp_path: Path) -> None:
    events, _ = events_of_a_game(tmp_path, "schaedler", 1)
    text = encode(events[0]).replace('"to_win":5', '"to_win":4')
    text = text.replace('"last_may_stay":false', '"last_may_stay":true')
    with pytest.raises(DataError, match="clash"):
        decode("Started", text)


@settings(max_examples=200)
@given(data=st.data())
def test_a_text_with_a_changed_letter_is_read_or_refused_never_worse(data: st.DataObject) -> None:
    happening = data.draw(st.sampled_from(OF_THE_STATION))
    text = encode(happening)
    place = data.draw(st.integers(0, len(text) - 1))
    changed = text[:place] + data.draw(st.characters()) + text[place + 1 :]
    with suppress(DataError):
        assert type(decode(kind_of(happening), changed)) is type(happening)
