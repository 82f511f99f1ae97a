"""`five-lines restore`: a station as it was when its backup was written."""

import argparse
from pathlib import Path

from companion.commands._settings import add_settings_argument, settings_file_from
from companion.commands.station.backup import add_passphrase_argument
from companion.system.rights import as_caller


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a file that `five-lines backup` has written")
    add_passphrase_argument(parser)
    add_settings_argument(parser)
    parser.add_argument(
        "--replace", action="store_true", help="games that are there already make way for those of the backup"
    )
    parser.add_argument(
        "--take",
        choices=["link"],
        help="take the backup's section [link], too, which opens the machine to others; paths "
        "and the broker stay as here",
    )


def run(args: argparse.Namespace) -> int:
    """Check the whole backup, show its content, then restore all of it; the station must be stopped."""
    from companion.app.backups.restore import in_clear, restore_backup

    settings_file = settings_file_from(args)
    with as_caller(), in_clear(args.file, args.passphrase, settings_file) as source:
        names = restore_backup(
            args.file,
            settings_file,
            replace=args.replace,
            take_link=args.take == "link",
            source=source,
            show=print,
        )
    print(f"{args.file}: {len(names)} files are back; start the station")
    return 0
