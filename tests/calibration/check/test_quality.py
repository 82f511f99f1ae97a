"""How good a calibration is: the report, the remarks, and the calibrations that are refused."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.check.flicker import bands_between
from companion.board.spec import BoardSpec
from tests.support.command_line import CORNERS, POSITION, Run
from tests.support.counters_that_mislead import under_a_low_lamp, with_one_like
from tests.support.drawn_board import CORNERS_PX, Scene, camera, draw, setup
from tests.support.photographs import Picture
from vision.picture_file import read_picture

pytestmark = pytest.mark.slow


def banded(picture: Picture, depth: float, waves: float) -> Picture:
    """The picture under a lamp that flickers: rows brighter and darker by a share `depth`."""
    rows = np.linspace(0, 1, len(picture))[:, None, None]
    lit = picture * (1 + depth * np.sin(2 * np.pi * waves * rows + 0.7))
    return np.clip(lit, 0, 255).astype(np.uint8)


def learn(run: Run, empty: Path, known: Path, out: Path, *more: object) -> tuple[int, str, str]:
    given = ["--empty", empty, "--known", known, POSITION, "--corners", CORNERS]
    return run("calibrate", *given, "--out", out, *more)


def kept(folder: Path, name: str, picture: Picture) -> Path:
    cv2.imwrite(str(folder / name), picture)
    return folder / name


@pytest.mark.parametrize("waves", [1.3, 2.5, 6.0])
def test_bands_are_measured(waves: float) -> None:
    depth = bands_between(banded(draw(Scene(setup(), seed=1)), 0.05, waves), draw(Scene()))
    assert depth == pytest.approx(0.05, rel=0.25)


@pytest.mark.parametrize(
    "scene",
    [
        Scene(setup(), seed=1),
        Scene(setup(), gain_bgr=(0.7, 0.8, 0.9), seed=2),
        Scene(setup(), slope=0.3, seed=3),
        Scene(setup(), hand_bgr=(120, 150, 190), seed=4),
    ],
    ids=["counters", "other light", "light from a side", "hand"],
)
def test_what_is_no_flicker_is_not_called_so(scene: Scene) -> None:
    assert bands_between(draw(scene), draw(Scene())) is None


def test_photographs_without_flicker_show_no_bands(boards: Path) -> None:
    for scene in sorted(boards.glob("station_*"))[::3]:
        empty = read_picture(scene / "reference" / "empty.jpg")
        for play in sorted((scene / "play").glob("*.jpg"))[::3]:
            assert bands_between(read_picture(play), empty) is None, play


def test_deep_flicker_is_refused_with_the_exposure_that_helps(
    pictures: Path, tmp_path: Path, run: Run
) -> None:
    known = kept(tmp_path, "banded.png", banded(draw(Scene(setup(), seed=1)), 0.2, 2.2))
    status, printed, complaint = learn(run, pictures / "empty.png", known, tmp_path / "calibration")
    assert (status, printed, complaint.count("\n")) == (2, "", 1)
    for word in ("banded.png", "flicker", "10 ms", "8.33 ms"):
        assert word in complaint
    assert [path.name for path in tmp_path.iterdir()] == ["banded.png"]


def test_faint_flicker_is_remarked_on(pictures: Path, tmp_path: Path, run: Run) -> None:
    known = kept(tmp_path, "banded.png", banded(draw(Scene(setup(), seed=1)), 0.04, 2.2))
    status, printed, _ = learn(run, pictures / "empty.png", known, tmp_path / "calibration")
    assert status == 0
    assert "banded.png: bands across the picture" in printed


def test_pictures_in_other_light_are_remarked_on(pictures: Path, tmp_path: Path, run: Run) -> None:
    known = kept(tmp_path, "dim.png", draw(Scene(setup(), gain_bgr=(0.7, 0.7, 0.7), seed=1)))
    status, printed, _ = learn(run, pictures / "empty.png", known, tmp_path / "calibration")
    assert status == 0
    assert "dim.png: 29% darker than" in printed or "dim.png: 30% darker than" in printed


def test_a_board_in_the_dark_is_refused_with_its_picture(tmp_path: Path, run: Run) -> None:
    gain = (0.05, 0.05, 0.05)
    empty = kept(tmp_path, "empty.png", draw(Scene(gain_bgr=gain)))
    known = kept(tmp_path, "setup.png", draw(Scene(setup(), gain_bgr=gain, seed=1)))
    status, _, complaint = learn(run, empty, known, tmp_path / "calibration")
    assert (status, complaint.count("\n")) == (2, 1)
    for word in ("empty.png", "too dark", "of 255", "more light"):
        assert word in complaint


def test_a_board_too_small_is_refused_with_the_width_of_a_counter(tmp_path: Path, run: Run) -> None:
    for name, scene in (("empty.png", Scene()), ("setup.png", Scene(setup(), seed=1))):
        far = np.full((150, 200, 3), 90, np.uint8)
        far[:72, :96] = cv2.resize(draw(scene), (96, 72), interpolation=cv2.INTER_AREA)
        kept(tmp_path, name, far)
    corners = " ".join(f"{x / 10:g},{y / 10:g}" for x, y in CORNERS_PX)
    given = ["--known", tmp_path / "setup.png", POSITION, "--empty", tmp_path / "empty.png"]
    status, _, complaint = run("calibrate", *given, "--corners", corners, "--out", tmp_path / "calibration")
    assert (status, complaint.count("\n")) == (2, 1)
    for word in ("empty.png", "too small", "pixels across", "nearer"):
        assert word in complaint


@pytest.mark.slow
def test_the_report_is_in_words_and_numbers_and_in_json(pictures: Path, tmp_path: Path, run: Run) -> None:
    status, printed, _ = learn(run, pictures / "empty.png", pictures / "setup.png", tmp_path / "calibration")
    assert status == 0
    for words in ("pixels across", "stand out from the board", "told apart", "brightness"):
        assert words in printed
    more = learn(run, pictures / "empty.png", pictures / "setup.png", tmp_path / "again", "--json")
    report = json.loads(more[1])
    assert report["counter_px"] == pytest.approx(40, abs=20)
    assert report["remarks"] == []
    assert 0 < report["sure"] <= 1
    assert min(*report["contrast"], *report["telling"]) > 1


def test_a_counter_that_looks_like_the_other_seats_is_refused_by_its_point(
    pictures: Path, tmp_path: Path, run: Run
) -> None:
    known = kept(tmp_path, "one.png", with_one_like(1.0))
    status, printed, complaint = learn(run, pictures / "empty.png", known, tmp_path / "calibration")
    assert (status, printed, complaint.count("\n")) == (2, "", 1)
    for words in ("one.png", "a counter on 5B looks like one of A, not of B", "put another"):
        assert words in complaint


@pytest.mark.parametrize(
    ("middle_mm", "points"),
    [((10.0, 25.0), "3A, 4A, 2B, 3B"), ((-145.0, 10.0), "3B")],
    ids=["between the lines", "over a counter"],
)
def test_a_thing_on_the_board_is_refused_by_its_place(
    tmp_path: Path, run: Run, middle_mm: tuple[float, float], points: str
) -> None:
    empty = kept(tmp_path, "empty.png", draw(Scene()))
    picture = draw(Scene(setup(), seed=1))
    around = np.array([(-35, -16), (35, -16), (35, 16), (-35, 16)]) + middle_mm
    cv2.fillPoly(picture, [camera().to_px(BoardSpec(), around).round().astype(np.int32)], (90, 20, 120))
    known = kept(tmp_path, "thing.png", picture)
    status, _, complaint = learn(run, empty, known, tmp_path / "calibration")
    assert status == 2
    assert "thing.png" in complaint
    assert f"a hand or another thing lies on the board at {points}; take it away" in complaint


@pytest.mark.slow
def test_a_counter_between_the_seats_is_remarked_on_by_its_point(
    pictures: Path, tmp_path: Path, run: Run
) -> None:
    known = kept(tmp_path, "one.png", with_one_like(0.75))
    status, printed, _ = learn(run, pictures / "empty.png", known, tmp_path / "calibration")
    assert status == 0
    assert "one.png: the counter of B on 5B looks as much like one of A; put another" in printed


@pytest.mark.slow
def test_counters_of_the_boards_own_colour_are_named_as_the_cause(tmp_path: Path, run: Run) -> None:
    empty = kept(tmp_path, "empty.png", draw(Scene(gain_bgr=(0.2, 0.2, 0.2))))
    known = kept(tmp_path, "low.png", under_a_low_lamp(0.7, 0.2, 22))
    status, printed, complaint = learn(run, empty, known, tmp_path / "calibration")
    assert (status, printed, complaint.count("\n")) == (2, "", 1)
    for word in [
        "low.png",
        "another colour",
        "a shadow on 1A looks like a counter of B",
        "hardly differs from",
    ]:
        assert word in complaint


@pytest.mark.slow
def test_where_their_shapes_show_it_is_reported_that_they_hardly_differ(tmp_path: Path, run: Run) -> None:
    empty = kept(tmp_path, "empty.png", draw(Scene()))
    known = kept(tmp_path, "low.png", under_a_low_lamp(0.5, 1.0, 16))
    status, printed, _ = learn(run, empty, known, tmp_path / "calibration")
    assert status == 0
    assert "the counters of B hardly differ from the board; expect unsure readings" in printed
