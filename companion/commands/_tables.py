"""Shared by the subcommands that need solved games: the folder of tables, and progress."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.analysis.play.value_table import ValueTable
    from companion.game import Rules


def tables_folder(args: argparse.Namespace) -> Path:
    """Return the folder of the tables: the one asked for, or the one in the station's data."""
    from companion.settings.sections import StationSettings

    folder: Path = args.tables or StationSettings().tables
    return folder


@contextmanager
def progress(what: str = "solving") -> Iterator[Callable[[float], object]]:
    """A line on a terminal that counts the steps of solving and what is still missing."""
    from tqdm import tqdm

    with tqdm(
        unit="step", file=sys.stderr, disable=not sys.stderr.isatty(), desc=what, leave=False, delay=0.3
    ) as bar:

        def on_step(gap: float) -> None:
            bar.set_postfix_str(f"off by {gap:.0e}")
            bar.update()

        yield on_step


def add_tables_argument(parser: argparse.ArgumentParser) -> None:
    """Let a subcommand be given where tables of chances are kept: `--tables FOLDER`."""
    parser.add_argument(
        "--tables",
        type=Path,
        metavar="FOLDER",
        help="where tables of chances are kept; without it, with this station's games",
    )


def kept_table(rules: "Rules", args: argparse.Namespace) -> "ValueTable":
    """Return the table of a game's chances, solved and kept at first use."""
    from companion.analysis.play.value_table import table_for

    with progress() as on_step:
        return table_for(rules, tables_folder(args), on_step)
