"""Helpers of the subcommands that need solved games: folder of the tables, and progress."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tqdm import tqdm

from companion.analysis.play.value_table import ValueTable, table_for
from companion.game import Rules
from companion.settings.sections import StationSettings
from companion.system.rights import acting_as_owner_of


def tables_folder(args: argparse.Namespace) -> Path:
    """Return the folder of the tables: the given one, or the one in the station's data."""
    folder: Path = args.tables or StationSettings().tables
    return folder


def progress_bar(unit: str, total: int | None = None, **look: Any) -> "tqdm[Any]":
    """Return a progress bar on the terminal; where there is none, it shows nothing."""
    return tqdm(unit=unit, total=total, file=sys.stderr, disable=not sys.stderr.isatty(), **look)


@contextmanager
def progress(what: str = "solving") -> Iterator[Callable[[float], object]]:
    """Return a progress bar that counts the steps of solving."""
    with progress_bar("step", desc=what, leave=False, delay=0.3) as bar:

        def on_step(gap: float) -> None:
            bar.set_postfix_str(f"off by {gap:.0e}")
            bar.update()

        yield on_step


def add_tables_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the folder of tables: `--tables FOLDER`."""
    parser.add_argument(
        "--tables",
        type=Path,
        metavar="FOLDER",
        help="where tables of chances are kept; without it, with this station's games",
    )


def kept_table(rules: Rules, args: argparse.Namespace) -> ValueTable:
    """Return the table of a game's chances; solve and store it on first use."""
    folder = tables_folder(args)
    with progress() as on_step, acting_as_owner_of(folder):
        return table_for(rules, folder, on_step)
