"""The one loop: gather stimuli, step the station, store, show. One thread owns the state."""

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from textwrap import indent

from calibration.errors import CalibrationError
from companion.interface.faults import Fault
from companion.interface.intents import Diagonal
from companion.interface.presentation import Theme
from companion.interface.views import OutOfOrderView
from companion.journal import Journal, Sealed
from companion.station import stimuli
from companion.station.board.calibrating import corners_at
from companion.station.board.monitor import BoardMonitor
from companion.station.effects import (
    Append,
    BeginGame,
    Do,
    Effect,
    LearnBackground,
    ReadBy,
    SetLanguage,
    SetPlayers,
    SetVoice,
    SetVolume,
    TakePlace,
)
from companion.station.protocols import Frontend
from companion.station.remote.remote_api import RemoteApi
from companion.station.services import Services
from companion.station.station import Station
from companion.station.upkeep.faults import Troubles
from hardware.audio.tones import Cue
from hardware.button_presses import PressKind
from hardware.device import Clock, HardwareError
from hardware.devices import DeviceName, Devices
from vision.board_reader import BoardReader, return_freed_memory
from vision.calibration import Calibration

STORE_AGAIN_S = 5.0  # retry delay after storing has failed


class Loop:
    """Runs the turns of the loop. Any failure becomes a fault with its page, and the rest goes on.

    `services` do what has nothing to do with the table; `remote` answers other processes. Call `start`
    before the first turn.
    """

    def __init__(
        self,
        station: Station,
        devices: Devices,
        frontend: Frontend,
        monitor: BoardMonitor,
        journal: Journal,
        clock: Clock,
        services: Services | None = None,
        *,
        remote: RemoteApi | None = None,
    ) -> None:
        self.station = station
        self._devices = devices
        self._frontend = frontend
        self._monitor = monitor
        self._journal = journal
        self._clock = clock
        self._services = services or Services()
        self._remote = remote
        self.look: Callable[[], object] = str
        """Returns the colours of the table, as a game is stored with them."""
        if remote is not None:
            remote.connect(self._obey, self._log)
        self._troubles = Troubles(devices, journal)
        self._frame_rate: float | None = None
        self._store_again_s = 0.0
        self._was_in_trouble = False
        self._printed: set[tuple[object, ...]] = set()

    def start(self, startup_events: Iterable[stimuli.Stimulus] = ()) -> None:
        """Prepare the first turn: offer an unfinished game, and pass on what is known already."""
        if self._monitor.reader is not None:
            self.step(self._known(self._monitor.reader))
        with self._guarded():
            self._offer_unfinished()
        for news in (*self._services.staff.opening(), *startup_events):
            self.step(news)

    def turn(self) -> None:
        """Handle everything that has come in, store it, and show the page.

        Raises whatever keeps even the page of what is out of order from being shown.
        """
        # A fault of ours must not end a game at a table, nor one failing part keep the others from working.
        with self._guarded():
            self._store_again()
        with self._guarded(DeviceName.BUTTON):
            self._read_button()
        with self._guarded():
            for intent in self._frontend.intents():
                self.step(intent)
        with self._guarded():
            self._look()
        with self._guarded():
            for news in self._services.worker.poll():
                self.step(news)
        self._serve_remote()
        self.step(stimuli.Signal.TICK)
        # Last, so that what can't be stored is reported with the page that shows it.
        with self._guarded():
            for trouble in self._troubles.news():
                self.step(trouble)
        self._show()

    def step(self, stimulus: stimuli.Stimulus) -> None:
        """Pass a stimulus to the station, and carry out the effects."""
        with self._guarded():
            self._carry_out(self.station.on(stimulus, self._clock()))

    def _serve_remote(self) -> None:
        """Answer remote requests; what fails there is logged, and covers no page of a game."""
        if self._remote is not None:
            try:
                self._remote.turn(self.station.at(self._clock()), self.station.condition)
            except Exception as error:
                self._log(error)

    def _obey(self, stimulus: stimuli.Stimulus) -> None:
        """Carry out a remote client's command; raise whatever fails in the station."""
        self._carry_out(self.station.on(stimulus, self._clock()))

    @contextmanager
    def _guarded(self, device: DeviceName | None = None) -> Iterator[None]:
        """Make a fault of whatever fails inside; `device` is the one that is being used."""
        try:
            yield
        except Exception as error:
            if isinstance(error, HardwareError) and device is not None:
                with self._guarded():
                    self._devices.fail(device, error)
            else:
                self._mistake(error)

    def _mistake(self, error: Exception) -> None:
        """Report an unexpected error; the log has the same one only once until it is over."""
        if Fault.UNEXPECTED not in self.station.faults:
            self._printed.clear()
        self._log(error)
        self._carry_out(self.station.on(stimuli.FaultRaised(Fault.UNEXPECTED, _line(error)), self._clock()))

    def _log(self, error: Exception) -> None:
        way = tuple((frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__))
        if way not in self._printed:
            self._printed.add(way)
            with suppress(OSError):
                # An error may hold foreign lines; systemd takes `<3>` at the beginning of one for its level.
                print(indent("".join(traceback.format_exception(error)), " "), file=sys.stderr)

    def _offer_unfinished(self) -> None:
        stored = self._journal.unfinished()
        if stored is not None:
            self._carry_out(self.station.resume(stored, self._clock()))

    def _store_again(self) -> None:
        """Try now and then whether the journal can be stored again; it may hold a game nobody knew of.

        As often, memory is given back.
        """
        now_s = self._clock()
        if now_s >= self._store_again_s:
            self._store_again_s = now_s + STORE_AGAIN_S
            self._journal.retry()
            return_freed_memory()
        if self._was_in_trouble and self._journal.trouble is None and self.station.context.flow.may_rest:
            self._offer_unfinished()
        self._was_in_trouble = self._journal.trouble is not None

    def _read_button(self) -> None:
        for press in self._devices.button.presses():
            match press.kind:
                case PressKind.PRESS:
                    chosen = self._frontend.chosen()
                    self.step(stimuli.Signal.BUTTON_PRESSED if chosen is None else chosen)
                case PressKind.LONG:
                    self.step(stimuli.Signal.BUTTON_HELD)
                case PressKind.VERY_LONG:
                    self.step(stimuli.Signal.STAFF_CALLED)
                case PressKind.STUCK:
                    self.step(stimuli.FaultRaised(Fault.BUTTON_STUCK))
                case PressKind.UNSTUCK:
                    self.step(stimuli.FaultCleared(Fault.BUTTON_STUCK))

    def _look(self) -> None:
        frame = self._devices.camera.latest()
        if frame is not None and self.station.looks:
            seen = self._monitor.look(frame)
            if seen is not None:
                self.step(seen)
            if self.station.context.top.wants_pictures:
                self.step(frame)

    def _show(self) -> None:
        now_s = self._clock()
        with self._guarded(DeviceName.LAMPS):
            for lamp, pattern in self.station.lamps(now_s).items():
                self._devices.lamps.show(lamp, pattern)
        with self._guarded():
            self._devices.update()
        self._monitor.is_resting = self.station.is_resting(now_s)
        self._monitor.awaits_dice = self.station.awaits_dice
        rate = self.station.frame_rate(now_s)
        if rate != self._frame_rate:
            self._frame_rate = rate
            with self._guarded():
                self._devices.camera.set_frame_rate(rate)
        try:
            self._frontend.show(self.station.view(now_s), self.station.faults)
        except Exception as error:
            self._mistake(error)
            # Where even this can't be shown the display is gone, and only a new start may bring it back.
            self._frontend.show(OutOfOrderView(Fault.UNEXPECTED), self.station.faults)

    def _carry_out(self, effects: tuple[Effect, ...]) -> None:
        # Whatever happens while the rest is done, what has happened before is stored by then.
        with self._guarded(), self._journal.together():
            for effect in effects:
                with self._guarded():
                    self._store(effect)
        for effect in effects:
            with self._guarded(DeviceName.SOUND if isinstance(effect, Cue | SetVolume) else None):
                self._do(effect)

    def _store(self, effect: Effect) -> None:
        match effect:
            case BeginGame(die, rules, computer, match, leaves):
                self._journal.begin(die, rules, computer, str(self.look()), match, leaves=leaves)
            case Append((Sealed(),) as sealed):
                self._journal.append(None, sealed)
            case Append(happenings):
                newest = self._journal.newest
                self._journal.append(newest.number if newest is not None else None, happenings)

    def _do(self, effect: Effect) -> None:
        match effect:
            case Append(happenings):
                self._frontend.tell(happenings)
            case Cue():
                self._devices.sound.play(effect)
            case LearnBackground(halves):
                complete = self._monitor.learn(halves)
                if complete is not None:
                    self._keep(complete)
            case SetLanguage() | Theme() | Diagonal() | SetVoice() | SetPlayers():
                self._frontend.change(effect)
            case SetVolume(percent, muted):
                self._devices.sound.set_volume(percent / 100, mute=muted)
            case ReadBy(calibration, keep=False):
                self._monitor.trial = None if calibration is None else BoardReader(calibration)
            case ReadBy(calibration) if calibration is not None:
                self._monitor.trial = None
                self._keep(calibration)
            case TakePlace(motion) if (reader := self._monitor.reader) is not None:
                self._keep(reader.calibration.moved(motion))
            case Do.SWAP_CALIBRATIONS:
                self._swap_calibrations()
            case Do.TRY_DEVICES:
                self._devices.retry()
            case _:
                self._tell(self._services.do(effect, self._journal))

    def _tell(self, news: Iterable[stimuli.Stimulus]) -> None:
        for it in news:
            self.step(it)

    def _keep(self, calibration: Calibration) -> None:
        self._tell(self._services.keep(calibration))
        self._read_by(calibration)

    def _swap_calibrations(self) -> None:
        try:
            calibration = self._services.persistence.swap_calibrations()
        except (CalibrationError, OSError) as error:
            self.step(stimuli.FaultRaised(Fault.NOT_KEPT, str(error)))
        else:
            self._read_by(calibration)

    def _read_by(self, calibration: Calibration) -> None:
        """Read the board with this calibration."""
        reader = BoardReader(calibration)
        self._monitor.reader = reader
        self.step(self._known(reader))
        self.step(stimuli.FaultCleared(Fault.NOT_CALIBRATED))
        for fault in (Fault.BOARD_MOVED, Fault.CAMERA_RESIZED, Fault.CAMERA_TURNED):
            self.step(stimuli.FaultCleared(fault))

    def _known(self, reader: BoardReader) -> stimuli.BoardKnown:
        calibration = reader.calibration
        pixels = calibration.camera.to_px(calibration.spec, calibration.spec.corners_mm)
        return stimuli.BoardKnown(corners_at(pixels), self._services.persistence.has_last_calibration)


def _line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
