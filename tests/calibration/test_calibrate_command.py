"""`five-lines calibrate` and `read` as they are called from outside: what they learn and refuse."""

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.game.board import RING
from tests.support.command_line import CORNERS, POSITION, Run
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup
from vision.picture_file import read_picture


def learn(pictures: Path, out: Path, *more: object, corners: str | None = CORNERS) -> list[object]:
    arguments: list[object] = ["calibrate", "--out", out, *more]
    return arguments if corners is None else [*arguments, "--corners", corners]


def assert_one_line_error(result: tuple[int, str, str], *words: str) -> None:
    status, _, complaint = result
    assert status == 2
    assert complaint.startswith("five-lines: ")
    assert complaint.count("\n") == 1
    for word in words:
        assert word in complaint


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "calibration"


MOVED = "A 1A 2A 3A 4A 5A / B 1B 2B 3Bx2 4B"

WAYS = {
    "empty and known": ["--empty", "empty.png", "--known", "setup.png", POSITION],
    "known alone": ["--known", "setup.png", POSITION],
    "examples alone": ["--example", "setup.png", "EXAMPLES"],
    "two known": ["--known", "setup.png", POSITION, "--known", "moved.png", MOVED],
    "examples from two pictures": [
        "--example",
        "setup.png",
        "EXAMPLES",
        "--example",
        "moved.png",
        "ONE OF THEM",
    ],
    "known and examples": ["--known", "setup.png", POSITION, "--example", "setup.png", "EXAMPLES"],
    "empty and examples": ["--empty", "empty.png", "--example", "setup.png", "EXAMPLES"],
}


def examples() -> str:
    from companion.board.spec import BoardSpec
    from tests.support.drawn_board import camera

    places = np.array([(x, y) for _, x, y in setup()] + [(0.0, 25.0), (30.0, -60.0), (-40.0, 75.0)])
    words = [*(str(seat) for seat, _, _ in setup()), "empty", "empty", "empty"]
    pixels = camera().to_px(BoardSpec(), places, 4.0)
    return " ".join(f"{word}@{x:.1f},{y:.1f}" for word, (x, y) in zip(words, pixels, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_a_calibration_learned_in_any_way_reads_the_board(
    pictures: Path, out: Path, run: Run, way: str
) -> None:
    given = [pictures / word if str(word).endswith(".png") else word for word in WAYS[way]]
    words = {"EXAMPLES": examples(), "ONE OF THEM": examples().split()[0]}
    given = [words.get(str(word), word) for word in given]
    status, _, complaint = run(*learn(pictures, out, *given))
    assert (status, complaint) == (0, "")
    status, printed, _ = run(
        "read", "--station", out, pictures / "setup.png", pictures / "moved.png", "--json"
    )
    first, second = (json.loads(line) for line in printed.splitlines())
    assert status == 0
    assert (first["status"], second["status"]) == ("clear", "clear")
    assert list(first["halves"]) == [str(point) for point in RING]
    assert [first["halves"][point]["A"] for point in RING] == [1] * 5 + [0] * 5
    assert second["halves"]["5B"] == {"A": 0, "B": 0}
    assert second["halves"]["3B"] == {"A": 0, "B": 2}


GREY_SLEEVE_BGR, BROWN_HAND_BGR = (120, 120, 120), (90, 120, 190)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "hand_bgr"),
    [
        ("--empty", "--known", BROWN_HAND_BGR),
        ("--empty", "--example", GREY_SLEEVE_BGR),
        ("--known", None, GREY_SLEEVE_BGR),
        ("--example", None, GREY_SLEEVE_BGR),
    ],
)
def test_a_hand_in_a_picture_is_not_learned_as_board(
    pictures: Path,
    tmp_path: Path,
    out: Path,
    run: Run,
    first: str,
    second: str | None,
    hand_bgr: tuple[int, int, int],
) -> None:
    hand = tmp_path / "hand.png"
    cv2.imwrite(str(hand), draw(Scene([] if first == "--empty" else setup(), hand_bgr=hand_bgr, seed=5)))
    words: dict[str, list[object]] = {"--empty": [], "--known": [POSITION], "--example": [examples()]}
    given: list[object] = [first, hand, *words[first]]
    if second is not None:
        given += [second, pictures / "setup.png", *words[second]]
    assert_one_line_error(
        run(*learn(pictures, out, *given)),
        "hand.png: a hand or another thing lies on the board",
        "take it away",
    )
    assert not out.exists()


