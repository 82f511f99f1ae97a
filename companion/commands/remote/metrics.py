"""`five-lines metrics`: this station in figures, for a node exporter."""

import argparse
from datetime import date
from pathlib import Path
from typing import Any

from companion.commands._settings import add_settings_argument, settings_from
from companion.journal.visits import FILE_NAME, Sums
from companion.link.common import station_name
from companion.link.control_client import ControlClient, NoStationError
from companion.link.figures import days_of, metrics_text
from companion.system.atomic_file import write_named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_settings_argument(parser)
    parser.add_argument(
        "--textfile", metavar="FILE", type=Path, help="a file, written whole, in place of the terminal"
    )


def run(args: argparse.Namespace) -> int:
    """Print or write the metrics; a station that does not answer is reported as down, with exit status 1."""
    settings = settings_from(args)
    data, today = settings.station.data, date.today()
    state: dict[str, Any] | None = None
    health: dict[str, Any] | None = None
    try:
        with ControlClient(settings.door) as client:
            state, health = client.ask({"ask": "state"}), client.ask({"ask": "health"})
    except NoStationError:
        pass
    sums = days_of(data / FILE_NAME).get(today, Sums())
    text = metrics_text(station_name(settings.link), state, health, sums, today, data)
    if args.textfile is None:
        print(text, end="")
    else:
        write_named(args.textfile, text.encode())
    return int(state is None)
