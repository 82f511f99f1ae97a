"""Effects that the station requests before its page is shown: first what to store, then the rest."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from companion.board.motion import RigidMotion
from companion.game import Die, Halves, Rules
from companion.game.fair_die import FairDie
from companion.interface.intents import Diagonal
from companion.interface.presentation import Theme
from companion.interface.sight import Corner
from companion.journal import ComputerSeated, Happening
from companion.journal.visits import Visit
from companion.referee.match import HomeMatch
from companion.settings.sections import Settings, SystemRequest
from hardware.audio.tones import Cue
from hardware.camera.camera import Picture
from vision.calibration import Calibration


class Do(Enum):
    """Effects without arguments; those marked with an arrow are answered."""

    RESTART = auto()  # the program
    TRY_DEVICES = auto()  # retry all devices at once that are missing, or have failed
    SWAP_CALIBRATIONS = auto()  # use the calibration before, and keep the present one beside it
    KEEP_TEXTS = auto()  # keep the texts that were found last
    REMOVE_TEXTS = auto()
    FIND_TEXTS = auto()  # look on a USB stick or the card -> FoundTexts
    FIND_PIN = auto()  # it can have been forgotten meanwhile -> True if there is one
    COUNT_VISITS = auto()  # -> the Sums of today
    FIND_HOTSPOT = auto()  # -> the Hotspot; None where the system opens none
    FIND_UPDATE = auto()  # on a USB stick -> Update; None where the system installs none
    FIND_BACKUPS = auto()  # on a USB stick -> FoundBackups, the newest first; None without a stick
    SAVE_BACKUP = auto()  # to the stick -> the megabytes so far, again and again, then BackupDone
    OPEN_JOURNAL = auto()  # again, after a backup could not be restored
    WRITE_REPORT = auto()  # for support -> its file
    ANALYSE_GAME = auto()  # the one played last, once its chances are found -> GameInsight
    FIND_LEFT = auto()  # the games that wait -> list of StoredGame, the one that was played last first
    FIND_LENGTHS = auto()  # of the games played here -> what `offers_here` returns
    FIND_ENDED = auto()  # -> the newest game's number, seconds played, today's shortest; None without another


@dataclass(frozen=True)
class VisitCounted:
    """A visit that is over, undated; `since_s` is how long ago it began."""

    since_s: float
    visit: Visit


@dataclass(frozen=True)
class BeginGame:
    """Open a game in the journal: with its electronic die, or with a die of the players' own.

    `computer`: which seat the computer plays, None when two people play. `match`: who plays whom, at home.
    `leaves`: a game that is not over waits, and is not abandoned.
    """

    die: FairDie | Die
    rules: Rules
    computer: ComputerSeated | None = None
    match: HomeMatch | None = None
    leaves: bool = False


@dataclass(frozen=True)
class Append:
    """Enter these in the journal, under the game that was begun last; a seal under none."""

    happenings: tuple[Happening, ...]


@dataclass(frozen=True)
class LearnBackground:
    """Let the board reader note what it sees of a bare board that was guessed: this surely lies on it."""

    halves: Halves


@dataclass(frozen=True)
class SetLanguage:
    """Show the pages in this language."""

    code: str


@dataclass(frozen=True)
class SetVoice:
    """Read pages aloud, or not; `wanted`: there is a voice that may be switched on."""

    speaks: bool
    wanted: bool


@dataclass(frozen=True)
class SetPlayers:
    """Show these names at the places of A and B; empty for none."""

    players: tuple[str, ...]


Looks = SetLanguage | Theme | Diagonal | SetVoice | SetPlayers
"""Effects that change the look of pages, and whether they are read aloud."""


@dataclass(frozen=True)
class SetVolume:
    """Set the volume of sounds."""

    volume_percent: int
    muted: bool


@dataclass(frozen=True)
class KeepSettings:
    """Store changed settings for the next start."""

    before: Settings
    after: Settings


@dataclass(frozen=True)
class KeepPin:
    """Lock the staff pages with this PIN; None unlocks them."""

    pin: str | None = field(repr=False)


@dataclass(frozen=True, eq=False)
class ReadBy:
    """Read the board by this calibration for now; None: by the one that is kept.

    `keep`: use it permanently; the previous one is kept beside it.
    """

    calibration: Calibration | None
    keep: bool = False


@dataclass(frozen=True)
class TakePlace:
    """Read the board permanently where it lies after this motion; the previous calibration is kept."""

    motion: RigidMotion


@dataclass(frozen=True)
class FindChances:
    """Find the chances of a game, solving it if need be."""

    rules: Rules


# What is asked for, with `Context.ask`.


@dataclass(frozen=True)
class SwitchScreen:
    """Switch the screen on, or off. -> Switched."""

    on: bool


@dataclass(frozen=True)
class CheckPin:
    """Check a PIN against the staff's. -> bool."""

    pin: str = field(repr=False)


