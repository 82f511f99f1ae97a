"""Where the board lies and which end is A's: told by markers, or by the board's lines and `--a-side`."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.locate.board_finder import FoundBoard, Side
from calibration.locate.markers import find_markers
from companion.game.board import RING
from five_lines_lab.dataset.ground_truth import TrueRenderer
from five_lines_lab.dataset.random_scenes import BoardClass, random_scene
from five_lines_lab.layouts import place_counters, slots_on
from tests.support.command_line import POSITION, Run
from tests.support.photographs import Floats
from vision.picture_file import read_picture

pytestmark = pytest.mark.slow

MEASURES = "marker_size_mm = 30\nmarker_x_mm = 195\nmarker_y_mm = 125\n"


@dataclass(frozen=True)
class Photographed:
    """A virtual table's pictures on disk, and where its points (10, 2) and markers (4, 2) are seen."""

    folder: Path
    points_px: Floats
    markers_px: Floats

    def side_of_a(self) -> Side:
        board = FoundBoard(self.points_px, 1.0, None)
        for side in Side:
            try:
                if board.facing(side) is board:
                    return side
            except CalibrationError:
                continue
        raise AssertionError("A's points lie at some side")

    def arguments(self, out: Path) -> list[object]:
        known = ["--known", self.folder / "setup.png", POSITION]
        return ["calibrate", "--empty", self.folder / "empty.png", *known, "--out", out]


Photographer = Callable[[BoardClass], Photographed]


@pytest.fixture(scope="session")
def photographed(tmp_path_factory: pytest.TempPathFactory) -> Photographer:
    """Photographs random scenes, each once."""
    done: dict[BoardClass, Photographed] = {}

    def _photographed(board_class: BoardClass) -> Photographed:
        if board_class not in done:
            rng = np.random.default_rng(5)
            drawn = random_scene(rng, (800, 600), board_class, oblique=False, fill=0.85)
            folder = tmp_path_factory.mktemp(board_class)
            renderer = TrueRenderer(oversampling=1)
            empty = renderer.render(drawn.scene, 1)
            placed = place_counters(drawn.scene.board, drawn.counters, slots_on(RING), 2.0, rng)
            setup = renderer.render(replace(drawn.scene, counters=tuple(p.counter for p in placed)), 2)
            cv2.imwrite(str(folder / "empty.png"), empty.picture)
            cv2.imwrite(str(folder / "setup.png"), setup.picture)
            (folder / "board.toml").write_text(MEASURES, encoding="utf-8")
            done[board_class] = Photographed(folder, empty.truth.points_px, empty.truth.markers_px)
        return done[board_class]

    return _photographed


def corners_in(text: str) -> list[Floats]:
    return [
        np.array([[float(part) for part in word.split(",")] for word in quoted.split()])
        for quoted in re.findall(r"--corners '([^']*)'", text)
    ]


def test_lines_alone_do_not_say_which_end_is_a_and_both_readings_are_shown(
    photographed: Photographer, tmp_path: Path, run: Run
) -> None:
    drawn = photographed(BoardClass.WOOD)
    status, printed, complaint = run(*drawn.arguments(tmp_path / "calibration"))
    assert (status, printed, complaint.count("\n")) == (2, "", 1)
    assert "--a-side" in complaint
    shown = corners_in(complaint)
    true = drawn.points_px[[0, 4, 5, 9]]
    assert len(shown) == 2
    assert min(np.abs(corners - true).max() for corners in shown) < 4
    assert min(np.abs(corners - np.roll(true, 2, axis=0)).max() for corners in shown) < 4
    assert list(tmp_path.iterdir()) == []


def test_lines_and_the_side_of_a_are_enough(photographed: Photographer, tmp_path: Path, run: Run) -> None:
    drawn = photographed(BoardClass.WOOD)
    out = tmp_path / "calibration"
    status, _, complaint = run(*drawn.arguments(out), "--a-side", drawn.side_of_a())
    assert (status, complaint) == (0, "")
    _, printed, _ = run("read", "--station", out, drawn.folder / "setup.png")
    assert "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B" in printed


