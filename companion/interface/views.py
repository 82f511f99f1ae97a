"""Views: one frozen View per page, with exactly what the page shows.

Views know no language and no pixels of the screen. Time comes in as progress from 0 to 1, so the same view is
always the same picture. Which leaf of a page with several is open is part of its view, too.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.game import (
    RECONSTRUCTIONS,
    Action,
    Die,
    Halves,
    LegalMoves,
    Move,
    Outcome,
    Point,
    Position,
    Rules,
    Seat,
)
from companion.game.levels import Level
from companion.game.merits import Why
from companion.interface.faults import Fault
from companion.interface.offers import Offer
from companion.interface.presentation import Theme, VoiceMode
from companion.interface.sight import (
    CameraPicture,
    Corner,
    FlawNote,
    Grade,
    LastReading,
    OwnDice,
    SeenBoard,
    Sight,
    Unclear,
)
from companion.interface.summary import Balance, GameSummary, LuckyThrow, StandOut
from companion.interface.texts import NO_TEXTS, NOTHING_SAID, HousePicture, TextFlaw, Texts, TextSet

if TYPE_CHECKING:
    from companion.board.motion import RigidMotion
from companion.referee.events import Event, Flagged, Passed, Step
from companion.referee.match import HomeMatch
from companion.referee.referee import State

WAY_S = 2.5
"""Seconds that the way of one possible move is shown before the next: six steps are counted in that time."""


class View:
    """The content of a page: a frozen value."""


class ForStaff(View):
    """The content of a page for staff; it names more faults than pages for visitors."""


class Topic(StrEnum):
    """A topic to explain: what belongs to every turn, then rules when they first matter."""

    AIM = "aim"
    THROW = "throw"
    MOVE = "move"
    ENTER = "enter"
    PASS = "pass"
    LEAVE = "leave"
    HIT = "hit"
    SHARE = "share"
    LAST = "last"
    AGAIN = "again"


@dataclass(frozen=True)
class Roll:
    """A throw, and the progress of its roll: 0 just thrown, 1 at rest."""

    die: Die
    face: int
    progress: float = 1.0


@dataclass(frozen=True)
class Opponent:
    """The computer at the table: its seat, and its level."""

    seat: Seat
    level: Level


@dataclass(frozen=True)
class WelcomeView(View):
    """The first page: `rules` are those that `Begin` begins with, `computer` is the opponent's seat.

    `for_staff`: the way to the staff's pages is open to all, for there is no PIN. `greets`: somebody has just
    reached over the board, or moved a counter. `left` counts the games that wait at home.
    """

    rules: Rules
    for_staff: bool = True
    computer: Seat = Seat.B
    texts: Texts = NOTHING_SAID  # the museum's own words in the current language
    logo: HousePicture | None = None
    greets: bool = False
    left: int = 0


@dataclass(frozen=True)
class AboutBoardView(View):
    """The museum's text about its board; the first of so many leaves if the story follows it."""

    texts: Texts
    logo: HousePicture | None = None
    leaves: int = 1


@dataclass(frozen=True)
class StoryView(View):
    """A leaf of the object's story: its `page` counts from 0.

    `texts` and `picture` are the museum's own for this page; what they lack is the station's.
    """

    page: int
    leaf: int = 0
    leaves: int = 1
    texts: Texts = NOTHING_SAID
    picture: HousePicture | None = None


@dataclass(frozen=True)
class AttractView(View):
    """The attract page: a move, a throw and a win, then a page of the object's story, and so on.

    `time_s` is how long that has gone on; the same time is always the same picture. `still`: nothing glides.
    It speaks the languages in turn, beginning with the station's `first`. `house` has the museum's pages;
    `rules` are those of the station's own game, which is shown from its start.
    """

    time_s: float
    rules: Rules
    still: bool = False
    first: str = "en"
    house: TextSet = NO_TEXTS


@dataclass(frozen=True)
class LanguagesView(View):
    """The choice of a language, each named in itself."""


@dataclass(frozen=True)
class Standing:
    """Somebody's games at home: won and played, tonight and ever."""

    name: str
    tonight: tuple[int, int] = (0, 0)
    ever: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class EveningView(View):
    """Who plays whom at home, and the standings; `between` are the games that these two won of each other.

    `erasing`: one more touch erases all names. `unreadable`: the file of names is there and can't be read.
    """

    standings: tuple[Standing, ...]
    match: HomeMatch
    between: tuple[int, ...] = (0, 0)
    erasing: bool = False
    unreadable: bool = False


