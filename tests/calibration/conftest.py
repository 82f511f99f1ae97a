"""Pictures of the drawn board on disk, as a person would have them."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.support.command_line import CORNERS, POSITION, Run
from tests.support.drawn_board import Scene, draw, setup
from tests.support.shared import shared, shared_folder


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    for name, scene in (
        ("empty", Scene()),
        ("setup", Scene(setup(), seed=1)),
        ("moved", Scene([*setup()[:9], (setup()[9][0], -120.0, 0.0)], seed=2)),
    ):
        cv2.imwrite(str(folder / f"{name}.png"), draw(scene))
    noise = np.random.default_rng(1).integers(0, 255, (90, 120, 3), np.uint8)
    cv2.imwrite(str(folder / "other.png"), cv2.resize(noise, (960, 720), interpolation=cv2.INTER_CUBIC))
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the real command in this process: exit status, what it printed, what it complained of."""

    def _run(*arguments: object) -> tuple[int, str, str]:
        status = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return _run


@pytest.fixture(scope="session")
def calibrated(pictures: Path) -> Path:
    """The folder of a calibration by the command; tests only read it."""

    def learned() -> Path:
        folder = shared_folder("calibrations") / "drawn"
        arguments = ["calibrate", "--empty", pictures / "empty.png", "--corners", CORNERS]
        arguments += ["--known", pictures / "setup.png", POSITION, "--out", folder]
        assert main([str(argument) for argument in arguments]) == 0
        return folder

    return shared("calibration-of-the-drawn-board", learned)
