"""The first setup of a station: its steps, and the view of each."""

from dataclasses import dataclass
from enum import StrEnum

from companion.board.signals import ViewProblem
from companion.interface.sight import CameraPicture, Corner


class SetUp(StrEnum):
    """The steps of the first setup, in order."""

    LANGUAGE = "language"
    SCREEN = "screen"
    CAMERA = "camera"
    DEVICES = "devices"
    BOARD = "board"
    GAME = "game"
    HOURS = "hours"


class DeviceState(StrEnum):
    """The state of a device that is to be tried: not set, missing, present, or tried."""

    UNSET = "unset"
    MISSING = "missing"
    THERE = "there"
    TRIED = "tried"


@dataclass(frozen=True, slots=True)
class StepPlace:
    """Progress of the first setup: this is step `number` of `count`."""

    number: int = 1
    count: int = 1


@dataclass(frozen=True, slots=True)
class SettingUpView:
    """The steps of the first setup, each of which can be opened; `left` are those still to be done."""

    left: tuple[SetUp, ...]


@dataclass(frozen=True, slots=True)
class LanguageStepView:
    """The choice of the default language, each named in itself."""

    place: StepPlace


@dataclass(frozen=True, slots=True)
class ScreenStepView:
    """The size of the screen: a bank card is drawn on it, or usual displays are `listed`.

    `diagonal_mm` is what it is taken for so far, 0 what is usual for its pixels.
    """

    place: StepPlace
    diagonal_mm: float = 0.0
    listed: bool = False


@dataclass(frozen=True, slots=True)
class CameraStepView:
    """The live picture, its sharpness and brightness, and the first thing to fix.

    `sharpness` and `light` are 0 to 1, None where unknown; `advice` is None when all is well, or
    while nothing is known. `corners` are where the board was found.
    """

    place: StepPlace
    picture: CameraPicture | None
    sharpness: float | None = None
    light: float | None = None
    advice: ViewProblem | None = None
    corners: tuple[Corner, ...] = ()
    missing: bool = False  # True if there is no camera


@dataclass(frozen=True, slots=True)
class DevicesStepView:
    """The button, with the number of its presses; the lamps and the sound, which can be tried."""

    place: StepPlace
    button: DeviceState
    lamps: DeviceState
    sound: DeviceState
    presses: int = 0


@dataclass(frozen=True, slots=True)
class BoardStepView:
    """The board, learned or not yet; it can be learned now or later."""

    place: StepPlace
    learned: bool


@dataclass(frozen=True, slots=True)
class GameStepView:
    """The station's own game, by its short name."""

    place: StepPlace
    name: str


@dataclass(frozen=True, slots=True)
class HoursStepView:
    """The opening hours of each weekday, Monday first, and the number of closed days."""

    place: StepPlace
    week: tuple[tuple[str, ...], ...]
    closed_days: int = 0
    clock_set: bool = True  # True if the machine's clock is set; until then the station stays open


STEP_VIEWS = (
    LanguageStepView,
    ScreenStepView,
    CameraStepView,
    DevicesStepView,
    BoardStepView,
    GameStepView,
    HoursStepView,
)
"""The pages of the steps."""
