"""Calibrations on disk: what is kept, under which name, and that nothing else is written over.

The folder `release_0_1_0` beside this file was written by that release's `five-lines calibrate`, from two
pictures of the drawn board without grain or noise; only its PNG files were packed tighter.
"""

import shutil
from pathlib import Path

import numpy as np
import pytest

from calibration.calibration_folder import load, save
from calibration.errors import CalibrationError
from companion.game.board import RING, Seat
from tests.support.drawn_board import Scene, draw, setup
from vision.board_reader import BoardReader

FIRST_RELEASE = Path(__file__).with_name("release_0_1_0")


def files_of(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*.*")}


def test_a_calibration_read_back_is_the_one_that_was_written(calibrated: Path, tmp_path: Path) -> None:
    first = load(calibrated)
    save(first, tmp_path / "again")
    second = load(tmp_path / "again")
    assert second.spec == first.spec
    assert np.array_equal(second.board.reference, first.board.reference)
    for name in files_of(calibrated):
        assert (tmp_path / "again" / name).read_bytes() == (calibrated / name).read_bytes(), name


@pytest.mark.slow
def test_a_calibration_of_the_first_release_reads_the_board() -> None:
    calibration = load(FIRST_RELEASE)
    assert calibration.finer is not None
    assert calibration.finer.background.noise == pytest.approx([0.0013079, 0.0006004, 0.0014553], abs=1e-7)
    reading = BoardReader(calibration).read(draw(Scene(setup()[:9], grain=0.0, seed=5)))
    assert reading.halves is not None
    assert [reading.halves.count(Seat.A, point) for point in RING] == [1] * 5 + [0] * 5
    assert [reading.halves.count(Seat.B, point) for point in RING] == [0] * 5 + [1] * 4 + [0]


def test_written_over_a_calibration_of_the_first_release_nothing_of_it_stays(
    calibrated: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "calibration"
    shutil.copytree(FIRST_RELEASE, folder)
    save(load(calibrated), folder)
    assert files_of(folder) == files_of(calibrated)
    assert "calibration.toml" in files_of(folder)
    assert "station.toml" not in files_of(folder)


def test_the_present_name_goes_before_the_one_of_the_first_release(calibrated: Path, tmp_path: Path) -> None:
    folder = tmp_path / "calibration"
    shutil.copytree(calibrated, folder)
    shutil.copyfile(FIRST_RELEASE / "station.toml", folder / "station.toml")
    assert load(folder).background.noise == pytest.approx(load(calibrated).background.noise)


def test_a_folder_with_the_settings_of_a_station_is_no_calibration_and_is_left_as_it_was(
    calibrated: Path, tmp_path: Path
) -> None:
    settings = tmp_path / "station.toml"
    settings.write_text("[sound]\nvolume = 0.5\n", encoding="utf-8")
    with pytest.raises(CalibrationError, match=r"not a calibration, calibration\.toml is missing"):
        load(tmp_path)
    with pytest.raises(CalibrationError, match="the folder exists and is not a calibration"):
        save(load(calibrated), tmp_path)
    assert list(tmp_path.iterdir()) == [settings]
