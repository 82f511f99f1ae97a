"""The one loop: gather stimuli, step the station, store, show. One thread owns the state."""

import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from calibration.errors import CalibrationError
from companion.game import Die
from companion.interface.faults import Fault
from companion.interface.views import OutOfOrderView
from companion.journal import DamagedError, Journal, JournalError
from companion.journal.dice_audit import audit
from companion.journal.export import as_record
from companion.settings.errors import SettingsError
from companion.station.calibrator import Calibrator
from companion.station.computer.solver import Solver
from companion.station.despatch import Despatch
from companion.station.effects import (
    AnalyseGame,
    BeginGame,
    CheckPin,
    CountThrows,
    CountVisits,
    Effect,
    FindChances,
    FindShortest,
    FindTexts,
    KeepCalibration,
    KeepPicture,
    KeepPin,
    KeepSettings,
    KeepTexts,
    KeepVisit,
    LearnBackground,
    LearnBoard,
    LocateBoard,
    LookForPin,
    PlaySound,
    RebootMachine,
    RemoveTexts,
    SetDiagonal,
    SetLanguage,
    SetTheme,
    SetVoice,
    SetVolume,
    StartAnew,
    Store,
    SwapCalibrations,
    SwitchScreen,
    TryCalibration,
    TryDevices,
    WriteReport,
)
from companion.station.keeper import Keeper
from companion.station.learning import corners_at
from companion.station.office import Office
from companion.station.outside import Outside
from companion.station.protocols import DeviceSet, Door, Frontend, ScreenSwitch
from companion.station.station import Station
from companion.station.stimuli import (
    BoardKnown,
    ButtonHeld,
    ButtonPressed,
    ChancesNotFound,
    FaultCleared,
    FaultRaised,
    IntentReceived,
    PictureKept,
    PictureTaken,
    ScreenSwitched,
    ShortestFound,
    StaffCalled,
    Stimulus,
    ThrowsCounted,
    Tick,
)
from companion.station.troubles import Troubles
from companion.station.watcher import Watcher
from hardware.button_presses import PressKind
from hardware.camera.camera import Picture
from hardware.device import Clock
from hardware.devices import DeviceName
from hardware.errors import HardwareError
from hardware.settings import CameraSettings
from vision.board_reader import BoardReader
from vision.calibration import Calibration

STORE_AGAIN_S = 5.0
"""How long to wait before storing is tried again when it had failed."""


