"""A board taught to the station on its own screen, through the real program."""

from pathlib import Path

import pytest

from companion.game import Halves
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.views import CalibrationStep, CalibrationView, OutOfOrderView, WelcomeView
from companion.station.calibrating import LAID
from tests.support.walk import SIZES, Walk, walk

FRAMES = ((1280, 720), (800, 600))
NOTHING = Halves()


def step(person: Walk) -> CalibrationStep:
    return person.shows(CalibrationView).step


def open_calibration(person: Walk) -> None:
    if isinstance(person.view, OutOfOrderView):
        person.touch(intents.OpenSettings())
    else:
        person.touch(intents.OpenSettings())
    person.touch(intents.Calibrate())
    person.wait(1.0)


@pytest.mark.parametrize("frame_wh", FRAMES)
@pytest.mark.parametrize("size", SIZES)
def test_a_first_calibration(
    size: tuple[int, int], frame_wh: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, frame_wh=frame_wh, calibrated=False) as person:
        assert person.shows(OutOfOrderView).fault is Fault.NOT_CALIBRATED
        person.table.lay(NOTHING)
        open_calibration(person)
        view = person.shows(CalibrationView)
        assert view.found
        assert "Is this your board?" in person.texts
        person.picture("calibration-find")
        person.touch(intents.GoOn())
        assert step(person) is CalibrationStep.EMPTY
        person.picture("calibration-empty")
        person.touch(intents.GoOn())
        person.wait(1.0)
        assert step(person) is CalibrationStep.LAY
        person.table.lay(LAID)
        person.wait(1.0)
        assert len(person.shows(CalibrationView).noticed) == 10
        person.picture("calibration-lay")
        person.touch(intents.GoOn())
        person.wait(1.0)
        view = person.shows(CalibrationView)
        assert view.step is CalibrationStep.RESULT
        assert view.reading is not None
        assert view.reading.halves == LAID
        person.picture("calibration-result")
        person.touch(intents.GoOn())
        person.wait(1.0)
        person.picture("calibration-done")
        assert person.it.station.faults == ()
        person.touch(intents.Back())
        person.shows(WelcomeView)
        person.begin_game()
