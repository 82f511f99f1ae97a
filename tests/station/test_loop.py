"""Whatever fails around the loop, what has happened is in the journal, and the rest goes on."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion import cli
from companion.game import RING, Halves, Seat, play, start_position
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask, Intent
from companion.interface.views import (
    LanguagesView,
    OutOfOrderView,
    PlayView,
    ResumeView,
    SetUpView,
    View,
    WelcomeView,
    WonView,
)
from companion.journal import (
    Database,
    DieThrown,
    Entry,
    Happening,
    Journal,
    NotWritableError,
    SeedRevealed,
)
from companion.referee.events import Ended, Moved, Passed, Thrown
from companion.settings.sections import Settings
from companion.station.board.monitor import BoardMonitor
from companion.station.board.observation import Observation
from companion.station.effects import Append, LearnBackground
from companion.station.loop import STORE_AGAIN_S, Loop
from companion.station.station import Station
from companion.station.stimuli import FaultRaised
from companion.station.upkeep.faults import BUG_AGAIN_S
from hardware.audio.sound import BuzzerSound, StandInSound
from hardware.audio.tones import Cue
from hardware.camera.camera import Frame, LiveCamera, Picture
from hardware.device import HardwareError
from hardware.devices import Devices
from hardware.lamps import GpioLamps, StandInLamps
from hardware.settings import (
    ButtonSettings,
    CameraDevice,
    CameraSettings,
    DeviceSettings,
    LampsSettings,
    PinDevice,
    SoundDevice,
    SoundSettings,
)
from tests.support.dead_disk import dead_disk
from tests.support.fake_clock import FakeClock
from tests.support.fingers import Fingers
from tests.support.table import SCHAEDLER, seeds

SETTINGS = DeviceSettings(
    camera=CameraSettings(device=CameraDevice.VIRTUAL),
    button=ButtonSettings(device=PinDevice.NONE),
    lamps=LampsSettings(device=PinDevice.GPIO),
    sound=SoundSettings(device=SoundDevice.BUZZER),
)
TURN_S = 1 / 30


class Dark:
    """A camera that takes black pictures."""

    def take(self) -> Picture:
        return np.zeros((2, 2, 3), np.uint8)

    def close(self) -> None:
        pass


class Blinded(BoardMonitor):
    """A monitor that fails at every picture once they are `failing`; it is given one at every turn."""

    def __init__(self) -> None:
        super().__init__(None)
        self.failing = False
        self.why = "the picture has no size"
        self.looks = 0

    def look(self, frame: Frame) -> Observation | None:
        self.looks += 1
        if self.failing:
            raise ValueError(self.why)
        return None

    def learn(self, halves: Halves) -> None:
        if self.failing:
            raise ValueError("nothing can be learned")


class Hall:
    """The program's own loop with real devices on pins that don't exist, and moves told by hand."""

    def __init__(self, journal: Path, pins: MockFactory, seed: int = 3) -> None:
        self.clock = FakeClock()
        self.devices = Devices(SETTINGS, self.clock, virtual=Dark, pin_factory=pins)
        # The camera's own thread would not keep up with a clock that leaps.
        self.devices.camera.close()
        self.camera = LiveCamera("dark", Dark, self.clock, silence_s=3600)
        self.devices.camera = self.camera
        self.frontend = Fingers()
        self.monitor = Blinded()
        began = datetime(2026, 1, 1, tzinfo=UTC)
        self.journal = Journal(journal, lambda: began + timedelta(seconds=self.clock()))
        self.station = Station(SCHAEDLER, Settings(), seeds(seed))
        self.loop = Loop(self.station, self.devices, self.frontend, self.monitor, self.journal, self.clock)
        self.loop.start([FaultRaised(Fault.NOT_CALIBRATED)])

    def close(self) -> None:
        self.devices.close()
        self.journal.close()

    def turn(self, *wanted: Intent, seconds: float = TURN_S) -> View:
        """One turn of the loop in which people want this; what is shown then."""
        self.frontend.wanted = list(wanted)
        self.camera.step()
        self.loop.turn()
        self.clock.go(seconds)
        assert self.frontend.view is not None
        return self.frontend.view

    def turns(self, seconds: float) -> list[type[View]]:
        """What is shown meanwhile, without repetitions."""
        shown: list[type[View]] = []
        for _ in range(round(seconds / TURN_S)):
            view = type(self.turn())
            if shown[-1:] != [view]:
                shown.append(view)
        return shown

    def begin(self) -> None:
        """To the page of a game, the board laid by hand."""
        for _ in range(6):
            self.turn(Ask.GO_WITHOUT)
            if isinstance(self.turn(Ask.GO_ON), PlayView):
                return
            self.turn(Ask.BEGIN)
        assert isinstance(self.frontend.view, PlayView)

    def throw(self) -> None:
        self.turn(Ask.THROW)
        self.turns(1.5)

    def play(self, throws: int) -> None:
        """Throw so often, and make the first legal move by hand where there is one."""
        for _ in range(throws):
            self.throw()
            game = self.station.game
            assert game is not None
            legal, position = game.state.legal, game.state.position
            if not legal:
                continue
            before, after = position.halves(), play(position, legal[0]).halves()
            touched: list[Intent] = [
                intents.CorrectHalf(point, seat, now - then)
                for seat in Seat
                for point, then, now in zip(RING, before.of(seat), after.of(seat), strict=True)
                if now != then
            ]
            self.turn(Ask.CORRECT, *touched, Ask.GO_ON)


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def hall(journal: Path, pins: MockFactory) -> Iterator[Hall]:
    with closing(Hall(journal, pins)) as it:
        it.begin()
        yield it


def stored(journal: Path) -> list[Happening]:
    """What the journal's file holds."""
    with closing(Database.for_reading(journal)) as database:
        return [entry.happening for number in database.games() for entry in database.game(number).entries]


