"""`five-lines staff`: the PIN of the staff's pages, set or forgotten where the screen can't be used."""

import argparse
import getpass
import sys

from companion.commands._settings import add_settings_argument, settings_from
from companion.settings.pin import FILE_NAME, PinError, PinFile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, what in (
        ("set-pin", "ask for a PIN of 4 to 8 digits and lock the staff's pages with it"),
        ("forget-pin", "have no PIN any more; the station need not be stopped"),
    ):
        action = actions.add_parser(name, help=what, description=what)
        add_settings_argument(action)


def run(args: argparse.Namespace) -> int:
    """Set or remove the PIN; on a terminal it is asked twice, without echo."""
    pin = PinFile(settings_from(args).station.data / FILE_NAME)
    if args.action == "forget-pin":
        print("The PIN is forgotten." if pin.is_set else "There is no PIN.")
        pin.forget()
        return 0
    wanted = _typed("PIN: ")
    if _typed("Once more: ") != wanted:
        raise PinError("the two were not the same; nothing is changed")
    pin.set(wanted)
    print("The staff's pages are locked with this PIN.")
    return 0


def _typed(prompt: str) -> str:
    if sys.stdin.isatty():
        return getpass.getpass(prompt)
    return sys.stdin.readline().strip()
