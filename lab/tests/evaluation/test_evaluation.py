"""The evaluation on photographs with truth; one station of each kind, so that it stays quick."""

import json
from pathlib import Path

import pytest

from calibration.errors import CalibrationError
from companion.cli import main
from five_lines_lab.evaluation.evaluation import Measured, evaluate
from five_lines_lab.evaluation.table import table, tallies
from five_lines_lab.evaluation.truth import read_truth

STATION = {
    "board_class": "wood",
    "counter_kind": "disc",
    "colour_pair": "black_white",
    "outer_points": [
        {"line": line, "side": side, "px": [100 * line, 100 * side]} for line in (1, 5) for side in (1, -1)
    ],
    "frames": [
        {"file": "play/01.jpg", "role": "play", "hand": False, "light_changed": False, "counters": []}
    ],
}
COUNTER = {"on_board": True, "held": False, "line": 1, "side": 1, "colour": "A"}


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["station_03", "station_04"])
def test_stations_are_read_without_a_wrong_board(boards: Path, folder: str) -> None:
    measured = list(evaluate(boards / folder))
    assert len(measured) == 8
    assert not [m for m in measured if m.clear and not m.right]
    assert all(m.clear for m in measured if not m.hand)


@pytest.mark.slow
def test_photographs_of_stones_are_read_from_examples(boards: Path) -> None:
    measured = list(evaluate(boards / "real"))
    assert not [m.picture for m in measured if m.clear and not m.right]
    assert sum(m.points_right for m in measured) >= 0.997 * sum(m.points for m in measured)
    # Two more were clear before shapes had to consent, one of them with a glare for stones.
    assert sum(m.clear for m in measured) >= 0.75 * len(measured)


def test_a_folder_without_truth_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match=r"no truth\.json"):
        list(evaluate(tmp_path))
    with pytest.raises(CalibrationError, match="no such folder"):
        list(evaluate(tmp_path / "elsewhere"))


def with_counter(**changes: object) -> dict[str, object]:
    frame = {**STATION["frames"][0], "counters": [COUNTER | changes]}  # type: ignore[dict-item]
    return {**STATION, "frames": [frame]}


@pytest.mark.parametrize(
    ("truth", "what"),
    [
        ([], "no picture"),
        ({}, "'board_class' is missing"),
        (7, "must be an object or a list, not 7"),
        (None, "must be an object or a list, not None"),
        ([7], "[0] must be named values, not 7"),
        ([{"picture": "a.jpg"}], "'[0].examples' is missing"),
        ({**STATION, "frames": []}, "no picture"),
        ({**STATION, "frames": 3}, "frames must be a list, not 3"),
        ({**STATION, "frames": [{"role": "play"}]}, "'frames[0].file' is missing"),
        ({**STATION, "outer_points": []}, "outer_points needs"),
        (with_counter(colour="C"), "frames[0].counters[0].colour must be 'A' or 'B', not 'C'"),
        (with_counter(line=9), "line must be a line from 1 to 5, not 9"),
        (with_counter(held="no"), "held must be true or false, not 'no'"),
    ],
)
def test_a_truth_that_is_none_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], truth: object, what: str
) -> None:
    path = tmp_path / "scene" / "truth.json"
    path.parent.mkdir()
    path.write_text(json.dumps(truth), encoding="utf-8")
    assert main(["evaluate", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    (line,) = printed.err.splitlines()
    assert f"{path}: " in line
    assert what in line
    assert "expected is an object" in line
    assert printed.out == ""


@pytest.mark.parametrize("fault", [TypeError, KeyError, AttributeError, ValueError])
def test_a_fault_of_the_program_is_not_reported_as_one_of_the_truth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    def break_down(*_: object) -> None:
        raise fault("ours")

    monkeypatch.setattr("five_lines_lab.evaluation.truth.FrameTruth", break_down)
    (tmp_path / "truth.json").write_text(json.dumps(STATION), encoding="utf-8")
    with pytest.raises(fault, match="ours"):
        read_truth(tmp_path / "truth.json")


def test_a_folder_without_markers_has_nothing_to_evaluate_by_them(tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text(json.dumps(STATION), encoding="utf-8")
    with pytest.raises(CalibrationError, match="leave --markers out"):
        list(evaluate(tmp_path, "markers"))


def test_the_tally_keeps_unsure_wrong_and_hands_apart() -> None:
    def one(clear: bool, right: bool, hand: bool = False) -> Measured:
        return Measured("s", "p", "wood", "same", "disc", hand, clear, right, 10, 10 if right else 9, 0.003)

    measured = [one(True, True), one(True, False), one(False, False), one(True, False, hand=True)]
    first = tallies(measured)[0]
    assert (first.pictures, first.right, first.unsure, first.wrong) == (3, 1, 1, 1)
    assert first.points_right == 28
    assert any("WRONG" in line for line in table(measured))
