"""Solving a game in a process of its own.

`python -m companion.analysis.play.solve_process FOLDER NAME [KEY=VALUE ...]` prints how far it is, a number
from 0 to 1 a line, and keeps the table of chances in the folder. Exit status 0, or 1 with a sentence on the
error output. It gives way to every other process; where memory runs out the system stops it before others.
"""

import math
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion import FiveLinesError
from companion.game import Rules, options_of, rules_for
from companion.system.os_errors import detach

BUILT, FOUND = 0.1, 0.7
"""Rough progress when the graph is built and when the chances are found; computing levels follows."""

_MIN_GAP = 1e-14


def arguments(rules: Rules, folder: Path) -> tuple[str, ...]:
    """The arguments after the interpreter that have this game solved."""
    return "-m", "companion.analysis.play.solve_process", str(folder), rules.name, *options_of(rules)


def solve_into(rules: Rules, folder: Path, tell: Callable[[float], object]) -> None:
    """Solve a game and save its table, passing the progress to `tell`. Raises UnsolvedError and OSError."""
    from companion.analysis.play.value_table import as_table, path_of
    from companion.analysis.solve.graph import build
    from companion.analysis.solve.solution import solve

    # Whether there is room and leave to write is better known before than after minutes of work.
    folder.mkdir(parents=True, exist_ok=True)
    tell(0.0)
    graph = build(replace(rules, limit=None))
    furthest = BUILT
    tell(furthest)

    def on_step(gap: float) -> None:
        nonlocal furthest
        missing = math.log(max(gap, _MIN_GAP)) / math.log(_MIN_GAP)
        furthest = max(furthest, BUILT + (FOUND - BUILT) * min(max(missing, 0.0), 1.0))
        tell(furthest)

    solution = solve(graph, on_step)
    tell(FOUND)
    as_table(solution).save(path_of(folder, rules))
    tell(1.0)


def main(argv: Sequence[str]) -> int:
    """Solve the game of the arguments."""
    folder, name, *options = argv
    _give_way()
    try:
        solve_into(rules_for(name, options), Path(folder), lambda done: print(f"{done:.3f}", flush=True))
    except BrokenPipeError:
        detach(sys.stdout)
        return 1
    except MemoryError:
        print("there is not enough memory", file=sys.stderr)
        return 1
    except (FiveLinesError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _give_way() -> None:
    with suppress(AttributeError, OSError):
        os.nice(15)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("900", encoding="ascii")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