@pytest.mark.slow
def test_a_clear_reading_has_all_that_others_rely_on(pictures: Path, calibrated: Path, run: Run) -> None:
    _, printed, _ = run("read", "--station", calibrated, pictures / "setup.png", "--json")
    reading = json.loads(printed)
    assert reading["picture"] == str(pictures / "setup.png")
    assert reading["why"] is None
    assert 0 < reading["sure"] <= 1
    assert {"seat", "half", "x_mm", "y_mm", "x_px", "y_px", "sure"} == set(reading["counters"][0])


@pytest.mark.slow
def test_counters_that_are_not_seen_are_remarked_on_but_the_reading_stays_clear(
    calibrated: Path, tmp_path: Path, run: Run
) -> None:
    laid = setup()
    beside = [*laid[:4], *laid[5:8], (laid[8][0], -200.0, 0.0)]
    for name, counters in (("all.png", laid), ("fewer.png", beside)):
        cv2.imwrite(str(tmp_path / name), draw(Scene(counters, seed=4)))
    pictures = [tmp_path / "all.png", tmp_path / "fewer.png"]
    _, printed, _ = run("read", "--station", calibrated, *pictures, "--json")
    whole, fewer = (json.loads(line) for line in printed.splitlines())
    assert (whole["status"], whole["notes"]) == ("clear", [])
    assert fewer["status"] == "clear"
    assert len(fewer["off_board"]) == 1
    # One of B lies beside the board, which counts.
    notes = [f"one counter of {seat} may lie on another, or be out of view" for seat in "AB"]
    assert fewer["notes"] == notes
    _, printed, _ = run("read", "--station", calibrated, pictures[1])
    assert all(note in printed for note in notes)


@pytest.mark.slow
def test_a_picture_of_something_else_has_a_reason_and_no_halves(
    pictures: Path, calibrated: Path, run: Run
) -> None:
    status, printed, _ = run("read", "--station", calibrated, pictures / "other.png", "--json")
    reading = json.loads(printed)
    assert (status, reading["halves"]) == (0, None)
    assert reading["status"] != "clear"
    assert reading["why"]


@pytest.mark.slow
def test_each_picture_has_its_answer_though_one_cannot_be_read(
    pictures: Path, calibrated: Path, run: Run, tmp_path: Path
) -> None:
    cut, narrow, half = (tmp_path / name for name in ("cut.png", "narrow.png", "half.webp"))
    cut.write_bytes((pictures / "setup.png").read_bytes()[:5000])
    setup_picture = read_picture(pictures / "setup.png")
    cv2.imwrite(str(narrow), setup_picture[:, 100:])
    cv2.imwrite(str(half), cv2.resize(setup_picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    given = [cut, pictures / "setup.png", narrow, half]
    status, printed, complaint = run("read", "--station", calibrated, *given, "--json")
    readings = [json.loads(line) for line in printed.splitlines()]
    assert status == 2
    assert [one["picture"] for one in readings] == [str(path) for path in given]
    assert [one["status"] for one in readings] == ["unreadable", "clear", "unreadable", "clear"]
    assert set(readings[0]) == set(readings[1])
    assert "cut short" in readings[0]["why"]
    assert "860 x 720" in readings[2]["why"]
    assert [line.split(":")[:2] for line in complaint.splitlines()] == [
        ["five-lines", f" {path}"] for path in (cut, narrow)
    ]
    whole, copied = readings[1], readings[3]
    assert copied["halves"] == whole["halves"]
    # Counters are told in pixels of the picture itself.
    for one, other in zip(
        *(sorted(r["counters"], key=lambda c: c["half"]) for r in (whole, copied)), strict=True
    ):
        assert other["x_px"] == pytest.approx(one["x_px"] / 2, abs=2.5)
        assert other["y_px"] == pytest.approx(one["y_px"] / 2, abs=2.5)


@pytest.mark.slow
def test_the_reading_is_drawn_said_and_kept(
    pictures: Path, calibrated: Path, run: Run, tmp_path: Path
) -> None:
    drawn, bundle = tmp_path / "drawn.png", tmp_path / "bundle"
    picture = pictures / "setup.png"
    options = ["--annotate", drawn, "--explain", "--debug", bundle]
    status, printed, _ = run("read", "--station", calibrated, picture, *options)
    assert status == 0
    assert "1A: surely a counter of A" in printed
    assert read_picture(drawn).shape == (720, 960, 3)
    assert not np.array_equal(read_picture(drawn), read_picture(picture))
    assert sorted(path.name for path in bundle.iterdir()) == [
        "0001-drawn.png",
        "0001-picture.png",
        "calibration",
        "readings.jsonl",
    ]


def shuffled(order: list[int]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in CORNERS_PX[order])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("corners", "says"),
    [
        (shuffled([3, 2, 1, 0]), "mirrored"),
        (shuffled([0, 2, 1, 3]), "convex"),
        (shuffled([1, 2, 3, 0]), "does not fit"),
        ("10,10 20,20 30,30 40,40", "convex"),
        (f"{CORNERS.rsplit(' ', 1)[0]} 2000,100", "outside the picture"),
        ("10,10 20,20", "4 pixels are needed"),
        ("a,b c,d e,f g,h", "4 pixels are needed"),
        ("500,400 500,390 480,390 480,400", "too small"),
    ],
    ids=["mirrored", "crossed", "turned", "on a line", "outside", "two", "letters", "tiny"],
)
def test_corners_that_cannot_be_are_refused(
    pictures: Path, out: Path, run: Run, corners: str, says: str
) -> None:
    given = ["--empty", pictures / "empty.png", "--known", pictures / "setup.png", POSITION]
    assert_one_line_error(run(*learn(pictures, out, *given, corners=corners)), says)
    assert list(out.parent.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([], ["nothing to learn from"]),
        (["--empty", "empty.png"], ["--known or --example"]),
        (["--empty", "gone.png", "--known", "setup.png", POSITION], ["gone.png", "no such picture"]),
        (["--known", "setup.png", "A 1A / B 9B"], ["9B"]),
        (["--known", "setup.png", "A hand x5 / B hand x5"], ["no counter"]),
        (["--example", "setup.png", "A@1"], ["A@1", "A@x,y"]),
        (["--example", "setup.png", "A@100,100 empty@300,300"], ["no counter of B"]),
        (["--empty", "empty.png", "--known", "moved.png", POSITION], ["moved.png", "does not fit"]),
        (["--empty", "empty.png", "--known", "empty.png", POSITION], ["empty.png"]),
        (["--empty", "other.png", "--known", "setup.png", POSITION], ["setup.png", "same place"]),
        (["--empty", "empty.png", "--known", "other.png", POSITION], ["other.png"]),
        (["--known", "setup.png", POSITION, "--known", "moved.png", POSITION], ["moved.png", "does not fit"]),
        (["--known", "setup.png", "rubbish"], ["rubbish", "A 1A / B 1B"]),
        (["--example", "setup.png", "A@1,1 B@2,2 empty@3,3"], ["setup.png"]),
    ],
)
def test_what_is_missing_or_contradictory_is_named(
    pictures: Path, out: Path, run: Run, given: list[str], says: list[str]
) -> None:
    words = [pictures / word if word.endswith(".png") else word for word in given]
    assert_one_line_error(run(*learn(pictures, out, *words)), *says)
    assert list(out.parent.iterdir()) == []


