"""What a person can ask for on the screen; the station decides what comes of it."""

from dataclasses import dataclass

from companion.game import Point, Seat
from companion.interface.setting_up import SetUp
from companion.interface.theme import Theme
from companion.interface.voice import Voice

# In play.


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw the electronic die, for whoever is to throw (in the throw-off as well)."""


@dataclass(frozen=True, slots=True)
class TapNumber:
    """The players' own die shows this number."""

    value: int


@dataclass(frozen=True, slots=True)
class WhatCanIPlay:
    """Show or hide the legal moves on the drawn board."""


@dataclass(frozen=True, slots=True)
class KnowIt:
    """Nobody here needs to be taught the game."""


@dataclass(frozen=True, slots=True)
class Advise:
    """Show the best move with this throw, or hide it again."""


@dataclass(frozen=True, slots=True)
class ShowPlace:
    """Show others a point of the board, by a touch on the drawn one: somebody else moves the counter."""

    point: Point


@dataclass(frozen=True, slots=True)
class ShowMove:
    """Show others another of the legal moves, or none after the last: a touch where points lie too close."""


@dataclass(frozen=True, slots=True)
class ShowChance:
    """Whether the bar with the chances to win is shown."""

    shown: bool


@dataclass(frozen=True, slots=True)
class ShowInsight:
    """Show what decided the game that is over."""


@dataclass(frozen=True, slots=True)
class Decline:
    """The player stays, where the rules leave that choice."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last move back."""


@dataclass(frozen=True, slots=True)
class AgreeDraw:
    """Ask both players whether they agree on a draw."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Ask a player whether the game is to be given up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Agree:
    """A player who was asked wants the game to end so."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Correct:
    """Open the page on which a wrong reading is put right by hand."""


@dataclass(frozen=True, slots=True)
class CorrectHalf:
    """One counter of a seat more (`delta` 1) or fewer (-1) lies on a half than was read."""

    point: Point
    seat: Seat
    delta: int


@dataclass(frozen=True, slots=True)
class CorrectWith:
    """From now on a touch on a half means one counter of this seat more (`delta` 1) or fewer (-1)."""

    seat: Seat
    delta: int


# Choosing a game.


@dataclass(frozen=True, slots=True)
class Welcome:
    """Somebody has come: show the first page."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Choose and begin another game; leaves one that is going on."""


@dataclass(frozen=True, slots=True)
class PlayGame:
    """Play this game that is offered, by its short name; None: the station's own."""

    name: str | None


@dataclass(frozen=True, slots=True)
class ShowAllRules:
    """Show all games there are, and every rule that can be changed."""


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
    """Whether the players throw dice of their own."""

    own: bool


@dataclass(frozen=True, slots=True)
class PlayAgainst:
    """The computer takes this seat, None: two people play."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Strength:
    """The computer plays at this level, by its name in `companion.analysis.play.levels.LEVELS`."""

    name: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Go to the next step: from the choice to the set-up, from the set-up to the first throw."""


# Finding one's way.


@dataclass(frozen=True, slots=True)
class TurnTo:
    """Show another leaf, counted from 0, of a page that has several."""

    leaf: int


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Read the rules of the game."""


@dataclass(frozen=True, slots=True)
class ShowAboutBoard:
    """Read what the house says about its board."""


@dataclass(frozen=True, slots=True)
class ShowFollowCode:
    """Show the code by which a phone follows the game."""


@dataclass(frozen=True, slots=True)
class ShowSeal:
    """Show the seal of the electronic die."""


@dataclass(frozen=True, slots=True)
class AddNumber:
    """Add a number of the players' own to the sealed die."""


@dataclass(frozen=True, slots=True)
class DeleteDigit:
    """Take the last digit of the players' number away."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Rest; nothing on the board is watched."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on: with a paused or an unfinished game, or after a fault."""


@dataclass(frozen=True, slots=True)
class GoWithout:
    """Go on without what is out of order, until it is mended."""


@dataclass(frozen=True, slots=True)
class Back:
    """Leave this page for the one before."""


@dataclass(frozen=True, slots=True)
class ShowLanguages:
    """Show the page on which the language is chosen."""


@dataclass(frozen=True, slots=True)
class Language:
    """Show the pages in this language: a code of `companion.words.LANGUAGES`."""

    code: str


