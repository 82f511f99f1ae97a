"""Whole games against the computer at the virtual table, mistakes and a pulled plug included."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.analysis.play.value_table import path_of
from companion.app.virtual.autoplay import autoplay
from companion.app.virtual.robot_player import Pace
from companion.game import Reason, Seat
from companion.journal import Database, StoredGame
from companion.journal.dice_audit import verify
from companion.journal.export import as_record
from companion.journal.replay import replay
from companion.referee.events import Chosen, Ended, Flagged, Moved
from companion.settings.sections import ComputerSeat, OpponentSettings
from tests.support.chances import QUICK, quick_table

pytestmark = pytest.mark.slow

SETTINGS = """
[station]
data = "data"
[opponent]
seat = "B"
level = "steady"
"""
KILLS = 2


def command(folder: Path) -> list[str]:
    """The station as people start it, with a computer in the settings and the chances of the game at hand."""
    quick_table().save(path_of(folder / "data" / "tables", QUICK))
    (folder / "station.toml").write_text(SETTINGS, encoding="utf-8")
    return [
        sys.executable, "-m", "companion.cli", "--virtual", "--headless", "--autoplay", "1", "--seed", "2",
        "--rules", "schaedler", "--option", "larger-throw-enters=yes", "--journal", str(folder / "games.db"),
        "--settings", str(folder / "station.toml"),
    ]  # fmt: skip


def stored_game(folder: Path) -> StoredGame:
    with closing(Database.for_reading(folder / "games.db")) as database:
        assert list(database.games()) == [1]
        return database.game(1)


def check(game: StoredGame) -> None:
    """The computer's moves are those it chose, and nothing in the journal contradicts the rules."""
    assert isinstance(game.events[-1], Ended)
    assert [step.event for step in replay(game)] == list(game.events)
    assert verify(game).misfits == ()
    chosen = {event.ply: event for event in game.events if isinstance(event, Chosen)}
    assert len(chosen) > 3
    assert {event.seat for event in chosen.values()} == {Seat.B}
    for event in game.events:
        if isinstance(event, Moved) and event.seat is Seat.B:
            assert chosen[event.ply].move == event.move


@pytest.mark.nightly
def test_a_whole_game_with_wrong_moves_made_for_the_computer(tmp_path: Path) -> None:
    quick_table().save(path_of(tmp_path, QUICK))
    told: list[str] = []
    misjudged = autoplay(
        QUICK,
        1,
        4,
        tmp_path / "games.db",
        told.append,
        pace=Pace(err=0.3),
        opponent=OpponentSettings(seat=ComputerSeat.B, level="steady"),
        tables=tmp_path,
    )
    assert misjudged == []
    game = stored_game(tmp_path)
    check(game)
    reasons = [event.reason for event in game.events if isinstance(event, Flagged)]
    assert Reason.NOT_THE_CHOSEN_MOVE in reasons
    assert any("B chooses to move from" in line for line in told)
    assert as_record(game).players == ("", "computer (steady)")


def test_after_a_kill_the_computer_still_wants_the_move_that_was_shown(tmp_path: Path) -> None:
    """The plug is pulled each time when the computer has just chosen; the choice stands."""
    chosen: list[Chosen] = []
    for _ in range(KILLS):
        station = subprocess.Popen(
            command(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert station.stdout is not None
        shown = any("chooses to move" in line for line in station.stdout)
        station.kill()
        _, complaint = station.communicate()
        assert shown, complaint
        after = [event for event in stored_game(tmp_path).events if isinstance(event, Chosen)]
        assert after[: len(chosen)] == chosen
        chosen = after
    done = subprocess.run(command(tmp_path), capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    game = stored_game(tmp_path)
    check(game)
    assert [event for event in game.events if isinstance(event, Chosen)][: len(chosen)] == chosen
