"""Services beside the game: writing files, learning boards, finding chances."""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

from calibration.errors import CalibrationError
from companion.board.spec import STANDARD, BoardSpec
from companion.game import Die, Rules, Termination
from companion.interface.faults import Fault
from companion.interface.offers import offers_here, read_skills
from companion.interface.views import DiceAuditView
from companion.journal import DamagedError, Journal, JournalError
from companion.journal.dice_audit import audit
from companion.journal.export import as_record
from companion.journal.home.names import NameBook
from companion.settings.errors import SettingsError
from companion.station import effects
from companion.station.board.calibrating import Learned, Located, learn, locate
from companion.station.game.evening import Evening
from companion.station.game.solver import Solver
from companion.station.persistence import Persistence
from companion.station.protocols import BackupDesk
from companion.station.staff_services import StaffServices
from companion.station.stimuli import Call, ChancesNotFound, FaultCleared, FaultRaised, Stimulus
from companion.station.worker import Lane, Worker
from hardware.screen_power import Layer, Switched, switch
from vision.calibration import Calibration


class Services:
    """Carries out effects that have nothing to do with the table; slow ones run on the worker. To be closed.

    `persistence` keeps what staff change, `staff` serves the staff pages, the folder `tables` holds solved
    games, `spec` has the measures of the board to be learned, `screen` is what is switched off in the dark,
    `backups` writes and restores backups. Without them nothing is kept, no chances are known and nothing is
    switched.
    """

    def __init__(
        self,
        worker: Worker | None = None,
        *,
        persistence: Persistence | None = None,
        staff: StaffServices | None = None,
        tables: Path | None = None,
        spec: BoardSpec = STANDARD,
        screen: Collection[Layer] = (),
        backups: BackupDesk | None = None,
    ) -> None:
        self.worker = worker or Worker()
        self.persistence = persistence or Persistence()
        self.staff = staff or StaffServices(self.worker)
        self._tables = tables
        self._solver = Solver(tables, self.worker) if tables is not None else None
        self._spec = spec
        self._screen = screen
        self._backups = backups
        self._screen_is_on = True
        self._closed = False
        self._switching = Lock()
        self._board_request: effects.Asking | None = None

    def do(self, effect: effects.Effect, journal: Journal) -> Iterator[Stimulus]:
        """Carry an effect out, or begin to; yield what the station has to know now."""
        match effect:
            case effects.Asking(effects.CountThrows(die), then):
                yield Call(then, _count_throws(journal, die))
            case effects.Asking(effects.Do.FIND_ENDED, then):
                yield Call(then, _ended(journal))
            case effects.Asking(effects.FindEvening(names), then):
                if names is not None:
                    yield from _keep_names(names, journal)
                yield Call(then, Evening.of(journal))
            case effects.Asking(effects.Do.FIND_LEFT, then):
                yield Call(then, journal.left())
            case effects.Asking(effects.TakeUp(number), then):
                try:
                    yield Call(then, journal.take_up(number))
                except JournalError as error:
                    yield FaultRaised(Fault.NOT_KEPT, str(error))
            case effects.Asking(effects.Do.FIND_LENGTHS, then):
                yield Call(then, offers_here(_won_games(journal), read_skills(self._tables)))
            case effects.Asking(effects.Do.ANALYSE_GAME):
                game = journal.newest
                if self._solver is not None and game is not None:
                    self._solver.analyse(as_record(game), effect)
            case effects.Asking(effects.FindPuzzles(known), then):
                if self._solver is not None:
                    stored = journal.newest_over(known, self._solver.has_table)
                    if stored is None:
                        yield Call(then, None)
                    else:
                        self._solver.find_puzzles(stored, effect)
            case effects.FindChances(rules):
                if self._solver is None:
                    yield ChancesNotFound(rules, "nothing works out chances here")
                else:
                    self._solver.find(rules)
            case effects.Asking(effects.LocateBoard() | effects.LearnBoard() as job):
                self._board_request = effect
                self.worker.run(Lane.BOARD, lambda: self._learn(effect, job))
            case effects.Asking(effects.SwitchScreen(on), then):
                self._screen_is_on = on
                self.worker.run(Lane.SCREEN, lambda: [Call(then, self._switch(on=on))])
            case effects.Asking(effects.KeepPicture(picture), then):
                try:
                    file = self.persistence.keep_picture(picture)
                except OSError as error:
                    yield FaultRaised(Fault.NOT_KEPT, str(error))
                    yield Call(then, "")
                else:
                    yield Call(then, f"{file.parent.name}/{file.name}")
            case effects.Asking(
                effects.Do.FIND_BACKUPS
                | effects.Do.FIND_UPDATE
                | effects.Do.SAVE_BACKUP
                | effects.RestoreBackup() as wanted,
                then,
            ) if self._backups is not None:
                desk = self._backups
                if isinstance(wanted, effects.RestoreBackup):
                    # The journal that takes its place is another; until the restart this one stays in memory.
                    journal.close()
                self.worker.run(Lane.BACKUP, lambda: [Call(then, self._back_up(desk, wanted, then))])
            case effects.Do.OPEN_JOURNAL:
                journal.append(None, ())
            case effects.KeepSettings():
                yield from self.keep(effect)
            case _:
                yield from self.staff.do(effect)

    def _back_up(
        self,
        desk: BackupDesk,
        wanted: effects.Do | effects.RestoreBackup,
        then: Callable[[Any, Any], None],
    ) -> object:
        def tell(megabytes: int) -> None:
            self.worker.tell(Call(then, megabytes))

        match wanted:
            case effects.RestoreBackup(name):
                return desk.restore(name, tell)
            case effects.Do.SAVE_BACKUP:
                return desk.save(tell)
            case effects.Do.FIND_UPDATE:
                return desk.find_update()
            case _:
                return desk.find()

    def keep(self, change: effects.KeepSettings | Calibration) -> Iterator[Stimulus]:
        """Keep the staff's changes for the next start."""
        try:
            self.persistence.keep(change)
        except (SettingsError, CalibrationError, OSError) as error:
            yield FaultRaised(Fault.NOT_KEPT, str(error))
        else:
            yield FaultCleared(Fault.NOT_KEPT)

    def close(self) -> None:
        """Cancel the running work, and leave the screen on for the next program."""
        self._board_request, self._closed = None, True
        if self._solver is not None:
            self._solver.close()
        self.worker.close()
        if not self._screen_is_on:
            self._switch(on=True)

    def _learn(
        self, request: effects.Asking, job: effects.LocateBoard | effects.LearnBoard
    ) -> Iterator[Stimulus]:
        """Find the board, or learn it; only the last request is answered."""
        if request is not self._board_request:
            return
        try:
            found = (
                learn(self._spec, job)
                if isinstance(job, effects.LearnBoard)
                else locate(self._spec, job.picture)
            )
        except Exception:
            # The loop makes a fault of it, and the page has an answer all the same.
            yield Call(request.then, Learned(None) if isinstance(job, effects.LearnBoard) else Located())
            raise
        if request is self._board_request:
            yield Call(request.then, found)

    def _switch(self, *, on: bool) -> Switched:
        with self._switching:
            # Closed meanwhile, it stays on.
            return switch(self._screen, on=on or self._closed)


def _keep_names(names: tuple[str, ...], journal: Journal) -> Iterator[Stimulus]:
    try:
        journal.names.keep(replace(journal.names.book, names=names) if names else NameBook())
    except OSError as error:
        yield FaultRaised(Fault.NOT_KEPT, str(error))


def _ended(journal: Journal) -> tuple[int, float, int | None]:
    newest = journal.newest
    return (newest.number, newest.played_s, journal.shortest_today()) if newest else (0, 0.0, None)


def _won_games(journal: Journal) -> Iterator[tuple[Rules, float]]:
    for _, rules, minutes, outcome in journal.ended():
        if rules is not None and outcome.termination is Termination.WON:
            yield rules, minutes


def _count_throws(journal: Journal, die: Die) -> DiceAuditView:
    """Count how often each face has fallen in all games that are stored and not damaged."""
    damaged: list[DamagedError] = []
    # Where nothing could be stored, there is nothing to read, and a fault says so.
    with suppress(JournalError):
        for result in audit(journal.sound_games(damaged)):
            if result.die == die:
                return DiceAuditView(die, result.counts, result.p, len(damaged))
    return DiceAuditView(die, (0,) * len(die.faces), None, len(damaged))