@dataclass(frozen=True)
class NameView(View):
    """A name being typed, a letter at a time; one that is `known` can't be added again."""

    name: str
    known: bool = False


@dataclass(frozen=True)
class GamesView(View):
    """The games visitors may play, in order; `own` is the station's own game if it is not among them.

    `leaf` 0 has the first two, further ones the others. `researchers`: there is more to choose for them,
    games to compare or rules to change. `opponent` is the computer, whose level is shown; None while two
    people play. `here` replace the offers of the same names that have been played here often enough.
    `puzzles`: there are some to be set.
    """

    offers: tuple[str, ...]
    own: Rules | None = None
    leaf: int = 0
    opponent: Opponent | None = None
    researchers: bool = True
    here: tuple[Offer, ...] = ()
    puzzles: bool = False


@dataclass(frozen=True)
class ChooseGameView(View):
    """All options of a game, over several leaves; their number depends on the size of the screen.

    `clash`: the two options, as `key=value`, that were just asked for and contradict each other.
    `advice`: options, as `key=value`, that make this mix a better game.
    """

    rules: Rules
    own_dice: bool = False
    leaf: int = 0
    clash: tuple[str, str] | None = None
    advice: tuple[str, ...] = ()
    opponent: Opponent | None = None  # the computer, if it takes a seat; None while two people play
    offered: tuple[str, ...] = tuple(RECONSTRUCTIONS)
    """The reconstructions that may be chosen, by their short names."""
    house_rules: bool = True  # True if dice, starter and options may be changed


@dataclass(frozen=True)
class SetUpView(View):
    """The board being laid for `position`; `ready` once exactly that is seen."""

    rules: Rules
    position: Position
    seen: SeenBoard
    ready: bool = False
    opponent: Opponent | None = None
    sealed: bool = False  # True if the electronic die is sealed; the seal can be looked at
    teaching: bool = False  # as in PlayView


@dataclass(frozen=True)
class ThrowOffView(View):
    """The throw-off; the higher throw starts: `seat` is to throw next, None once it is decided.

    `tied` tells that the throws before were equal. With own dice a number is tapped instead.
    """

    die: Die
    seat: Seat | None
    rolls: tuple[Roll | None, Roll | None] = (None, None)  # the throws of A and of B
    winner: Seat | None = None
    tied: bool = False
    own_dice: bool = False
    opponent: Opponent | None = None
    offered: OwnDice | None = None  # what was thrown, with own dice; a person may confirm its face

    def roll_of(self, seat: Seat) -> Roll | None:
        """Return the throw of one seat."""
        return self.rolls[seat is Seat.B]


@dataclass(frozen=True)
class PlayView(View):
    """A game in progress: `state.throw` shows whether the seat is to throw or to move.

    `roll` is the die on the table, `last` what happened last, `hints` the legal moves if somebody asked for
    them. `zugzwang` and `forced` are shown with the throw they belong to.
    """

    state: State
    seen: SeenBoard
    roll: Roll | None = None
    last: Event | None = None
    hints: LegalMoves | None = None
    turn: int = 0  # counts up while `hints` are shown: the way of one of them is drawn, each in its turn
    zugzwang: bool = False
    forced: bool = False
    may_decline: bool = False
    may_take_back: bool = False
    own_dice: bool = False
    counted: int = 0  # presses of the button counted so far for this throw, with own dice
    offered: OwnDice | None = None  # as in ThrowOffView; after a throw, another face that lies there
    opponent: Opponent | None = None
    chosen: Action | None = None  # the computer's choice for its throw; a person carries it out on the board
    best: Action | None = None  # the best action for the throw, if somebody asked for a hint
    why: Why | None = None  # what makes it better than the next best, if the chances show that
    names_best: bool = True
    """True if its destination is shown, too; at the first request only its counter glows."""
    pointed: Move | tuple[Point, ...] = ()
    """A move that the player to move points out on the drawn board: source, then target; or a legal move."""
    chance_a: float | None = None
    """Seat A's chance to win, if the bar is wanted and the chances are known.

    Before the throw over all throws, and once the die lies still with this throw, both playing their best.
    """
    solving: float | None = None  # progress of working out the chances, 0 to 1, while a page waits for them
    may_advise: bool = True  # True if a hint may be asked for with this throw
    votes: tuple[int, ...] = ()  # how many phones would make each of the legal choices, if they vote
    glide: float = 1.0  # progress of the last move's animation: 0 just seen, 1 its counter lies where it went
    taps: bool = False  # in the first lesson the hand beside the throw is down, as it taps
    topic: Topic | None = None
    """The topic explained to the seat whose turn it is, while the game is new to it."""
    teaching: bool = False
    """True if anybody is still being taught; players can then say that they know the game."""
    unclear: Unclear | None = None  # the cause why the board can't be read, once that has lasted some seconds


