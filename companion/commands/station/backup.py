"""`five-lines backup`: settings, calibration, games and visits of a station in one file."""

import argparse
from pathlib import Path

from companion.commands._settings import add_settings_argument, settings_file_from
from companion.settings.settings_file import settings_at
from companion.system.rights import acting_as_owner_of, as_caller


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup to write, such as station.zip")
    add_passphrase_argument(parser)
    add_settings_argument(parser)


def add_passphrase_argument(parser: argparse.ArgumentParser) -> None:
    """Add the option for the passphrase of a backup."""
    what = "a file with a passphrase in its first line: the backup is encrypted with it, as `age` does"
    parser.add_argument("--passphrase", metavar="FILE", type=Path, help=what)


def run(args: argparse.Namespace) -> int:
    """Write the backup; the station may keep running."""
    from companion.app.backups.backup import write_backup
    from companion.app.backups.encryption import passphrase_in

    settings_file = settings_file_from(args)
    settings = settings_at(settings_file)
    with as_caller():
        passphrase = passphrase_in(args.passphrase) if args.passphrase else ""
    with acting_as_owner_of(args.file.parent):
        names = write_backup(args.file, settings_file, settings, show=print, passphrase=passphrase)
    print(f"{args.file}: {len(names)} files of the station, each with its checksum")
    return 0
