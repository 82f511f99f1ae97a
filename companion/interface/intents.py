"""Intents: requests that a person makes on the screen; the station decides how to respond."""

from dataclasses import dataclass
from enum import Enum, auto

from companion.game import Point, Seat
from companion.interface.presentation import Theme, VoiceMode
from companion.interface.setting_up import SetUp


class Ask(Enum):
    """Intents without arguments."""

    # In play.
    THROW = auto()  # the electronic die, in the throw-off as well
    WHAT_CAN_I_PLAY = auto()  # show or hide the legal moves on the drawn board
    KNOW_IT = auto()  # skip the tutorial
    ADVISE = auto()  # show or hide the best move with this throw
    SHOW_MOVE = auto()  # show the next legal move: where points are too small to touch
    SHOW_INSIGHT = auto()  # show what decided the game that is over
    DECLINE = auto()  # don't move, where the rules leave that choice
    TAKE_BACK = auto()  # the last move
    AGREE_DRAW = auto()  # ask both players whether they agree on a draw
    CORRECT = auto()  # put a wrong reading right by hand

    # Choosing a game.
    WELCOME = auto()  # somebody has come: show the first page
    NEW_GAME = auto()  # choose and begin another game; leaves the present one
    SHOW_ALL_RULES = auto()  # show all games, and every rule that can be changed
    BEGIN = auto()  # go to the next step: from the choice to the set-up, from the set-up to the first throw

    # Finding one's way.
    SHOW_RULES = auto()
    SHOW_STORY = auto()  # the story of the object, after what the museum says about its board
    SHOW_FOLLOW_CODE = auto()  # the code by which a phone follows the game
    SHOW_SEAL = auto()  # the seal of the electronic die
    ADD_NUMBER = auto()  # add a number of the players' own to the sealed die
    DELETE_DIGIT = auto()  # of the players' number
    PAUSE = auto()  # stop watching the board
    GO_ON = auto()  # with a paused or an unfinished game, or after a fault
    GO_WITHOUT = auto()  # go on without the device that is out of order
    BACK = auto()
    SHOW_LANGUAGES = auto()
    LOOK_AROUND = auto()  # move the focus on: somebody is there, nothing else changes

    # For staff.
    OPEN_STAFF = auto()  # show the staff pages; asks for the PIN first if there is one
    PIN_ERASE = auto()  # the last digit
    PIN_ENTER = auto()
    CHANGE_PIN = auto()
    REMOVE_PIN = auto()
    SHOW_SETTING_UP = auto()  # the steps of the first set-up
    LATER = auto()  # leave this step of the set-up for later
    TRY_LAMPS = auto()
    TRY_SOUND = auto()
    TRY_SCREEN = auto()  # switch the screen off and on again
    SHOW_LOOK = auto()  # the settings of sound and light
    SHOW_SOUND = auto()  # the volume, as visitors may change it
    SHOW_OFFER = auto()  # the station's own game, and what visitors may choose
    SHOW_HOURS = auto()  # the opening hours
    OPEN_FOR_HOURS = auto()  # that weekday the station is open from one time to another
    SAME_EVERY_DAY = auto()  # every weekday has the hours of this one
    SHOW_CLOSED_DAYS = auto()
    SHOW_HOUSE = auto()  # the museum's own texts
    FIND_TEXTS = auto()  # look for texts on a USB stick or the card
    SHOW_TEXTS = auto()  # the texts that are kept, as visitors see them
    KEEP_TEXTS = auto()  # replace the texts that are kept by those that were found
    REMOVE_TEXTS = auto()
    SHOW_TODAY = auto()  # the statistics of today's visits
    SHOW_ABOUT = auto()  # the version of this station and where it stores its files
    MAKE_REPORT = auto()  # write a report for support
    RESTART = auto()  # restart the program; a game that is going on goes on
    AUDIT_DICE = auto()  # show how often each face has fallen, and whether that is fair

    # The camera.
    CALIBRATE = auto()  # learn where the board lies, how it looks bare, and how the counters look
    FIND_BOARD = auto()  # look for the board in the picture again
    TURN_BOARD = auto()  # swap the ends of A and B
    USE_LAST_CALIBRATION = auto()  # swap the present calibration with the one before
    SHOW_CAMERA = auto()  # show what the camera sees and what is read from it
    SAVE_PICTURE = auto()  # save the picture that is shown


@dataclass(frozen=True, slots=True)
class TapNumber:
    """Enter the number that the players' own die shows."""

    value: int


@dataclass(frozen=True, slots=True)
class ShowPlace:
    """Point something out to others: a touch on this point of the drawn board."""

    point: Point


@dataclass(frozen=True, slots=True)
class ShowChance:
    """Show or hide the bar with the chances to win."""

    shown: bool


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Ask this player whether to give the game up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to the end that was proposed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CorrectHalf:
    """Correct a half: it holds one counter of this seat more (`delta` 1) or fewer (-1) than was read."""

    point: Point
    seat: Seat
    delta: int


