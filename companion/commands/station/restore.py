"""`five-lines restore`: a station as it was when its backup was written."""

import argparse
from pathlib import Path

from companion.commands._settings import usual_settings
from companion.commands.station.backup import add_passphrase_argument


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a file that `five-lines backup` has written")
    add_passphrase_argument(parser)
    parser.add_argument(
        "--settings", metavar="FILE", type=Path, help="without it, station.toml in the folder of the games"
    )
    parser.add_argument(
        "--replace", action="store_true", help="games that are there already make way for those of the backup"
    )


def run(args: argparse.Namespace) -> int:
    """Check the whole backup, show its content, then restore all of it; the station must be stopped."""
    from companion.app.backups.restore import in_clear, restore_backup

    settings_file = args.settings or usual_settings()
    with in_clear(args.file, args.passphrase, settings_file) as file:
        names = restore_backup(file, settings_file, replace=args.replace, show=print)
    print(f"{args.file}: {len(names)} files are back; start the station")
    return 0