@pytest.mark.slow
def test_the_seats_swapped_in_the_known_position_still_teach_what_was_said(
    pictures: Path, out: Path, run: Run
) -> None:
    """Nobody but the player knows which colour is A: the position given is the truth."""
    swapped = "A 1B 2B 3B 4B 5B / B 1A 2A 3A 4A 5A"
    given = ["--empty", pictures / "empty.png", "--known", pictures / "setup.png", swapped]
    assert run(*learn(pictures, out, *given))[0] == 0
    _, printed, _ = run("read", "--station", out, pictures / "setup.png", "--json")
    assert json.loads(printed)["halves"]["1A"] == {"A": 0, "B": 1}


@pytest.mark.slow
def test_counters_of_one_colour_are_refused(tmp_path: Path, out: Path, run: Run) -> None:
    alike = [(setup()[0][0], x, y) for _, x, y in setup()]
    cv2.imwrite(str(tmp_path / "empty.png"), draw(Scene()))
    cv2.imwrite(str(tmp_path / "alike.png"), draw(Scene(alike, seed=1)))
    given = ["--empty", tmp_path / "empty.png", "--known", tmp_path / "alike.png", POSITION]
    assert_one_line_error(run(*learn(tmp_path, out, *given)), "too alike")
    assert not out.exists()


def test_pictures_of_different_sizes_are_refused(pictures: Path, tmp_path: Path, out: Path, run: Run) -> None:
    cv2.imwrite(str(tmp_path / "small.png"), cv2.resize(read_picture(pictures / "setup.png"), (640, 480)))
    given = ["--empty", pictures / "empty.png", "--known", tmp_path / "small.png", POSITION]
    assert_one_line_error(run(*learn(pictures, out, *given)), "small.png", "640 x 480")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("line_pitch_mm = ", "not TOML"),
        ("line_pich_mm = 50", "line_pich_mm"),
        ("line_pitch_mm = -3", "line_pitch_mm"),
        ('line_pitch_mm = "wide"', "line_pitch_mm"),
        ("counters_per_seat = 2.5", "counters_per_seat"),
        ('style = "circles"', "style"),
        ("counter_diameter_mm = 90", "counter_diameter_mm"),
    ],
)
def test_a_board_file_that_cannot_be_is_named_with_its_key(
    pictures: Path, tmp_path: Path, run: Run, text: str, says: str
) -> None:
    board = tmp_path / "board.toml"
    board.write_text(text, encoding="utf-8")
    given = ["--known", pictures / "setup.png", POSITION, "--board", board]
    assert_one_line_error(run(*learn(pictures, tmp_path / "calibration", *given)), "board.toml", says)