@dataclass(frozen=True, slots=True)
class CorrectWith:
    """Let touches on a half mean one counter of this seat more (`delta` 1) or fewer (-1)."""

    seat: Seat
    delta: int


@dataclass(frozen=True, slots=True)
class PlayGame:
    """Play this game of those on offer, by its short name; None: the station's own."""

    name: str | None


@dataclass(frozen=True, slots=True)
class ChooseRules:
    """Play this reconstruction, by its short name."""

    name: str


@dataclass(frozen=True, slots=True)
class SetOption:
    """Set one option of the rules as people write it: `die=knucklebone`, `starter=A`, `to-win=4`."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class OwnDice:
    """Play with the players' own dice, or with the electronic one."""

    own: bool


@dataclass(frozen=True, slots=True)
class PlayAgainst:
    """Let the computer take this seat; None: two people play."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class ChooseLevel:
    """Let the computer play at this level, by its name in `companion.game.levels.LEVELS`."""

    name: str


@dataclass(frozen=True, slots=True)
class TurnTo:
    """Show another leaf, from 0, of a page that has several."""

    leaf: int


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """Show the pages in this language: a code of `companion.display.words.LANGUAGES`."""

    code: str


@dataclass(frozen=True, slots=True)
class PinDigit:
    """Type a digit of a PIN."""

    digit: int


@dataclass(frozen=True, slots=True)
class OpenStep:
    """Go to this step of the first set-up."""

    step: SetUp


@dataclass(frozen=True, slots=True)
class Diagonal:
    """Set the screen's diagonal; 0: derive it from its pixels."""

    diagonal_mm: float


@dataclass(frozen=True, slots=True)
class ListDisplays:
    """List common displays, or draw a bank card to measure the screen with."""

    listed: bool


@dataclass(frozen=True, slots=True)
class OfferGame:
    """Let visitors choose this reconstruction, by its short name, or not."""

    name: str
    offered: bool


@dataclass(frozen=True, slots=True)
class OfferHouseRules:
    """Let visitors change the rules of a game, or not."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class OpenNow:
    """Open or close the station by hand, until its hours say the same."""

    opened: bool


@dataclass(frozen=True, slots=True)
class ShowDay:
    """Show the hours of a weekday, 0 for Monday."""

    weekday: int


@dataclass(frozen=True, slots=True)
class OpenAllDay:
    """Open that weekday for the whole day, or not at all."""

    opened: bool


@dataclass(frozen=True, slots=True)
class ShiftHours:
    """Shift the opening and closing time of that weekday; below 0: earlier."""

    opens_min: int = 0
    closes_min: int = 0


@dataclass(frozen=True, slots=True)
class PickDay:
    """Move on from the day that is shown; below 0: back."""

    months: int = 0
    days: int = 0


@dataclass(frozen=True, slots=True)
class StayClosed:
    """Keep the station closed on the day that is shown, or open it."""

    closed: bool


@dataclass(frozen=True, slots=True)
class Volume:
    """Set the volume."""

    percent: int


@dataclass(frozen=True, slots=True)
class Mute:
    """Switch the sound off or on."""

    muted: bool


@dataclass(frozen=True, slots=True)
class Speak:
    """Read pages aloud, or not, until these visitors leave."""

    on: bool


@dataclass(frozen=True, slots=True)
class ChooseVoice:
    """Say when this station reads pages aloud."""

    voice: VoiceMode


@dataclass(frozen=True, slots=True)
class ChooseTheme:
    """Show the pages in this theme."""

    theme: Theme


@dataclass(frozen=True, slots=True)
class DragPoint:
    """Place an outer point of the board (1A, 5A, 1B or 5B), in pixels of the camera's frame."""

    point: Point
    x_px: float
    y_px: float


@dataclass(frozen=True, slots=True)
class Freeze:
    """Hold the camera's picture still with what was read from it, or go on."""

    frozen: bool


@dataclass(frozen=True, slots=True)
class TryHand:
    """Begin or end the trial of a hand over the board."""

    wanted: bool


Intent = (
    Ask
    | TapNumber
    | ShowPlace
    | ShowChance
    | GiveUp
    | Agree
    | CorrectHalf
    | CorrectWith
    | PlayGame
    | ChooseRules
    | SetOption
    | OwnDice
    | PlayAgainst
    | ChooseLevel
    | TurnTo
    | ChooseLanguage
    | PinDigit
    | OpenStep
    | Diagonal
    | ListDisplays
    | OfferGame
    | OfferHouseRules
    | OpenNow
    | ShowDay
    | OpenAllDay
    | ShiftHours
    | PickDay
    | StayClosed
    | Volume
    | Mute
    | Speak
    | ChooseVoice
    | ChooseTheme
    | DragPoint
    | Freeze
    | TryHand
)


def kind_of(intent: Intent | None) -> "Ask | type":
    """Return what an intent is, whatever values it carries: a member of `Ask`, or its class."""
    return intent if isinstance(intent, Ask) else type(intent)