def test_markers_say_where_a_is_and_nobody_may_contradict_them(
    photographed: Photographer, tmp_path: Path, run: Run
) -> None:
    drawn = photographed(BoardClass.PAPER_ARUCO)
    board = ["--board", drawn.folder / "board.toml"]
    assert run(*drawn.arguments(tmp_path / "calibration"), *board)[0] == 0
    opposite = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[drawn.side_of_a()]
    status, _, complaint = run(*drawn.arguments(tmp_path / "other"), *board, "--a-side", opposite)
    assert (status, complaint.count("\n")) == (2, 1)
    assert f"--a-side {opposite} contradicts" in complaint
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("more", [[], ["--a-side", "left"], ["--a-side", "right"]])
def test_a_mirrored_board_is_not_learned_and_people_read_what_to_do(
    photographed: Photographer, tmp_path: Path, run: Run, more: list[str]
) -> None:
    drawn = photographed(BoardClass.PAPER_ARUCO)
    for name in ("empty.png", "setup.png"):
        cv2.imwrite(str(tmp_path / name), read_picture(drawn.folder / name)[:, ::-1])
    known = ["--known", tmp_path / "setup.png", POSITION, "--board", drawn.folder / "board.toml"]
    given = ["--empty", tmp_path / "empty.png", *known, *more, "--out", tmp_path / "calibration"]
    status, _, complaint = run("calibrate", *given)
    assert (status, complaint.count("\n")) == (2, 1)
    assert "the camera sends mirrored pictures" in complaint
    assert "[camera] mirrored = true" in complaint
    assert not (tmp_path / "calibration").exists()


def test_a_hidden_marker_is_named(photographed: Photographer, tmp_path: Path, run: Run) -> None:
    drawn = photographed(BoardClass.PAPER_ARUCO)
    covered = read_picture(drawn.folder / "empty.png")
    x, y = drawn.markers_px[2].round().astype(int)
    cv2.circle(covered, (int(x), int(y)), 21, (120, 140, 150), -1)
    cv2.imwrite(str(tmp_path / "covered.png"), covered)
    known = ["--known", drawn.folder / "setup.png", POSITION]
    given = ["--empty", tmp_path / "covered.png", *known, "--board", drawn.folder / "board.toml"]
    status, _, complaint = run("calibrate", *given, "--out", tmp_path / "calibration")
    assert (status, complaint.count("\n")) == (2, 1)
    assert "marker 2 of 0, 1, 2, 3 is hidden" in complaint
    assert not (tmp_path / "calibration").exists()
    # Whoever says where A is does not need the marker.
    sided = run("calibrate", *given, "--out", tmp_path / "calibration", "--a-side", drawn.side_of_a())
    assert sided[0] == 0


def test_markers_without_a_white_margin_are_read_where_the_lines_put_them(
    photographed: Photographer, tmp_path: Path, run: Run
) -> None:
    """A dark frame around each marker, as where a sheet cut off there lies on a dark table."""
    drawn = photographed(BoardClass.PAPER_ARUCO)
    along = drawn.points_px[0] - drawn.points_px[9]
    turn, px_per_mm = float(np.degrees(np.arctan2(along[1], along[0]))), float(np.linalg.norm(along)) / 300
    for name in ("empty.png", "setup.png"):
        picture = read_picture(drawn.folder / name)
        mask = np.zeros(picture.shape[:2], np.uint8)
        for x, y in drawn.markers_px:
            cv2.circle(mask, (round(x), round(y)), round(26 * px_per_mm), 1, -1)
            side = 29 * px_per_mm
            box = cv2.boxPoints(((float(x), float(y)), (side, side), turn))
            cv2.fillPoly(mask, [box.round().astype(np.int32)], 0)
        picture[mask > 0] = picture[mask > 0] // 12 + np.percentile(picture, 0.5).astype(np.uint8)
        cv2.imwrite(str(tmp_path / name), picture)
    assert len(find_markers(read_picture(tmp_path / "empty.png"))) < 4
    known = ["--known", tmp_path / "setup.png", POSITION, "--board", drawn.folder / "board.toml"]
    out = tmp_path / "calibration"
    status, _, complaint = run("calibrate", "--empty", tmp_path / "empty.png", *known, "--out", out)
    assert (status, complaint) == (0, "")
    _, printed, _ = run("read", "--station", out, tmp_path / "setup.png")
    assert "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B" in printed


def test_photographed_stations_are_found_by_their_lines_or_by_hidden_markers(
    boards: Path, tmp_path: Path, run: Run
) -> None:
    for name, more in (("station_03", []), ("station_05", ["--board", boards / "station_05" / "board.toml"])):
        references = boards / name / "reference"
        known = ["--known", references / "setup_a.jpg", POSITION]
        given = ["calibrate", "--empty", references / "empty.jpg", *known, *more, "--out", tmp_path / name]
        status, _, complaint = run(*given)
        if more:
            assert (status, complaint) == (0, "")
        else:
            assert (status, len(corners_in(complaint))) == (2, 2)
