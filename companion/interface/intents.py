"""Intents: requests that a person makes on the screen; the station decides how to respond."""

from dataclasses import dataclass
from enum import Enum, auto

from companion.game import Point, Seat


class Ask(Enum):
    """Intents without arguments."""

    # In play.
    THROW = auto()  # the electronic die, in the throw-off as well
    WHAT_CAN_I_PLAY = auto()  # show or hide the legal moves on the drawn board
    KNOW_IT = auto()  # skip the tutorial
    SHOW_HOW = auto()  # begin the tutorial again
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
    SHOW_PUZZLES = auto()  # show choices of games played here, to find the best move
    SHOW_ALL_RULES = auto()  # show all games, and every rule that can be changed
    BEGIN = auto()  # go to the next step: from the choice to the set-up, from the set-up to the first throw

    # Finding one's way.
    SHOW_RULES = auto()
    SHOW_STORY = auto()  # the story of the object, after what the museum says about its board
    SHOW_FOLLOW_CODE = auto()  # the code by which a phone follows the game
    SHOW_SEAL = auto()  # the seal of the electronic die
    ADD_NUMBER = auto()  # add a number of the players' own to the sealed die
    DELETE_DIGIT = auto()  # of the players' number; a letter of a name
    SHOW_LEFT = auto()  # the games at home that were left and wait
    ADD_NAME = auto()  # type the name of somebody who plays at home
    ERASE_NAMES = auto()  # all of them, and who played which game
    PAUSE = auto()  # stop watching the board
    GO_ON = auto()  # with a paused or an unfinished game, or after a fault
    TAKE_PLACE = auto()  # read the board where it lies now
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
    SHOW_BACKUP = auto()  # backups on a USB stick
    SAVE_BACKUP = auto()  # write one
    SHOW_UPDATE = auto()  # a newer release on a USB stick
    INSTALL = auto()  # install it
    INSTALL_PREVIOUS = auto()  # go back to the version before
    SHOW_TODAY = auto()  # the statistics of today's visits
    OPEN_HOTSPOT = auto()  # open a wireless network for phones, for a while
    SHOW_ABOUT = auto()  # the version of this station and where it stores its files
    MAKE_REPORT = auto()  # write a report for support
    RESTART = auto()  # restart the program; a game that is going on goes on
    AUDIT_DICE = auto()  # show how often each face has fallen, and whether that is fair

    # The camera.
    CALIBRATE = auto()  # learn where the board lies, how it looks bare, and how the counters look
    FIND_BOARD = auto()  # look for the board in the picture again
    TURN_BOARD = auto()  # swap the ends of A and B
    LEAVE_COUNTERS_ON = auto()  # learn the board with its counters on it; what they hide is guessed
    USE_LAST_CALIBRATION = auto()  # swap the present calibration with the one before
    STUDY = auto()  # show the best move in a position that is laid on the board
    SHOW_CAMERA = auto()  # show what the camera sees and what is read from it
    SAVE_PICTURE = auto()  # save the picture that is shown


class Toggle(Enum):
    """Things that can be switched on and off."""

    CHANCES = auto()  # the bar with the chances to win
    OWN_DICE = auto()  # the players' own dice, in place of the electronic one
    VOICE = auto()  # pages are read aloud, until these visitors leave
    MUTED = auto()

    # For staff.
    HOUSE_RULES = auto()  # visitors may change the rules of a game
    PUZZLES = auto()  # visitors are set puzzles
    OPEN = auto()  # the station, by hand, until its hours say the same
    OPEN_ALL_DAY = auto()  # on that weekday; off: not at all
    CLOSED_DAY = auto()  # the station stays closed on the day that is shown
    DISPLAYS = auto()  # a list of common displays, in place of a bank card to measure the screen with
    FROZEN = auto()  # the camera's picture, with what was read from it
    HAND_TEST = auto()  # the test with a hand over the board


