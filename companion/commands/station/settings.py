"""`five-lines settings`: print an explained example of the settings file, or check one."""

import argparse
import sys
from pathlib import Path

from calibration.board_toml import read_board
from calibration.errors import CalibrationError
from companion.link.common import LinkError
from companion.link.connectors import check_settings
from companion.settings.errors import SettingsError
from companion.settings.settings_file import remarks, settings_at, settings_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("example", help="print a file with every setting explained and at its usual value")
    check = actions.add_parser("check", help="say OK, or name each mistake with its line and what is allowed")
    check.add_argument("settings", metavar="FILE", type=Path)


def run(args: argparse.Namespace) -> int:
    """Print the example, or check the file; a file with mistakes is exit status 2."""
    if args.action == "example":
        print(settings_text(), end="")
        return 0
    try:
        settings = settings_at(args.settings)
        check_settings(settings)
        if settings.station.board != Path():
            read_board(settings.station.board)
    except (SettingsError, LinkError, CalibrationError) as error:
        print(error, file=sys.stderr)
        return 2
    for remark in remarks(args.settings):
        print(remark)
    print(f"{args.settings}: OK")
    return 0
