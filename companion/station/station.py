"""The station as a state machine: input from people, camera and devices becomes pages, entries and sounds."""

from collections.abc import Callable
from dataclasses import replace

from companion.analysis.play.value_table import ValueTable
from companion.board.spec import STANDARD, BoardSpec
from companion.game import Rules
from companion.interface import intents
from companion.interface.commands import Condition
from companion.interface.faults import WITHOUT_PICTURES, Fault, gravest_first
from companion.interface.intents import Ask, Intent, Named, Number, Pick, Switch, Toggle
from companion.interface.texts import TextSet
from companion.interface.views import View
from companion.journal import Abandoned, StoredGame
from companion.settings.sections import Settings
from companion.station import stimuli
from companion.station.board.observation import Observation
from companion.station.context import Context, FlowStage
from companion.station.effects import Append, Effect
from companion.station.game.game_at_table import GameAtTable
from companion.station.game.opponent import needs_chances
from companion.station.pages.beginning import put_aside, take_up
from companion.station.pages.choose import ChoosePage
from companion.station.pages.home.left import LeftPage
from companion.station.pages.play import PlayPage
from companion.station.pages.rules import FollowCodePage, RulesPage, SealPage, StoryPage
from companion.station.pages.set_up import ResumePage, SetUpPage
from companion.station.pages.staff.menu import SoundPage
from companion.station.pages.staff.pin import ChangePinPage, open_staff
from companion.station.pages.throw_off import ThrowOffPage
from companion.station.pages.welcome import LanguagesPage, WelcomePage, choose_language
from companion.station.pages.won import WonPage
from companion.station.remote.remote_api import condition_of
from companion.station.timings import Timings
from companion.station.upkeep.camera_watch import CameraWatch
from companion.station.upkeep.closing_time import ClosingTime
from companion.station.upkeep.faults import OutOfOrder, Unexpected
from companion.station.upkeep.idle import Idle
from companion.station.upkeep.staff_messages import StaffMessages
from hardware.camera.camera import Frame
from hardware.lamps import Lamp, Pattern
from hardware.wall_clock import WallClock

FLOW = {
    FlowStage.WELCOME: WelcomePage,
    FlowStage.CHOOSE: ChoosePage,
    FlowStage.SET_UP: SetUpPage,
    FlowStage.THROW_OFF: ThrowOffPage,
    FlowStage.PLAY: PlayPage,
    FlowStage.WON: WonPage,
    FlowStage.RESUME: ResumePage,
}

AT_THE_DOOR = (Ask.OPEN_STAFF, Number.PIN_DIGIT, Ask.PIN_ERASE, Ask.PIN_ENTER)
"""Intents of staff before their pages are open; they begin no visit."""

IDLE_FRAME_RATE = 2.0  # pictures a second while nobody plays: a hand is noticed within half a second