@dataclass(frozen=True, eq=False)
class LocateBoard:
    """Look for the board in a picture. -> Located."""

    picture: Picture


@dataclass(frozen=True, eq=False)
class LearnBoard:
    """Learn the board from pictures: where its corners are, how it looks bare, and with this lying on it.

    `bare` None: it could not be cleared, and is learned from the other picture alone. -> Learned.
    """

    corners: tuple[Corner, ...]
    bare: Picture | None
    laid: Picture
    halves: Halves


@dataclass(frozen=True, eq=False)
class KeepPicture:
    """Save a picture for people to look at. -> its folder and file; empty if it could not be written."""

    picture: Picture


@dataclass(frozen=True)
class CountThrows:
    """Count how often each face of a die has fallen at this station. -> DiceAuditView."""

    die: Die


@dataclass(frozen=True)
class FindEvening:
    """Find the people at home and their games; `names` are kept first, none erases all. -> Evening."""

    names: tuple[str, ...] | None = None


@dataclass(frozen=True)
class TakeUp:
    """Go on with a game that waits, by its number. -> StoredGame; not answered if it can't be read."""

    number: int


@dataclass(frozen=True)
class RestoreBackup:
    """Restore a backup on the stick, by its name. -> as SAVE_BACKUP; the program has to be restarted then."""

    name: str


@dataclass(frozen=True)
class FindPuzzles:
    """Find the puzzles of the newest game that isn't `known`. -> its number, and them; or None."""

    known: frozenset[int]


Asked = (
    Do
    | SwitchScreen
    | CheckPin
    | LocateBoard
    | LearnBoard
    | KeepPicture
    | CountThrows
    | FindEvening
    | TakeUp
    | RestoreBackup
    | FindPuzzles
)


@dataclass(frozen=True)
class Asking:
    """A request with an answer: `then` is called with the station's context and the answer."""

    what: Asked
    then: Callable[[Any, Any], None] = field(compare=False)


Effect = (
    Do
    | SystemRequest
    | BeginGame
    | Append
    | Cue  # a sound to play
    | LearnBackground
    | SetLanguage
    | Theme  # for the pages from now on
    | Diagonal  # of the screen from now on
    | SetVolume
    | SetVoice
    | SetPlayers
    | KeepSettings
    | VisitCounted  # a visit that is over, to be stored
    | KeepPin
    | ReadBy
    | TakePlace
    | FindChances
    | Asking
)


class ToDo:
    """Effects to carry out, in the order in which they were requested."""

    def __init__(self) -> None:
        self._effects: list[Effect] = []

    def do(self, effect: Effect) -> None:
        """Have something done."""
        self._effects.append(effect)

    def ask(self, what: Asked, then: Callable[[Any, Any], None]) -> None:
        """Have something done and `then` called with the context and the answer."""
        self.do(Asking(what, then))

    def store(self, happenings: Iterable[Happening]) -> None:
        """Have happenings of the game stored."""
        stored = tuple(happenings)
        if stored:
            self.do(Append(stored))

    def sound(self, cue: Cue) -> None:
        """Have a sound played."""
        self.do(cue)

    def effects(self) -> tuple[Effect, ...]:
        """Return and clear the effects."""
        effects, self._effects = tuple(self._effects), []
        return effects
