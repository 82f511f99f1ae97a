"""The station as a state machine: what people, camera and devices say becomes pages, entries and sounds."""

from collections.abc import Callable
from dataclasses import replace

from companion.board.spec import STANDARD, BoardSpec
from companion.game import Rules
from companion.interface import intents
from companion.interface.faults import Fault, gravest_first
from companion.interface.intents import Intent
from companion.interface.outside import Condition
from companion.interface.setting_up import SetUp
from companion.interface.views import View
from companion.journal import Abandoned, StoredGame
from companion.settings.sections import Settings
from companion.station.camera_watch import CameraWatch
from companion.station.closing_time import ClosingTime
from companion.station.commands import carry_out
from companion.station.computer.opponent import needs_chances
from companion.station.context import Context, Stage
from companion.station.effects import Effect, SetVoice, Store
from companion.station.game_at_table import GameAtTable
from companion.station.idle import Idle
from companion.station.notices import Notices
from companion.station.observation import Observation
from companion.station.out_of_order import OutOfOrder
from companion.station.outside import Outside, condition_of
from companion.station.pages.before_play import ChoosePage, ResumePage, SetUpPage, WelcomePage
from companion.station.pages.overlays import (
    FollowCodePage,
    LanguagesPage,
    RulesPage,
    SoundPage,
    choose_language,
)
from companion.station.pages.pin import ChangePinPage, open_staff
from companion.station.pages.play import PlayPage
from companion.station.pages.seal import SealPage
from companion.station.pages.setting_up import lead_through
from companion.station.pages.texts import AboutBoardPage
from companion.station.pages.throw_off import ThrowOffPage
from companion.station.pages.won import WonPage
from companion.station.setting_up import with_left
from companion.station.stimuli import (
    Asked,
    BoardKnown,
    BoardLearned,
    BoardLocated,
    BoardSeen,
    ButtonHeld,
    ButtonPressed,
    ChancesFound,
    ChancesNotFound,
    ChancesSought,
    FaultCleared,
    FaultRaised,
    GameAnalysed,
    IntentReceived,
    PictureKept,
    PictureTaken,
    PinChecked,
    PinTold,
    ReportWritten,
    ScreenSwitched,
    SettingUpLeft,
    ShortestFound,
    StaffCalled,
    Stimulus,
    TextsFound,
    TextsTold,
    ThrowsCounted,
    Tick,
    VisitsCounted,
)
from companion.station.timings import Timings, timings_of
from companion.station.unexpected import Unexpected
from hardware.lamps import Lamp, Pattern
from hardware.wall_clock import WallClock

FLOW = {
    Stage.WELCOME: WelcomePage,
    Stage.CHOOSE: ChoosePage,
    Stage.SET_UP: SetUpPage,
    Stage.THROW_OFF: ThrowOffPage,
    Stage.PLAY: PlayPage,
    Stage.WON: WonPage,
    Stage.RESUME: ResumePage,
}

AT_THE_DOOR = (intents.OpenStaff, intents.PinDigit, intents.PinErase, intents.PinEnter)
"""What staff ask for before their pages are open: no visit begins with it."""