@dataclass(frozen=True)
class NotSoView(View):
    """A board that the rules don't allow; `remedy` is what is still to put right.

    `film` shows the right way until 1, and from then to 2 how the counter goes back; then it rests.
    """

    state: State
    seen: SeenBoard
    flagged: Flagged
    remedy: tuple[Step, ...]
    opponent: Opponent | None = None
    own_dice: bool = False
    film: float = 2.0


@dataclass(frozen=True)
class PassView(View):
    """A turn has passed because nothing could move; the other seat throws next."""

    state: State
    seen: SeenBoard
    passed: Passed
    roll: Roll | None = None
    turn: int = 0  # as in PlayView, for the ways that are blocked
    own_dice: bool = False
    opponent: Opponent | None = None
    offered: OwnDice | None = None  # as in ThrowOffView


@dataclass(frozen=True)
class WonView(View):
    """The end of a game; `sealed` with the electronic die, whose throws can now be checked.

    `shown` is how far the winner has been celebrated, 0 to 1. `shortest` is the number of throws of the
    shortest game with these rules that was won here today; None while it is not known, or the only one.
    `address` is the page on which a phone can replay the game, if there is one. `rung` is the level to try
    next against the computer: the same one means with tips. `match` is that of two people at home.
    """

    state: State
    outcome: Outcome
    summary: GameSummary
    sealed: bool = False
    opponent: Opponent | None = None
    shown: float = 1.0
    shortest: int | None = None
    address: str | None = None
    rung: Level | None = None
    match: HomeMatch | None = None


WAS_IT_LUCK = 1  # the leaf of an InsightView that answers what most people ask after a game


@dataclass(frozen=True)
class InsightView(View):
    """The turning points of a game: seat A's chance, 0 to 1, at the start and after each turn.

    `solving` is the progress of working out the chances, 0 to 1, None once they are known; until then the
    rest is empty. `leaf` 0 is the chance over time, 1 luck and choices, 2 the best choice, 3 the worst.
    """

    outcome: Outcome
    chances_a: tuple[float, ...] = ()
    balances: tuple[Balance, Balance] | None = None  # the balances of A and B
    finest: StandOut | None = None
    worst: StandOut | None = None
    solving: float | None = None
    leaf: int = 0
    luckiest: LuckyThrow | None = None


@dataclass(frozen=True)
class PuzzleView(View):
    """A throw in a game that was played here, for which the best move is to be found.

    Once somebody has `picked` one, `loss` is the chance to win that it gives away, 0 to 1; `best` is the best
    move, which has this `chance`, `why` is what makes it better, and `played` was made in the game. Turn 0
    shows what was picked, and then what is best.
    """

    state: State
    leaf: int = 0
    leaves: int = 1
    picked: Action | None = None
    loss: float = 0.0
    chance: float = 1.0
    best: Action | None = None
    played: Action | None = None
    why: Why | None = None
    turn: int = 1


@dataclass(frozen=True)
class SealView(View):
    """The seal of the electronic die, in hexadecimal: the commitment, and after the game the seed.

    `number` is what the players added, empty for nothing; before the first throw they still `may_add` to it,
    and the seal of the game `before` can be seen, if there is one. Where there is little room, `leaf` 0 is
    the QR code and 1 the digits.
    """

    commitment: str
    number: str = ""
    seed: str | None = None
    may_add: bool = False
    before: bool = False
    leaf: int = 0


@dataclass(frozen=True)
class NumberView(View):
    """The players' number being typed, a digit at a time."""

    number: str


@dataclass(frozen=True)
class RulesView(View):
    """The rules of a game, a leaf at a time."""

    rules: Rules
    leaf: int = 0


@dataclass(frozen=True)
class PauseView(View):
    """A game at rest, and all that players can do besides playing."""

    state: State
    may_take_back: bool = False
    sealed: bool = False
    chance_shown: bool = False
    opponent: Opponent | None = None
    for_staff: bool = True  # True if the way to the staff pages is open to all, as in WelcomeView
    may_follow: bool = False  # True if a phone can follow the game


