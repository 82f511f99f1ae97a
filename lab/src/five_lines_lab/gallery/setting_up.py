"""Examples of the pages of the first set-up."""

from dataclasses import replace

from companion.board.signals import ViewProblem
from companion.game import Halves
from companion.interface import setting_up
from companion.interface.sight import CameraPicture
from companion.interface.views import View
from five_lines_lab.gallery.pictures import corners, frame


def setting_up_examples() -> dict[str, View]:
    """Return the pages by the names of their pictures."""
    places = {
        step: setting_up.StepPlace(number, len(setting_up.SetUp))
        for number, step in enumerate(setting_up.SetUp, 1)
    }
    camera = setting_up.CameraStepView(
        places[setting_up.SetUp.CAMERA], CameraPicture(frame(Halves())), 0.86, 0.5, None, corners()
    )
    screen = setting_up.ScreenStepView(places[setting_up.SetUp.SCREEN])
    there, tried = setting_up.DeviceState.THERE, setting_up.DeviceState.TRIED
    return {
        "setting-up": setting_up.SettingUpView((setting_up.SetUp.SCREEN, setting_up.SetUp.GAME)),
        "setting-up-done": setting_up.SettingUpView(()),
        "step-language": setting_up.LanguageStepView(places[setting_up.SetUp.LANGUAGE]),
        "step-place": setting_up.PlaceStepView(places[setting_up.SetUp.PLACE]),
        "step-place-home": setting_up.PlaceStepView(places[setting_up.SetUp.PLACE], "home"),
        "step-screen": screen,
        "step-screen-list": replace(screen, diagonal_mm=177.8, listed=True),
        "step-camera": camera,
        "step-camera-near": replace(camera, sharpness=0.3, advice=ViewProblem.TOO_NEAR),
        "step-camera-missing": setting_up.CameraStepView(places[setting_up.SetUp.CAMERA], None, missing=True),
        "step-devices": setting_up.DevicesStepView(places[setting_up.SetUp.DEVICES], there, there, there),
        "step-devices-tried": setting_up.DevicesStepView(
            places[setting_up.SetUp.DEVICES], tried, tried, tried, presses=3
        ),
        "step-devices-network": setting_up.DevicesStepView(
            places[setting_up.SetUp.DEVICES], there, there, tried, has_network=True
        ),
        "step-board": setting_up.BoardStepView(places[setting_up.SetUp.BOARD], learned=False),
        "step-board-learned": setting_up.BoardStepView(places[setting_up.SetUp.BOARD], learned=True),
        "step-game": setting_up.GameStepView(places[setting_up.SetUp.GAME], "schaedler"),
    }