class Station:
    """The state of a station: given what happens, it says what to do; `view` and `lamps` follow from it.

    Times are seconds of a clock that never runs backwards. `urandom` gives the dice their seeds, `wall` the
    time of the day, by which the station is open or closed.
    """

    def __init__(
        self,
        rules: Rules,
        settings: Settings,
        urandom: Callable[[int], bytes],
        now_s: float = 0.0,
        *,
        timings: Timings | None = None,
        spec: BoardSpec = STANDARD,
        wall: WallClock = lambda: None,
    ) -> None:
        self._context = Context(
            FLOW, rules, settings, timings or timings_of(settings), urandom, now_s, spec, wall
        )
        self._idle = Idle()
        self._notices = Notices()
        self._closing_time = ClosingTime()
        self._camera_watch = CameraWatch()
        self._out_of_order = OutOfOrder()
        self._unexpected = Unexpected()

    def resume(self, stored: StoredGame, now_s: float) -> tuple[Effect, ...]:
        """An unfinished game was found: offer to go on; one left in the throw-off goes on there."""
        context = self._context
        context.touch(now_s)
        if stored.rules is None:
            context.store((Abandoned("the station stopped before its rules were stored"),))
        else:
            game = GameAtTable.of(stored, now_s)
            context.lesson.know_it()
            context.take_up(game)
            context.choose(context.choice.as_in(game))
            context.prepare_chances(game.rules, game.opponent)
            context.go(Stage.RESUME if game.started else Stage.THROW_OFF, now_s)
        return context.effects()

    def on(self, stimulus: Stimulus, now_s: float) -> tuple[Effect, ...]:
        """What is to be done about a stimulus before the view is shown.

        Should this raise, what was to be done by then is told with the next stimulus. `FaultRaised` never
        raises.
        """
        context = self._context
        match stimulus:
            case ButtonPressed():
                context.touch(now_s)
                if not self._closing_time.is_closed:
                    context.visit.touch(now_s)
                self._press(now_s)
            case ButtonHeld():
                (context.flow if context.watching else context.top).hold(context, now_s)
            case StaffCalled():
                context.touch(now_s)
                open_staff(context, now_s)
            case PinTold(is_set):
                context.staff_door.locked = is_set
                context.tell_pages(stimulus, now_s)
            case IntentReceived(intent):
                context.touch(now_s)
                counts = not (context.staffed or self._closing_time.is_closed)
                if counts and not isinstance(intent, AT_THE_DOOR):
                    context.visit.touch(now_s)
                if isinstance(intent, intents.WhatCanIPlay | intents.Advise):
                    context.visit.hint()
                if not context.top.handle(context, intent, now_s):
                    self._handle(intent, now_s)
            case Asked(command):
                carry_out(context, command, now_s)
            case BoardSeen(observation):
                self._see(observation, now_s)
            case PictureTaken(frame):
                context.board.take_picture(frame)
                context.top.new_picture(context, now_s)
            case FaultRaised(fault, detail):
                self._raise_fault(fault, detail, now_s)
            case FaultCleared(fault):
                context.clear_faults(fault)
            case ChancesSought() | ChancesFound() | ChancesNotFound():
                self._learn_of_chances(stimulus, now_s)
            case BoardLocated():
                context.calibrating.located(stimulus, context.board.picture)
                context.tell_pages(stimulus, now_s)
            case BoardLearned():
                context.calibrating.hear(stimulus)
                context.tell_pages(stimulus, now_s)
            case BoardKnown(corners, has_last):
                context.know_board(corners, has_last=has_last)
                self._camera_watch.begin_anew()
                context.tell_pages(stimulus, now_s)
            case SettingUpLeft(steps):
                self._set_up(steps, now_s)
            case TextsTold(texts):
                context.take_texts(texts)
            case ScreenSwitched(switched):
                context.opening.hear(switched)
            case (
                ThrowsCounted()
                | GameAnalysed()
                | ShortestFound()
                | PinChecked()
                | ReportWritten()
                | VisitsCounted()
                | TextsFound()
                | PictureKept()
            ):
                context.tell_pages(stimulus, now_s)
            case Tick():
                pass
        if not isinstance(stimulus, FaultRaised):
            # Time may be what fails, and of that people must still be told.
            self._pass_time(now_s)
        self._out_of_order.pass_time(context, now_s)
        self._unexpected.pass_time(context, now_s)
        effects = context.effects()
        for effect in effects:
            if isinstance(effect, Store) and not self._closing_time.is_closed:
                context.visit.happen(effect.happenings, now_s)
        return effects

    def view(self, now_s: float) -> View:
        """What there is to show now."""
        return self._context.top.view(self._context, now_s)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is out of order, the gravest first."""
        return gravest_first(self._context.faults)

    def why(self, fault: Fault) -> str:
        """Why something is out of order, for people who can mend it; empty where nobody knows."""
        return self._context.faults.get(fault, "")

    @property
    def voice(self) -> SetVoice:
        """Whether its pages are spoken."""
        return self._context.voice

    @property
    def condition(self) -> Condition:
        """How it stands, in one word."""
        return condition_of(self._context, is_closed=self._closing_time.is_closed)

    def be_asked(self, outside: Outside, now_s: float) -> None:
        """Have whoever asks from outside answered."""
        outside.turn(self._context, self.condition, now_s)

    @property
    def game(self) -> GameAtTable | None:
        """The game that is being played, or was played last."""
        return self._context.game

    @property
    def welcomes(self) -> bool:
        """Whether it is at its first page, where nobody has chosen or begun anything."""
        return self._context.flow.may_rest

    @property
    def wants_pictures(self) -> bool:
        """Whether the page shows the live picture."""
        return self._context.top.wants_pictures

    def is_resting(self, now_s: float) -> bool:
        """Whether nobody plays and nobody has touched anything for a while."""
        context = self._context
        left = context.flow.may_rest and context.untouched_s(now_s) >= context.timings.rest_s
        return left or context.top.dark

    def lamps(self, now_s: float) -> dict[Lamp, Pattern]:
        """What each lamp says; nothing while it is dark."""
        context, off = self._context, dict.fromkeys(Lamp, Pattern.OFF)
        page = context.top if context.top.lights else context.flow
        return off if context.top.dark else off | page.lamps(context, now_s)

    def _press(self, now_s: float) -> None:
        context = self._context
        to_play = not context.top.lasts and not self._idle.is_asking(context)
        if context.overlays and context.watching and to_play:
            # Whoever presses wants to play on, not to read.
            context.clear_away(now_s)
        context.top.press(context, now_s)

    def _set_up(self, steps: tuple[SetUp, ...], now_s: float) -> None:
        """Lead through what is to be set up; behind a PIN, staff go to it when they want."""
        context = self._context
        context.change_settings(with_left(context.settings, steps))
        if not context.staff_door.locked:
            lead_through(context, steps, now_s)

    def _see(self, observation: Observation, now_s: float) -> None:
        context = self._context
        # Staff may be at the table, and a house that is closed is dark.
        if observation.reading is not None and not (context.staffed or self._closing_time.is_closed):
            self._camera_watch.see(context, observation.reading, now_s)
            if observation.sharpness is not None:
                self._camera_watch.measure(context, observation.sharpness)
        if not context.board.observe(observation):
            return
        if context.board.is_touched:
            context.touch(now_s)
        if context.watching:
            context.flow.see(context, now_s)

    def _handle(self, intent: Intent, now_s: float) -> None:
        """What is asked for on no page in particular."""
        context = self._context
        match intent:
            case intents.LookAround():
                pass
            case intents.ShowLanguages():
                context.lay(LanguagesPage(), now_s)
            case intents.Language(code):
                choose_language(context, code)
            case intents.ShowRules():
                context.lay(RulesPage(), now_s)
            case intents.ShowAboutBoard() if context.said.about:
                context.lay(AboutBoardPage(), now_s)
            case intents.OpenStaff():
                open_staff(context, now_s)
            case intents.ChangePin() if context.staffed:
                context.lay(ChangePinPage(), now_s)
            case intents.ShowSound():
                context.lay(SoundPage(), now_s)
            case intents.ShowChance(shown):
                context.choose(replace(context.choice, chance_shown=shown))
                if shown and context.playing:
                    context.want_chances(context.played.rules, again=True)
            case intents.ShowFollowCode() if context.settings.link.page_address is not None:
                context.lay(FollowCodePage(), now_s)
            case intents.ShowSeal():
                die = context.game.fair_die if context.game is not None else context.revealed
                if die is not None:
                    context.lay(SealPage(die), now_s)
            case intents.NewGame():
                context.clear_away(now_s)
                context.go(Stage.CHOOSE, now_s)
            case _ if context.overlays:
                # A page below may be meant, such as play below the rules.
                context.flow.handle(context, intent, now_s)

    def _raise_fault(self, fault: Fault, detail: str, now_s: float) -> None:
        context = self._context
        if fault is Fault.UNEXPECTED:
            self._unexpected.happen(context, detail, now_s)
        else:
            context.raise_fault(fault, detail)

    def _learn_of_chances(self, news: ChancesSought | ChancesFound | ChancesNotFound, now_s: float) -> None:
        context = self._context
        if not context.chances.take(news):
            return
        if context.game is not None and context.game.awaits_choice:
            # Whoever waits for the computer has not gone away.
            context.touch(now_s)
        if isinstance(news, ChancesNotFound):
            context.raise_fault(Fault.CHANCES_MISSING, news.why)
            opponent = context.played.opponent if context.playing else context.choice.opponent
            if opponent is not None and needs_chances(opponent.level):
                context.raise_fault(Fault.MOVES_AT_RANDOM, news.why)
        context.tell_pages(news, now_s)

    def _pass_time(self, now_s: float) -> None:
        context = self._context
        if context.watching:
            context.flow.tick(context, now_s)
        self._closing_time.pass_time(context, now_s)
        if self._closing_time.is_open:
            self._idle.pass_time(context, now_s)
        else:
            self._idle.take_back(context, now_s)
        self._notices.pass_time(context, now_s)
