"""What reaches the station from outside: people, the camera, devices."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.analysis.play.insight import GameInsight
from companion.analysis.play.value_table import ValueTable
from companion.game import Die, Rules
from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.remarks import Grade, Remark
from companion.interface.setting_up import SetUp
from companion.interface.sight import Corner
from companion.interface.texts import FoundTexts, TextSet
from companion.journal.visits import Sums
from companion.station.observation import Observation
from hardware.camera.camera import Frame
from hardware.screen_power import Switched
from vision.calibration import Calibration


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed, nothing else."""


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """The dice button was pressed."""


@dataclass(frozen=True, slots=True)
class ButtonHeld:
    """The dice button has been held down for long; a `ButtonPressed` came before."""


@dataclass(frozen=True, slots=True)
class StaffCalled:
    """The dice button has been held down for very long; `ButtonPressed` and `ButtonHeld` came before."""


@dataclass(frozen=True, slots=True)
class PinTold:
    """Whether there is a PIN of the staff."""

    is_set: bool


@dataclass(frozen=True, slots=True)
class PinChecked:
    """The answer to `CheckPin`: whether it is the staff's."""

    right: bool


@dataclass(frozen=True, slots=True)
class ReportWritten:
    """The answer to `WriteReport`: the file it stands in; empty when it could not be written."""

    path: str


@dataclass(frozen=True, slots=True)
class TextsFound:
    """The answer to `FindTexts`."""

    found: FoundTexts


@dataclass(frozen=True, slots=True)
class TextsTold:
    """The texts of the house's own, from now on."""

    texts: TextSet


@dataclass(frozen=True, slots=True)
class VisitsCounted:
    """The answer to `CountVisits`: the sums of today."""

    sums: Sums


@dataclass(frozen=True, slots=True)
class ScreenSwitched:
    """The answer to `SwitchScreen`."""

    switched: Switched


@dataclass(frozen=True, slots=True)
class SettingUpLeft:
    """These steps of setting the station up are still to be done."""

    steps: tuple[SetUp, ...]


@dataclass(frozen=True, slots=True)
class IntentReceived:
    """Somebody has asked for something on the screen."""

    intent: Intent


@dataclass(frozen=True, slots=True)
class Asked:
    """A remote command that can be carried out now, as a function of the context and the time."""

    carry_out: Callable[..., None]


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """The camera shows something new of the board: that something moves, or how it lies now."""

    observation: Observation


@dataclass(frozen=True, slots=True)
class PictureTaken:
    """The newest picture, for pages that show it; it tells nothing new of the board."""

    frame: Frame


@dataclass(frozen=True, slots=True)
class FaultRaised:
    """Something is out of order; `detail` is one line for people who can mend it."""

    fault: Fault
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FaultCleared:
    """Something that was out of order works again."""

    fault: Fault


@dataclass(frozen=True, slots=True)
class ThrowsCounted:
    """The answer to `CountThrows`: how often each face of a die has fallen, and how likely that is.

    `damaged` is how many games could not be counted, because they are not as they were stored.
    """

    die: Die
    counts: tuple[int, ...]
    p_value: float | None
    damaged: int = 0


@dataclass(frozen=True, slots=True)
class BoardLocated:
    """The answer to `LocateBoard`: its outer points in the picture; none when no board is found.

    Only where `ends_known` does the board itself tell which end is A's.
    """

    corners: tuple[Corner, ...] = ()
    ends_known: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class BoardLearned:
    """The answer to `LearnBoard`: what was learned, None when nothing, and what there is to say of it."""

    calibration: Calibration | None
    grade: Grade | None = None
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardKnown:
    """The board is read by a calibration from now on; `has_last`: there is one before it to go back to."""

    corners: tuple[Corner, ...]
    has_last: bool = False


@dataclass(frozen=True, slots=True)
class PictureKept:
    """The answer to `KeepPicture`: its folder and file; empty when it could not be written."""

    file: str


@dataclass(frozen=True, slots=True)
class ChancesSought:
    """About `FindChances`: how far they are worked out, from 0 to 1."""

    rules: Rules
    done: float


@dataclass(frozen=True, slots=True)
class ChancesFound:
    """The answer to `FindChances`; the table tells of which game."""

    table: ValueTable


@dataclass(frozen=True, slots=True)
class ChancesNotFound:
    """The answer to `FindChances` when they can't be found; `why` is one line for people who can mend it."""

    rules: Rules
    why: str


@dataclass(frozen=True, slots=True)
class GameAnalysed:
    """The answer to `AnalyseGame`: what decided the game."""

    insight: GameInsight


@dataclass(frozen=True, slots=True)
class ShortestFound:
    """The answer to `FindShortest`: how many throws it had; None where there is no other game."""

    throws: int | None


Stimulus = (
    Tick
    | ButtonPressed
    | ButtonHeld
    | StaffCalled
    | PinTold
    | PinChecked
    | ReportWritten
    | TextsFound
    | TextsTold
    | VisitsCounted
    | ScreenSwitched
    | SettingUpLeft
    | IntentReceived
    | Asked
    | BoardSeen
    | PictureTaken
    | FaultRaised
    | FaultCleared
    | ThrowsCounted
    | BoardLocated
    | BoardLearned
    | BoardKnown
    | PictureKept
    | ChancesSought
    | ChancesFound
    | ChancesNotFound
    | GameAnalysed
    | ShortestFound
)
