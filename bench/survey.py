"""How long a survey of a space takes: sets drawn from it at random are solved and measured.

    five-lines survey example > space.toml
    python bench/survey.py space.toml --sets 12 --seed 7

Sets that are solved in one go are drawn together, --sets counts those groups. A set that is the same game as
another one drawn before is not drawn again. Prints the time of each group on one processor, and what that
makes of all; where some sets are the same game, that is more than a survey takes.
"""

import argparse
import random
import sys
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from companion.analysis.survey.kin import kin
from companion.analysis.survey.space import read_space
from companion.analysis.survey.task import key_of, task_for, tasks_for_all, work

SURE = 1.96
"""Standard errors of the mean to either side that hold 95 % of what would come out otherwise."""


def main() -> int:
    """Draw, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("space", type=Path)
    parser.add_argument("--sets", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    mixes = list(read_space(options.space).mixes())
    groups = kin(mixes)
    random.Random(options.seed).shuffle(groups)
    seconds: list[float] = []
    seen: set[str] = set()
    for group in groups:
        if len(seconds) == options.sets:
            break
        tasks = [task for task in map(task_for, group) if task.fingerprint not in seen]
        if not tasks:
            continue
        seen |= {task.fingerprint for task in tasks}
        outcomes = [outcome for one in tasks_for_all(tasks) for outcome in work(one).each()]
        seconds.append(sum(outcome.seconds for outcome in outcomes))
        positions = "+".join(f"{task.positions:,}" for task in tasks)
        told = "+".join(outcome.status for outcome in outcomes)
        print(f"{seconds[-1]:8.1f} s  {positions} positions  {told}  {key_of(tasks[0].rules)}", flush=True)
    share = len(groups) / 3600
    hours, off = mean(seconds) * share, SURE * stdev(seconds) / sqrt(len(seconds)) * share
    each = f"{len(mixes):,} sets in {len(groups):,} groups, by {mean(seconds):.1f} s each"
    print(f"{each}: {hours:.0f} hours of a processor, give or take {off:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
