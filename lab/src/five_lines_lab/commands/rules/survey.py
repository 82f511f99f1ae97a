"""`five-lines survey`: every set of rules in a space solved and measured, in processes or on a cluster."""

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path

from tqdm import tqdm

from companion.commands._arguments import UsageError, positive_number
from five_lines_lab.solve.bounds import BUDGET_S
from five_lines_lab.survey.local import Local
from five_lines_lab.survey.space import EXAMPLE, read_space
from five_lines_lab.survey.store import Progress, SurveyStore
from five_lines_lab.survey.survey import Executor, add_traffic, survey
from five_lines_lab.survey.task import TaskResult

_SHARE_OF_MEMORY = 0.8  # share of the free memory that may be used


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "space",
        metavar="SPACE.toml",
        help="which sets; `example` prints such a file, `status FILE` tells how far a survey is, and "
        "`traffic FILE` adds where play wears the board",
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="with `status` and `traffic`: the survey"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="the survey, an SQLite file; made or gone on with"
    )
    parser.add_argument(
        "--processes", type=positive_number, metavar="N", help="at once; without it, one for each processor"
    )
    parser.add_argument(
        "--memory-mb",
        type=positive_number,
        metavar="N",
        help="for all of them; without it, most of what is free",
    )
    parser.add_argument(
        "--budget",
        type=positive_number,
        default=int(BUDGET_S),
        metavar="SECONDS",
        help="of a processor, for bounds of a set that can't be solved; sets that had less are continued",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="of a Dask cluster that does the work, as tcp://192.0.2.1:8786; its workers need Five Lines and "
        "the extra `survey`. Started with --resources 'MEMORY=16e9', a worker takes as many sets as have "
        "room in so many bytes; where no worker says so, each takes one at a time",
    )


def run(args: argparse.Namespace) -> int:
    """Print an example or a survey's progress, or continue a survey; exit status 1 if sets failed."""
    if args.space == "example":
        print(EXAMPLE, end="")
        return 0
    if args.space in ("status", "traffic"):
        if args.file is None:
            raise UsageError(f"which survey? write `five-lines survey {args.space} FILE`")
        with closing(SurveyStore(args.file, "ro" if args.space == "status" else "rw")) as store:
            if args.space == "status":
                return _tell(store)
            with tqdm(unit="set", total=len(store.without_traffic()), disable=not sys.stderr.isatty()) as bar:
                add_traffic(store, bar.update)
        return 0
    if args.out is None:
        raise UsageError("where to? --out FILE names the survey's file")
    space = read_space(Path(args.space))
    with closing(SurveyStore(args.out)) as store, closing(_Bar()) as bar:
        executor = _executor(args)
        survey(space, store, executor, lambda it: bar.show(store.progress(), it), args.budget)
        bar.close()
        return _tell(store)


def _executor(args: argparse.Namespace) -> Executor:
    if args.scheduler is not None:
        from five_lines_lab.survey.cluster import Cluster

        return Cluster(args.scheduler)

    memory = args.memory_mb * 10**6 if args.memory_mb else int(_SHARE_OF_MEMORY * _free_memory_bytes())
    return Local(args.processes or os.cpu_count() or 1, memory)


def _free_memory_bytes() -> int:
    """Return the memory that is available; where the system doesn't say, the machine's."""
    try:
        meminfo = Path("/proc/meminfo").read_text(encoding="ascii")
        return next(
            int(line.split()[1]) << 10 for line in meminfo.splitlines() if line.startswith("MemAvailable")
        )
    except (OSError, StopIteration):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


class _Bar:
    """A line on a terminal: sets done of all, the time left, and the last one."""

    def __init__(self) -> None:
        self._bar = tqdm(unit="set", file=sys.stderr, disable=not sys.stderr.isatty(), smoothing=0.02)

    def show(self, progress: Progress, outcome: TaskResult | None) -> None:
        self._bar.total = progress.sets
        if self._bar.n == 0:
            # What was done before says nothing of how fast it goes now.
            self._bar.initial = progress.sets - progress.left - 1
            self._bar.n = self._bar.initial
        if outcome is not None:
            self._bar.set_postfix_str(f"{outcome.status}, {outcome.task.positions:,} positions")
        self._bar.update(progress.sets - progress.left - self._bar.n)

    def close(self) -> None:
        self._bar.close()


def _tell(store: SurveyStore) -> int:
    """Print how far a survey is, and what failed."""
    progress = store.progress()
    rows = [
        ("sets in the space", f"{progress.sets:,}"),
        ("solved", f"{progress.solved:,}"),
        ("only the value at the start known", f"{progress.decided:,}"),
        ("only bounds of that value known", f"{progress.bounded:,}"),
        ("bounds that had no time to close", f"{progress.stopped:,}"),
        ("no game can end", f"{progress.endless:,}"),
        ("of all these the same game as another", f"{progress.alike:,}"),
        ("could not be worked out", f"{progress.failed:,}"),
        ("left", f"{progress.left:,}"),
        ("hours of one processor so far", f"{progress.seconds / 3600:.2f}"),
    ]
    if progress.left and progress.seconds_left is not None:
        rows.append(("hours of one processor left, about", f"{progress.seconds_left / 3600:.1f}"))
    print("\n".join(f"{what:<40}{figure:>12}" for what, figure in rows))
    for options, die, why in store.failures():
        print(f"could not be worked out: {options} die={die}: {why}", file=sys.stderr)
    return 1 if progress.failed else 0
