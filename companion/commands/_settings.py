"""The settings of a station, which several subcommands take."""

import argparse
from pathlib import Path

from companion.settings.sections import DATA, Settings, from_home
from companion.settings.settings_file import settings_at

_DEFAULT_FILE = DATA / "station.toml"  # the settings are beside the journal, where deploy/install puts them


def usual_settings() -> Path:
    """Return the settings file of an installed station."""
    return from_home(_DEFAULT_FILE)


def add_settings_argument(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the settings of a station: `--settings FILE`."""
    what = f"the station's settings; without it {_DEFAULT_FILE}"
    parser.add_argument("--settings", type=Path, metavar="FILE", help=what)


def settings_from(args: argparse.Namespace) -> Settings:
    """Return the settings in the arguments; without any the usual ones, if there are any."""
    if args.settings is None and not usual_settings().exists():
        return Settings()
    return settings_at(args.settings or usual_settings())