# Settings for staff.


@dataclass(frozen=True, slots=True)
class OpenStaff:
    """Show the staff's pages; where there is a PIN, it is asked for first."""


@dataclass(frozen=True, slots=True)
class PinDigit:
    """A digit of a PIN."""

    digit: int


@dataclass(frozen=True, slots=True)
class PinErase:
    """The last digit of the PIN was wrong."""


@dataclass(frozen=True, slots=True)
class PinEnter:
    """The PIN is complete."""


@dataclass(frozen=True, slots=True)
class ChangePin:
    """Choose another PIN."""


@dataclass(frozen=True, slots=True)
class RemovePin:
    """Have no PIN any more."""


@dataclass(frozen=True, slots=True)
class ShowSettingUp:
    """Show the steps of setting the station up."""


@dataclass(frozen=True, slots=True)
class OpenStep:
    """Go to this step of setting up."""

    step: SetUp


@dataclass(frozen=True, slots=True)
class Later:
    """Leave this step of setting up for later."""


@dataclass(frozen=True, slots=True)
class Diagonal:
    """The screen is so large from corner to corner; 0: as is usual for its pixels."""

    diagonal_mm: float


@dataclass(frozen=True, slots=True)
class ListDisplays:
    """Whether usual displays are listed, instead of a bank card being drawn."""

    listed: bool


@dataclass(frozen=True, slots=True)
class TryLamps:
    """Let the lamps shine one after the other."""


@dataclass(frozen=True, slots=True)
class TrySound:
    """Let a sound be heard."""


@dataclass(frozen=True, slots=True)
class ShowLook:
    """Show sound and light, as staff set them."""


@dataclass(frozen=True, slots=True)
class ShowSound:
    """Show how loud it is, as visitors may change it."""


@dataclass(frozen=True, slots=True)
class ShowOffer:
    """Show the station's own game, and what visitors may choose."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Whether visitors may choose this reconstruction, by its short name."""

    name: str
    offered: bool


@dataclass(frozen=True, slots=True)
class OfferHouseRules:
    """Whether visitors may change the rules of a game."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class ShowHours:
    """Show when the station is open."""


@dataclass(frozen=True, slots=True)
class OpenNow:
    """Whether the station is open from now on, until its hours say the same."""

    opened: bool


@dataclass(frozen=True, slots=True)
class TryScreen:
    """Switch the screen off, and on again."""


@dataclass(frozen=True, slots=True)
class ShowDay:
    """Show the hours of a weekday, 0 for Monday."""

    weekday: int


@dataclass(frozen=True, slots=True)
class OpenAllDay:
    """The station is open on that weekday for the whole day, or not at all."""

    opened: bool


@dataclass(frozen=True, slots=True)
class OpenForHours:
    """The station is open on that weekday from one time to another."""


@dataclass(frozen=True, slots=True)
class ShiftHours:
    """That weekday the station opens, and closes, so many minutes later; below 0, earlier."""

    opens_min: int = 0
    closes_min: int = 0


@dataclass(frozen=True, slots=True)
class SameEveryDay:
    """Every weekday has the hours of this one."""


@dataclass(frozen=True, slots=True)
class ShowClosedDays:
    """Show on which days the station stays closed."""


@dataclass(frozen=True, slots=True)
class PickDay:
    """Go so many months and days on from the day that is shown; back where it is less than 0."""

    months: int = 0
    days: int = 0


@dataclass(frozen=True, slots=True)
class StayClosed:
    """Whether the station stays closed on the day that is shown."""

    closed: bool


@dataclass(frozen=True, slots=True)
class ShowHouse:
    """Show which texts of the house's own there are."""


@dataclass(frozen=True, slots=True)
class FindTexts:
    """Look for texts on a stick or the card."""


@dataclass(frozen=True, slots=True)
class ShowTexts:
    """Show the texts that are kept as visitors see them."""


@dataclass(frozen=True, slots=True)
class KeepTexts:
    """Keep the texts that were found, in place of those that are kept."""


@dataclass(frozen=True, slots=True)
class RemoveTexts:
    """Keep no texts any more."""


@dataclass(frozen=True, slots=True)
class ShowToday:
    """Show what has come of today's visits."""