@pytest.mark.slow
def test_something_else_in_the_way_is_left_as_it_was(pictures: Path, out: Path, run: Run) -> None:
    out.mkdir()
    (out / "diary.txt").write_text("dear diary", encoding="utf-8")
    given = ["--empty", pictures / "empty.png", "--known", pictures / "setup.png", POSITION]
    assert_one_line_error(run(*learn(pictures, out, *given)), "not a calibration")
    assert [path.name for path in out.iterdir()] == ["diary.txt"]


@pytest.mark.slow
def test_somebody_at_a_terminal_reads_that_learning_takes_a_while(
    pictures: Path, out: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = ["--empty", pictures / "empty.png", "--known", pictures / "setup.png", POSITION]
    assert run(*learn(pictures, out, *given))[2] == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    status, _, told = run(*learn(pictures, out, *given))
    assert status == 0
    assert "seconds" in told


def damage_version(calibrated: Path) -> None:
    toml = calibrated / "calibration.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace("version = ", "version = 9"), encoding="utf-8")


def damage_picture(calibrated: Path) -> None:
    (calibrated / "reference.png").write_bytes(b"")


def damage_numbers(calibrated: Path) -> None:
    toml = calibrated / "calibration.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace("homography", "homograph"), encoding="utf-8")


def rewrite(old: str, new: str) -> Callable[[Path], None]:
    """Replaces what a calibration's text says; `old` is a pattern."""

    def damage(calibrated: Path) -> None:
        toml = calibrated / "calibration.toml"
        text = re.sub(old, lambda _: new, toml.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
        toml.write_text(text, encoding="utf-8")

    return damage


def hide_settings(calibrated: Path) -> None:
    (calibrated / "calibration.toml").unlink()
    (calibrated / "calibration.toml").mkdir()


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (shutil.rmtree, "no such calibration"),
        (hide_settings, "calibration.toml: can't be read (Is a directory); check the permissions"),
        (lambda calibrated: (calibrated / "calibration.toml").unlink(), "calibration.toml is missing"),
        (lambda calibrated: (calibrated / "known.png").unlink(), "known.png is missing"),
        (damage_version, "another version"),
        (damage_picture, "reference.png is no picture"),
        (damage_numbers, "calibration.toml: damaged ('view.homography' is missing); calibrate again"),
        (rewrite("^up = .*$", "up = [1.0, 2.0]"), "view.up must be 3 numbers, not 2"),
        (rewrite("^up = .*$", "up = [1.0, nan, 2.0]"), "view.up[1] must be a finite number, not nan"),
        (rewrite("^k1 = .*$", 'k1 = "0"'), "view.k1 must be a finite number, not '0'"),
        (rewrite("^frame_size_wh = .*$", "frame_size_wh = 7"), "view.frame_size_wh must be a list, not 7"),
        (rewrite("^frame_size_wh = .*$", "frame_size_wh = [640]"), "must be width and height in pixels"),
        (rewrite("^sided = .*$", "sided = 1"), "sided must be true or false, not 1"),
        (rewrite("^style = .*$", "style = 'stars'"), "board.style must be 'lines' or 'boxes', not 'stars'"),
        (rewrite("^noise = .*$", f"noise = {'[' * 3000}"), "brackets stand in brackets too deep"),
        (rewrite("^usual_edges = .*$", f"usual_edges = 1{'0' * 400}"), "not so large a number"),
        (rewrite("^usual_edges = .*$", f"usual_edges = 1{'0' * 5000}"), "a number has too many digits"),
    ],
)
def test_a_calibration_that_is_missing_of_another_version_or_damaged_is_refused(
    pictures: Path, calibrated: Path, tmp_path: Path, run: Run, damage: object, says: str
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(calibrated, copy)
    damage(copy)  # type: ignore[operator]
    assert_one_line_error(run("read", "--station", copy, pictures / "setup.png", "--json"), says)


@pytest.mark.parametrize("fault", [TypeError, ValueError, AttributeError, KeyError])
def test_a_fault_of_the_program_is_not_reported_as_a_damaged_calibration(
    calibrated: Path, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    from calibration import calibration_folder

    def break_down(*_: object) -> None:
        raise fault("ours")

    monkeypatch.setattr(calibration_folder, "opponent_of", break_down)
    with pytest.raises(fault, match="ours"):
        calibration_folder.load(calibrated)
