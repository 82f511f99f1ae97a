"""A survey: its space, its table, stopped, killed and gone on with, and a cluster's against a serial one."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.game import RECONSTRUCTIONS, rules_for
from five_lines_lab.errors import SurveyError
from five_lines_lab.measure.record import COLUMNS
from five_lines_lab.solve.bounds import Bounds
from five_lines_lab.survey.local import MAX_TRIES, Local
from five_lines_lab.survey.space import EXAMPLE, read_space
from five_lines_lab.survey.store import SurveyStore
from five_lines_lab.survey.survey import survey
from five_lines_lab.survey.task import Task, TaskResult, TaskStatus, key_of, task_for, work
from tests.support.root import ROOT

SPACE = """
base = "schaedler"
[vary]
goal = ["anywhere"]
own-half = ["one", "ordinary"]
larger-throw-enters = ["yes"]
leaving = ["free", "never"]
zugzwang = ["strict", "may-pass"]
"""
"""Eight sets of 20,000 positions and less."""

GIGABYTE = 10**9
Row = dict[str, object]


class Serial:
    """Works tasks out one after the other, up to a number of them."""

    def __init__(self, most: int = 99) -> None:
        self.most = most

    def run(self, tasks: Iterable[Task]) -> Iterator[TaskResult]:
        for number, task in enumerate(tasks):
            if number == self.most:
                raise KeyboardInterrupt
            yield work(task)


@pytest.fixture
def space_file(tmp_path: Path) -> Path:
    path = tmp_path / "space.toml"
    path.write_text(SPACE, encoding="utf-8")
    return path


def rows(path: Path) -> list[Row]:
    """The table of a survey, without what differs from run to run."""
    with closing(sqlite3.connect(path)) as base:
        base.row_factory = sqlite3.Row
        found = base.execute("SELECT * FROM sets ORDER BY options, die").fetchall()
    return [{key: row[key] for key in row.keys() if key not in ("seconds", "finished_at")} for row in found]  # noqa: SIM118


@pytest.fixture(scope="session")
def serial(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """The table of the space, worked out in this process alone."""
    folder = tmp_path_factory.mktemp("serial")
    (folder / "space.toml").write_text(SPACE, encoding="utf-8")
    with closing(SurveyStore(folder / "s.sqlite")) as store:
        survey(read_space(folder / "space.toml"), store, Serial())
    return rows(folder / "s.sqlite")


@pytest.mark.slow
def test_the_example_is_the_whole_space_of_how_counters_move(tmp_path: Path) -> None:
    (tmp_path / "all.toml").write_text(EXAMPLE, encoding="utf-8")
    mixes = list(read_space(tmp_path / "all.toml").mixes())
    assert len(mixes) == len(set(mixes)) == 17_424 - 1_242


def test_no_more_options_change_at_once_than_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "near.toml").write_text(
        'base = ["schaedler", "locus-ludi-race"]\nchanges = 1\n[vary]\n'
        'start = "all"\nleaving = "all"\nto-win = "all"\ndie = ["d6", "knucklebone"]\n',
        encoding="utf-8",
    )
    found = list(read_space(tmp_path / "near.toml").mixes())
    assert [str(rules.die) for rules in found] == ["d6", "knucklebone"] * (len(found) // 2)
    told = [
        " ".join(
            [rules.name, *replace(rules, die=rules_for(rules.name).die).differences(rules_for(rules.name))]
        )
        for rules in found[::2]
    ]
    # The race from the hand is the other base: a set comes once, whatever it is called.
    assert told == [
        "schaedler",
        "schaedler start=hand entry=must-else-move",
        "schaedler start=home entry=free",
        "schaedler start=own-sacred",
        "schaedler leaving=last-resort",
        "schaedler leaving=never",
        "schaedler to-win=4",
        "locus-ludi-race start=home",
        "locus-ludi-race leaving=last-resort",
        "locus-ludi-race leaving=never",
        "locus-ludi-race to-win=4",
    ]


def test_all_that_are_published_may_be_the_base(tmp_path: Path) -> None:
    (tmp_path / "all.toml").write_text(
        'base = "all"\nchanges = 0\n[vary]\nto-win = "all"\n', encoding="utf-8"
    )
    published = [it.rules for it in RECONSTRUCTIONS.values()]
    assert list(read_space(tmp_path / "all.toml").mixes()) == published


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("base = 'chess'\n[vary]\n", "no rules are called 'chess'"),
        ("base = ['kidd', 'chess']\n[vary]\n", "no rules are called 'chess'"),
        ("base = []\n[vary]\n", 'base must be the name of rules, a list of names, or "all", not a list'),
        ("base = 'kidd'\nchanges = -1\n[vary]\n", "changes must be a whole number, zero or more, not -1"),
        ("base = 'kidd'\n", "'vary' is missing"),
        ("base = 'kidd'\n[vary]\nend-test = 'all'\n", "'vary.end-test' can't be varied; there are start, "),
        ("base = 'kidd'\n[vary]\nstarter = 'all'\n", "'vary.starter' can't be varied; there are start, "),
        ("base = 'kidd'\n[vary]\ngoal = 'near'\n", "vary.goal must be a list of values"),
        (
            "base = 'kidd'\n[vary]\ngoal = ['near']\n",
            "option goal=near: 'near' is no value; there are far, anywhere",
        ),
        ("base = 'kidd'\nvaried = 1\n[vary]\n", "'varied' is not known; there are base, vary and changes"),
        ("base = \n", "Invalid value"),
    ],
)
def test_what_is_wrong_with_a_space_is_reported(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "space.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SurveyError) as told:
        read_space(tmp_path / "space.toml")
    assert f"{tmp_path / 'space.toml'}: " in str(told.value)
    assert says in str(told.value)


@pytest.mark.slow
def test_a_row_is_what_the_set_measures(serial: list[Row]) -> None:
    assert len(serial) == 8
    assert {row["status"] for row in serial} == {"solved"}
    for row in serial[::3]:
        options = [
            f"{key.replace('_', '-')}={row[key]}" for key in ("goal", "own_half", "leaving", "zugzwang")
        ]
        outcome = work(task_for(rules_for("schaedler", [*options, "larger-throw-enters=yes"])))
        assert {column: row[column] for column in COLUMNS} == outcome.measures
        assert row["positions"] == outcome.task.positions


@pytest.mark.slow
def test_a_survey_that_is_stopped_goes_on_where_it_was(
    space_file: Path, tmp_path: Path, serial: list[Row]
) -> None:
    path = tmp_path / "s.sqlite"
    with closing(SurveyStore(path)) as store, pytest.raises(KeyboardInterrupt):
        survey(read_space(space_file), store, Serial(most=3))
    first = rows(path)
    assert len(first) == 3
    told = list[TaskResult | None]()
    with closing(SurveyStore(path)) as store:
        assert (store.progress().sets, store.progress().left) == (8, 5)
        survey(read_space(space_file), store, Serial(), told.append)
        assert (store.progress().solved, store.progress().left) == (8, 0)
        survey(read_space(space_file), store, Serial(most=0))
    assert len(told) == 5
    assert rows(path) == serial


KILLED = """
import os, signal, sys
from pathlib import Path
from typing import Any
from five_lines_lab.survey.local import Local
from five_lines_lab.survey.space import read_space
from five_lines_lab.survey.store import SurveyStore
from five_lines_lab.survey.survey import survey

