"""The station as a state machine: what people, eyes and devices say becomes pages, entries and sounds."""

from collections.abc import Callable

from companion.game import Rules, Seat
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.sight import Corner
from companion.interface.theme import Theme
from companion.interface.views import View
from companion.journal import Abandoned, StoredGame
from companion.station.computer.opponent import needs_chances
from companion.station.computer.opponent_defaults import OpponentDefaults
from companion.station.context import Context, Stage
from companion.station.effects import Effect, SetLanguage
from companion.station.game_at_table import GameAtTable
from companion.station.observation import Observation
from companion.station.pages.before_play import Choose, Resume, SetUp, Welcome
from companion.station.pages.beginning import leave_game
from companion.station.pages.insight import Insight
from companion.station.pages.overlays import Correction, Languages, OutOfOrder, Rest, RulesToRead, Seal
from companion.station.pages.play import Play
from companion.station.pages.staff import Calibrating, Camera, DiceAudit, Settings
from companion.station.pages.throw_off import ThrowOff
from companion.station.pages.won import Won
from companion.station.stimuli import (
    Audited,
    BoardSeen,
    ButtonHeld,
    ButtonPressed,
    Explained,
    FaultCleared,
    FaultRaised,
    IntentReceived,
    Learned,
    PictureTaken,
    Solved,
    Solving,
    Stimulus,
    Tick,
    Unsolved,
)
from companion.station.timings import Timings
from companion.station.unexpected import Unexpected
from hardware.lamps import Lamp
from hardware.lamps_light import Pattern

FLOW = {
    Stage.WELCOME: Welcome,
    Stage.CHOOSE: Choose,
    Stage.SET_UP: SetUp,
    Stage.THROW_OFF: ThrowOff,
    Stage.PLAY: Play,
    Stage.WON: Won,
    Stage.RESUME: Resume,
}

AS_USUAL = OpponentDefaults()

STOPPING = (
    Fault.CAMERA_MISSING,
    Fault.CAMERA_LOST,
    Fault.NOT_CALIBRATED,
    Fault.BOARD_MOVED,
    Fault.SETTINGS_WRONG,
)
"""The faults that have a page of their own, as what is unexpected has; the page only mentions the others."""


