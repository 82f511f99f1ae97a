"""The base class of pages, and the state that pages share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.analysis.play.puzzles import Puzzle
from companion.board.spec import STANDARD, BoardSpec
from companion.game import LegalMoves, Outcome, Rules, Seat
from companion.game.fair_die import FairDie
from companion.interface.faults import BLINDING, Fault
from companion.interface.intents import Diagonal, Intent
from companion.interface.presentation import Theme, VoiceMode
from companion.interface.sight import Corner
from companion.interface.texts import Texts, TextSet
from companion.interface.views import Opponent, View
from companion.journal import SeedRevealed
from companion.journal.journal import MAX_RECENT
from companion.referee.match import NOBODY, HomeMatch
from companion.settings.sections import Settings
from companion.station import effects
from companion.station.board.board import BoardState
from companion.station.board.calibrating import Calibrating
from companion.station.game.chances import Chances
from companion.station.game.choice import GameChoice, choice_of
from companion.station.game.evening import scored
from companion.station.game.game_at_table import GameAtTable
from companion.station.game.opponent import needs_chances
from companion.station.game.tutorial import Tutorial
from companion.station.game.visit_log import VisitLog
from companion.station.open_state import OpenState
from companion.station.stimuli import BoardKnown, ChancesNotFound
from companion.station.timings import Patience, Timings
from companion.system.pin_guard import PinGuard
from hardware.lamps import Lamp, Pattern
from hardware.wall_clock import WallClock

SHOWN_S = 300.0  # seconds after which a message expires
NO_VOTES: tuple[int, LegalMoves | None, tuple[int, ...]] = (0, None, ())
READ_S = 2.0  # seconds that a message stays at least: a press may have been meant for the page below


@dataclass(frozen=True, eq=False)
class StaffMessage:
    """A message, and when it expires."""

    text: str
    until_s: float


class FlowStage(StrEnum):
    """The stages of the flow from a first look to the end of a game."""

    WELCOME = "welcome"
    CHOOSE = "choose"
    SET_UP = "set-up"
    THROW_OFF = "throw-off"
    PLAY = "play"
    WON = "won"
    RESUME = "resume"


KEY_BYTES = 10  # bytes of a key: too many to guess, and few enough for a code that any phone can read


class StationPage:
    """A page of the station: entered, given what happens, and left; `context.now_s` is the time."""

    watches = True  # True if the page of the flow still sees the board while this page is laid over it

    wants_pictures = False  # True if it shows the camera's newest picture

    patience = Patience.USUAL
    """The time that the page may be left alone before it gives way to the first page."""

    lights = False  # True if it controls the lamps while it is laid over others

    for_staff = False  # True if changes made on it, and on pages laid over it, are permanent

    may_rest = False  # True if the station may look less often when it is left alone: nobody plays

    offers_game = False  # True if it offers to go on with a game

    dark = False  # True if nothing is to be seen: the station is closed, and its lamps are off

    makes_way = False  # True if further pages are laid over it anyway

    asks_who_is_there = False  # True if somebody has to answer it before anything else is shown

    lasts = False  # True if it stays when the other pages are taken away because people play on, or have left

    def replaces(self, other: "StationPage") -> bool:
        """True if another page that is laid over others makes way for this one."""
        return type(other) is type(self)

    def enter(self, context: "Context") -> None:
        """Enter the page; also when a page that was laid over it is taken away."""

    def leave(self, context: "Context") -> None:
        """Leave the page."""

    def press(self, context: "Context") -> None:
        """Handle a press of the dice button."""

    def hold(self, context: "Context") -> None:
        """Handle the dice button being held down."""

    def handle(self, context: "Context", intent: Intent) -> bool:
        """True if the page knows what to do about an intent, and has done it."""
        return False

    def see(self, context: "Context") -> None:
        """Handle a new observation of the board."""

    def new_picture(self, context: "Context") -> None:
        """Handle the newest picture, on a page that wants pictures."""

    def hear(self, context: "Context", news: BoardKnown | ChancesNotFound) -> None:
        """Handle a learned board, or the news that chances can't be had."""

    def tick(self, context: "Context") -> None:
        """Handle the passing of time."""

    def view(self, context: "Context") -> View:
        """Return the view to show."""
        raise NotImplementedError

    def lamps(self, context: "Context") -> dict[Lamp, Pattern]:
        """Return the lamps to light, while this is the page of the flow or controls the lamps."""
        return {}