if __name__ == "__main__":
    store = SurveyStore(Path(sys.argv[2]))

    def die_of_two(outcome):
        if store.progress().solved >= 2:
            os.kill(os.getpid(), signal.SIGKILL)

    survey(read_space(Path(sys.argv[1])), store, Local(2, 10**9), die_of_two)
"""


@pytest.mark.slow
def test_bounds_that_had_too_little_time_are_continued(tmp_path: Path) -> None:
    space = tmp_path / "space.toml"
    space.write_text(
        'base = "schaedler"\n[vary]\ngoal-point = ["blocked"]\nstart = ["own-sacred"]\ndie = ["1:1,5:1"]\n',
        encoding="utf-8",
    )
    sent = list[Task]()

    class Asked(Serial):
        def run(self, tasks: Iterable[Task]) -> Iterator[TaskResult]:
            sent.extend(tasks)
            yield from ()

    with closing(SurveyStore(tmp_path / "survey.sqlite")) as store:
        survey(read_space(space), store, Serial(), budget_s=0.0)
        survey(read_space(space), store, Asked(), budget_s=0.0)
        assert (store.progress().stopped, sent) == (1, [])
        survey(read_space(space), store, Asked(), budget_s=10_000.0)
        assert [task.budget_s for task in sent] == [10_000.0]
        near = TaskResult(sent[0], TaskStatus.STOPPED, why="no end", bounds=Bounds(0.4, 0.6))
        store.put(near, replace(near, bounds=Bounds(0.3, 0.55)))
        with closing(sqlite3.connect(tmp_path / "survey.sqlite")) as base:
            ((low, high, why),) = base.execute("SELECT value_low, value_high, why FROM sets")
        # A shorter try leaves the nearer bound as it was.
        assert (low, high) == (0.4, 0.55)
        assert "between 0.400000 and 0.550000" in why
        assert why.endswith("; no end")
        # It is no other set's game, least of all its own.
        assert store.progress().alike == 0


STOPPED = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n" + KILLED.replace(
    "os.kill(os.getpid(), signal.SIGKILL)", "os.killpg(0, signal.SIGINT)"
)
"""Ctrl-C is heard, whoever runs the tests in the background."""


@pytest.mark.slow
def test_a_survey_that_is_stopped_from_the_keyboard_ends_its_processes_in_silence(
    space_file: Path, tmp_path: Path
) -> None:
    path = tmp_path / "s.sqlite"
    (tmp_path / "stopped.py").write_text(STOPPED, encoding="utf-8")
    stopped = subprocess.run(
        [sys.executable, tmp_path / "stopped.py", space_file, path],
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )
    assert stopped.returncode != 0
    assert len(rows(path)) >= 2
    # The survey's own, which the command tells in a word; its processes say nothing.
    assert stopped.stderr.count("Traceback") == stopped.stderr.count("KeyboardInterrupt") == 1


@pytest.mark.slow
def test_a_survey_that_is_killed_has_kept_what_was_done(
    space_file: Path, tmp_path: Path, serial: list[Row], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.sqlite"
    (tmp_path / "killed.py").write_text(KILLED, encoding="utf-8")
    killed = subprocess.run([sys.executable, tmp_path / "killed.py", space_file, path], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(rows(path)) >= 2
    assert cli.main(["survey", str(space_file), "--out", str(path), "--processes", "2"]) == 0
    assert "\nsolved                                             8\n" in capsys.readouterr().out
    assert cli.main(["survey", "status", str(path)]) == 0
    assert "\nleft                                               0\n" in capsys.readouterr().out
    assert rows(path) == serial


def dies(task: Task) -> TaskResult:
    os.kill(os.getpid(), signal.SIGKILL)
    return work(task)


def dies_once(mark: Path, task: Task) -> TaskResult:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return TaskResult(task, TaskStatus.BOUNDED, why="here")


def tells_threads(task: Task) -> TaskResult:
    return TaskResult(task, TaskStatus.BOUNDED, why=os.environ.get("OPENBLAS_NUM_THREADS"))


TINY = task_for(rules_for("schaedler", ["goal=anywhere", "own-half=one", "leaving=never"]))


@pytest.mark.slow
def test_each_task_takes_one_thread() -> None:
    """In a process of its own: the one that others are forked from takes its surroundings when asked."""
    script = (
        "from lab.tests.survey.test_survey import GIGABYTE, TINY, Local, tells_threads\n"
        "if __name__ == '__main__':\n"
        "    (told,) = Local(1, GIGABYTE, tells_threads).run([TINY])\n"
        "    print(told.why)"
    )
    bare = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    said = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=bare, capture_output=True, text=True, check=False
    )
    assert (said.stdout.strip(), said.returncode) == ("1", 0), said.stderr


@pytest.mark.slow
def test_a_task_whose_process_dies_is_tried_again_and_then_given_up(
    tmp_path: Path,
) -> None:
    (failed,) = Local(2, GIGABYTE, dies).run([TINY])
    assert (failed.status, failed.why) == (TaskStatus.FAILED, f"its process died {MAX_TRIES} times (exit -9)")
    (saved,) = Local(2, GIGABYTE, partial(dies_once, tmp_path / "mark")).run([TINY])
    assert (saved.status, saved.why) == (TaskStatus.BOUNDED, "here")


def test_a_task_that_needs_more_memory_than_there_is_is_left_out() -> None:
    (failed,) = Local(2, 10**7).run([TINY])
    assert failed.status is TaskStatus.FAILED
    assert failed.why == f"it needs {TINY.bytes_needed / 1e9:.1f} GB of memory, and 0.0 GB may be used"


def dies_in_company(task: Task) -> TaskResult:
    if task.along:
        os.kill(os.getpid(), signal.SIGKILL)
    return TaskResult(task, TaskStatus.BOUNDED, why="alone")


def tells_company(task: Task) -> TaskResult:
    return TaskResult(task, TaskStatus.BOUNDED, why="together" if task.along else "alone")


@pytest.mark.slow
def test_sets_that_can_not_be_worked_out_together_are_each_by_itself() -> None:
    alone = [replace(TINY, fingerprint=name) for name in ("one", "other")]
    together = replace(alone[0], along=(alone[1],), positions_in_all=10**6)
    assert together.bytes_needed > TINY.bytes_needed + 10**8
    for one in (
        Local(1, TINY.bytes_needed, tells_company),
        Local(2, 10 * GIGABYTE, dies_in_company),
    ):
        told = list(one.run([together]))
        assert sorted(it.task.fingerprint for it in told) == ["one", "other"]
        assert [it.why for it in told] == ["alone", "alone"]


@pytest.mark.slow
def test_sets_that_are_the_same_game_are_solved_once(tmp_path: Path) -> None:
    """Where no counter ever lands on its own half none can shut the other seat's goal."""
    (tmp_path / "space.toml").write_text(
        'base = "locus-ludi-race"\n[vary]\ngoal-point = "all"\nown-half = ["closed", "one"]\n',
        encoding="utf-8",
    )
    asked = list[Task]()

    class Counting(Serial):
        def run(self, tasks: Iterable[Task]) -> Iterator[TaskResult]:
            for task in tasks:
                asked.append(task)
                yield TaskResult(task, TaskStatus.BOUNDED, 1.0, why="not looked at")

    with closing(SurveyStore(tmp_path / "s.sqlite")) as store:
        survey(read_space(tmp_path / "space.toml"), store, Counting())
        progress = store.progress()
    assert (progress.bounded, progress.alike, len(asked)) == (4, 1, 3)
    shut, free = (row for row in rows(tmp_path / "s.sqlite") if row["own_half"] == "closed")
    assert {shut["goal_point"], free["goal_point"]} == {"blocked", "free"}
    assert {shut["same_as"], free["same_as"]} == {None, (shut if free["same_as"] else free)["options"]}
    assert shut["fingerprint"] == free["fingerprint"]


