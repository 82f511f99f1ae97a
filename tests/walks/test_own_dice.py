"""A game with dice of the players' own: what is thrown is told by touch, and can be mended."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.game import Point, Seat, legal_moves, play, start_position
from companion.interface.intents import Ask, Enter, Named, Number, Pick, PlayAgainst
from companion.interface.views import NotSoView, PlayView, ThrowOffView
from companion.journal import FILE_NAME
from companion.journal.database import Database
from companion.journal.export import as_record
from companion.journal.replay import replay
from companion.referee.events import Moved, Thrown
from companion.settings.sections import DiceOwner, Settings
from hardware.virtual_table.scene import ObjectKind, SceneObject
from tests.support.walk import SIZES, Walk, walk

OWN = replace(Settings(), game=replace(Settings().game, dice=DiceOwner.OWN))


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def person(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    with walk(tmp_path, monkeypatch, request.param, OWN) as person:
        person.touch(PlayAgainst(None))
        yield person


def set_up(person: Walk) -> None:
    """The board is laid and the game chosen, and it is about to turn to the throws."""
    person.table.lay(start_position(person.rules).halves())
    person.touch(next(it for it in person.intents if isinstance(it, Pick) and it.what is Named.GAME))
    person.wait_for(lambda: Ask.BEGIN in person.intents, 3.0)


@pytest.mark.parametrize("after_s", [0.05, 0.3, 0.5])
def test_a_finger_meant_for_the_start_is_no_throw(person: Walk, after_s: float) -> None:
    set_up(person)
    person.wait_for(lambda: isinstance(person.view, ThrowOffView), 3.0)
    person.wait(after_s)
    five = Enter(Number.THROW, 5)
    (box,) = [it.box for it in person.it.window.screen.targets if it.intent == five]
    person.touch_at(*box.center, held_s=0.0)
    assert person.shows(ThrowOffView).rolls == (None, None)
    person.touch(five)
    assert person.shows(ThrowOffView).rolls != (None, None)


def test_a_finger_that_lies_there_while_the_page_turns_asks_for_nothing(person: Walk) -> None:
    set_up(person)
    box = person.it.window.screen.targets[-1].box
    person.touch_at(*box.center, held_s=3.0)
    assert person.shows(ThrowOffView).rolls == (None, None)


def begun(person: Walk) -> None:
    """From the set-up to the first throw of the game, which Blue has won."""
    set_up(person)
    person.wait_for(lambda: isinstance(person.view, ThrowOffView), 3.0)
    person.touch(Enter(Number.THROW, 5))
    person.touch(Enter(Number.THROW, 2))
    person.wait_for(lambda: isinstance(person.view, PlayView), 5.0)
    assert "Throw, then tap what you threw." in person.texts


def test_the_face_of_an_own_die_is_corrected_until_the_move_is_made(person: Walk) -> None:
    begun(person)
    person.touch(Enter(Number.THROW, 3))
    assert person.shows(PlayView).state.throw == 3
    assert "Not a 3?" in " ".join(person.texts)
    person.picture("own-dice-told")
    person.touch(Ask.THROW)
    assert Enter(Number.THROW, 6) in person.intents
    person.touch(Enter(Number.THROW, 6))
    assert person.shows(PlayView).state.throw == 6
    # The move fits the die, but another face was entered: it is refused until the face is corrected.
    person.touch(Ask.THROW)
    person.touch(Enter(Number.THROW, 1))
    move = legal_moves(start_position(person.rules), Seat.A, 6, person.rules).moves[0]
    assert isinstance(move.source, Point)
    person.table.lay(play(start_position(person.rules), move).halves())
    person.wait_for(lambda: isinstance(person.view, NotSoView), 8.0)
    person.picture("own-dice-refused")
    person.touch(Ask.THROW)
    person.touch(Enter(Number.THROW, 6))
    person.wait(1.0)
    assert isinstance(person.shows(PlayView).last, Moved)
    assert "Not a" not in " ".join(person.texts)
    with closing(Database.for_reading(person.folder / "data" / FILE_NAME)) as database:
        stored = database.game(1)
    assert [each.event.throw for each in replay(stored) if isinstance(each.event, Thrown)] == [3, 6, 1, 6]
    assert [turn.throw for turn in as_record(stored).turns] == [6]


def throw(person: Walk, *places_mm: tuple[float, float]) -> None:
    """Dice that show a three lie at these places; nothing else has changed."""
    dice = tuple(SceneObject(ObjectKind.DIE, x, y, 0.0, 20.0, (0.85, 0.84, 0.8), 3) for x, y in places_mm)
    person.table.scene = replace(person.table.scene, things=dice)


def test_two_dice_and_one_beside_the_board_are_named_until_something_is_tapped(person: Walk) -> None:
    begun(person)
    person.wait(4.0)
    throw(person, (20.0, 160.0))
    person.wait_for(lambda: "Off the board? Tap its number." in person.texts, 8.0)
    person.picture("own-die-beside")
    throw(person, (-60.0, 25.0), (75.0, -70.0))
    person.wait_for(lambda: "Two dice? Throw just one." in person.texts, 8.0)
    person.picture("own-dice-two")
    assert "Off the board? Tap its number." not in person.texts
    throw(person)
    person.wait_for(lambda: "Throw, then tap what you threw." in person.texts, 8.0)