@dataclass(frozen=True)
class FollowCodeView(View):
    """The code by which a phone follows the game: `address`, with its key; `short` is without."""

    address: str
    short: str


class Ending(StrEnum):
    """A way to end a game before it is won, or to leave it."""

    DRAW = "draw"
    GIVEN_UP = "given-up"
    ANOTHER_GAME = "another-game"


@dataclass(frozen=True)
class EndingView(View):
    """The question whether to end the game in this way; it ends when all who are `asked` have `agreed`.

    `opponent` is the computer, which is never asked.
    """

    ending: Ending
    asked: tuple[Seat, ...]
    agreed: tuple[Seat, ...] = ()
    opponent: Opponent | None = None


@dataclass(frozen=True)
class StillThereView(View):
    """The prompt after a while without input: in some seconds the first page comes, unless somebody acts.

    `in_game`: a game is left then.
    """

    seconds: int
    in_game: bool


@dataclass(frozen=True)
class MessageView(View):
    """A message from staff elsewhere."""

    text: str


@dataclass(frozen=True)
class ClosingView(View):
    """The countdown before closing; a game in progress (`in_game`) is kept.

    `last`: it will not be put off any more.
    """

    seconds: int
    in_game: bool
    last: bool = False


@dataclass(frozen=True)
class ClosedView(View):
    """A dark screen while the station is closed, until somebody touches it."""


@dataclass(frozen=True)
class ResumeView(View):
    """The offer of an unfinished game, or a move taken back; `steps` restore the board (None: not seen).

    `others`: at home, other games wait, too.
    """

    state: State
    seen: SeenBoard
    steps: tuple[Step, ...] | None = None
    taken_back: bool = False
    opponent: Opponent | None = None
    others: bool = False


@dataclass(frozen=True)
class LeftGame:
    """A game that waits at home: who plays it, and when it was played last, in local time."""

    number: int
    rules: Rules
    position: Position
    played: datetime
    players: tuple[str, ...] = ("", "")
    opponent: Opponent | None = None


@dataclass(frozen=True)
class LeftView(View):
    """The games that wait at home, the one that was played last first."""

    games: tuple[LeftGame, ...]
    leaf: int = 0


@dataclass(frozen=True)
class CorrectView(View):
    """A correction of a reading by hand: `halves` as corrected so far.

    A touch on a half means one counter of `seat` more (`delta` 1) or fewer (-1).
    """

    halves: Halves
    seat: Seat = Seat.A
    delta: int = 1


class PinAsked(StrEnum):
    """The PIN to type: the present one, a new one, or the new one again."""

    PRESENT = "present"
    NEW = "new"
    AGAIN = "again"


@dataclass(frozen=True)
class PinView(View):
    """A PIN being typed, of which only the number of digits is shown.

    `wrong`: the one before was; `wait_s`: nothing can be tried for so many seconds.
    """

    asked: PinAsked
    typed: int = 0
    wrong: bool = False
    wait_s: int = 0
    may_type: bool = True
    may_enter: bool = False


@dataclass(frozen=True)
class StaffView(ForStaff):
    """The staff menu, over as many leaves as the screen needs.

    `locked`: a PIN guards them. `report` is where the last report was written.
    """

    locked: bool
    report: str | None = None
    leaf: int = 0


@dataclass(frozen=True)
class SettingsView(ForStaff):
    """Sound and light, for staff."""

    volume_percent: int
    muted: bool
    theme: Theme
    voice: VoiceMode = VoiceMode.OFF


class CalibrationStep(StrEnum):
    """The steps of a calibration: each asks for one thing."""

    FIND = "find"
    EMPTY = "empty"
    LAY = "lay"
    LEARN = "learn"
    RESULT = "result"


@dataclass(frozen=True)
class SoundView(View):
    """The volume, for visitors."""

    volume_percent: int
    muted: bool
    speaks: bool | None = None  # True if pages are spoken; None where no voice is offered


@dataclass(frozen=True)
class OfferView(ForStaff):
    """The station's own game and what visitors may choose, over as many leaves as the screen needs."""

    name: str
    offered: tuple[str, ...]
    house_rules: bool
    leaf: int = 0
    puzzles: bool = True  # True if visitors are set puzzles


@dataclass(frozen=True)
class DayTime:
    """A weekday, 0 for Monday, and a time of day."""

    weekday: int
    time: str


