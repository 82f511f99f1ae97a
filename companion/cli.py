"""The command `five-lines`: finds the subcommand, runs it, and turns errors into one plain line."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from companion import FiveLinesError, __version__
from companion.system.broken_pipe import fall_silent
from companion.system.os_errors import in_words

COMMANDS: tuple[str, ...] = (
    "board",
    "capture",
    "calibrate",
    "read",
    "evaluate",
    "perft",
    "simulate",
    "solve",
    "measure",
    "analyse",
    "compare",
    "survey",
    "atlas",
    "watch",
    "rules",
    "film",
    "games",
    "dice",
    "visits",
    "backup",
    "restore",
    "settings",
    "staff",
    "doctor",
    "pages",
    "school",
    "station",
)

EXIT_USER_ERROR = 2
EXIT_FAULT = 70


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status: 0 done, 1 a check failed, 2 bad input, 70 a fault."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that lacks a letter shows another sign for it.
            stream.reconfigure(errors="replace")
    parser = argparse.ArgumentParser(
        prog="five-lines", description="A tabletop referee for the ancient Greek game of five lines."
    )
    parser.add_argument("--version", action="version", version=f"five-lines {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    words = with_command(sys.argv[1:] if argv is None else list(argv))
    # Of the modules, which take a while to import, only the one that is asked for.
    asked = words[:1] if words[0] in COMMANDS else () if words[0] == "--version" else COMMANDS
    for name in asked:
        module = importlib.import_module(f"companion.commands.{name}")
        subparser = subparsers.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(subparser)
        subparser.set_defaults(run=module.run)
    args = parser.parse_args(words)
    try:
        status: int = args.run(args)
    except BrokenPipeError:
        return fall_silent()
    except FiveLinesError as error:
        print(f"five-lines: {error}", file=sys.stderr)
        return EXIT_USER_ERROR
    except OSError as error:
        print(f"five-lines: {in_words(error)}", file=sys.stderr)
        return EXIT_USER_ERROR
    except Exception as error:
        if os.environ.get("FIVE_LINES_DEBUG"):
            raise
        print(
            f"five-lines: a fault of the program, {type(error).__name__}: {error}\n"
            "Please report it, with what FIVE_LINES_DEBUG=1 before the same command prints.",
            file=sys.stderr,
        )
        return EXIT_FAULT
    except KeyboardInterrupt:
        print("five-lines: stopped", file=sys.stderr)
        return 130
    return status


def with_command(words: list[str]) -> list[str]:
    """The words of a command line; those that name no subcommand mean the station."""
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        return ["station", *words]
    return words


if __name__ == "__main__":
    sys.exit(main())
