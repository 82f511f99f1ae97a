"""Work out chances, beside the loop.

Solving takes seconds to minutes and up to some 700 MB, so it has a process of its own; opening a table and
analysing a game take some tenths of a second.
"""

import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

from companion import FiveLinesError
from companion.analysis.errors import TableError
from companion.analysis.play.insight import insight
from companion.analysis.play.puzzles import Puzzle, puzzles_in
from companion.analysis.play.solve_process import arguments
from companion.analysis.play.value_table import ValueTable, open_table, path_of
from companion.game import GameRecord, Move, Rules
from companion.journal import StoredGame
from companion.journal.export import as_record
from companion.station.effects import Asking
from companion.station.game.stored_chances import cached_table
from companion.station.stimuli import Call, ChancesNotFound, ChancesSought
from companion.station.worker import Lane, Worker

News = ChancesSought | ValueTable | ChancesNotFound | Call


class Solver:
    """Find the chances of games, and their turning points; tables are kept in a folder. To be closed."""

    def __init__(self, folder: Path, worker: Worker) -> None:
        self._folder = folder
        self._worker = worker
        self._wanted: Rules | None = None
        self._table: ValueTable | None = None
        self._process: subprocess.Popen[str] | None = None

    def find(self, rules: Rules) -> None:
        """Find the chances of a game, in the folder or by solving it; an earlier search is given up."""
        self._wanted = rules
        self._stop_process()
        self._worker.run(Lane.CHANCES, lambda: self._guarded(rules, self._find(rules)))

    def analyse(self, game: GameRecord, request: Asking) -> None:
        """Answer with what decided a game, once its chances are found; without them there is no answer."""
        self._worker.run(Lane.CHANCES, lambda: self._guarded(game.rules, self._analyse(game, request)))

    def has_table(self, rules: Rules) -> bool:
        """True if a game's chances are in the folder already."""
        return path_of(self._folder, rules).exists()

    def find_puzzles(self, game: StoredGame, request: Asking) -> None:
        """Answer with a game's number, and the puzzles in it by the table that it has."""
        self._worker.run(Lane.CHANCES, lambda: [Call(request.then, (game.number, self._puzzles_in(game)))])

    def close(self) -> None:
        """Cancel the running work."""
        self._wanted = None
        self._stop_process()

    def _guarded(self, rules: Rules, news: Iterator[News]) -> Iterator[News]:
        """Turn any failure into news: the game goes on without chances."""
        try:
            yield from news
        except Exception as error:
            yield ChancesNotFound(rules, f"{type(error).__name__}: {error}")

    def _find(self, rules: Rules) -> Iterator[News]:
        if rules is not self._wanted:
            return
        path = path_of(self._folder, rules)
        try:
            self._table = open_table(path, rules)
        except TableError:
            why = yield from self._solve(rules)
            if rules is not self._wanted:
                return
            if why is not None:
                yield ChancesNotFound(rules, why)
                return
            self._table = open_table(path, rules)
        yield self._table

    def _solve(self, rules: Rules) -> Generator[News, None, str | None]:
        """Have a process solve a game; return None, or why it could not."""
        pipe = subprocess.PIPE
        command = [sys.executable, *arguments(rules, self._folder)]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True) as it:
            self._process = it
            if rules is not self._wanted:
                it.terminate()
            assert it.stdout is not None
            assert it.stderr is not None
            for line in it.stdout:
                if rules is self._wanted:
                    yield ChancesSought(rules, float(line))
            complaint = it.stderr.read().strip().splitlines()
        self._process = None
        if it.returncode == 0:
            return None
        return complaint[-1] if complaint else f"solving was stopped (status {it.returncode})"

    def _analyse(self, game: GameRecord, request: Asking) -> Iterator[News]:
        if self._table is not None and self._table.rules == game.rules:
            yield Call(request.then, insight(game, self._table))

    def _puzzles_in(self, game: StoredGame) -> list[Puzzle]:
        """Return those in which every choice is a counter's move, which can be touched."""
        try:
            found = puzzles_in([as_record(game)], lambda it: cached_table(path_of(self._folder, it), it))
        except (FiveLinesError, OSError):
            # A game or table that is of no use sets no puzzles; who needs the table learns what is wrong.
            return []
        return [it for it in found if all(isinstance(each.action, Move) for each in it.turn.prospects)]

    def _stop_process(self) -> None:
        process = self._process
        if process is not None:
            process.terminate()
