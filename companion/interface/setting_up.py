"""Setting a station up, step by step: what the steps are, and what the page of each shows."""

from dataclasses import dataclass
from enum import StrEnum

from companion.board.signals import ViewProblem
from companion.interface.sight import CameraPicture, Corner


class SetUp(StrEnum):
    """The steps of setting a station up, in the order in which it leads through them."""

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
    """The steps of setting up, each of which can be gone to; `left` are those that are still to be done."""

    left: tuple[SetUp, ...]


@dataclass(frozen=True, slots=True)
class LanguageStepView:
    """Which language is shown first, each named in itself."""

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
    """The live picture, how sharp and how light it is, and the first thing to put right.

    `sharpness` and `light` are 0 to 1, None where unknown; `advice` is None when all is well, or
    while nothing is known. `corners` are where the board was found.
    """

    place: StepPlace
    picture: CameraPicture | None
    sharpness: float | None = None
    light: float | None = None
    advice: ViewProblem | None = None
    corners: tuple[Corner, ...] = ()
    missing: bool = False
    """There is no camera."""


@dataclass(frozen=True, slots=True)
class DevicesStepView:
    """The button, pressed so many times; the lamps and the sound, which can be tried."""

    place: StepPlace
    button: DeviceState
    lamps: DeviceState
    sound: DeviceState
    presses: int = 0


@dataclass(frozen=True, slots=True)
class BoardStepView:
    """The board, which is learned or not yet; to be taught, or left for later."""

    place: StepPlace
    learned: bool


@dataclass(frozen=True, slots=True)
class GameStepView:
    """The station's own game, by its short name."""

    place: StepPlace
    name: str


@dataclass(frozen=True, slots=True)
class HoursStepView:
    """When the station is open: the hours of each weekday, Monday first, and how many closed days are set."""

    place: StepPlace
    week: tuple[tuple[str, ...], ...]
    closed_days: int = 0
    clock_set: bool = True
    """True if the machine's clock is set; until then the station stays open."""


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
