"""What the pages of a station share, and what a page is."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from companion.game import Halves, Rules, Seat
from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.sight import Corner, Seen
from companion.interface.theme import Theme
from companion.interface.views import Opponent, View
from companion.journal import Happening
from companion.station.computer.chances import Chances
from companion.station.computer.opponent import needs_chances
from companion.station.computer.opponent_defaults import OpponentDefaults
from companion.station.effects import Effect, FindChances, PlaySound, Store
from companion.station.game_at_table import GameAtTable
from companion.station.observation import Observation, seen_of
from companion.station.timings import Timings
from hardware.camera.camera import Frame
from hardware.sound_tones import Cue


class Stage(StrEnum):
    """The stations of the flow from a first look to the end of a game."""

    WELCOME = "welcome"
    CHOOSE = "choose"
    SET_UP = "set-up"
    THROW_OFF = "throw-off"
    PLAY = "play"
    WON = "won"
    RESUME = "resume"


class Page:
    """What the station is at: entered, told what happens, and left; times are the clock's seconds.

    `watches`: laid over a game, the game below still sees the board.
    """

    watches = True

    def enter(self, context: "Context", now_s: float) -> None:
        """The page is shown from now on; also when a page that was laid over it is taken away."""

    def leave(self, context: "Context", now_s: float) -> None:
        """The page is not shown any more."""

    def press(self, context: "Context", now_s: float) -> None:
        """The dice button was pressed."""

    def hold(self, context: "Context", now_s: float) -> None:
        """The dice button is being held down."""

    def wish(self, context: "Context", intent: Intent, now_s: float) -> bool:
        """Whether the page knows what to do about an intent, and has done it."""
        return False

    def see(self, context: "Context", now_s: float) -> None:
        """The camera shows something new of the board, which is now `context.observation`."""

    def tick(self, context: "Context", now_s: float) -> None:
        """Time has passed."""

    def view(self, context: "Context", now_s: float) -> View:
        """What there is to show."""
        raise NotImplementedError


class Context:
    """What all pages share: the game, what the camera shows, what is out of order, and what is to be done.

    `flow` is the page the station is at, `overlays` those laid over it, the top one last. `correction` is a
    reading that a person has put right and what was meant, for as long as the board is read so. `urandom` is
    the source of seeds (`os.urandom`). `computer` is the seat that the computer is to play in the next game,
    at `level`; `defaults` is what the settings say of that, of hints and of the bar.
    """

    def __init__(
        self,
        flow: Mapping[Stage, Callable[[], Page]],
        rules: Rules,
        timings: Timings,
        urandom: Callable[[int], bytes],
    ) -> None:
        self._flow = flow
        self.flow = flow[Stage.WELCOME]()
        self.rules = rules
        self.own_dice = False
        self.timings = timings
        self.urandom = urandom
        self.defaults = OpponentDefaults()
        self.computer: Seat | None = None
        self.level = self.defaults.level
        self.chance_shown = False
        self.chances = Chances()
        self.overlays: list[Page] = []
        self.game: GameAtTable | None = None
        self.loser: Seat | None = None
        self.observation = Observation()
        self._seen: tuple[Observation, Seen] | None = None
        self.corners: tuple[Corner, ...] = ()
        self.correction: tuple[Halves, Halves] | None = None
        self.faults: dict[Fault, str] = {}
        self.volume_percent = 60
        self.muted = False
        self.theme = Theme.BRIGHT
        self._effects: list[Effect] = []

    @property
    def top(self) -> Page:
        """The page that is shown."""
        return self.overlays[-1] if self.overlays else self.flow

    @property
    def watching(self) -> bool:
        """Whether the page of the flow sees the board."""
        return all(page.watches for page in self.overlays)

    @property
    def blind(self) -> bool:
        """Whether no camera can tell what lies on the board."""
        return self.observation.is_blank or any(
            fault in self.faults for fault in (Fault.CAMERA_MISSING, Fault.CAMERA_LOST, Fault.NOT_CALIBRATED)
        )

    @property
    def seen(self) -> Seen:
        """What the camera shows, as pages show it; the same as long as nothing new is observed."""
        if self._seen is None or self._seen[0] is not self.observation:
            self._seen = self.observation, seen_of(self.observation)
        return self._seen[1]

    @property
    def played(self) -> GameAtTable:
        """The game; only for pages that are nowhere without one."""
        assert self.game is not None
        return self.game

    @property
    def opponent(self) -> Opponent | None:
        """The computer as it is chosen for the next game."""
        return Opponent(self.computer, self.level) if self.computer is not None else None

    @property
    def playing(self) -> bool:
        """Whether there is a game that has started and is not over."""
        return self.game is not None and self.game.started and self.game.over is None

    def go(self, place: Stage, now_s: float) -> None:
        """Go on to another page of the flow; what is laid over it stays."""
        self.flow.leave(self, now_s)
        self.flow = self._flow[place]()
        self.flow.enter(self, now_s)

    def lay(self, page: Page, now_s: float) -> None:
        """Lay a page over the present one; each kind at most once."""
        self.overlays = [other for other in self.overlays if type(other) is not type(page)]
        self.overlays.append(page)
        page.enter(self, now_s)

    def take_away(self, page: Page, now_s: float) -> None:
        """Take away a page that is laid over others."""
        if page not in self.overlays:
            return
        was_watching = self.watching
        self.overlays.remove(page)
        page.leave(self, now_s)
        if self.watching and not was_watching:
            self.flow.enter(self, now_s)

    def clear_away(self, now_s: float) -> None:
        """Take away all pages that are laid over the one of the flow."""
        for page in reversed(self.overlays.copy()):
            self.take_away(page, now_s)

    def observe(self, observation: Observation) -> None:
        """Take over what the camera shows now; a reading that was put right stands until another comes."""
        if self.correction is not None and observation.halves is not None:
            read, meant = self.correction
            if observation.halves == read:
                observation = replace(observation, meant=meant)
            else:
                self.correction = None
        self.observation = observation

    def take_picture(self, frame: Frame) -> None:
        """Take over the newest picture, for pages to show."""
        if self.observation.picture is not frame.picture:
            self.observation = replace(self.observation, picture=frame.picture)

    def believe(self, meant: Halves) -> None:
        """Take the board to be as a person says, for as long as it is read as now."""
        read = self.observation.halves
        if read is not None:
            self.correction = (read if self.correction is None else self.correction[0], meant)
        self.observation = replace(self.observation, meant=meant, is_moving=False)

    def want_chances(self, rules: Rules, *, again: bool = False) -> None:
        """Have the chances of a game found, unless they are known or sought; `again` tries once more."""
        if self.chances.want(rules, again=again):
            self._miss_no_chances()
            self.do(FindChances(rules))

    def prepare_chances(self, rules: Rules, opponent: Opponent | None, *, again: bool = False) -> None:
        """Have the chances of a game found, if somebody is going to want them; else none are missing."""
        if self.chance_shown or (opponent is not None and needs_chances(opponent.level)):
            self.want_chances(rules, again=again)
        else:
            self._miss_no_chances()

    def _miss_no_chances(self) -> None:
        self.faults.pop(Fault.CHANCES_MISSING, None)
        self.faults.pop(Fault.MOVES_AT_RANDOM, None)

    def forget_visitors(self) -> None:
        """What visitors chose about the computer is as the settings say again."""
        defaults = self.defaults
        self.computer, self.level, self.chance_shown = defaults.seat, defaults.level, defaults.chance_shown

    def do(self, effect: Effect) -> None:
        """Have something done."""
        self._effects.append(effect)

    def store(self, happenings: Iterable[Happening]) -> None:
        """Have happenings of the game stored."""
        stored = tuple(happenings)
        if stored:
            self.do(Store(stored))

    def sound(self, cue: Cue) -> None:
        """Have something heard."""
        self.do(PlaySound(cue))

    def effects(self) -> tuple[Effect, ...]:
        """What is to be done since this was last asked."""
        effects, self._effects = tuple(self._effects), []
        return effects
