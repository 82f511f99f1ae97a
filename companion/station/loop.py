"""The one loop: gather stimuli, step the station, store, show. One thread owns the state."""

import sys
import traceback
from contextlib import closing, suppress

from calibration.errors import CalibrationError
from companion.display.faults import Fault
from companion.display.seen import Corner
from companion.game import Die, Halves
from companion.journal import Database, FullError, Journal, JournalError, NoticeKind
from companion.journal.dice_audit import audit
from companion.journal.export import as_record
from companion.settings_file import SettingsError
from companion.station.effects import (
    BeginGame,
    BeLoud,
    CountDice,
    Effect,
    Explain,
    FindChances,
    Relearn,
    Sound,
    Speak,
    Store,
    Teach,
    Wear,
)
from companion.station.keeping import Keeper
from companion.station.learning import learn
from companion.station.sight import Watcher
from companion.station.solver import Solver
from companion.station.staff import OUTER_POINTS
from companion.station.station import Station
from companion.station.stimuli import (
    Audited,
    Broke,
    Held,
    Learned,
    Mended,
    Pressed,
    Stimulus,
    Tick,
    Unsolved,
    Wish,
)
from companion.station.surroundings import Face, Rig
from hardware.button_presses import PressKind
from hardware.clock import Clock
from hardware.devices import DeviceName
from vision.calibrated import Calibration
from vision.eyes import Eyes

FAULT_OF = {
    DeviceName.CAMERA: Fault.CAMERA_LOST,
    DeviceName.BUTTON: Fault.BUTTON_MISSING,
    DeviceName.LAMPS: Fault.LAMPS_MISSING,
    DeviceName.SOUND: Fault.SOUND_MISSING,
}