class Context(effects.ToDo):
    """The state that all pages share: the game, the board, the faults, and the effects to carry out.

    `flow` makes the page of a stage; `settings` say what is chosen until visitors choose otherwise. `urandom`
    is the source of seeds (`os.urandom`). `spec` has the measures of the board that may be calibrated, `wall`
    is the clock on the wall. Pages assign only what is listed last; the rest has methods.
    """

    def __init__(
        self,
        flow: Mapping[FlowStage, Callable[[], StationPage]],
        rules: Rules,
        settings: Settings,
        timings: Timings,
        urandom: Callable[[int], bytes],
        now_s: float,
        spec: BoardSpec = STANDARD,
        wall: WallClock = lambda: None,
    ) -> None:
        super().__init__()
        self.timings: Final = timings
        self.urandom: Final = urandom
        self.gives_hints: Final = settings.opponent.hints
        self.board: Final = BoardState()
        self.calibrating: Final = Calibrating(spec)
        self.staff_door: Final = PinGuard()
        self.open_state: Final = OpenState(settings.hours.chosen(), wall)
        self.visit: Final = VisitLog()
        self.chances: Final = Chances()
        self.puzzles: Final[dict[int, list[Puzzle]]] = {}
        """The puzzles that were found, by the numbers of their games."""
        self.tutorial = Tutorial(skipped=not settings.visitors.lesson)
        self._page_of = flow
        self.settings = settings
        self._rules = rules
        self.flow = flow[FlowStage.WELCOME]()
        self.overlays: tuple[StationPage, ...] = ()
        self.language: str = settings.station.language
        self.theme = settings.display.theme
        self.volume = self._volume_set
        self.voice = self._voice_set
        self._players = effects.SetPlayers(NOBODY.players)
        self._key: tuple[GameAtTable, str] | None = None
        self.revealed: FairDie | None = None
        self.loser: Seat | None = None
        self._faults: dict[Fault, str] = {}
        self.now_s = self._touched_s = now_s
        """The time of the stimulus being handled, or of the view asked for."""
        self.has_last_calibration = False
        self.choice = self.as_set
        """The choice for the next game."""
        self.match = NOBODY
        """Who plays whom at home."""
        self.game: GameAtTable | None = None
        """The game that is being played, or was played last."""
        self.sealed: FairDie | None = None
        """The electronic die of the game that is being set up; None with the players' own."""
        self.unplayed: FairDie | None = None
        """The last die that was sealed, until a game begins with it."""
        self.texts = TextSet()
        """The museum's own texts."""
        self.staff_message: StaffMessage | None = None
        """The message that staff want people to read."""
        self.votes = NO_VOTES
        """The ply and the legal moves for which phones have voted, and how many for each choice."""
        self.report: str | None = None
        """The file of the report that was requested on the menu that is open."""

    @property
    def follow_key(self) -> str | None:
        """Return the key that lets a phone follow the game at the table and no other; None without a game."""
        if self.game is None:
            return None
        if self._key is None or self._key[0] is not self.game:
            self._key = (self.game, self.urandom(KEY_BYTES).hex())
        return self._key[1]

    @property
    def pages(self) -> tuple[StationPage, ...]:
        """Return the page of the flow, and those laid over it."""
        return (self.flow, *self.overlays)

    @property
    def top(self) -> StationPage:
        """Return the page that is shown."""
        return self.overlays[-1] if self.overlays else self.flow

    @property
    def watching(self) -> bool:
        """True if the page of the flow sees the board."""
        return all(page.watches for page in self.overlays)

    @property
    def as_set(self) -> GameChoice:
        """Return the game's settings before visitors choose others."""
        return choice_of(self.settings, self._rules)

    @property
    def played(self) -> GameAtTable:
        """Return the game; only for pages that need one."""
        assert self.game is not None
        return self.game

    @property
    def playing(self) -> bool:
        """True if there is a game that has started and is not over."""
        return self.game is not None and self.game.started and self.game.over is None

    @property
    def in_game(self) -> bool:
        """True if there is a game that is not over, even if only in the throw-off."""
        return self.game is not None and self.game.over is None

    @property
    def faults(self) -> Mapping[Fault, str]:
        """Return the current faults, each with one line for people who can fix it."""
        return MappingProxyType(self._faults)

    @property
    def blind(self) -> bool:
        """True if no camera can tell what lies on the board."""
        return self.board.observation.is_blank or any(fault in self._faults for fault in BLINDING)

    @property
    def nobody_plays(self) -> bool:
        """True if nothing but the first page is shown, apart from pages that last."""
        return self.flow.may_rest and all(page.lasts for page in self.overlays)

    @property
    def is_as_at_first(self) -> bool:
        """True if the station is back in its default state."""
        as_set = (
            self.as_set,
            self.settings.station.language,
            self.settings.display.theme,
            self._volume_set,
            self._voice_set,
        )
        now = (self.choice, self.language, self.theme, self.volume, self.voice)
        return self.nobody_plays and as_set == now

    def match_of(self, opponent: Opponent | None) -> HomeMatch | None:
        """Return the match between two people at home; None for any other game."""
        named = self.settings.station.at_home and opponent is None and any(self.match.players)
        return self.match if named else None

    def show_players(self, opponent: Opponent | None) -> None:
        """Show the players' names at their places; none for any other game than one of two people at home."""
        players = effects.SetPlayers((self.match_of(opponent) or NOBODY).players)
        if players != self._players:
            self._players = players
            self.do(players)

    @property
    def staffed(self) -> bool:
        """True if a staff page is open, so that changes are permanent."""
        return any(page.for_staff for page in self.overlays)

    @property
    def said(self) -> Texts:
        """Return the museum's texts in the language that is shown."""
        return self.texts.spoken(self.language, self.settings.station.language)

    @property
    def _volume_set(self) -> effects.SetVolume:
        sound = self.settings.sound
        return effects.SetVolume(round(sound.volume * 100), sound.mute)

    @property
    def _voice_set(self) -> effects.SetVoice:
        voice = self.settings.visitors.voice
        return effects.SetVoice(voice is VoiceMode.ON, wanted=voice is not VoiceMode.OFF)

    @property
    def untouched_s(self) -> float:
        """Return the seconds since anybody did anything."""
        return self.now_s - self._touched_s

    @property
    def is_left(self) -> bool:
        """True if nobody plays, and nobody has done anything for a while."""
        return self.flow.may_rest and self.untouched_s >= self.timings.rest_s

    def touch(self) -> None:
        """Note that somebody is there."""
        self._touched_s = self.now_s

    def go(self, stage: FlowStage) -> None:
        """Go on to another page of the flow; pages over it stay."""
        self.flow.leave(self)
        self.flow = self._page_of[stage]()
        self.flow.enter(self)

    def push(self, page: StationPage) -> None:
        """Lay a page over the present one; those that it replaces go."""
        self.overlays = (*(other for other in self.overlays if not page.replaces(other)), page)
        page.enter(self)

    def pop(self, page: StationPage) -> None:
        """Take away a page that is laid over others."""
        if page not in self.overlays:
            return
        was_watching = self.watching
        self.overlays = tuple(other for other in self.overlays if other is not page)
        page.leave(self)
        if self.watching and not was_watching:
            self.flow.enter(self)

    def clear_away(self) -> None:
        """Take away all pages that are laid over the one of the flow."""
        for page in reversed(self.overlays):
            self.pop(page)

    def end_visit(self) -> None:
        """End the visit and store its counts."""
        self.tutorial = Tutorial(skipped=not self.settings.visitors.lesson)
        if counted := self.visit.end(self.now_s, self.language, self._faults, in_game=self.in_game):
            self.do(counted)

    def start_over(self) -> None:
        """Return to the first page and the settings, as nobody is there any longer."""
        self.put_away()
        self.choice = self.as_set
        self.be_as_set()
        self.go(FlowStage.WELCOME)

    def put_away(self) -> None:
        """Take away all pages over the one of the flow, except those that last."""
        for page in reversed(self.overlays):
            if not page.lasts:
                self.overlays = tuple(other for other in self.overlays if other is not page)
                page.leave(self)

    def be_as_set(self) -> None:
        """Reset language, theme, sound and voice to the station's own."""
        self.set_language(self.settings.station.language)
        self.set_theme(self.settings.display.theme)
        self.set_volume(self._volume_set)
        self.set_voice(self._voice_set)

    def tell_pages(self, news: BoardKnown | ChancesNotFound) -> None:
        """Let every page know."""
        for page in self.pages:
            page.hear(self, news)

    def reveal(self) -> None:
        """Reveal the seed of the die, as the game is over."""
        if self.game is not None and self.game.fair_die is not None:
            self.revealed = self.game.fair_die
            self.store((SeedRevealed(self.revealed.seed.hex()),))

    def note_end(self, outcome: Outcome) -> None:
        """Note the end of the game; the loser may start the next."""
        self.loser = outcome.winner.other if outcome.winner else None
        if self.match_of(self.played.opponent) is not None:
            self.match = scored(self.match, outcome.winner)

    def raise_fault(self, fault: Fault, detail: str) -> bool:
        """Raise a fault; return True if it is new."""
        is_new = fault not in self._faults
        self._faults[fault] = detail
        self.visit.faults.add(fault)
        return is_new

    def clear_faults(self, *faults: Fault) -> None:
        """Clear faults."""
        for fault in faults:
            self._faults.pop(fault, None)

    def know_puzzles(self, game: int, puzzles: list[Puzzle]) -> None:
        """Keep the puzzles of a game, and forget those of the oldest."""
        self.puzzles[game] = puzzles
        for old in sorted(self.puzzles)[:-MAX_RECENT]:
            del self.puzzles[old]

    def know_board(self, corners: tuple[Corner, ...], *, has_last: bool) -> None:
        """Note that a calibration is in use, and forget earlier readings."""
        self.board.corners, self.board.last_reading = corners, None
        self.has_last_calibration = has_last

    def set_language(self, code: str) -> None:
        """Show the pages in this language until the visitors leave."""
        if code != self.language:
            self.language = code
            self.do(effects.SetLanguage(code))

    def set_theme(self, theme: Theme) -> None:
        """Show the pages in this theme until the visitors leave."""
        if theme is not self.theme:
            self.theme = theme
            self.do(theme)

    def set_volume(self, volume: effects.SetVolume) -> None:
        """Set the volume of sounds until the visitors leave."""
        if volume != self.volume:
            self.volume = volume
            self.do(volume)

    def set_voice(self, voice: effects.SetVoice) -> None:
        """Switch spoken pages on or off until the visitors leave."""
        if voice != self.voice:
            self.voice = voice
            self.do(voice)

    def set(self, section: str, **values: object) -> None:
        """Change settings of a section, by their names, and keep them for the next start."""
        changed = replace(getattr(self.settings, section), **values)
        self.change_settings(replace(self.settings, **{section: changed}))

    def change_settings(self, settings: Settings) -> None:
        """Change settings, and keep them for the next start."""
        before, self.settings = self.settings, settings
        if settings == before:
            return
        if settings.game != before.game:
            self._rules = settings.game.chosen()
        offered = settings.visitors.offered != before.visitors.offered
        if not self.playing and (
            offered or (settings.game, settings.opponent) != (before.game, before.opponent)
        ):
            self.choice = self.as_set
        if settings.station.language != before.station.language:
            self.set_language(settings.station.language)
        if settings.display.theme != before.display.theme:
            self.set_theme(settings.display.theme)
        if settings.hours != before.hours:
            self.open_state.hours = settings.hours.chosen()
        if settings.display.diagonal_mm != before.display.diagonal_mm:
            self.do(Diagonal(settings.display.diagonal_mm))
        if settings.sound != before.sound:
            self.set_volume(self._volume_set)
        if settings.visitors.voice != before.visitors.voice:
            self.set_voice(self._voice_set)
        self.do(effects.KeepSettings(before, settings))

    def want_chances(self, rules: Rules, *, again: bool = False) -> None:
        """Request the chances of a game, unless they are known or being sought; `again` retries."""
        if self.chances.want(rules, again=again):
            self.clear_faults(Fault.CHANCES_MISSING, Fault.MOVES_AT_RANDOM)
            self.do(effects.FindChances(rules))

    def prepare_chances(self, rules: Rules, opponent: Opponent | None, *, again: bool = False) -> None:
        """Have the chances of a game found, if somebody is going to want them; else none are missing."""
        shown = self.choice.chance_shown or self.choice.tips
        if shown or (opponent is not None and needs_chances(opponent.level)):
            self.want_chances(rules, again=again)
        else:
            self.clear_faults(Fault.CHANCES_MISSING, Fault.MOVES_AT_RANDOM)