class Station:
    """The state of a station: told what happens, it says what to do; `view` and `lamps` follow from it.

    Times are seconds of a clock that never runs backwards. `urandom` gives the dice their seeds.
    """

    def __init__(
        self, rules: Rules, timings: Timings, urandom: Callable[[int], bytes], now_s: float = 0.0
    ) -> None:
        self._context = Context(FLOW, rules, timings, urandom)
        self._unexpected = Unexpected()
        self._touched_s = now_s

    def choose(self, *, own_dice: bool, theme: Theme, defaults: OpponentDefaults = AS_USUAL) -> None:
        """What the settings say about dice, theme and the computer."""
        self._context.own_dice = own_dice
        self._context.theme = theme
        self._context.defaults = defaults
        self._context.forget_visitors()

    def sound_is(self, volume_percent: int, *, muted: bool) -> None:
        """What the settings say about sound."""
        self._context.volume_percent = volume_percent
        self._context.muted = muted

    def resume(self, stored: StoredGame, now_s: float) -> tuple[Effect, ...]:
        """An unfinished game was found: offer to go on; one left in the throw-off goes on there."""
        context = self._context
        if stored.rules is None:
            context.store((Abandoned("the station stopped before its rules were stored"),))
        else:
            context.game = GameAtTable.of(stored, now_s)
            context.rules = context.game.rules
            context.own_dice = context.game.own_dice
            opponent = context.game.opponent
            if opponent is not None:
                context.computer, context.level = opponent.seat, opponent.level
            else:
                context.computer = None
            context.prepare_chances(context.rules, opponent)
            context.go(Stage.RESUME if context.game.started else Stage.THROW_OFF, now_s)
        return context.effects()

    def on(self, stimulus: Stimulus, now_s: float) -> tuple[Effect, ...]:
        """What is to be done about a stimulus before the view is shown.

        Should this raise, what was to be done by then is told with the next stimulus. `FaultRaised` never
        raises.
        """
        context = self._context
        match stimulus:
            case ButtonPressed():
                self._touched_s = now_s
                self._press(now_s)
            case ButtonHeld():
                (context.flow if context.watching else context.top).hold(context, now_s)
            case IntentReceived(intent):
                self._touched_s = now_s
                if not context.top.wish(context, intent, now_s):
                    self._wish(intent, now_s)
            case BoardSeen(observation):
                self._see(observation, now_s)
            case PictureTaken(frame):
                context.take_picture(frame)
            case FaultRaised(fault, detail):
                self._break(fault, detail, now_s)
            case FaultCleared(fault):
                self._mend(fault, now_s)
            case Audited():
                for page in context.overlays:
                    if isinstance(page, DiceAudit):
                        page.answer = stimulus
            case Learned():
                for page in context.overlays:
                    if isinstance(page, Calibrating):
                        page.learned, page.learning = stimulus, False
            case Solving() | Solved() | Unsolved():
                self._learn_of_chances(stimulus, now_s)
            case Explained(insight):
                for page in context.overlays:
                    if isinstance(page, Insight):
                        page.take(context, insight)
            case Tick():
                pass
        if not isinstance(stimulus, FaultRaised):
            # Time may be what fails, and of that people must still be told.
            self._pass_time(now_s)
        self._unexpected.pass_time(context, now_s)
        return context.effects()

    def view(self, now_s: float) -> View:
        """What there is to show now."""
        return self._context.top.view(self._context, now_s)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is out of order."""
        return tuple(self._context.faults)

    def why(self, fault: Fault) -> str:
        """Why something is out of order, for people who can mend it; empty where nobody knows."""
        return self._context.faults.get(fault, "")

    @property
    def game(self) -> GameAtTable | None:
        """The game that is being played, or was played last."""
        return self._context.game

    @property
    def wants_pictures(self) -> bool:
        """Whether the page shows the live picture."""
        return isinstance(self._context.top, Calibrating | Camera)

    def place_corners(self, corners: tuple[Corner, ...]) -> None:
        """Where the board's outer points are taken to lie in the picture."""
        self._context.corners = corners

    def is_resting(self, now_s: float) -> bool:
        """Whether nobody plays and nobody has touched anything for a while."""
        context = self._context
        return isinstance(context.flow, Welcome) and now_s - self._touched_s >= context.timings.rest_s

    def lamps(self, now_s: float) -> dict[Lamp, Pattern]:
        """What each lamp says: whose turn it is, more urgently to throw than to move; and "not so"."""
        context = self._context
        shining = dict.fromkeys(Lamp, Pattern.OFF)
        if isinstance(context.flow, Play) and context.watching:
            game = context.played
            due = Lamp.SEAT_A if game.state.seat is Seat.A else Lamp.SEAT_B
            waits = game.state.throw is None and (game.own_dice or not game.computers_turn)
            shining[due] = Pattern.BREATHE if waits else Pattern.ON
            remind_s = context.timings.remind_s
            idle = game.computers_turn and game.state.chosen is None and not game.own_dice
            if remind_s and now_s - self._touched_s >= remind_s and not idle:
                shining[due] = Pattern.BECKON
            if game.complaint is not None:
                shining[Lamp.NOT_SO] = Pattern.BECKON
        elif isinstance(context.flow, Won) and (winner := context.played.over and context.played.over.winner):
            shining[Lamp.SEAT_A if winner is Seat.A else Lamp.SEAT_B] = Pattern.BREATHE
        elif isinstance(context.flow, Welcome):
            shining[Lamp.SEAT_A] = shining[Lamp.SEAT_B] = Pattern.GLOW
        return shining

    def _press(self, now_s: float) -> None:
        context = self._context
        if context.overlays and context.watching and not isinstance(context.top, OutOfOrder):
            # Whoever presses wants to play on, not to read.
            context.clear_away(now_s)
        context.top.press(context, now_s)

    def _see(self, observation: Observation, now_s: float) -> None:
        context = self._context
        before = context.observation
        context.observe(observation)
        if not observation.differs(before):
            return
        if observation.is_touched:
            self._touched_s = now_s
        if context.watching:
            context.flow.see(context, now_s)

    def _wish(self, intent: Intent, now_s: float) -> None:
        """What is wanted on no page in particular."""
        context = self._context
        match intent:
            case intents.ShowLanguages():
                context.lay(Languages(), now_s)
            case intents.Language(code):
                context.do(SetLanguage(code))
            case intents.ShowRules():
                context.lay(RulesToRead(), now_s)
            case intents.OpenSettings():
                context.lay(Settings(), now_s)
            case intents.ShowChance(shown):
                context.chance_shown = shown
                if shown and context.playing:
                    context.want_chances(context.played.rules, again=True)
            case intents.Pause() if isinstance(context.flow, Play):
                context.lay(Rest(), now_s)
            case intents.Correct() if isinstance(context.flow, Play):
                context.lay(Correction(), now_s)
            case intents.ShowSeal() if context.game is not None and context.game.fair_die is not None:
                context.lay(Seal(), now_s)
            case intents.NewGame():
                context.clear_away(now_s)
                context.go(Stage.CHOOSE, now_s)
            case _ if context.overlays:
                # A page below may be meant, such as play below the rules.
                context.flow.wish(context, intent, now_s)

    def _break(self, fault: Fault, detail: str, now_s: float) -> None:
        context = self._context
        if fault is Fault.UNEXPECTED:
            self._unexpected.happen(context, detail, now_s)
            return
        is_new = fault not in context.faults
        context.faults[fault] = detail
        if is_new and fault in STOPPING:
            context.overlays.append(OutOfOrder(fault, detail))

    def _mend(self, fault: Fault, now_s: float) -> None:
        context = self._context
        context.faults.pop(fault, None)
        for page in context.overlays.copy():
            if isinstance(page, OutOfOrder) and page.fault is fault:
                context.take_away(page, now_s)

    def _learn_of_chances(self, news: Solving | Solved | Unsolved, now_s: float) -> None:
        context = self._context
        if not context.chances.take(news):
            return
        if context.game is not None and context.game.awaits_choice:
            # Whoever waits for the computer has not gone away.
            self._touched_s = now_s
        if isinstance(news, Unsolved):
            context.faults[Fault.CHANCES_MISSING] = news.why
            opponent = (
                context.game.opponent if context.playing and context.game is not None else context.opponent
            )
            if opponent is not None and needs_chances(opponent.level):
                context.faults[Fault.MOVES_AT_RANDOM] = news.why
            for page in context.overlays.copy():
                if isinstance(page, Insight):
                    context.take_away(page, now_s)

    def _pass_time(self, now_s: float) -> None:
        context = self._context
        if context.watching:
            context.flow.tick(context, now_s)
        idle_s = context.timings.idle_s
        if idle_s and now_s - self._touched_s >= idle_s and not isinstance(context.flow, Welcome | Resume):
            leave_game(context, f"nobody touched anything for {idle_s:.0f} s")
            context.overlays = [page for page in context.overlays if isinstance(page, OutOfOrder)]
            context.forget_visitors()
            context.go(Stage.WELCOME, now_s)