class Loop:
    """Turns of the one loop. Whatever fails in a turn becomes a fault with its page, and the loop goes on.

    `frame_rates` are the pictures a second in a game and while nobody plays. `keeper` keeps what staff
    change; None keeps nothing. `solver` works out chances; without one they are not known.
    """

    def __init__(
        self,
        station: Station,
        rig: Rig,
        face: Face,
        watcher: Watcher,
        journal: Journal,
        clock: Clock,
        frame_rates: tuple[float, float] = (15.0, 5.0),
        keeper: Keeper | None = None,
        solver: Solver | None = None,
    ) -> None:
        self.station = station
        self._rig = rig
        self._face = face
        self._watcher = watcher
        self._journal = journal
        self._clock = clock
        self._frame_rates = frame_rates
        self._keeper = keeper or Keeper()
        self._solver = solver
        self._troubles: dict[Fault, str] = {}
        self._resting: bool | None = None
        self._game: int | None = None
        stored = journal.unfinished()
        if stored is not None:
            self._game = stored.number
            self._carry_out(station.resume(stored, clock()))
        if watcher.eyes is not None:
            station.place_corners(corners_of(watcher.eyes))

    def turn(self) -> None:
        """One round: everything that has come in is dealt with, stored and shown."""
        try:
            self._gather()
        except Exception as error:
            # A fault of ours must not end a game at a table; it has its page, and the game goes on after it.
            traceback.print_exc(file=sys.stderr)
            self._carry_out(
                self.station.on(Broke(Fault.UNEXPECTED, f"{type(error).__name__}: {error}"), self._clock())
            )
        self._show()

    def _gather(self) -> None:
        self._notice_troubles()
        for press in self._rig.button.presses():
            match press.kind:
                case PressKind.PRESS:
                    self.step(Pressed())
                case PressKind.LONG:
                    self.step(Held())
                case PressKind.STUCK:
                    self.step(Broke(Fault.BUTTON_STUCK))
                case PressKind.FREED:
                    self.step(Mended(Fault.BUTTON_STUCK))
        for intent in self._face.intents():
            self.step(Wish(intent))
        frame = self._rig.camera.latest()
        if frame is not None:
            sighted = self._watcher.look(frame, with_picture=self.station.wants_pictures)
            if sighted is not None:
                self.step(sighted)
        if self._solver is not None:
            for news in self._solver.news():
                self.step(news)
        self.step(Tick())

    def _show(self) -> None:
        now_s = self._clock()
        for lamp, pattern in self.station.lamps(now_s).items():
            self._rig.lamps.show(lamp, pattern)
        self._rig.update()
        resting = self.station.is_resting(now_s)
        if resting is not self._resting:
            self._resting = resting
            self._rig.camera.set_frame_rate(self._frame_rates[1 if resting else 0])
        self._face.show(self.station.view(now_s), self.station.faults)

    def step(self, stimulus: Stimulus) -> None:
        """Tell the station one thing, and do what it wants done about it."""
        self._carry_out(self.station.on(stimulus, self._clock()))

    def _carry_out(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case BeginGame(die, rules, computer):
                    self._game = self._journal.begin(die, rules, computer)
                case Store(happenings):
                    self._journal.append(self._game, happenings)
                    self._face.tell(happenings)
                case Sound(cue):
                    self._rig.sound.play(cue)
                case Teach(halves):
                    self._watcher.learn(halves)
                case Speak() | Wear():
                    self._face.change(effect)
                    self._keep(effect)
                case BeLoud(percent, muted):
                    self._rig.sound.set_volume(percent / 100, mute=muted)
                    self._keep(effect)
                case Relearn(corners, halves):
                    self._show()  # It takes some seconds, and the page says so.
                    self.step(self._relearn(corners, halves))
                case CountDice(die):
                    self.step(self._count(die))
                case FindChances(rules):
                    if self._solver is None:
                        self.step(Unsolved(rules, "nothing works out chances here"))
                    else:
                        self._solver.find(rules)
                case Explain():
                    game = self._journal.newest
                    if self._solver is not None and game is not None:
                        self._solver.explain(as_record(game))

    def _notice_troubles(self) -> None:
        """Tell the station of devices and of the journal: what has failed, and what works again."""
        now = {FAULT_OF[trouble.device]: trouble.what for trouble in self._rig.troubles()}
        if self._journal.trouble is not None:
            full = isinstance(self._journal.trouble, FullError)
            now[Fault.DISK_FULL if full else Fault.NOT_STORED] = str(self._journal.trouble)
        for fault in self._troubles.keys() - now.keys():
            self.step(Mended(fault))
        for fault in now.keys() - self._troubles.keys():
            self.step(Broke(fault, now[fault]))
        self._troubles = now
        for notice in self._journal.notices():
            if notice.kind is NoticeKind.SET_ASIDE:
                self.step(Broke(Fault.JOURNAL_SET_ASIDE, notice.text))

    def _keep(self, change: Speak | Wear | BeLoud | Calibration) -> None:
        try:
            self._keeper.keep(change)
        except (SettingsError, CalibrationError, OSError) as error:
            self.step(Broke(Fault.NOT_KEPT, str(error)))
        else:
            self.step(Mended(Fault.NOT_KEPT))

    def _relearn(self, corners: tuple[Corner, ...], halves: Halves) -> Learned:
        frame, eyes = self._rig.camera.latest(), self._watcher.eyes
        if frame is None or eyes is None or len(corners) != len(OUTER_POINTS):
            return Learned(done=False)
        calibration, remarks = learn(eyes.calibration.spec, frame.picture, corners, halves)
        if calibration is not None:
            self._keep(calibration)
            self._watcher.eyes = Eyes(calibration)
            self.station.place_corners(corners)
        return Learned(calibration is not None, remarks)

    def _count(self, die: Die) -> Audited:
        """How often each face has fallen in all games that are stored."""
        # Where nothing could be stored, there is nothing to read, and a fault says so.
        with suppress(JournalError), closing(Database.for_reading(self._journal.path)) as database:
            for result in audit(map(database.game, database.games())):
                if result.die == die:
                    return Audited(die, result.counts, result.p)
        return Audited(die, (0,) * len(die.faces), None)


def corners_of(eyes: Eyes) -> tuple[Corner, ...]:
    """Where a station's outer points lie in its pictures."""
    calibration = eyes.calibration
    pixels = calibration.view.to_px(calibration.spec, calibration.spec.corners_mm)
    return tuple(
        Corner(point, float(x), float(y)) for point, (x, y) in zip(OUTER_POINTS, pixels, strict=True)
    )
