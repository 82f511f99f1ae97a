"""Who works out chances: in the background of a station, or at once where its time is stepped.

Solving takes seconds to minutes and up to some 700 MB, so it has a process of its own; opening a table and
telling what decided a game take some tenths of a second, in a thread. The loop only asks for news.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from companion import FiveLinesError
from companion.analysis.play.solve_process import arguments, solve_into
from companion.game import GameRecord, Rules
from companion.station.stimuli import ChancesFound, ChancesNotFound, ChancesSought, GameAnalysed

if TYPE_CHECKING:
    from companion.analysis.play.value_table import ValueTable

News = ChancesSought | ChancesFound | ChancesNotFound | GameAnalysed


class Solver(Protocol):
    """Finds tables of chances and what decided games; the answers come as news."""

    def find(self, rules: Rules) -> None:
        """Find the chances of a game, from the disk or by solving it; an earlier search is given up."""
        ...

    def analyse(self, game: GameRecord) -> None:
        """Tell what decided a game, once its chances are found; nothing when they aren't."""
        ...

    def news(self) -> tuple[News, ...]:
        """What has been found since this was last asked."""
        ...


class BackgroundSolver:
    """Works in a thread and a process; tables are kept in a folder. To be closed.

    What it finds goes into a queue, on which those may wait who brought their own.
    """

    def __init__(self, folder: Path, news: SimpleQueue[News] | None = None) -> None:
        self._folder = folder
        self._jobs: SimpleQueue[Rules | GameRecord | None] = SimpleQueue()
        self._news = SimpleQueue[News]() if news is None else news
        self._wanted: Rules | None = None
        self._table: ValueTable | None = None
        self._process: subprocess.Popen[str] | None = None
        self._thread: Thread | None = None

    def find(self, rules: Rules) -> None:
        """Find the chances of a game; an earlier search is given up."""
        self._wanted = rules
        self._stop_process()
        self._begin(rules)

    def analyse(self, game: GameRecord) -> None:
        """Tell what decided a game, after what was to be found before."""
        self._begin(game)

    def news(self) -> tuple[News, ...]:
        """What has been found since this was last asked."""
        found: list[News] = []
        with suppress(Empty):
            while True:
                found.append(self._news.get_nowait())
        return tuple(found)

    def close(self) -> None:
        """Give up what is being worked on."""
        self._wanted = None
        self._jobs.put(None)
        self._stop_process()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _begin(self, job: Rules | GameRecord) -> None:
        self._jobs.put(job)
        if self._thread is None:
            self._thread = Thread(target=self._work, name="chances", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                if isinstance(job, Rules):
                    self._find(job)
                else:
                    self._analyse(job)
            except Exception as error:
                # Whatever fails here must not end the thread: the game is told, and goes on without.
                rules = job if isinstance(job, Rules) else job.rules
                self._news.put(ChancesNotFound(rules, f"{type(error).__name__}: {error}"))

    def _find(self, rules: Rules) -> None:
        from companion.analysis.errors import TableError
        from companion.analysis.play.value_table import open_table, path_of

        if rules is not self._wanted:
            return
        path = path_of(self._folder, rules)
        try:
            self._table = open_table(path, rules)
        except TableError:
            why = self._solve(rules)
            if rules is not self._wanted:
                return
            if why is not None:
                self._news.put(ChancesNotFound(rules, why))
                return
            self._table = open_table(path, rules)
        self._news.put(ChancesFound(self._table))

    def _solve(self, rules: Rules) -> str | None:
        """Have a process solve a game; None, or why it could not."""
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
                    self._news.put(ChancesSought(rules, float(line)))
            complaint = it.stderr.read().strip().splitlines()
        self._process = None
        if it.returncode == 0:
            return None
        return complaint[-1] if complaint else f"solving was stopped (status {it.returncode})"

    def _analyse(self, game: GameRecord) -> None:
        from companion.analysis.play.insight import insight

        if self._table is not None and self._table.rules == game.rules:
            self._news.put(GameAnalysed(insight(game, self._table)))

    def _stop_process(self) -> None:
        process = self._process
        if process is not None:
            process.terminate()


class DirectSolver:
    """Works at once, while it is asked: where time is stepped, nothing happens beside it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._news: list[News] = []
        self._table: ValueTable | None = None

    def find(self, rules: Rules) -> None:
        """Find the chances of a game."""
        from companion.analysis.errors import TableError
        from companion.analysis.play.value_table import open_table, path_of

        path = path_of(self._folder, rules)
        try:
            try:
                self._table = open_table(path, rules)
            except TableError:
                solve_into(rules, self._folder, lambda done: self._news.append(ChancesSought(rules, done)))
                self._table = open_table(path, rules)
        except (FiveLinesError, OSError, MemoryError) as error:
            self._news.append(ChancesNotFound(rules, str(error)))
        else:
            self._news.append(ChancesFound(self._table))

    def analyse(self, game: GameRecord) -> None:
        """Tell what decided a game."""
        from companion.analysis.play.insight import insight

        if self._table is not None and self._table.rules == game.rules:
            self._news.append(GameAnalysed(insight(game, self._table)))

    def news(self) -> tuple[News, ...]:
        """What has been found since this was last asked."""
        news, self._news = tuple(self._news), []
        return news
