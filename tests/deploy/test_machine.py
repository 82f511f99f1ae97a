"""What looks on from outside a machine; and, where it is asked for, a machine whose power is cut."""

import os
import random
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.machine.image import file_system
from bench.machine.inside import agent
from bench.machine.machine import PANEL_WH, SHOWN, drop_half_a_line, lines_shown
from bench.machine.power_cuts import Left, look_at, missing
from bench.machine.screens import ALIKE, read, share_found
from companion.app.frontends import happening_line
from companion.game import Seat, rules_for
from companion.game.fair_die import FairDie
from companion.journal import FILE_NAME, Database, Journal, Sealed
from companion.referee.events import Thrown
from five_lines_lab.gallery.examples import examples
from five_lines_lab.gallery.gallery import draw_gallery
from tests.support.root import ROOT


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    """Pages as this computer draws them, at the size of the machine's panel."""
    drawn = draw_gallery(
        tmp_path_factory.mktemp("pages"),
        {name: examples()[name] for name in ("welcome", "attract-won", "attract-throw")},
        [PANEL_WH],
        ["en"],
    )
    return {it.path.name.partition("-800x480")[0]: read(it.path) for it in drawn}


def test_a_page_is_found_on_a_panel_that_draws_it_with_other_edges_and_shades(
    pages: dict[str, np.ndarray],
) -> None:
    page = next(it for name, it in pages.items() if "welcome" in name)
    moved = np.roll(cv2.GaussianBlur(page, (3, 3), 0.6), (2, -3), (0, 1))
    assert share_found(page, cv2.convertScaleAbs(moved, alpha=0.9, beta=5)) > 0.9


def test_no_other_page_is_taken_for_it(pages: dict[str, np.ndarray]) -> None:
    page = next(it for name, it in pages.items() if "welcome" in name)
    others = [it for name, it in pages.items() if "welcome" not in name]
    assert others
    assert max(share_found(page, other) for other in others) < ALIKE / 2
    assert share_found(page, np.zeros_like(page)) == 0.0
    assert share_found(page, others[0][:100]) == 0.0


def test_a_line_that_was_shown_and_is_not_stored_is_found() -> None:
    thrown, moved = "event=thrown seat=A throw=4", "event=moved seat=A"
    assert missing([thrown, moved], [thrown, "event=seed-revealed", moved]) == []
    assert missing([thrown, thrown], [thrown]) == [thrown]
    assert missing([moved, thrown], [thrown, moved]) == [thrown]
    assert missing([thrown, moved, thrown], [thrown, thrown]) == [moved]


def test_a_game_goes_on_if_what_is_stored_next_is_of_that_game() -> None:
    first, second, third = (1, "event=won"), (2, "event=thrown"), (3, "event=begun")
    cut = Left(2, (first, second))
    assert cut.goes_on_in(Left(2, (first, second, second)))
    assert not cut.goes_on_in(Left(3, (first, second, third)))
    assert not cut.goes_on_in(Left(2, (first, second)))
    assert cut.goes_on_in(Left(2, (first, second, (None, "event=sealed"), second)))


def test_only_whole_lines_of_what_has_happened_count(tmp_path: Path) -> None:
    file = tmp_path / SHOWN
    file.write_bytes(
        b"chmod: cannot access 'journal.sqlite'\r\n<6>event=thrown seat=A throw=4\r\n"
        b"<4>event=fault what=settings-wrong\r\n<6>event=moved se"
    )
    assert lines_shown(file) == ["event=thrown seat=A throw=4"]
    drop_half_a_line(file)
    with file.open("ab") as more:
        more.write(b"<6>event=moved seat=A\r\n")
    assert lines_shown(file) == ["event=thrown seat=A throw=4", "event=moved seat=A"]


def begun_game(folder: Path) -> str:
    """A journal with a game that was begun, in a folder; the line of its entry."""
    folder.mkdir()
    rules = rules_for("schaedler")
    with Journal(folder / FILE_NAME, lambda: datetime.now(UTC)) as journal:
        journal.begin(FairDie(rules.die, random.Random(4).randbytes(32)), rules)
    with closing(Database.for_reading(folder / FILE_NAME)) as database:
        entry = database.entry(1)
    assert entry is not None
    return happening_line(entry.happening)


