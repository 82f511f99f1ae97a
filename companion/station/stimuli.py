"""Stimuli of the station: from people, the camera, devices, and its services."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from companion.analysis.play.value_table import ValueTable
from companion.game import Rules
from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.setting_up import SetUp
from companion.interface.sight import Corner
from companion.interface.texts import TextSet
from companion.station.board.observation import Observation
from hardware.camera.camera import Frame


class Signal(Enum):
    """Stimuli without arguments."""

    TICK = auto()  # time has passed, nothing else
    BUTTON_PRESSED = auto()  # the dice button
    BUTTON_HELD = auto()  # held down for long; BUTTON_PRESSED came before
    STAFF_CALLED = auto()  # held down for very long; both others came before


@dataclass(frozen=True, slots=True)
class PinKnown:
    """The answer whether staff have a PIN."""

    is_set: bool


@dataclass(frozen=True, slots=True)
class TextsKnown:
    """The museum's own texts have changed."""

    texts: TextSet


@dataclass(frozen=True, slots=True)
class SettingUpLeft:
    """Some steps of the first setup are still to be done."""

    steps: tuple[SetUp, ...]


@dataclass(frozen=True, slots=True)
class IntentReceived:
    """Somebody has requested something on the screen."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Asked:
    """A remote command that can be carried out now, as a function of the context and the time."""

    carry_out: Callable[..., None]


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A new observation of the board: something moves, or how it lies now."""

    observation: Observation


@dataclass(frozen=True, slots=True)
class PictureTaken:
    """The newest picture, for pages that show it; no news of the board."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class FaultRaised:
    """A fault; `detail` is one line for support."""

    fault: Fault
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FaultCleared:
    """The end of a fault."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class BoardKnown:
    """A calibration is in use from now on; `has_last`: there is an earlier one to go back to."""

    corners: tuple[Corner, ...]
    has_last: bool = False


@dataclass(frozen=True, slots=True)
class ChancesSought:
    """Progress of working out the chances of a game, from 0 to 1."""

    rules: Rules
    done: float


@dataclass(frozen=True, slots=True)
class ChancesFound:
    """The chances of a game; the table knows which."""

    table: ValueTable


@dataclass(frozen=True, slots=True)
class ChancesNotFound:
    """The search for a game's chances has failed; `why` is one line for support."""

    rules: Rules
    why: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to an `Asking`, and the callback for it."""

    then: Callable[[Any, Any, float], None]
    answer: object


Stimulus = (
    Signal
    | PinKnown
    | TextsKnown
    | SettingUpLeft
    | IntentReceived
    | Asked
    | BoardSeen
    | PictureTaken
    | FaultRaised
    | FaultCleared
    | BoardKnown
    | ChancesSought
    | ChancesFound
    | ChancesNotFound
    | Answered
)