def test_another_file_is_not_taken_for_a_survey(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as other:
        other.execute("CREATE TABLE mine (x)")
    before = (tmp_path / "other.sqlite").read_bytes()
    assert cli.main(["survey", "status", str(tmp_path / "other.sqlite")]) == 2
    assert "other.sqlite is no survey: name another file" in capsys.readouterr().err
    assert (tmp_path / "other.sqlite").read_bytes() == before
    older = tmp_path / "older.sqlite"
    with closing(SurveyStore(older)):
        pass
    with closing(sqlite3.connect(older)) as base:
        base.execute("ALTER TABLE sets DROP COLUMN left_forced_in_100")
    before = older.read_bytes()
    assert cli.main(["survey", "status", str(older)]) == 2
    told = capsys.readouterr().err
    assert "older.sqlite is of another version of this program: it has no left_forced_in_100" in told
    assert older.read_bytes() == before
    (tmp_path / "text").write_text("no table at all, but long enough to be one " * 9, encoding="utf-8")
    assert cli.main(["survey", "status", str(tmp_path / "text")]) == 2
    assert "file is not a database; name another file" in capsys.readouterr().err
    assert cli.main(["survey", "status", str(tmp_path / "none")]) == 2
    assert "there is no survey" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_the_status_of_a_survey_changes_no_byte_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a survey?.sqlite"
    path.write_bytes((ROOT / "deploy/atlas/survey.sqlite").read_bytes())
    before = path.read_bytes()
    assert cli.main(["survey", "status", str(path)]) == 0
    assert "sets in the space" in capsys.readouterr().out
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_the_command_prints_an_example_and_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["survey", "example"]) == 0
    assert capsys.readouterr().out == EXAMPLE
    assert cli.main(["survey", "space.toml"]) == 2
    assert "--out FILE names the survey's file" in capsys.readouterr().err
    assert cli.main(["survey", "status"]) == 2
    assert "survey status FILE" in capsys.readouterr().err