def break_buzzer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The buzzer's pin makes no tone any more."""
    works = MockPWMPin._set_frequency

    def gone(pin: MockPWMPin, hz: float | None) -> None:
        if hz is not None and pin.info.name == f"GPIO{SETTINGS.sound.buzzer_pin}":
            raise OSError("the chip is gone")
        works(pin, hz)

    monkeypatch.setattr(MockPWMPin, "_set_frequency", gone)


def raising(error: Exception) -> Callable[..., None]:
    def fails(*_: object, **__: object) -> None:
        raise error

    return fails


def test_a_throw_is_stored_when_its_sound_fails(
    hall: Hall, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_buzzer(monkeypatch)
    hall.throw()
    (thrown,) = (it for it in hall.frontend.told if isinstance(it, DieThrown))
    assert thrown in stored(journal)
    assert isinstance(hall.frontend.view, PlayView)
    assert Fault.SOUND_MISSING in hall.frontend.faults
    assert Fault.UNEXPECTED not in hall.frontend.faults
    assert "the chip is gone" in hall.station.why(Fault.SOUND_MISSING)
    assert type(hall.devices.sound) is StandInSound
    monkeypatch.undo()
    hall.turn(seconds=60)
    hall.turns(1)
    assert isinstance(hall.devices.sound, BuzzerSound)
    assert Fault.SOUND_MISSING not in hall.frontend.faults


@pytest.mark.slow
def test_a_game_with_a_failing_sound_goes_on_after_a_restart_and_its_throws_fit(
    journal: Path, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Hall(journal, pins)) as hall:
        hall.begin()
        hall.play(2)
        break_buzzer(monkeypatch)
        hall.play(2)
        hall.throw()
        assert hall.station.game is not None
        shown = hall.station.game.state
    pins.reset()
    with closing(Hall(journal, pins)) as hall:
        hall.turn(Ask.GO_ON)
        assert isinstance(hall.frontend.view, ResumeView)
        assert hall.frontend.view.state == shown
        hall.turn(Ask.GO_ON)
        hall.play(3)
        hall.turn(Ask.AGREE_DRAW)
        for seat in Seat:
            hall.turn(intents.Agree(seat))
    throws = [it.number for it in stored(journal) if isinstance(it, DieThrown)]
    assert throws == list(range(1, len(throws) + 1))
    for command in (("dice", "verify", "1"), ("games", "replay", "1"), ("games", "export", "1")):
        assert cli.main([*command, "--journal", str(journal)]) == 0


def test_a_seal_that_a_restart_loses_is_counted(
    journal: Path, pins: MockFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in range(3):
        pins.reset()
        with closing(Hall(journal, pins, seed)) as hall:
            while not isinstance(hall.frontend.view, SetUpView):
                hall.turn(Ask.GO_WITHOUT)
                hall.turn(Ask.BEGIN)
            if seed == 2:
                hall.begin()
                hall.play(1)
    audit = ["dice", "audit", "--journal", str(journal)]
    assert cli.main([*audit, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lost_seals"] == 2
    assert cli.main(audit) == 0
    assert "Seals that no game was played with: 2." in capsys.readouterr().out


def test_everything_is_stored_first_and_each_effect_fails_for_itself(
    hall: Hall, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = DieThrown(3, None), DieThrown(5, None)
    found: list[list[Happening]] = []
    heard: list[Cue] = []
    hall.monitor.failing = True
    monkeypatch.setattr(hall.frontend, "tell", raising(OSError("the log is full")))

    def listens(cue: Cue) -> None:
        found.append(stored(journal))
        heard.append(cue)

    monkeypatch.setattr(hall.devices.sound, "play", listens)
    halves = start_position(SCHAEDLER).halves()
    batch = (
        Cue.THROW,
        Append((first,)),
        LearnBackground(halves),
        Append((second,)),
        Cue.YES,
    )
    monkeypatch.setattr(hall.station, "on", once(hall.station.on, batch))
    hall.turn()
    assert heard == [Cue.THROW, Cue.YES]
    assert all(then[-2:] == [first, second] for then in found)
    assert isinstance(hall.frontend.view, OutOfOrderView)
    assert hall.station.why(Fault.UNEXPECTED)


def test_what_is_to_be_stored_is_not_lost_when_the_station_fails_after_it(
    hall: Hall, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(hall.station), "_pass_time", raising(RuntimeError("time stands still")))
    hall.turn(Ask.THROW)
    assert isinstance(stored(journal)[-1], Thrown)
    assert isinstance(hall.frontend.view, OutOfOrderView)
    monkeypatch.undo()
    assert isinstance(hall.turn(Ask.GO_ON), PlayView)


def test_the_end_of_a_game_and_the_seed_of_its_die_are_stored_as_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    together: list[set[type[Happening]]] = []

    def store(database: Database, entries: Iterable[Entry]) -> None:
        entries = tuple(entries)
        together.append({type(entry.happening) for entry in entries})
        really(database, entries)

    really = Database.store
    monkeypatch.setattr(Database, "store", store)
    hall.throw()
    hall.turn(intents.GiveUp(Seat.A))
    hall.turn(intents.Agree(Seat.A))
    assert isinstance(hall.frontend.view, WonView)
    assert together[-1] == {Ended, SeedRevealed}


def test_a_disk_that_works_again_is_found_out_without_anybody_doing_anything(
    hall: Hall, journal: Path
) -> None:
    before = stored(journal)
    with dead_disk():
        hall.throw()
        assert Fault.NOT_STORED in hall.frontend.faults
    hall.turns(STORE_AGAIN_S + 1)
    assert Fault.NOT_STORED not in hall.frontend.faults
    assert isinstance(stored(journal)[-1], Thrown)
    assert len(stored(journal)) > len(before)


def test_a_game_that_nobody_could_know_of_is_offered_once_the_journal_can_be_read(
    journal: Path, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Hall(journal, pins)) as hall:
        hall.begin()
        hall.throw()
    pins.reset()
    with monkeypatch.context() as patch:
        for way in ("for_writing", "for_reading"):
            patch.setattr(Database, way, raising(NotWritableError("the stick is not there yet")))
        hall = Hall(journal, pins)
        hall.turn(Ask.GO_ON)
        assert isinstance(hall.turn(), WelcomeView)
    with closing(hall):
        hall.turns(STORE_AGAIN_S + 1)
        view = hall.turn(Ask.GO_WITHOUT)
        assert isinstance(view, ResumeView)
        assert view.state.throw is not None


def test_an_unfinished_game_that_cannot_be_taken_up_does_not_keep_the_station_from_opening(
    journal: Path, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Hall(journal, pins)) as hall:
        hall.begin()
        hall.throw()
    monkeypatch.setattr(Station, "resume", raising(ValueError("no such game")))
    pins.reset()
    with closing(Hall(journal, pins)) as hall:
        assert isinstance(hall.turn(), OutOfOrderView)
        hall.begin()
        hall.throw()
        assert hall.journal.unfinished().number == 2  # type: ignore[union-attr]


def test_lamps_that_fail_when_asked_to_show_are_replaced_and_the_page_is_shown(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GpioLamps, "show", raising(HardwareError("the lamps are gone")))
    hall.turns(0.1)
    assert type(hall.devices.lamps) is StandInLamps
    assert Fault.LAMPS_MISSING in hall.frontend.faults
    assert isinstance(hall.frontend.view, PlayView)


@pytest.mark.parametrize(
    "break_it",
    [
        lambda hall, patch: patch.setattr(hall.station, "lamps", raising(KeyError("lamp"))),
        lambda hall, patch: patch.setattr(hall.devices, "update", raising(OSError("no device"))),
        lambda hall, patch: (
            patch.setattr(Station, "is_resting", lambda *_: True),
            patch.setattr(hall.camera, "set_frame_rate", raising(OSError("no rate"))),
        ),
        lambda hall, patch: patch.setattr(hall.devices.button, "presses", raising(OSError("no button"))),
    ],
    ids=["lamps", "update", "frame-rate", "button"],
)
def test_a_device_that_fails_unexpectedly_does_not_keep_the_page_from_being_shown(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, break_it: Callable[[Hall, pytest.MonkeyPatch], None]
) -> None:
    hall.turn(Ask.SHOW_LANGUAGES)
    break_it(hall, monkeypatch)
    hall.turn()
    assert isinstance(hall.frontend.view, OutOfOrderView)
    assert hall.turn(Ask.GO_ON) == LanguagesView()


def test_a_page_that_cannot_be_drawn_is_announced_and_a_display_that_is_lost_ends_the_station(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    show = hall.frontend.show

    def no_play(view: View, faults: tuple[Fault, ...]) -> None:
        if isinstance(view, PlayView):
            raise KeyError("no such glyph")
        show(view, faults)

    monkeypatch.setattr(hall.frontend, "show", no_play)
    hall.turns(BUG_AGAIN_S)
    assert isinstance(hall.frontend.view, OutOfOrderView)
    assert isinstance(hall.turn(Ask.GO_ON), OutOfOrderView)
    assert hall.turn(Ask.SHOW_LANGUAGES) == LanguagesView()
    monkeypatch.setattr(hall.frontend, "show", raising(RuntimeError("no display")))
    with pytest.raises(RuntimeError, match="no display"):
        hall.turn()


class TestUnexpected:
    """The page of what nobody expected: shown again when it happens again, and over in the end."""

    @pytest.mark.slow
    def test_it_comes_back_while_it_goes_on_without_flickering(self, hall: Hall) -> None:
        hall.monitor.failing = True
        assert hall.turns(60) == [OutOfOrderView]
        assert isinstance(hall.turn(Ask.GO_ON), PlayView)
        assert Fault.UNEXPECTED in hall.frontend.faults
        assert hall.turns(60) == [PlayView, OutOfOrderView]

    def test_meanwhile_the_game_goes_on_by_hand(self, hall: Hall, journal: Path) -> None:
        hall.monitor.failing = True
        hall.turns(1)
        hall.turn(Ask.GO_ON)
        hall.play(1)
        assert isinstance(stored(journal)[-1], Moved | Passed)

    @pytest.mark.slow
    def test_when_all_has_gone_well_for_a_while_it_is_mended(self, hall: Hall) -> None:
        hall.monitor.failing = True
        hall.turn()
        hall.monitor.failing = False
        assert hall.turns(60) == [OutOfOrderView]
        hall.turn(Ask.GO_ON)
        assert hall.turns(BUG_AGAIN_S + 1) == [PlayView]
        assert Fault.UNEXPECTED not in hall.frontend.faults
        hall.monitor.failing = True
        assert isinstance(hall.turn(), OutOfOrderView)

    def test_one_that_happens_only_now_and_then_has_its_page_again(self, hall: Hall) -> None:
        hall.monitor.failing = True
        hall.turn()
        hall.turn(Ask.GO_ON)
        hall.monitor.failing = False
        assert hall.turns(BUG_AGAIN_S + 1) == [PlayView, OutOfOrderView]
        hall.turn(Ask.GO_ON)
        assert hall.turns(3 * BUG_AGAIN_S) == [PlayView]
        assert Fault.UNEXPECTED not in hall.frontend.faults

    @pytest.mark.slow
    def test_the_log_tells_the_same_mistake_once(
        self, hall: Hall, capsys: pytest.CaptureFixture[str]
    ) -> None:
        hall.monitor.failing = True
        hall.turns(60)
        hall.turn(Ask.GO_ON)
        hall.turns(60)
        assert capsys.readouterr().err.count("Traceback") == 1
        hall.monitor.failing = False
        hall.turn(Ask.GO_ON)
        hall.turns(2 * BUG_AGAIN_S)
        hall.monitor.failing = True
        hall.turns(1)
        assert capsys.readouterr().err.count("Traceback") == 1

    def test_no_line_of_a_mistake_looks_like_an_event_of_the_log(
        self, hall: Hall, capsys: pytest.CaptureFixture[str]
    ) -> None:
        hall.monitor.failing, hall.monitor.why = True, "no size\n<3>event=fault what=camera-lost"
        hall.turns(1)
        told = capsys.readouterr().err
        assert "event=fault what=camera-lost" in told
        assert [line for line in told.splitlines() if line.startswith("<")] == []


def once(
    on: Callable[..., tuple[object, ...]], batch: tuple[object, ...]
) -> Callable[..., tuple[object, ...]]:
    """A station that wants a batch done, whatever it is told first, and then goes on as ever."""
    batches = [batch]

    def answers(*told: object) -> tuple[object, ...]:
        return batches.pop() if batches else on(*told)

    return answers