@dataclass(frozen=True, slots=True)
class ShowAbout:
    """Show what this station is, and where it keeps its things."""


@dataclass(frozen=True, slots=True)
class MakeReport:
    """Write a report for somebody who can help."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Start the program anew; a game that is going on goes on."""


@dataclass(frozen=True, slots=True)
class Volume:
    """Make the sound this loud, in percent."""

    percent: int


@dataclass(frozen=True, slots=True)
class Mute:
    """Whether sound is off."""

    muted: bool


@dataclass(frozen=True, slots=True)
class LookAround:
    """Go on to the next thing on the page that can be chosen: somebody is there, and nothing else changes."""


@dataclass(frozen=True, slots=True)
class Speak:
    """Whether pages are spoken, as long as these visitors stay."""

    on: bool


@dataclass(frozen=True, slots=True)
class ChooseVoice:
    """Whether pages are spoken at this station."""

    voice: Voice


@dataclass(frozen=True, slots=True)
class ChooseTheme:
    """Show the pages in this theme."""

    theme: Theme


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Teach the station its board: where it lies, how it looks bare, and how the counters look."""


@dataclass(frozen=True, slots=True)
class DragPoint:
    """An outer point of the board (1A, 5A, 1B or 5B) lies here, in pixels of the camera's frame."""

    point: Point
    x_px: float
    y_px: float


@dataclass(frozen=True, slots=True)
class FindBoard:
    """Look for the board in the picture again."""


@dataclass(frozen=True, slots=True)
class TurnBoard:
    """The board lies the other way round: A's points are where B's seemed to be."""


@dataclass(frozen=True, slots=True)
class UseLastCalibration:
    """Go back to the calibration before this one; once more comes back to this one."""


@dataclass(frozen=True, slots=True)
class ShowCamera:
    """Show what the camera sees and what is read from it."""


@dataclass(frozen=True, slots=True)
class Freeze:
    """Whether the camera's picture stands still, with what was read from it."""

    frozen: bool


@dataclass(frozen=True, slots=True)
class SavePicture:
    """Keep the picture that is shown in a file."""


@dataclass(frozen=True, slots=True)
class TryHand:
    """Whether a hand over the board is to be tried out."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class AuditDice:
    """Show how often each face has fallen, and whether that is fair."""


Intent = (
    Throw
    | TapNumber
    | WhatCanIPlay
    | KnowIt
    | Advise
    | ShowPlace
    | ShowMove
    | ShowChance
    | ShowInsight
    | Decline
    | TakeBack
    | AgreeDraw
    | GiveUp
    | Agree
    | Correct
    | CorrectHalf
    | CorrectWith
    | Welcome
    | NewGame
    | PlayGame
    | ShowAllRules
    | ChooseRules
    | SetOption
    | OwnDice
    | PlayAgainst
    | Strength
    | Begin
    | TurnTo
    | ShowRules
    | ShowAboutBoard
    | ShowFollowCode
    | ShowSeal
    | AddNumber
    | DeleteDigit
    | Pause
    | GoOn
    | GoWithout
    | Back
    | ShowLanguages
    | Language
    | OpenStaff
    | PinDigit
    | PinErase
    | PinEnter
    | ChangePin
    | RemovePin
    | ShowSettingUp
    | OpenStep
    | Later
    | Diagonal
    | ListDisplays
    | TryLamps
    | TrySound
    | ShowLook
    | ShowSound
    | ShowOffer
    | Offer
    | OfferHouseRules
    | ShowHours
    | OpenNow
    | TryScreen
    | ShowDay
    | OpenAllDay
    | OpenForHours
    | ShiftHours
    | SameEveryDay
    | ShowClosedDays
    | PickDay
    | StayClosed
    | ShowHouse
    | FindTexts
    | ShowTexts
    | KeepTexts
    | RemoveTexts
    | ShowToday
    | ShowAbout
    | MakeReport
    | Restart
    | Volume
    | Mute
    | LookAround
    | Speak
    | ChooseVoice
    | ChooseTheme
    | Calibrate
    | DragPoint
    | FindBoard
    | TurnBoard
    | UseLastCalibration
    | ShowCamera
    | Freeze
    | SavePicture
    | TryHand
    | AuditDice
)
