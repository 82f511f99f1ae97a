"""What the station wants done before its page is shown: first what is to be stored, then the rest."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.game import Die, Halves, Rules
from companion.game.fair_die import FairDie
from companion.interface.sight import Corner
from companion.interface.theme import Theme
from companion.journal import ComputerSeated, Happening
from companion.settings.sections import Settings
from companion.station.visit_log import VisitCounted
from hardware.audio.tones import Cue
from hardware.camera.camera import Picture
from vision.calibration import Calibration


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Open a game in the journal: with its electronic die, or with a die of the players' own.

    `computer`: which seat the computer plays, None when two people play.
    """

    die: FairDie | Die
    rules: Rules
    computer: ComputerSeated | None = None


@dataclass(frozen=True, slots=True)
class Store:
    """Enter these in the journal, under the game that was begun last."""

    happenings: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class PlaySound:
    """Make this heard."""

    cue: Cue


@dataclass(frozen=True, slots=True)
class LearnBackground:
    """Let the board reader learn how the bare board looks now: this is surely what lies on it."""

    halves: Halves


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """Show the pages in this language."""

    code: str


@dataclass(frozen=True, slots=True)
class SetTheme:
    """Show the pages in this theme."""

    theme: Theme


@dataclass(frozen=True, slots=True)
class SetDiagonal:
    """Show the pages as on a screen that is so large from corner to corner; 0: as is usual for its pixels."""

    diagonal_mm: float


@dataclass(frozen=True, slots=True)
class SetVoice:
    """Have pages spoken, or not; `wanted`: there is to be a voice that may be switched on."""

    speaks: bool
    wanted: bool


Looks = SetLanguage | SetTheme | SetDiagonal | SetVoice
"""What changes how pages are shown, and whether they are spoken."""


@dataclass(frozen=True, slots=True)
class SetVolume:
    """Make sounds this loud."""

    volume_percent: int
    muted: bool


@dataclass(frozen=True, slots=True)
class SwitchScreen:
    """Switch the screen on, or off."""

    on: bool


@dataclass(frozen=True, slots=True)
class KeepSettings:
    """Keep what staff have changed of the settings for the next start."""

    before: Settings
    after: Settings


@dataclass(frozen=True, slots=True)
class KeepVisit:
    """Keep what was counted of a visit that is over."""

    counted: VisitCounted


@dataclass(frozen=True, slots=True)
class CountVisits:
    """Count today's visits."""


@dataclass(frozen=True, slots=True)
class LookForPin:
    """See whether the staff's pages are locked: it can have been forgotten meanwhile."""


@dataclass(frozen=True, slots=True)
class CheckPin:
    """See whether this is the staff's PIN."""

    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class KeepPin:
    """Lock the staff's pages with this PIN from now on; None unlocks them."""

    pin: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class FindTexts:
    """Look for texts of the house's own on a stick or the card."""


@dataclass(frozen=True, slots=True)
class KeepTexts:
    """Keep the texts that were found last."""


@dataclass(frozen=True, slots=True)
class RemoveTexts:
    """Keep no texts any more."""


@dataclass(frozen=True, slots=True)
class WriteReport:
    """Write a report for somebody who can help."""


@dataclass(frozen=True, slots=True)
class RebootMachine:
    """Have the machine started anew, by the system's own means."""


@dataclass(frozen=True, slots=True)
class StartAnew:
    """End the program, and start it anew."""


@dataclass(frozen=True, slots=True, eq=False)
class LocateBoard:
    """Look for the board in a picture."""

    picture: Picture


@dataclass(frozen=True, slots=True, eq=False)
class LearnBoard:
    """Learn the board from pictures: where its corners are, how it looks bare, and with this lying on it.

    `bare` None: it could not be cleared, and is learned from the other picture alone.
    """

    corners: tuple[Corner, ...]
    bare: Picture | None
    laid: Picture
    halves: Halves


@dataclass(frozen=True, slots=True, eq=False)
class TryCalibration:
    """Read the board with this for now; None: with the one that is kept, as ever."""

    calibration: Calibration | None


@dataclass(frozen=True, slots=True, eq=False)
class KeepCalibration:
    """Read the board with this from now on; the one before is kept beside it."""

    calibration: Calibration


@dataclass(frozen=True, slots=True)
class SwapCalibrations:
    """Read the board with the calibration before from now on, and keep the present one beside it."""


@dataclass(frozen=True, slots=True, eq=False)
class KeepPicture:
    """Keep a picture in a file, for people to look at."""

    picture: Picture


@dataclass(frozen=True, slots=True)
class TryDevices:
    """Try all devices at once that are missing, or have failed."""


@dataclass(frozen=True, slots=True)
class CountThrows:
    """Count how often each face of a die has fallen at this station."""

    die: Die


@dataclass(frozen=True, slots=True)
class FindChances:
    """Find the chances of a game, solving it if need be."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class AnalyseGame:
    """Work out what decided the game that was played last, once its chances are found."""


@dataclass(frozen=True, slots=True)
class FindShortest:
    """Find the shortest of today's games with the rules of the game that was played last."""


Effect = (
    BeginGame
    | Store
    | PlaySound
    | LearnBackground
    | SetLanguage
    | SetTheme
    | SetDiagonal
    | SetVolume
    | SetVoice
    | SwitchScreen
    | KeepSettings
    | KeepVisit
    | CountVisits
    | LookForPin
    | CheckPin
    | KeepPin
    | FindTexts
    | KeepTexts
    | RemoveTexts
    | WriteReport
    | StartAnew
    | RebootMachine
    | LocateBoard
    | LearnBoard
    | TryCalibration
    | KeepCalibration
    | SwapCalibrations
    | KeepPicture
    | TryDevices
    | CountThrows
    | FindChances
    | AnalyseGame
    | FindShortest
)


class ToDo:
    """What is to be done, in the order in which it was wanted."""

    def __init__(self) -> None:
        self._effects: list[Effect] = []

    def do(self, effect: Effect) -> None:
        """Have something done."""
        self._effects.append(effect)

    def store(self, happenings: Iterable[Happening]) -> None:
        """Have happenings of the game stored."""
        stored = tuple(happenings)
        if stored:
            self.do(Store(stored))

    def sound(self, cue: Cue) -> None:
        """Have something heard."""
        self.do(PlaySound(cue))

    def effects(self) -> tuple[Effect, ...]:
        """What is to be done since this was last asked."""
        effects, self._effects = tuple(self._effects), []
        return effects
