"""`five-lines settings`: print an explained example of the settings file, or check one."""

import argparse
import sys
from pathlib import Path

from companion.settings.errors import SettingsError
from companion.settings.settings_file import read_settings, settings_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("example", help="print a file with every setting explained and at its usual value")
    check = actions.add_parser("check", help="say OK, or name each mistake with its line and what is allowed")
    check.add_argument("file", metavar="FILE", type=Path)


def run(args: argparse.Namespace) -> int:
    """Print the example, or check the file; a file with mistakes is exit status 2."""
    if args.action == "example":
        print(settings_text(), end="")
        return 0
    try:
        read_settings(args.file)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{args.file}: OK")
    return 0
