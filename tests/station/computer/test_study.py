"""A position that somebody lays is studied: the best move with a throw, and the chance to win."""

import json
from pathlib import Path

import cv2
import pytest

from calibration.calibration_folder import save
from companion import cli
from companion.analysis.play.opponent import best_of
from companion.analysis.play.value_table import path_of
from companion.game import Halves, Point, Position, Seat, legal_moves, start_position
from companion.interface import intents
from companion.interface.intents import Ask, Enter, Named, Number, Pick
from companion.interface.views import CorrectView, StaffView, StudyView
from companion.settings.sections import GameSettings, Settings
from companion.station.stimuli import ChancesNotFound
from tests.support.chances import QUICK, quick_table
from tests.support.drawn_board import Scene, draw, setup
from tests.support.learned import drawn_calibration
from tests.support.table import Table
from tests.support.walk import walk

LAID = Position.parse("A 1A 2A 4A 3Bx2 / B 1B 5B 4B 3Ax2")
OTHER = Position.parse("A 1A 2A 4A 3Bx2 / B 1B 5B 5A 3Ax2")


def study(table: Table) -> StudyView:
    assert isinstance(table.view, StudyView)
    return table.view


def studied() -> Table:
    table = Table(QUICK)
    table.ask(Ask.OPEN_STAFF)
    table.ask(Ask.STUDY)
    return table


def test_the_board_is_followed_and_each_throw_has_its_best_move() -> None:
    table = studied()
    assert study(table).solving == 0.0
    table.tell(quick_table())
    table.show(LAID.halves())
    assert (study(table).state.position, study(table).best) == (LAID, None)
    assert study(table).chance_a == quick_table().chance(LAID, Seat.A)
    for seat in Seat:
        table.ask(Pick(Named.SEAT, seat))
        for throw in QUICK.die.faces:
            table.ask(Enter(Number.THROW, throw))
            best = best_of(quick_table().prospects(LAID, legal_moves(LAID, seat, throw, QUICK)))
            assert study(table).best == best.action
            assert study(table).chance_a == (best.chance if seat is Seat.A else 1 - best.chance)
    table.ask(Enter(Number.THROW, 6))
    assert study(table).state.throw is None
    table.show(OTHER.halves())
    assert study(table).chance_a == 1 - quick_table().chance(OTHER, Seat.B)


def test_the_button_alone_goes_through_the_throws() -> None:
    table = studied()
    thrown = []
    for _ in range(7):
        table.press()
        thrown.append(study(table).state.throw)
    assert thrown == [1, 2, 3, 4, 5, 6, None]


@pytest.mark.parametrize(
    "halves",
    [
        Position.parse("A 1A / B 1B 5B 4B 3Ax2").halves(),  # Schaedler's game has nothing in hand
        Halves((2, 2, 2, *[0] * 7), LAID.halves().b),
    ],
)
def test_what_cant_come_up_has_no_chance(halves: Halves) -> None:
    table = studied()
    table.tell(quick_table())
    table.show(LAID.halves())
    table.press()
    table.show(halves)
    assert (study(table).chance_a, study(table).best, study(table).solving) == (None, None, None)


def test_a_game_that_is_won_is_certain() -> None:
    table = studied()
    table.tell(quick_table())
    table.press()
    table.show(Position.parse("A 1A 2A 4A 5A 2B / B 3Ax5").halves())
    assert (study(table).chance_a, study(table).best) == (0.0, None)


def test_without_chances_the_page_goes_away() -> None:
    table = studied()
    table.tell(ChancesNotFound(QUICK, "the disk is full"))
    assert isinstance(table.view, StaffView)


def test_a_position_is_entered_by_hand_but_not_while_a_game_waits() -> None:
    table = studied()
    table.tell(quick_table())
    table.show(LAID.halves())
    table.ask(Ask.CORRECT)
    assert isinstance(table.view, CorrectView)
    table.ask(intents.CorrectHalf(Point.B4, Seat.B, -1))
    table.ask(intents.CorrectHalf(Point.A5, Seat.B, 1))
    table.ask(Ask.GO_ON)
    assert study(table).state.position == OTHER
    playing = Table(QUICK).start()
    playing.ask(Ask.PAUSE)
    playing.ask(Ask.OPEN_STAFF)
    playing.ask(Ask.STUDY)
    playing.ask(Ask.CORRECT)
    assert study(playing).may_correct is False


@pytest.mark.slow
def test_somebody_lays_a_position_on_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick_table().save(path_of(tmp_path / "data" / "tables", QUICK))
    game = GameSettings(options=("larger-throw-enters=yes",), starter="A")
    with walk(tmp_path, monkeypatch, settings=Settings(game=game)) as person:
        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.STUDY)
        person.table.lay(LAID.halves())
        person.wait_for(lambda: person.shows(StudyView).chance_a is not None, 60.0)
        person.wait(3.0)
        assert person.shows(StudyView).state.position == LAID
        person.touch(Enter(Number.THROW, 4))
        assert "Best: 4A\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}3B" in person.texts
        person.touch(Ask.BACK)
        assert person.shows(StaffView)


@pytest.mark.slow
def test_the_command_advises_on_a_written_position_and_on_a_picture_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quick_table().save(path_of(tmp_path, QUICK))
    save(drawn_calibration(), tmp_path / "station")
    picture = str(tmp_path / "start.png")
    cv2.imwrite(picture, draw(Scene(setup(), seed=4)))
    game = ["--rules", "schaedler", "--option", "larger-throw-enters=yes", "--tables", str(tmp_path)]
    start = start_position(QUICK)
    assert cli.main(["advise", str(start), *game, "--throw", "3", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    legal = legal_moves(start, Seat.A, 3, QUICK)
    assert {it["action"] for it in told} == {str(it) for it in legal.choices}
    assert told[0]["action"] == str(best_of(quick_table().prospects(start, legal)).action)
    assert [it["loss"] for it in told] == sorted(it["loss"] for it in told)
    assert cli.main(["advise", str(start), *game]) == 0
    written = capsys.readouterr().out
    assert written.startswith(f"{start}, A to throw: {quick_table().chance(start, Seat.A):.2%}")
    assert cli.main(["advise", picture, "--station", str(tmp_path / "station"), *game]) == 0
    assert capsys.readouterr().out == written


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "more", "said"),
    [
        ("A 1A", (), "a position has two sides"),
        ("A 1A / B", (), "can't come up in this game"),
        ("A 3Bx5 / B 1B 2B 4B 5B 1A", (), "A has won: there is nothing to choose"),
        (str(LAID), ("--throw", "7"), "the die d6 has no 7"),
        ("{picture}", (), "add --station"),
        ("{picture}", ("--station", "{station}"), "no position: "),
    ],
)
def test_what_cant_be_advised_on_is_said(
    position: str, more: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quick_table().save(path_of(tmp_path, QUICK))
    save(drawn_calibration(), tmp_path / "station")
    cv2.imwrite(str(tmp_path / "hand.png"), draw(Scene(setup(), hand_bgr=(120, 150, 200))))
    places = {"picture": tmp_path / "hand.png", "station": tmp_path / "station"}
    words = [word.format(**places) for word in (position, *more)]
    game = ["--rules", "schaedler", "--option", "larger-throw-enters=yes", "--tables", str(tmp_path)]
    assert cli.main(["advise", *words, *game]) == 2
    assert said in capsys.readouterr().err