class Station:
    """The state of a station: stimuli go in, effects come out; `view` and `lamps` follow from the state.

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
        self.context = Context(FLOW, rules, settings, timings or Timings(), urandom, now_s, spec, wall)
        self._idle = Idle()
        self._notices = StaffMessages()
        self._closing_time = ClosingTime()
        self._camera_watch = CameraWatch()
        self._out_of_order = OutOfOrder()
        self._unexpected = Unexpected()

    def resume(self, stored: StoredGame, now_s: float) -> tuple[Effect, ...]:
        """Offer to go on with an unfinished game; one left in the throw-off goes on there."""
        context = self.at(now_s)
        context.touch()
        if stored.rules is None:
            context.store((Abandoned("the station stopped before its rules were stored"),))
        else:
            take_up(context, stored)
        return context.effects()

    def on(self, stimulus: stimuli.Stimulus, now_s: float) -> tuple[Effect, ...]:
        """Handle a stimulus; return the effects to carry out before the view is shown.

        If this raises, what was to be done by then is returned with the next stimulus. `FaultRaised` never
        raises.
        """
        context = self.at(now_s)
        match stimulus:
            case stimuli.Signal():
                self._take_signal(stimulus)
            case Observation():
                self._see(stimulus)
            case Frame():
                context.board.take_picture(stimulus)
                context.top.new_picture(context)
            case stimuli.FaultRaised(Fault.UNEXPECTED, detail):
                self._unexpected.happen(context, detail)
            case stimuli.FaultRaised(fault, detail):
                context.raise_fault(fault, detail)
            case stimuli.FaultCleared(fault):
                context.clear_faults(fault)
            case stimuli.ChancesSought() | ValueTable() | stimuli.ChancesNotFound():
                self._learn_of_chances(stimulus)
            case stimuli.BoardKnown(corners, has_last):
                context.know_board(corners, has_last=has_last)
                self._camera_watch.restart()
                context.tell_pages(stimulus)
            case TextSet():
                context.texts = stimulus
            case stimuli.Call(then, value):
                then(context, value)
            case _:
                self._take_intent(stimulus)
        if not isinstance(stimulus, stimuli.FaultRaised):
            # Passing time may be what fails, and that must still be shown.
            self._pass_time()
        self._out_of_order.pass_time(context)
        self._unexpected.pass_time(context)
        effects = context.effects()
        for effect in effects:
            if isinstance(effect, Append) and not self._closing_time.is_closed:
                context.visit.happen(effect.happenings, context.now_s)
        return effects

    def view(self, now_s: float) -> View:
        """Return the view to show now."""
        context = self.at(now_s)
        return context.top.view(context)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Return the current faults, the most severe first."""
        return gravest_first(self.context.faults)

    def why(self, fault: Fault) -> str:
        """Return the cause of a fault, for people who can fix it; empty if unknown."""
        return self.context.faults.get(fault, "")

    @property
    def condition(self) -> Condition:
        """Return the station's condition in one word."""
        return condition_of(self.context, is_closed=self._closing_time.is_closed)

    @property
    def game(self) -> GameAtTable | None:
        """Return the game that is being played, or was played last."""
        return self.context.game

    def is_resting(self, now_s: float) -> bool:
        """True if nobody plays and nobody has touched anything for a while."""
        context = self.at(now_s)
        return context.is_left or context.top.dark

    @property
    def awaits_dice(self) -> bool:
        """True if the players are to throw dice of their own."""
        game = self.game
        return game is not None and game.own_dice and not (game.started and game.state.throw)

    def frame_rate(self, now_s: float) -> float:
        """Return the wanted frame rate."""
        usual = self.context.settings.camera.frame_rate
        return min(IDLE_FRAME_RATE, usual) if self.is_resting(now_s) else usual

    @property
    def looks(self) -> bool:
        """True if pictures are to be read: it is not dark."""
        return not self.context.top.dark

    def lamps(self, now_s: float) -> dict[Lamp, Pattern]:
        """Return the pattern of each lamp; all are off while it is dark."""
        context, lamps = self.at(now_s), dict.fromkeys(Lamp, Pattern.OFF)
        if not self.looks:
            return lamps
        if context.faults.keys().isdisjoint(WITHOUT_PICTURES):
            lamps[Lamp.CAMERA] = Pattern.ON
        page = context.top if context.top.lights else context.flow
        return lamps | page.lamps(context)

    def at(self, now_s: float) -> Context:
        """Set the time, and return the context."""
        self.context.now_s = now_s
        return self.context

    def _take_signal(self, signal: stimuli.Signal) -> None:
        context = self.context
        match signal:
            case stimuli.Signal.BUTTON_PRESSED:
                context.touch()
                if not self._closing_time.is_closed:
                    context.visit.touch(context.now_s)
                self._press()
            case stimuli.Signal.BUTTON_HELD:
                (context.flow if context.watching else context.top).hold(context)
            case stimuli.Signal.STAFF_CALLED:
                context.touch()
                open_staff(context)
            case stimuli.Signal.TICK:
                pass

    def _take_intent(self, intent: Intent) -> None:
        context = self.context
        context.touch()
        counts = not (context.staffed or self._closing_time.is_closed)
        if counts and intents.kind_of(intent) not in AT_THE_DOOR:
            context.visit.touch(context.now_s)
        if intent in (Ask.WHAT_CAN_I_PLAY, Ask.ADVISE):
            context.visit.hints += 1
        if not context.top.handle(context, intent):
            self._handle(intent)

    def _press(self) -> None:
        context = self.context
        to_play = not context.top.lasts and not self._idle.is_asking(context)
        if context.overlays and context.watching and to_play:
            # A press means to play on, not to read.
            context.clear_away()
        context.top.press(context)

    def _see(self, observation: Observation) -> None:
        context = self.context
        if observation.is_early and not (
            context.watching and context.playing and context.played.is_whole_move(observation.halves)
        ):
            return
        # Staff may be at the table, and a house that is closed is dark.
        if observation.reading is not None and not (context.staffed or self._closing_time.is_closed):
            self._camera_watch.see(context, observation.reading)
            self._camera_watch.see_motion(context, observation.is_restless)
            if observation.sharpness is not None:
                self._camera_watch.measure(context, observation.sharpness)
        before = context.board.halves
        if not context.board.observe(observation, context.now_s):
            return
        if context.board.observation.is_touched or len({before, context.board.halves} - {None}) > 1:
            context.touch()
        if context.watching:
            context.flow.see(context)

    def _handle(self, intent: Intent) -> None:
        """Handle an intent that belongs to no page."""
        context = self.context
        match intent:
            case Ask.LOOK_AROUND:
                pass
            case Ask.SHOW_LANGUAGES:
                context.push(LanguagesPage())
            case Pick(Named.LANGUAGE, code):
                choose_language(context, code)
            case Ask.SHOW_RULES:
                context.push(RulesPage())
            case Ask.SHOW_LEFT if context.settings.station.at_home:
                context.push(LeftPage())
            case Ask.SHOW_STORY:
                context.push(StoryPage())
            case Ask.OPEN_STAFF:
                open_staff(context)
            case Ask.CHANGE_PIN if context.staffed:
                context.push(ChangePinPage())
            case Ask.SHOW_SOUND:
                context.push(SoundPage())
            case Switch(Toggle.CHANCES, shown):
                context.choice = replace(context.choice, chance_shown=shown)
                if shown and context.playing:
                    context.want_chances(context.played.rules, again=True)
            case Ask.SHOW_FOLLOW_CODE if context.settings.link.page_address is not None:
                context.push(FollowCodePage())
            case Ask.SHOW_SEAL:
                die = context.game.fair_die if context.game is not None else context.revealed
                if die is not None:
                    context.push(SealPage(die))
            case Ask.NEW_GAME:
                context.clear_away()
                if context.playing and context.settings.station.at_home:
                    put_aside(context)
                else:
                    context.go(FlowStage.CHOOSE)
            case _ if context.overlays:
                # A page below may be meant, such as play below the rules.
                context.flow.handle(context, intent)

    def _learn_of_chances(self, news: stimuli.ChancesSought | ValueTable | stimuli.ChancesNotFound) -> None:
        context = self.context
        if not context.chances.take(news):
            return
        if isinstance(news, stimuli.ChancesNotFound):
            context.raise_fault(Fault.CHANCES_MISSING, news.why)
            opponent = context.played.opponent if context.playing else context.choice.opponent
            if opponent is not None and needs_chances(opponent.level):
                context.raise_fault(Fault.MOVES_AT_RANDOM, news.why)
            context.tell_pages(news)

    def _pass_time(self) -> None:
        context = self.context
        if context.watching:
            context.flow.tick(context)
        if context.overlays:
            context.top.tick(context)
        self._closing_time.pass_time(context)
        if self._closing_time.is_open:
            self._idle.pass_time(context)
        else:
            self._idle.take_back(context)
        self._notices.pass_time(context)
