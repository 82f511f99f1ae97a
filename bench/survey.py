"""How long a survey of a space takes: sets drawn from it at random are solved and measured, one by one.

    five-lines survey example > space.toml
    python bench/survey.py space.toml --sets 12 --seed 7

A set that is the same game as another one drawn before is not drawn again. Prints the time of each on one
processor, and what that makes of all sets; where some are the same game, that is more than a survey takes.
"""

import argparse
import random
import sys
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from companion.analysis.survey.space import read_space
from companion.analysis.survey.task import key_of, task_for, work

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
    random.Random(options.seed).shuffle(mixes)
    seconds: list[float] = []
    seen: set[str] = set()
    for rules in mixes:
        if len(seconds) == options.sets:
            break
        task = task_for(rules)
        if task.fingerprint in seen:
            continue
        seen.add(task.fingerprint)
        outcome = work(task)
        seconds.append(outcome.seconds)
        print(
            f"{outcome.seconds:8.1f} s  {task.positions:9,} positions  {outcome.status}  {key_of(rules)}",
            flush=True,
        )
    share = len(mixes) / 3600
    hours, off = mean(seconds) * share, SURE * stdev(seconds) / sqrt(len(seconds)) * share
    each = f"{len(mixes):,} sets by {mean(seconds):.1f} s each"
    print(f"{each}: {hours:.0f} hours of a processor, give or take {off:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
