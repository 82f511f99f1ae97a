"""A station without devices, for tests: a clock that is set, a board that is shown, and what came of it."""

from collections.abc import Callable

from companion.game import Halves, Move, Position, Rules, Seat, play, rules_for
from companion.interface.intents import Intent
from companion.interface.views import PlayView, View
from companion.journal import Happening
from companion.referee.events import Event
from companion.settings.sections import Location, Settings, StationSettings
from companion.station.board.observation import Observation
from companion.station.effects import Append, Asked, Asking, Effect
from companion.station.station import Station
from companion.station.stimuli import Call, Signal, Stimulus
from companion.station.timings import Timings
from hardware.audio.tones import Cue
from vision.reading import Cause, Doubt, Reading

SETTINGS = Settings(station=StationSettings(place=Location.HALL))
TIMINGS = Timings()
SCHAEDLER = rules_for("schaedler", ["starter=A"])
NOTHING, MOVING = Observation(), Observation(is_moving=True)


def clear(halves: Halves) -> Observation:
    return Observation(Reading(None, halves, (), (), 1.0))


def unsure(cause: Cause) -> Observation:
    return Observation(Reading(Doubt(cause, "it may be anything"), None, (), (), 0.0))


COVERED = unsure(Cause.HAND)


def seeds(byte: int) -> Callable[[int], bytes]:
    """Randomness that is always the same, but no single byte throughout."""
    return lambda count: bytes((byte + i) % 256 for i in range(count))


class Table:
    """Tells a station things and remembers what it wanted done; `now_s` is its clock."""

    def __init__(
        self,
        rules: Rules = SCHAEDLER,
        settings: Settings = SETTINGS,
        timings: Timings = TIMINGS,
        seed: int = 1,
    ) -> None:
        self.now_s = 0.0
        self.station = Station(rules, settings, seeds(seed), timings=timings)
        self.done: list[Effect] = []

    def tell(self, stimulus: Stimulus) -> tuple[Effect, ...]:
        effects = self.station.on(stimulus, self.now_s)
        self.done += effects
        return effects

    def wants(self, what: Asked) -> bool:
        """True if the station has asked for something."""
        return any(isinstance(effect, Asking) and effect.what == what for effect in self.done)

    def answer(self, what: Asked, answer: object) -> tuple[Effect, ...]:
        """Answer what the station has asked for last in these words."""
        requests = [it for it in self.done if isinstance(it, Asking) and it.what == what]
        return self.tell(Call(requests[-1].then, answer))

    def press(self) -> tuple[Effect, ...]:
        return self.tell(Signal.BUTTON_PRESSED)

    def hold(self) -> tuple[Effect, ...]:
        self.tell(Signal.BUTTON_PRESSED)
        return self.tell(Signal.BUTTON_HELD)

    def ask(self, intent: Intent) -> tuple[Effect, ...]:
        return self.tell(intent)

    def show(self, halves: Halves | None) -> tuple[Effect, ...]:
        """A hand comes and goes, and the board lies still."""
        self.tell(MOVING)
        return self.tell(NOTHING if halves is None else clear(halves))

    def wait(self, seconds: float) -> tuple[Effect, ...]:
        self.now_s += seconds
        return self.tell(Signal.TICK)

    @property
    def view(self) -> View:
        return self.station.view(self.now_s)

    @property
    def stored(self) -> list[Happening]:
        return [it for effect in self.done if isinstance(effect, Append) for it in effect.happenings]

    @property
    def events(self) -> list[Event]:
        return [it for it in self.stored if isinstance(it, Event)]

    @property
    def cues(self) -> list[Cue]:
        return [effect for effect in self.done if isinstance(effect, Cue)]

    @property
    def position(self) -> Position:
        assert self.station.game is not None
        return self.station.game.state.position

    @property
    def seat(self) -> Seat:
        assert self.station.game is not None
        return self.station.game.state.seat

    def start(self) -> "Table":
        """From the welcome page to the first throw, with the board laid right."""
        from companion.game import start_position

        self.press()
        assert self.station.game is None
        rules = self.view.rules  # type: ignore[attr-defined]
        self.show(start_position(rules).halves())
        self.wait(2.0)
        return self

    def throw(self) -> None:
        """Throw, and let the die come to rest."""
        self.press()
        self.wait(1.0)

    def legal_move(self) -> Move:
        assert self.station.game is not None
        legal = self.station.game.state.legal
        assert legal is not None
        return legal[0]

    def play(self, move: Move) -> tuple[Effect, ...]:
        """Make a move on the board."""
        return self.show(play(self.position, move).halves())


def shown(table: Table) -> PlayView:
    """The page of the game, which must be the one that is shown."""
    view = table.view
    assert isinstance(view, PlayView)
    return view
