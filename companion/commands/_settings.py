"""The settings of a station, which several subcommands take: all find them in the same place."""

import argparse
from pathlib import Path
from typing import Any

from companion.settings.sections import DATA, Settings, from_home
from companion.settings.settings_file import settings_at

_DEFAULT_FILE = DATA / "station.toml"  # the settings are beside the journal, where deploy/install puts them


def add_settings_argument(parser: argparse._ActionsContainer) -> None:
    """Add the argument for the settings of a station: `--settings FILE`."""
    what = f"the station's settings; without it {_DEFAULT_FILE}"
    parser.add_argument("--settings", type=Path, metavar="FILE", help=what)


def station_folder(given: dict[str, Any]) -> Path | None:
    """Return the folder of the station that a command is about; None for one that is about no station."""
    named = [given[it] for it in ("settings", "journal", "visits") if it in given]
    file = next(filter(None, named), from_home(_DEFAULT_FILE))
    return Path(file[0] if isinstance(file, list) else file).absolute().parent if named else None


def settings_file_from(args: argparse.Namespace) -> Path:
    """Return the settings file in the arguments; without any, that of this machine's own station."""
    file: Path = args.settings or from_home(_DEFAULT_FILE)
    return file.absolute()


def settings_from(args: argparse.Namespace) -> Settings:
    """Return the settings in the arguments; without any the usual ones, if there are any."""
    file = settings_file_from(args)
    return settings_at(file) if args.settings or file.exists() else Settings().located(file.parent)


def own_settings() -> Settings:
    """Return the settings of this machine's own station."""
    return settings_from(argparse.Namespace(settings=None))