@contextmanager
def local_cluster(folder: Path, workers: int, memory: int | None) -> Iterator[Any]:
    """Run a cluster of processes that keep their files in a folder; without memory, they declare none."""
    dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
    from five_lines_lab.survey.cluster import MEMORY

    with (
        dask.config.set(temporary_directory=str(folder)),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address=None,
            resources=memory and {MEMORY: memory},
        ) as cluster,
    ):
        yield cluster


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.filterwarnings("default")
def test_a_cluster_with_a_worker_killed_gives_what_a_serial_run_gives(
    space_file: Path, tmp_path: Path, serial: list[Row]
) -> None:
    path = tmp_path / "s.sqlite"
    with local_cluster(tmp_path, 2, GIGABYTE) as cluster, closing(SurveyStore(path)) as store:
        from five_lines_lab.survey.cluster import Cluster

        killed = list[int]()

        def kill_one(outcome: TaskResult | None) -> None:
            if not killed:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        survey(read_space(space_file), store, Cluster(cluster.scheduler_address), kill_one)
        assert store.progress().solved == 8
    assert killed
    assert rows(path) == serial


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_what_no_worker_has_room_for_is_reported_and_keeps_nothing_waiting(tmp_path: Path) -> None:
    small, large = TINY, task_for(rules_for("kidd"))
    room = small.bytes_needed
    with local_cluster(tmp_path, 1, room) as cluster:
        from five_lines_lab.survey.cluster import Cluster

        together = replace(large, along=(small,), positions_in_all=large.positions)
        outcomes = list(Cluster(cluster.scheduler_address).run([together]))
    assert [(it.task, it.status) for it in outcomes] == [
        (small, TaskStatus.SOLVED),
        (replace(large, along=(), positions_in_all=0), TaskStatus.FAILED),
    ]
    assert (
        outcomes[1].why
        == f"it needs {large.bytes_needed / 1e9:.1f} GB of memory, and {room / 1e9:.1f} GB may be used"
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_worker_that_declares_no_memory_takes_one_task_at_a_time(tmp_path: Path) -> None:
    with local_cluster(tmp_path, 1, None) as cluster:
        from five_lines_lab.survey.cluster import Cluster

        with_cluster = [
            (outcome.status, len(cluster.scheduler.tasks))
            for outcome in Cluster(cluster.scheduler_address).run([TINY] * 3)
        ]
    assert [status for status, _ in with_cluster] == [TaskStatus.SOLVED] * 3
    assert max(waiting for _, waiting in with_cluster) <= 2  # one, and the one that has just been done


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_without_a_worker_is_reported(tmp_path: Path) -> None:
    with local_cluster(tmp_path, 0, None) as cluster:
        from five_lines_lab.survey.cluster import Cluster

        with pytest.raises(SurveyError, match="has no worker: start one"):
            next(Cluster(cluster.scheduler_address).run([TINY]))


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from five_lines_lab.survey import cluster

    monkeypatch.setattr(cluster, "_PATIENCE_S", 1)
    outcomes = cluster.Cluster("tcp://127.0.0.1:9").run([TINY])
    with pytest.raises(SurveyError, match="no scheduler answers at"):
        next(outcomes)


def test_a_closed_survey_is_one_file_that_a_folder_nobody_may_write_in_can_hold(tmp_path: Path) -> None:
    with closing(SurveyStore(tmp_path / "s.sqlite")) as store:
        store.want([rules_for("kidd")])
        assert len(list(tmp_path.iterdir())) > 1
    (path,) = tmp_path.iterdir()
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as base:
        assert base.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert base.execute("SELECT count(*) FROM space").fetchone() == (1,)


@pytest.mark.nightly
def test_sets_of_the_survey_in_the_repository_come_out_again() -> None:
    """Each figure that is exact to 1e-6, the chance of who begins to 1e-9."""
    kept = ROOT / "deploy" / "atlas" / "survey.sqlite"
    space = read_space(ROOT / "deploy" / "atlas" / "space.toml")
    with closing(sqlite3.connect(f"file:{kept}?mode=ro", uri=True)) as base:
        base.row_factory = sqlite3.Row
        rows = base.execute("SELECT * FROM sets WHERE positions < 30000 AND status = 'solved'").fetchall()
    known = {(row["options"], row["die"]): row for row in rows}
    again = [rules for rules in space.mixes() if (key_of(rules), str(rules.die)) in known]
    assert len(again) >= 4
    for rules in again:
        outcome, row = work(task_for(rules)), known[key_of(rules), str(rules.die)]
        assert outcome.measures is not None
        assert outcome.measures["first_player"] == pytest.approx(row["first_player"], abs=1e-9)
        for name, figure in outcome.measures.items():
            assert figure == (None if row[name] is None else pytest.approx(row[name], abs=1e-6, rel=1e-6)), (
                name
            )