class ScreenTrial(StrEnum):
    """The result of switching the screen off and on again."""

    DONE = "done"
    BLACK = "black"  # there is nothing to switch: the page is black, but the screen stays on
    FAILED = "failed"


@dataclass(frozen=True)
class HoursView(ForStaff):
    """The opening hours of each weekday from Monday on, and the days on which the station stays closed.

    `now` is None while nobody can be sure of the time; `until` is when it opens or closes next, if ever.
    """

    week: tuple[tuple[str, ...], ...]
    closed_days: int = 0
    is_open: bool = True
    now: DayTime | None = None
    until: DayTime | None = None
    leaf: int = 0
    trial: ScreenTrial | None = None


class DayKind(StrEnum):
    """The kind of a weekday's hours."""

    CLOSED = "closed"
    ALL_DAY = "all-day"
    HOURS = "hours"


@dataclass(frozen=True)
class DayView(ForStaff):
    """The hours of a weekday being set; one with several spans is shown, and set in the settings file."""

    weekday: int
    kind: DayKind
    spans: tuple[tuple[str, str], ...] = ()  # the spans of opening hours


@dataclass(frozen=True)
class ClosedDaysView(ForStaff):
    """The days on which the station stays closed, as written, and one that can be added.

    `date` is that day's, `weekday` 0 for a Monday; `by`: it stands there already, under this entry.
    """

    date: str
    weekday: int
    by: str | None = None
    listed: tuple[str, ...] = ()


@dataclass(frozen=True)
class TextRow:
    """The museum's texts that exist in a language."""

    language: str
    title: bool = False
    line: bool = False
    about: bool = False


@dataclass(frozen=True)
class TextsView(ForStaff):
    """The museum's texts and pages of the story that are kept, and what keeps those found from being used."""

    rows: tuple[TextRow, ...]
    logo: bool = False
    story: tuple[int, ...] = ()
    flaws: tuple[TextFlaw, ...] = ()
    folder: str = ""


@dataclass(frozen=True)
class PreviewView(ForStaff):
    """A page with the museum's texts as visitors will see it, before they are kept or as they are."""

    page: WelcomeView | AboutBoardView | StoryView
    language: str
    leaf: int = 0
    leaves: int = 1
    may_keep: bool = False


class BackupResult(StrEnum):
    """The end of a backup or a restore; but for the first two, nothing has changed."""

    SAVED = "saved"
    RESTORED = "restored"
    NO_STICK = "no-stick"
    FULL = "full"
    READ_ONLY = "read-only"
    PULLED_OUT = "pulled-out"
    DAMAGED = "damaged"
    ENCRYPTED = "encrypted"
    NEWER = "newer"
    FAILED = "failed"


@dataclass(frozen=True)
class BackupDone:
    """The result; with the file's name, the games that were left out, and the settings that stay as here."""

    result: BackupResult
    name: str = ""
    games: int = 0
    settings: tuple[str, ...] = ()


@dataclass(frozen=True)
class FoundBackup:
    """A backup on the stick, and when it was written, in local time."""

    name: str
    written: datetime


@dataclass(frozen=True)
class BackupView(ForStaff):
    """Backups on a USB stick; `found` None: there is no stick.

    `megabytes` are those that are done of what goes on; None while nothing does. `asking` is the backup that
    one more touch restores.
    """

    found: tuple[FoundBackup, ...] | None
    megabytes: int | None = None
    asking: str = ""
    done: BackupDone | None = None


class UpdateState(StrEnum):
    """The state of an update, or its end: the words of `deploy/service/update-from-stick`."""

    WORKING = "working"
    DONE = "done"
    NO_KEY = "no-key"
    READ_ONLY = "read-only"
    NO_RELEASE = "no-release"
    NO_ROOM = "no-room"
    UNSIGNED = "unsigned"
    DAMAGED = "damaged"
    OLDER = "older"
    NOT_UP = "not-up"
    FAILED = "failed"


@dataclass(frozen=True)
class Update:
    """The newest release on the stick, and the version that was installed before this one.

    `found` is empty without a release, None without a stick; `newer` tells whether it is newer than this
    version. `state` is that of the last update since the machine was switched on, `version` its target.
    """

    found: str | None = None
    newer: bool = False
    previous: str = ""
    state: UpdateState | None = None
    version: str = ""


@dataclass(frozen=True)
class UpdateView(ForStaff):
    """The version that is installed, and what can take its place; None where another program installs."""

    version: str
    update: Update | None


