"""Stimuli of the station: from people, the camera, devices, and its services."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from companion.analysis.play.value_table import ValueTable
from companion.game import Rules
from companion.interface.faults import Fault
from companion.interface.intents import Intent
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


@dataclass(frozen=True)
class FaultRaised:
    """A fault; `detail` is one line for support."""

    fault: Fault
    detail: str = ""


@dataclass(frozen=True)
class FaultCleared:
    """The end of a fault."""

    fault: Fault


@dataclass(frozen=True)
class BoardKnown:
    """A calibration is in use from now on; `has_last`: there is an earlier one to go back to."""

    corners: tuple[Corner, ...]
    has_last: bool = False


@dataclass(frozen=True)
class ChancesSought:
    """Progress of working out the chances of a game, from 0 to 1."""

    rules: Rules
    done: float


@dataclass(frozen=True)
class ChancesNotFound:
    """The search for a game's chances has failed; `why` is one line for support."""

    rules: Rules
    why: str


@dataclass(frozen=True)
class Call:
    """A function to call with the context and `value`: with an answer, or a remote command."""

    then: Callable[[Any, Any], None]
    value: object


Stimulus = (
    Signal
    | FaultRaised
    | FaultCleared
    | BoardKnown
    | ChancesSought
    | ChancesNotFound
    | Call
    | Intent  # somebody has requested something on the screen
    | Observation  # of the board: something moves, or how it lies now
    | Frame  # the newest picture, for pages that show it; no news of the board
    | TextSet  # the museum's own texts have changed
    | ValueTable  # the chances of a game; the table knows which
)
