"""Examples of the pages of the first set-up."""

from dataclasses import replace

from companion.board.signals import ViewProblem
from companion.display.gallery.pictures import corners, frame
from companion.game import Halves
from companion.interface.setting_up import (
    BoardStepView,
    CameraStepView,
    DevicesStepView,
    DeviceState,
    GameStepView,
    HoursStepView,
    LanguageStepView,
    ScreenStepView,
    SettingUpView,
    SetUp,
    StepPlace,
)
from companion.interface.sight import CameraPicture
from companion.interface.views import View


def setting_up_examples() -> dict[str, View]:
    """Return the pages by the names of their pictures."""
    places = {step: StepPlace(number, len(SetUp)) for number, step in enumerate(SetUp, 1)}
    camera = CameraStepView(places[SetUp.CAMERA], CameraPicture(frame(Halves())), 0.86, 0.5, None, corners())
    screen = ScreenStepView(places[SetUp.SCREEN])
    there, tried = DeviceState.THERE, DeviceState.TRIED
    return {
        "setting-up": SettingUpView((SetUp.SCREEN, SetUp.GAME)),
        "setting-up-done": SettingUpView(()),
        "step-language": LanguageStepView(places[SetUp.LANGUAGE]),
        "step-screen": screen,
        "step-screen-list": replace(screen, diagonal_mm=177.8, listed=True),
        "step-camera": camera,
        "step-camera-near": replace(camera, sharpness=0.3, advice=ViewProblem.TOO_NEAR),
        "step-camera-missing": CameraStepView(places[SetUp.CAMERA], None, missing=True),
        "step-devices": DevicesStepView(places[SetUp.DEVICES], there, there, there),
        "step-devices-tried": DevicesStepView(places[SetUp.DEVICES], tried, tried, tried, presses=3),
        "step-board": BoardStepView(places[SetUp.BOARD], learned=False),
        "step-board-learned": BoardStepView(places[SetUp.BOARD], learned=True),
        "step-game": GameStepView(places[SetUp.GAME], "schaedler"),
        "step-hours": HoursStepView(places[SetUp.HOURS], (("00:00-24:00",),) * 7),
        "step-hours-set": HoursStepView(
            places[SetUp.HOURS],
            ((), *((("10:00-18:00",),) * 4), ("10:00-12:30", "14:00-20:00"), ("11:00-17:00",)),
            closed_days=3,
            clock_set=False,
        ),
    }