class Loop:
    """Turns of the one loop. Whatever fails becomes a fault with its page, and the rest goes on.

    `camera` tells how many pictures a second are wanted in a game, and while nobody plays. `keeper` keeps
    what staff change, `solver` works out chances, `calibrator` finds and learns boards, `office` does the
    staff's errands, `screen` is switched off while it is dark, at the `door` others ask, and
    `despatch` makes files for them; without them nothing is kept, no chances are known, no board is found,
    nothing is switched and nobody is answered. To be started before its first turn.
    """

    def __init__(
        self,
        station: Station,
        devices: DeviceSet,
        frontend: Frontend,
        watcher: Watcher,
        journal: Journal,
        clock: Clock,
        *,
        camera: CameraSettings | None = None,
        keeper: Keeper | None = None,
        solver: Solver | None = None,
        calibrator: Calibrator | None = None,
        office: Office | None = None,
        screen: ScreenSwitch | None = None,
        door: Door | None = None,
        despatch: Despatch | None = None,
    ) -> None:
        self.station = station
        self._devices = devices
        self._frontend = frontend
        self._watcher = watcher
        self._journal = journal
        self._clock = clock
        self._camera = camera or CameraSettings()
        self._keeper = keeper or Keeper()
        self._solver = solver
        self._calibrator = calibrator
        self._office = office or Office()
        self._screen = screen
        self._outside: Outside | None = None
        if door is not None:
            office, made = self._office, despatch or Despatch()
            self._outside = Outside(door, journal, self._obey, self._log, clock(), office, made)
        self._troubles = Troubles(devices, journal)
        self._resting: bool | None = None
        self._store_again_s = 0.0
        self._was_in_trouble = False
        self._printed: set[tuple[object, ...]] = set()

    def start(self, tidings: Iterable[Stimulus] = ()) -> None:
        """Before the first turn: offer to go on with an unfinished game, and tell what is known already."""
        if self._watcher.reader is not None:
            self.step(self._known(self._watcher.reader))
        with self._guarded():
            self._offer_unfinished()
        for news in (*self._office.opening(), *tidings):
            self.step(news)

    def turn(self) -> None:
        """One round: everything that has come in is dealt with, stored and shown.

        Raises whatever keeps even the page of what is out of order from being shown.
        """
        # A fault of ours must not end a game at a table, nor one failing part keep the others from working.
        with self._guarded():
            self._store_again()
        with self._guarded(DeviceName.BUTTON):
            self._read_button()
        with self._guarded():
            for intent in self._frontend.intents():
                self.step(IntentReceived(intent))
        with self._guarded():
            self._look()
        with self._guarded():
            for news in self._solver.news() if self._solver is not None else ():
                self.step(news)
        with self._guarded():
            for answer in self._calibrator.news() if self._calibrator is not None else ():
                self.step(answer)
        with self._guarded():
            for done in self._office.news():
                self.step(done)
            for switched in self._screen.news() if self._screen is not None else ():
                self.step(ScreenSwitched(switched))
        self._be_asked()
        self.step(Tick())
        # Last, so that what can't be stored is told with the page that shows it.
        with self._guarded():
            for trouble in self._troubles.news():
                self.step(trouble)
        self._show()

    def step(self, stimulus: Stimulus) -> None:
        """Tell the station one thing, and do what it wants done about it."""
        with self._guarded():
            self._carry_out(self.station.on(stimulus, self._clock()))

    def _be_asked(self) -> None:
        """Answer whoever asks from outside; what fails there is logged, and covers no page of a game."""
        if self._outside is not None:
            try:
                self.station.be_asked(self._outside, self._clock())
            except Exception as error:
                self._log(error)

    def _obey(self, stimulus: Stimulus) -> None:
        """Do what is wanted from outside; raises whatever fails in the station."""
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
        """Something failed that should not; the log tells the same once, until it is well again."""
        if Fault.UNEXPECTED not in self.station.faults:
            self._printed.clear()
        self._log(error)
        self._carry_out(self.station.on(FaultRaised(Fault.UNEXPECTED, _line(error)), self._clock()))

    def _log(self, error: Exception) -> None:
        way = tuple((frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__))
        if way not in self._printed:
            self._printed.add(way)
            with suppress(OSError):
                traceback.print_exception(error, file=sys.stderr)

    def _offer_unfinished(self) -> None:
        stored = self._journal.unfinished()
        if stored is not None:
            self._carry_out(self.station.resume(stored, self._clock()))

    def _store_again(self) -> None:
        """Try now and then whether the journal can be stored again; it may hold a game nobody knew of."""
        now_s = self._clock()
        if now_s >= self._store_again_s:
            self._store_again_s = now_s + STORE_AGAIN_S
            self._journal.retry()
        if self._was_in_trouble and self._journal.trouble is None and self.station.welcomes:
            self._offer_unfinished()
        self._was_in_trouble = self._journal.trouble is not None

    def _read_button(self) -> None:
        for press in self._devices.button.presses():
            match press.kind:
                case PressKind.PRESS:
                    chosen = self._frontend.chosen()
                    self.step(ButtonPressed() if chosen is None else IntentReceived(chosen))
                case PressKind.LONG:
                    self.step(ButtonHeld())
                case PressKind.VERY_LONG:
                    self.step(StaffCalled())
                case PressKind.STUCK:
                    self.step(FaultRaised(Fault.BUTTON_STUCK))
                case PressKind.UNSTUCK:
                    self.step(FaultCleared(Fault.BUTTON_STUCK))

    def _look(self) -> None:
        frame = self._devices.camera.latest()
        if frame is not None:
            seen = self._watcher.look(frame)
            if seen is not None:
                self.step(seen)
            if self.station.wants_pictures:
                self.step(PictureTaken(frame))

    def _show(self) -> None:
        now_s = self._clock()
        with self._guarded(DeviceName.LAMPS):
            for lamp, pattern in self.station.lamps(now_s).items():
                self._devices.lamps.show(lamp, pattern)
        with self._guarded():
            self._devices.update()
        resting = self.station.is_resting(now_s)
        if resting is not self._resting:
            self._resting = resting
            with self._guarded():
                rates = self._camera
                self._devices.camera.set_frame_rate(rates.idle_frame_rate if resting else rates.frame_rate)
        try:
            self._frontend.show(self.station.view(now_s), self.station.faults)
        except Exception as error:
            self._mistake(error)
            # Where even this can't be shown the display is gone, and only a new start may bring it back.
            self._frontend.show(OutOfOrderView(Fault.UNEXPECTED, _line(error)), self.station.faults)

    def _carry_out(self, effects: tuple[Effect, ...]) -> None:
        # Whatever happens while the rest is done, what has happened before is stored by then.
        with self._guarded(), self._journal.together():
            for effect in effects:
                with self._guarded():
                    self._store(effect)
        for effect in effects:
            with self._guarded(DeviceName.SOUND if isinstance(effect, PlaySound | SetVolume) else None):
                self._do(effect)

    def _store(self, effect: Effect) -> None:
        match effect:
            case BeginGame(die, rules, computer):
                self._journal.begin(die, rules, computer)
            case Store(happenings):
                newest = self._journal.newest
                self._journal.append(newest.number if newest is not None else None, happenings)

    def _do(self, effect: Effect) -> None:
        match effect:
            case Store(happenings):
                self._frontend.tell(happenings)
            case PlaySound(cue):
                self._devices.sound.play(cue)
            case LearnBackground(halves):
                self._watcher.learn(halves)
            case SetLanguage() | SetTheme() | SetDiagonal() | SetVoice():
                self._frontend.change(effect)
            case SetVolume(percent, muted):
                self._devices.sound.set_volume(percent / 100, mute=muted)
            case SwitchScreen(on):
                if self._screen is not None:
                    self._screen.switch(on=on)
            case KeepSettings():
                self._keep(effect)
            case LocateBoard() | LearnBoard():
                if self._calibrator is not None:
                    self._calibrator.begin(effect)
            case TryCalibration(calibration):
                self._watcher.trial = None if calibration is None else BoardReader(calibration)
            case KeepCalibration(calibration):
                self._watcher.trial = None
                self._keep(calibration)
                self._read_by(calibration)
            case SwapCalibrations():
                self._swap_calibrations()
            case KeepPicture(picture):
                self.step(PictureKept(self._kept_picture(picture)))
            case TryDevices():
                self._devices.retry()
            case (
                LookForPin()
                | CheckPin()
                | KeepPin()
                | WriteReport()
                | StartAnew()
                | RebootMachine()
                | KeepVisit()
                | FindTexts()
                | KeepTexts()
                | RemoveTexts()
                | CountVisits()
            ):
                for news in self._office.do(effect):
                    self.step(news)
            case CountThrows(die):
                self.step(self._count_throws(die))
            case FindChances(rules):
                if self._solver is None:
                    self.step(ChancesNotFound(rules, "nothing works out chances here"))
                else:
                    self._solver.find(rules)
            case FindShortest():
                self.step(self._shortest_today())
            case AnalyseGame():
                game = self._journal.newest
                if self._solver is not None and game is not None:
                    self._solver.analyse(as_record(game))

    def _keep(self, change: KeepSettings | Calibration) -> None:
        try:
            self._keeper.keep(change)
        except (SettingsError, CalibrationError, OSError) as error:
            self.step(FaultRaised(Fault.NOT_KEPT, str(error)))
        else:
            self.step(FaultCleared(Fault.NOT_KEPT))

    def _kept_picture(self, picture: Picture) -> str:
        """The folder and file in which a picture is kept now; empty, and a fault, when it can't be."""
        try:
            file = self._keeper.keep_picture(picture)
        except OSError as error:
            self.step(FaultRaised(Fault.NOT_KEPT, str(error)))
            return ""
        return f"{file.parent.name}/{file.name}"

    def _swap_calibrations(self) -> None:
        try:
            calibration = self._keeper.swap_calibrations()
        except (CalibrationError, OSError) as error:
            self.step(FaultRaised(Fault.NOT_KEPT, str(error)))
        else:
            self._read_by(calibration)

    def _read_by(self, calibration: Calibration) -> None:
        """Read the board by this from now on."""
        reader = BoardReader(calibration)
        self._watcher.reader = reader
        self.step(self._known(reader))
        self.step(FaultCleared(Fault.NOT_CALIBRATED))
        for fault in (Fault.BOARD_MOVED, Fault.CAMERA_RESIZED, Fault.CAMERA_TURNED):
            self.step(FaultCleared(fault))

    def _known(self, reader: BoardReader) -> BoardKnown:
        calibration = reader.calibration
        pixels = calibration.camera.to_px(calibration.spec, calibration.spec.corners_mm)
        return BoardKnown(corners_at(pixels), self._keeper.has_last_calibration)

    def _shortest_today(self) -> ShortestFound:
        try:
            return ShortestFound(self._journal.shortest_today())
        except JournalError:
            # It is a pleasure and no more; what is damaged is told where it is looked at.
            return ShortestFound(None)

    def _count_throws(self, die: Die) -> ThrowsCounted:
        """How often each face has fallen in all games that are stored, but for those that are damaged."""
        damaged: list[DamagedError] = []
        # Where nothing could be stored, there is nothing to read, and a fault says so.
        with suppress(JournalError):
            for result in audit(self._journal.sound_games(damaged)):
                if result.die == die:
                    return ThrowsCounted(die, result.counts, result.p, len(damaged))
        return ThrowsCounted(die, (0,) * len(die.faces), None, len(damaged))


def _line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
