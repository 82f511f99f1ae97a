"""The station as a state machine: what people, eyes and devices say becomes pages, entries and sounds."""

from collections.abc import Callable

from companion.game import Rules, Seat
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Brightness, Intent
from companion.interface.sight import Corner, Seen, Sight
from companion.interface.views import NotSoView, View
from companion.journal import Abandoned, StoredGame
from companion.station.computer.opponent import needs_chances
from companion.station.computer.opponent_defaults import Usual
from companion.station.context import Desk, Place
from companion.station.effects import Effect, Speak
from companion.station.game_at_table import GameAtTable
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
    Broke,
    Explained,
    Held,
    Learned,
    Mended,
    Pressed,
    Sighted,
    Solved,
    Solving,
    Stimulus,
    Tick,
    Unsolved,
    Wish,
)
from companion.station.timings import Habits
from companion.station.unexpected import Unexpected
from hardware.lamps import Lamp
from hardware.lamps_light import Pattern

FLOW = {
    Place.WELCOME: Welcome,
    Place.CHOOSE: Choose,
    Place.SET_UP: SetUp,
    Place.THROW_OFF: ThrowOff,
    Place.PLAY: Play,
    Place.WON: Won,
    Place.RESUME: Resume,
}

AS_USUAL = Usual()

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
        self, rules: Rules, habits: Habits, urandom: Callable[[int], bytes], now_s: float = 0.0
    ) -> None:
        self._desk = Desk(FLOW, rules, habits, urandom)
        self._unexpected = Unexpected()
        self._touched_s = now_s

    def choose(self, *, own_dice: bool, brightness: Brightness, usual: Usual = AS_USUAL) -> None:
        """What the settings say about dice, theme and the computer."""
        self._desk.own_dice = own_dice
        self._desk.brightness = brightness
        self._desk.usual = usual
        self._desk.forget_visitors()

    def sound_is(self, volume_percent: int, *, muted: bool) -> None:
        """What the settings say about sound."""
        self._desk.volume_percent = volume_percent
        self._desk.muted = muted

    def resume(self, stored: StoredGame, now_s: float) -> tuple[Effect, ...]:
        """An unfinished game was found: offer to go on; one left in the throw-off goes on there."""
        desk = self._desk
        if stored.rules is None:
            desk.store((Abandoned("the station stopped before its rules were stored"),))
        else:
            desk.game = GameAtTable.of(stored, now_s)
            desk.rules = desk.game.rules
            desk.own_dice = desk.game.own_dice
            opponent = desk.game.opponent
            if opponent is not None:
                desk.computer, desk.level = opponent.seat, opponent.level
            else:
                desk.computer = None
            desk.prepare_chances(desk.rules, opponent)
            desk.go(Place.RESUME if desk.game.started else Place.THROW_OFF, now_s)
        return desk.effects()

    def on(self, stimulus: Stimulus, now_s: float) -> tuple[Effect, ...]:
        """What is to be done about a stimulus before the view is shown.

        Should this raise, what was to be done by then is told with the next stimulus. `Broke` never raises.
        """
        desk = self._desk
        match stimulus:
            case Pressed():
                self._touched_s = now_s
                self._press(now_s)
            case Held():
                (desk.flow if desk.watching else desk.top).hold(desk, now_s)
            case Wish(intent):
                self._touched_s = now_s
                if not desk.top.wish(desk, intent, now_s):
                    self._wish(intent, now_s)
            case Sighted(seen, frame):
                self._see(seen, frame, now_s)
            case Broke(fault, detail):
                self._break(fault, detail, now_s)
            case Mended(fault):
                self._mend(fault, now_s)
            case Audited():
                for page in desk.overlays:
                    if isinstance(page, DiceAudit):
                        page.answer = stimulus
            case Learned():
                for page in desk.overlays:
                    if isinstance(page, Calibrating):
                        page.learned, page.learning = stimulus, False
            case Solving() | Solved() | Unsolved():
                self._learn_of_chances(stimulus, now_s)
            case Explained(insight):
                for page in desk.overlays:
                    if isinstance(page, Insight):
                        page.take(desk, insight)
            case Tick():
                pass
        if not isinstance(stimulus, Broke):
            # Time may be what fails, and of that people must still be told.
            self._pass_time(now_s)
        self._unexpected.pass_time(desk, now_s)
        return desk.effects()

    def view(self, now_s: float) -> View:
        """What there is to show now."""
        return self._desk.top.view(self._desk, now_s)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is out of order."""
        return tuple(self._desk.faults)

    def why(self, fault: Fault) -> str:
        """Why something is out of order, for people who can mend it; empty where nobody knows."""
        return self._desk.faults.get(fault, "")

    @property
    def game(self) -> GameAtTable | None:
        """The game that is being played, or was played last."""
        return self._desk.game

    @property
    def wants_pictures(self) -> bool:
        """Whether the page shows the live picture."""
        return isinstance(self._desk.top, Calibrating | Camera)

    def place_corners(self, corners: tuple[Corner, ...]) -> None:
        """Where the board's outer points are taken to lie in the picture."""
        self._desk.corners = corners

    def is_resting(self, now_s: float) -> bool:
        """Whether nobody plays and nobody has touched anything for a while."""
        desk = self._desk
        return isinstance(desk.flow, Welcome) and now_s - self._touched_s >= desk.habits.rest_s

    def lamps(self, now_s: float) -> dict[Lamp, Pattern]:
        """What each lamp says: whose turn it is, more urgently to throw than to move; and "not so"."""
        desk = self._desk
        shining = dict.fromkeys(Lamp, Pattern.OFF)
        if isinstance(desk.flow, Play) and desk.watching:
            game = desk.played
            due = Lamp.SEAT_A if game.state.seat is Seat.A else Lamp.SEAT_B
            waits = game.state.throw is None and (game.own_dice or not game.computers_turn)
            shining[due] = Pattern.BREATHE if waits else Pattern.ON
            remind_s = desk.habits.remind_s
            idle = game.computers_turn and game.state.chosen is None and not game.own_dice
            if remind_s and now_s - self._touched_s >= remind_s and not idle:
                shining[due] = Pattern.BECKON
            if isinstance(desk.flow.view(desk, now_s), NotSoView):
                shining[Lamp.NOT_SO] = Pattern.BECKON
        elif isinstance(desk.flow, Won) and (winner := desk.played.over and desk.played.over.winner):
            shining[Lamp.SEAT_A if winner is Seat.A else Lamp.SEAT_B] = Pattern.BREATHE
        elif isinstance(desk.flow, Welcome):
            shining[Lamp.SEAT_A] = shining[Lamp.SEAT_B] = Pattern.GLOW
        return shining

    def _press(self, now_s: float) -> None:
        desk = self._desk
        if desk.overlays and desk.watching and not isinstance(desk.top, OutOfOrder):
            # Whoever presses wants to play on, not to read.
            desk.clear_away(now_s)
        desk.top.press(desk, now_s)

    def _see(self, seen: Seen, frame: str | None, now_s: float) -> None:
        desk = self._desk
        before = desk.seen
        desk.see(seen, frame)
        if (seen.sight, seen.halves) == (before.sight, before.halves):
            return
        if seen.sight in (Sight.MOVING, Sight.COVERED):
            self._touched_s = now_s
        if desk.watching:
            desk.flow.sight(desk, now_s)

    def _wish(self, intent: Intent, now_s: float) -> None:
        """What is wanted on no page in particular."""
        desk = self._desk
        match intent:
            case intents.ShowLanguages():
                desk.lay(Languages(), now_s)
            case intents.Language(code):
                desk.do(Speak(code))
            case intents.ShowRules():
                desk.lay(RulesToRead(), now_s)
            case intents.OpenSettings():
                desk.lay(Settings(), now_s)
            case intents.ShowChance(shown):
                desk.chance_shown = shown
                if shown and desk.playing:
                    desk.want_chances(desk.played.rules, again=True)
            case intents.Pause() if isinstance(desk.flow, Play):
                desk.lay(Rest(), now_s)
            case intents.Correct() if isinstance(desk.flow, Play):
                desk.lay(Correction(), now_s)
            case intents.ShowSeal() if desk.game is not None and desk.game.fair_die is not None:
                desk.lay(Seal(), now_s)
            case intents.NewGame():
                desk.clear_away(now_s)
                desk.go(Place.CHOOSE, now_s)
            case _ if desk.overlays:
                # A page below may be meant, such as play below the rules.
                desk.flow.wish(desk, intent, now_s)

    def _break(self, fault: Fault, detail: str, now_s: float) -> None:
        desk = self._desk
        if fault is Fault.UNEXPECTED:
            self._unexpected.happen(desk, detail, now_s)
            return
        is_new = fault not in desk.faults
        desk.faults[fault] = detail
        if is_new and fault in STOPPING:
            desk.overlays.append(OutOfOrder(fault, detail))

    def _mend(self, fault: Fault, now_s: float) -> None:
        desk = self._desk
        desk.faults.pop(fault, None)
        for page in desk.overlays.copy():
            if isinstance(page, OutOfOrder) and page.fault is fault:
                desk.take_away(page, now_s)

    def _learn_of_chances(self, news: Solving | Solved | Unsolved, now_s: float) -> None:
        desk = self._desk
        if not desk.chances.take(news):
            return
        if desk.game is not None and desk.game.awaits_choice:
            # Whoever waits for the computer has not gone away.
            self._touched_s = now_s
        if isinstance(news, Unsolved):
            desk.faults[Fault.CHANCES_MISSING] = news.why
            opponent = desk.game.opponent if desk.playing and desk.game is not None else desk.opponent
            if opponent is not None and needs_chances(opponent.level):
                desk.faults[Fault.MOVES_AT_RANDOM] = news.why
            for page in desk.overlays.copy():
                if isinstance(page, Insight):
                    desk.take_away(page, now_s)

    def _pass_time(self, now_s: float) -> None:
        desk = self._desk
        if desk.watching:
            desk.flow.tick(desk, now_s)
        idle_s = desk.habits.idle_s
        if idle_s and now_s - self._touched_s >= idle_s and not isinstance(desk.flow, Welcome | Resume):
            leave_game(desk, f"nobody touched anything for {idle_s:.0f} s")
            desk.overlays = [page for page in desk.overlays if isinstance(page, OutOfOrder)]
            desk.forget_visitors()
            desk.go(Place.WELCOME, now_s)