@dataclass(frozen=True)
class TodayView(ForStaff):
    """Today's visits: how many there were, and how long the first move took.

    `so_far`: how many came to the set-up, the first throw, the first legal move, the second turn, the end.
    Not `dated`, the clock is not set, and the visits are those since the machine was switched on.
    """

    visits: int = 0
    so_far: tuple[int, ...] = (0, 0, 0, 0, 0)
    median_first_move_s: float | None = None
    not_so: int = 0
    dated: bool = True


@dataclass(frozen=True)
class Hotspot:
    """A wireless network for phones: while it is open, its name and password; else why it isn't, if known.

    `failure` is a word of `deploy/service/hotspot` or its guard, never a sentence.
    """

    name: str = ""
    password: str = ""
    failure: str = ""

    @property
    def code(self) -> str:
        """Return the text of a QR code by which a phone joins the open network."""
        name, password = (re.sub(r'([\\;,:"])', r"\\\1", it) for it in (self.name, self.password))
        return f"WIFI:T:WPA;S:{name};P:{password};;"


@dataclass(frozen=True)
class AboutView(ForStaff):
    """Facts about this station.

    `hotspot` is None where the system opens none; `opening`, one was asked for and isn't there yet.
    """

    version: str
    hotspot: Hotspot | None = None
    opening: bool = False


@dataclass(frozen=True)
class CalibrationView(ForStaff):
    """A calibration in progress, over the live picture; all places are in pixels of that picture."""

    step: CalibrationStep
    picture: CameraPicture | None
    corners: tuple[Corner, ...] = ()
    chosen: Point | None = None
    """The corner that is being dragged, or was last; its surroundings are magnified."""
    found: bool | None = None  # True if the board was found by itself; None while it is looked for
    moving: bool = False  # True if something moves: nothing is taken until it is still
    laid: Halves | None = None  # the position to lay on the board now
    noticed: tuple[Point, ...] | None = None
    """Points where something is noticed that was not on the bare board, if that was seen."""
    reading: LastReading | None = None
    """The board as read with the new calibration; None before that, or when nothing could be learned."""
    grade: Grade | None = None
    guessed: bool = False  # True if counters hid parts of the board, which are guessed until they move
    remarks: tuple[FlawNote, ...] = ()
    """Suggestions for improvement; only the first is shown, as people fix one thing at a time."""
    has_last: bool = False  # True if there is a calibration before the present one to go back to


class HandTest(StrEnum):
    """A test whether a hand over the board is seen: hold one there, take it away, done."""

    HOLD = "hold"
    SEEN = "seen"
    PASSED = "passed"


@dataclass(frozen=True)
class CameraView(ForStaff):
    """The camera's current picture, large, and the last reading."""

    picture: CameraPicture | None
    reading: LastReading | None
    sight: Sight = Sight.NO_PICTURE  # the state of the board's view now
    frozen: bool = False  # True if the picture stands still
    saved: str | None = None  # the folder and file in which the picture was saved; empty when it could not be
    hand: HandTest | None = None  # progress of the test whether a hand is seen


@dataclass(frozen=True)
class StudyView(ForStaff):
    """A position laid on the board, whose turn it is and the throw, if one is chosen: the best thing to do.

    `chance_a` is None while the chances are being worked out (`solving`), and for a position that can't come
    up. `may_correct`: what is read can be put right, or entered, by hand.
    """

    state: State
    seen: SeenBoard
    best: Action | None = None
    chance_a: float | None = None
    solving: float | None = None
    may_correct: bool = True


@dataclass(frozen=True)
class DiceAuditView(ForStaff):
    """Counts of each face of a die, in the order of its faces, and the probability of that or worse.

    `p_value` is None while there are too few throws to tell. `damaged` games are not counted: they are not
    as they were stored.
    """

    die: Die
    counts: tuple[int, ...]
    p_value: float | None
    damaged: int = 0


@dataclass(frozen=True)
class OutOfOrderView(View):
    """A fault that has to be fixed before anything can go on.

    Why is for the staff, on their page.
    """

    fault: Fault
    may_go_without: bool = False
    """True if the game can go on without the device, with the board entered by hand."""
    motion: "RigidMotion | None" = None  # how far the board lies from where it was learned, if that is known
    picture: CameraPicture | None = None  # the camera's view without the board, and its place there
    place: tuple[Corner, ...] = ()
    may_stay: bool = False  # True if the board may be read where it lies now