def test_the_journal_is_copied_out_of_the_machine_while_the_station_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, host = tmp_path / "data" / FILE_NAME, tmp_path / "host"
    host.mkdir()
    for name, value in {"JOURNAL": str(stored), "COPY": str(tmp_path / "copy"), "HOST": host}.items():
        monkeypatch.setattr(agent, name, value)
    box, wish = agent.Box(), {"journal": FILE_NAME}
    assert not box.answer(wish).get("ok")
    rules = rules_for("schaedler")
    with Journal(stored, lambda: datetime.now(UTC)) as journal:
        for number in (1, 2):
            journal.begin(FairDie(rules.die, random.Random(4).randbytes(32)), rules)
            assert box.answer(wish) == {"ok": True}
            with closing(Database.for_reading(host / FILE_NAME)) as copy:
                assert copy.last_game() == number
                assert copy.last_number() == journal.newest_number


may_mount = pytest.mark.skipif(
    os.geteuid() != 0 or not Path("/dev/loop-control").exists(), reason="only root may mount a disk"
)


@pytest.mark.slow
@may_mount
def test_a_disk_without_power_is_compared_with_what_was_shown_since_it_was_looked_at(tmp_path: Path) -> None:
    image = tmp_path / "data.img"
    line = begun_game(tmp_path / "data")
    file_system(tmp_path / "data", image, 32, "five-lines")
    first = look_at(image, [line], Left())
    assert first == Left(1, ((1, line),), 1)
    thrown = "event=thrown seat=A throw=4"
    second = look_at(image, [line, thrown], first)
    assert second == Left(1, ((1, line),), 2, (f"shown, not stored: {thrown}",))
    assert look_at(image, [line, thrown], second).wrong == ()


@may_mount
def test_a_seal_that_was_shown_before_a_game_is_found_outside_of_the_games(tmp_path: Path) -> None:
    rules = rules_for("schaedler")
    die = FairDie(rules.die, random.Random(4).randbytes(32))
    sealed = Sealed(die.commitment)
    with Journal(tmp_path / "data" / FILE_NAME, lambda: datetime.now(UTC)) as journal:
        journal.append(None, [sealed])
        journal.begin(die, rules)
    image = tmp_path / "data.img"
    file_system(tmp_path / "data", image, 32, "five-lines")
    left = look_at(image, [happening_line(sealed)], Left())
    assert (left.wrong, left.unfinished, [game for game, _ in left.stored]) == ((), 1, [None, 1])


@may_mount
def test_what_was_stored_and_is_gone_is_found(tmp_path: Path) -> None:
    image = tmp_path / "data.img"
    line = begun_game(tmp_path / "data")
    file_system(tmp_path / "data", image, 32, "five-lines")
    before = Left(1, ((1, line), (1, "event=thrown seat=A throw=4")), 0)
    assert look_at(image, [], before).wrong == ("of 2 entries that were stored, 1 are as they were",)


@may_mount
def test_a_journal_that_can_not_be_replayed_is_found(tmp_path: Path) -> None:
    image = tmp_path / "data.img"
    begun_game(tmp_path / "data")
    with Journal(tmp_path / "data" / FILE_NAME, lambda: datetime.now(UTC)) as journal:
        journal.append(1, [Thrown(1, Seat.A, 4, 1, False)])
    file_system(tmp_path / "data", image, 32, "five-lines")
    (wrong,) = look_at(image, [], Left()).wrong
    assert "a game begins once, and first of all" in wrong


@may_mount
def test_a_journal_that_can_not_be_read_is_found(tmp_path: Path) -> None:
    image = tmp_path / "data.img"
    begun_game(tmp_path / "data")
    (tmp_path / "data" / FILE_NAME).write_bytes(b"no journal" * 500)
    file_system(tmp_path / "data", image, 32, "five-lines")
    (wrong,) = look_at(image, [], Left()).wrong
    assert wrong.startswith("the journal: ")


@pytest.mark.skipif(
    os.geteuid() != 0 or "FIVE_LINES_MACHINE" not in os.environ,
    reason="needs root, minutes, and a folder to make a machine in, named by FIVE_LINES_MACHINE",
)
def test_a_game_is_played_by_touching_and_pressing_and_nothing_shown_is_missing_after_power_cuts() -> None:
    done = subprocess.run([sys.executable, "-m", "bench.machine", "--cuts", "1"], cwd=ROOT, check=False)
    assert done.returncode == 0
