"""`five-lines link`: what speaks to others for a station, in a process of its own."""

import argparse
from pathlib import Path

HELP = "tell others how the station is (MQTT), beside the station and never in its way"
EXAMPLES = ("five-lines link --settings station.toml",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say of which station."""
    parser.add_argument(
        "--settings", metavar="FILE", type=Path, required=True, help="the settings of the station"
    )


def run(args: argparse.Namespace) -> int:
    """Run until it is told to end."""
    from companion.link.running import run_link
    from companion.settings.settings_file import read_settings

    run_link(read_settings(args.settings).located(args.settings.absolute().parent))
    return 0
