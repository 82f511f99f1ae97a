"""Measure a survey of a space: sets drawn from it at random are solved and measured.

    five-lines survey example > space.toml
    python bench/survey.py space.toml --sets 12 --seed 7

Sets that are solved in one go are drawn together, --sets counts those groups. Of sets that are the same game
one alone is taken. First the positions of all are counted, which takes some minutes; then it prints the time
of each group on one processor, and what the time of a position makes of all (a ratio estimate: groups differ
a hundredfold, and their times with them).
"""

import argparse
import random
import sys
from math import sqrt
from pathlib import Path
from statistics import stdev

from tqdm import tqdm

from five_lines_lab.survey.space import read_space
from five_lines_lab.survey.survey import kin
from five_lines_lab.survey.task import key_of, task_for, tasks_for_all, work

SURE = 1.96
"""Standard errors of the mean to either side that hold 95 % of other outcomes."""


def main() -> int:
    """Draw, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("space", type=Path)
    parser.add_argument("--sets", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    seen: set[str] = set()
    groups = []
    for group in tqdm(kin(read_space(options.space).mixes()), "counting", unit="group", leave=False):
        new = {task.fingerprint: task for task in map(task_for, group) if task.fingerprint not in seen}
        seen |= set(new)
        groups += [list(new.values())] if new else []
    in_all = sum(task.positions for tasks in groups for task in tasks)
    print(f"{len(seen):,} different games in {len(groups):,} groups, {in_all / 1e6:,.0f} million positions")
    seconds: list[float] = []
    sizes: list[int] = []
    for tasks in random.Random(options.seed).sample(groups, options.sets):
        outcomes = [outcome for one in tasks_for_all(tasks) for outcome in work(one).each()]
        seconds.append(sum(outcome.seconds for outcome in outcomes))
        sizes.append(sum(task.positions for task in tasks))
        positions = "+".join(f"{task.positions:,}" for task in tasks)
        statuses = "+".join(outcome.status for outcome in outcomes)
        print(
            f"{seconds[-1]:8.1f} s  {positions} positions  {statuses}  {key_of(tasks[0].rules)}", flush=True
        )
    rate = sum(seconds) / sum(sizes)
    off = stdev(took - rate * size for took, size in zip(seconds, sizes, strict=True))
    error = off * sqrt(len(sizes)) / sum(sizes)
    hours = in_all / 3600
    print(
        f"{rate * 1e6:.1f} s a million positions: {rate * hours:.0f} hours of a processor, "
        f"give or take {SURE * error * hours:.0f}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
