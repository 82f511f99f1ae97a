"""The first setup of a station: its steps, and the view of each."""

from dataclasses import dataclass
from enum import StrEnum

from companion.board.signals import ViewProblem
from companion.interface.sight import CameraPicture, Corner
from companion.interface.views import ForStaff


class SetUp(StrEnum):
    """The steps of the first setup, in order."""

    LANGUAGE = "language"
    PLACE = "place"
    SCREEN = "screen"
    CAMERA = "camera"
    DEVICES = "devices"
    BOARD = "board"
    GAME = "game"


class DeviceState(StrEnum):
    """The state of a device that is to be tried: not set, missing, present, or tried."""

    UNSET = "unset"
    MISSING = "missing"
    THERE = "there"
    TRIED = "tried"


@dataclass(frozen=True)
class StepPlace:
    """Progress of the first setup: this is step `number` of `count`."""

    number: int = 1
    count: int = 1


@dataclass(frozen=True)
class StepView(ForStaff):
    """The content of a step of the first setup."""

    place: StepPlace


@dataclass(frozen=True)
class SettingUpView(ForStaff):
    """The steps of the first setup, each of which can be opened; `left` are those still to be done."""

    left: tuple[SetUp, ...]


@dataclass(frozen=True)
class LanguageStepView(StepView):
    """The choice of the default language, each named in itself."""


@dataclass(frozen=True)
class PlaceStepView(StepView):
    """Where the station stands: `chosen` is home or hall, or empty until that is known."""

    chosen: str = ""


@dataclass(frozen=True)
class ScreenStepView(StepView):
    """The size of the screen: a bank card is drawn on it, or usual displays are `listed`.

    `diagonal_mm` is what it is taken for so far, 0 what is usual for its pixels.
    """

    diagonal_mm: float = 0.0
    listed: bool = False


@dataclass(frozen=True)
class CameraStepView(StepView):
    """The live picture, its sharpness and brightness, and the first thing to fix.

    `sharpness` and `light` are 0 to 1, None where unknown; `advice` is None when all is well, or
    while nothing is known. `corners` are where the board was found.
    """

    picture: CameraPicture | None
    sharpness: float | None = None
    light: float | None = None
    advice: ViewProblem | None = None
    corners: tuple[Corner, ...] = ()
    missing: bool = False  # True if there is no camera


@dataclass(frozen=True)
class DevicesStepView(StepView):
    """The button, with the number of its presses; the lamps and the sound, which can be tried.

    `has_network` is True where a wireless network for phones can be opened.
    """

    button: DeviceState
    lamps: DeviceState
    sound: DeviceState
    presses: int = 0
    has_network: bool = False


@dataclass(frozen=True)
class BoardStepView(StepView):
    """The board, learned or not yet; it can be learned now or later."""

    learned: bool


@dataclass(frozen=True)
class GameStepView(StepView):
    """The station's own game, by its short name."""

    name: str
