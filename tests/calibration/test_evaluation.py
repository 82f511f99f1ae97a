"""The evaluation on photographs with truth; one station of each kind, so that it stays quick."""

from pathlib import Path

import pytest

from calibration.errors import CalibrationError
from calibration.evaluation import Measured, evaluate
from calibration.evaluation_table import table, tallies


@pytest.mark.parametrize("station", ["station_03", "station_04"])
def test_stations_are_read_without_a_wrong_board(boards: Path, station: str) -> None:
    measured = list(evaluate(boards / station))
    assert len(measured) == 8
    assert not [m for m in measured if m.clear and not m.right]
    assert all(m.clear for m in measured if not m.hand)


def test_photographs_of_stones_are_read_from_examples(boards: Path) -> None:
    measured = list(evaluate(boards / "real"))
    assert not [m.picture for m in measured if m.clear and not m.right]
    assert sum(m.points_right for m in measured) >= 0.997 * sum(m.points for m in measured)
    assert sum(m.clear for m in measured) >= 0.9 * len(measured)


def test_a_folder_without_truth_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match=r"no truth\.json"):
        list(evaluate(tmp_path))


def test_the_tally_keeps_unsure_wrong_and_hands_apart() -> None:
    def one(clear: bool, right: bool, hand: bool = False) -> Measured:
        return Measured("s", "p", "wood", "same", "disc", hand, clear, right, 10, 10 if right else 9, 0.003)

    measured = [one(True, True), one(True, False), one(False, False), one(True, False, hand=True)]
    first = tallies(measured)[0]
    assert (first.pictures, first.right, first.unsure, first.wrong) == (3, 1, 1, 1)
    assert first.points_right == 28
    assert any("WRONG" in line for line in table(measured))