class Named(Enum):
    """Things that can be chosen by their names."""

    GAME = auto()  # one of those on offer; empty: the station's own
    RULES = auto()  # a reconstruction
    LEVEL = auto()  # the computer's, of `companion.game.levels.LEVELS`
    LANGUAGE = auto()  # a code of `companion.presentation.words.LANGUAGES`
    THEME = auto()
    VOICE = auto()  # the VoiceMode: when this station reads pages aloud
    PLACE = auto()  # where the station stands: home or hall
    STEP = auto()  # a SetUp of the first set-up, to open
    SEAT = auto()  # the seat to move in a position that is studied
    PLAYER = auto()  # somebody who takes the next free seat, or gets up
    LETTER = auto()  # of a name that is typed
    LEFT = auto()  # a game that was left, by its number
    BACKUP = auto()  # one on a stick, to restore


class Number(Enum):
    """Things that can be set to a number, or changed by one."""

    THROW = auto()  # the number that the players' own die shows; a digit of their number for the seal
    LEAF = auto()  # from 0, of a page that has several
    CHOICE = auto()  # from 0, of the legal moves of a puzzle
    BEST_OF = auto()  # the games of a match at home
    PIN_DIGIT = auto()
    VOLUME = auto()  # in percent
    WEEKDAY = auto()  # whose hours are shown, 0 for Monday
    OPENS_MIN = auto()  # minutes by which that weekday's opening time is shifted; below 0: earlier
    CLOSES_MIN = auto()  # likewise its closing time
    MONTHS = auto()  # to move on from the day that is shown; below 0: back
    DAYS = auto()  # likewise


@dataclass(frozen=True)
class Switch:
    """Switch something on or off."""

    what: Toggle
    on: bool


@dataclass(frozen=True)
class Pick:
    """Choose something by its name."""

    what: Named
    name: str


@dataclass(frozen=True)
class Enter:
    """Set something to a number, or change it by one."""

    what: Number
    value: int


@dataclass(frozen=True)
class ShowPlace:
    """Point something out to others: a touch on this point of the drawn board."""

    point: Point


@dataclass(frozen=True)
class GiveUp:
    """Ask this player whether to give the game up."""

    seat: Seat


@dataclass(frozen=True)
class Agree:
    """Agree to the end that was proposed."""

    seat: Seat


@dataclass(frozen=True)
class CorrectHalf:
    """Correct a half: it holds one counter of this seat more (`delta` 1) or fewer (-1) than was read."""

    point: Point
    seat: Seat
    delta: int


@dataclass(frozen=True)
class CorrectWith:
    """Let touches on a half mean one counter of this seat more (`delta` 1) or fewer (-1)."""

    seat: Seat
    delta: int


@dataclass(frozen=True)
class SetOption:
    """Set one option of the rules as people write it: `die=knucklebone`, `starter=A`, `to-win=4`."""

    key: str
    value: str


@dataclass(frozen=True)
class PlayAgainst:
    """Let the computer take this seat; None: two people play."""

    seat: Seat | None


@dataclass(frozen=True)
class Diagonal:
    """Set the screen's diagonal; 0: derive it from its pixels."""

    diagonal_mm: float


@dataclass(frozen=True)
class OfferGame:
    """Let visitors choose this reconstruction, by its short name, or not."""

    name: str
    offered: bool


@dataclass(frozen=True)
class DragPoint:
    """Place an outer point of the board (1A, 5A, 1B or 5B), in pixels of the camera's frame."""

    point: Point
    x_px: float
    y_px: float


Intent = (
    Ask
    | Switch
    | Pick
    | Enter
    | ShowPlace
    | GiveUp
    | Agree
    | CorrectHalf
    | CorrectWith
    | SetOption
    | PlayAgainst
    | Diagonal
    | OfferGame
    | DragPoint
)


Kind = Ask | Toggle | Named | Number | type


def kind_of(intent: Intent | None) -> Kind:
    """Return what an intent is about, whatever values it carries."""
    match intent:
        case Switch(what) | Pick(what) | Enter(what):
            return what
        case Ask():
            return intent
    return type(intent)
