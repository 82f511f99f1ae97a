"""The command `five-lines`: finds the subcommand, runs it, and turns errors into one plain line."""

import argparse
import importlib
import importlib.util
import os
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from importlib.metadata import entry_points
from io import TextIOWrapper
from typing import Any

from companion import FiveLinesError, __version__, shortened, visible
from companion.commands._completion import SHELLS, PrintCompletion
from companion.commands._parser import Parser, give_examples, refuse_unknown_options
from companion.system.data import toml_beside
from companion.system.os_errors import detach, in_words, is_unspellable, unspellable
from companion.system.rights import acting_as_owner_of

ENTRY_POINTS = "five_lines.commands"
"""The group of entry points by which another distribution adds commands: packages of modules such as those in
`companion.commands`, with a `commands.toml`.
"""

BESIDE = {
    "lab": {
        *("atlas", "beyond", "compare", "evaluate", "film", "ludii", "measure", "pages", "perft", "players"),
        *("plot", "school", "simulate", "solve", "survey", "testimonies", "traffic", "voice", "wear"),
    },
    "make": {"hall", "make", "puzzles"},
}
"""The commands of the other distributions, which need not be installed, by their folders in a clone."""


def _subcommands() -> Iterator[tuple[str, dict[str, Any]]]:
    for package in ("companion.commands", *(it.value for it in entry_points(group=ENTRY_POINTS))):
        try:
            found = importlib.util.find_spec(package)
        except ModuleNotFoundError:
            found = None
        # One that was removed by hand leaves its entry point.
        if found is not None and found.origin is not None:
            for place, texts in toml_beside(found.origin, "commands.toml").items():
                yield f"{package}.{place}", texts


SUBCOMMANDS = dict(_subcommands())
"""The help and the examples of each subcommand, in this order, by its module."""

COMMANDS = {module.rpartition(".")[2]: module for module in SUBCOMMANDS}

EXAMPLES = (
    "five-lines --virtual",
    "five-lines rules kidd",
    "five-lines games list",
    "five-lines doctor",
    "five-lines make --help",
)
WITHOUT_COMMAND = ("-h", "--help", "--version", "--completion")  # options that belong to no subcommand

EXIT_USER_ERROR = 2
EXIT_FAULT = 70


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status: 0 done, 1 a check failed, 2 bad input, 70 a bug."""
    # Who starts the program may have closed some (`>&-`).
    sys.stdin, *outputs = (
        it or os.fdopen(os.open(os.devnull, os.O_RDWR), "r+") for it in (sys.stdin, sys.stdout, sys.stderr)
    )
    for stream in outputs:
        if isinstance(stream, TextIOWrapper):
            # A terminal that lacks a letter shows another sign for it.
            stream.reconfigure(errors="replace")
    out, error = map(VisibleStream, outputs)
    with redirect_stdout(out), redirect_stderr(error):
        return _run(argv)


class VisibleStream:
    """A text stream in which what a terminal would obey is spelled out; all else is the stream's own."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; a bar of progress may return to the begin of its line."""
        begin = "\r" * text.startswith("\r")
        written: int = self._stream.write(begin + visible(text.removeprefix(begin)))
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _run(argv: Sequence[str] | None) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    given = sys.argv[1:] if argv is None else list(argv)
    words = with_command(given)
    try:
        for folder, names in BESIDE.items():
            if words[0] in names - COMMANDS.keys():
                how = f"is not installed; in a clone: pip install -e {folder}"
                raise FiveLinesError(f"{words[0]} is a command of five-lines-{folder}, which {how}")
        # Modules take a while to import: only the one that is asked for, or all to complete words.
        completes = words[0].startswith("--completion")
        parser = parser_of(COMMANDS if completes else [it for it in words[:1] if it in COMMANDS])
        refuse_unknown_options(parser, words, () if words == given else WITHOUT_COMMAND)
        try:
            args = parser.parse_args(words)
            status = _done(args)
        finally:
            _flush_stdout()
    except BrokenPipeError:
        return detach(sys.stdout)
    except FiveLinesError as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(shortened(in_words(error)))
    except Exception as error:
        if isinstance(error, UnicodeEncodeError) and is_unspellable(error):
            return _refuse(unspellable(error))
        if os.environ.get("FIVE_LINES_DEBUG"):
            raise
        return _refuse(
            f"a fault of the program, {type(error).__name__}: {shortened(str(error))}\n"
            "Please report it, with what FIVE_LINES_DEBUG=1 before the same command prints.",
            EXIT_FAULT,
        )
    except KeyboardInterrupt:
        return _refuse("stopped", 130)
    return status


def _refuse(why: str, status: int = EXIT_USER_ERROR) -> int:
    """Say why a command failed, where that can be written, and return its exit status."""
    try:
        print(f"five-lines: {why}", file=sys.stderr)
    except OSError:
        # What is left unwritten would fail again at the end, and change the status.
        detach(sys.stderr)
    return status


def _done(args: argparse.Namespace) -> int:
    """Run a subcommand; root runs one about a station with the rights of the owner of its folder."""
    if os.name != "posix" or os.geteuid() != 0:
        return int(args.run(args))
    from companion.commands._settings import station_folder

    folder = station_folder(vars(args))
    with acting_as_owner_of(folder) if folder else nullcontext():
        return int(args.run(args))


def _flush_stdout() -> None:
    """Write out what was printed; discard it and raise OSError if that can't be done."""
    try:
        sys.stdout.flush()
    except OSError:
        detach(sys.stdout)
        raise


def parser_of(loaded: Collection[str]) -> Parser:
    """Return the parser of these subcommands; without any, of all of them, but not of their arguments."""
    parser = Parser(
        prog="five-lines", description="A tabletop referee for the ancient Greek game of five lines."
    )
    parser.add_argument("--version", action="version", version=f"five-lines {__version__}")
    completion = "print what completes command lines in this shell: docs/build.md"
    parser.add_argument("--completion", choices=SHELLS, action=PrintCompletion, help=completion)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    give_examples(parser, EXAMPLES)
    for name in loaded or COMMANDS:
        place = COMMANDS[name]
        texts = SUBCOMMANDS[place]
        subparser = subparsers.add_parser(name, help=texts["help"], description=texts["help"])
        if name in loaded:
            module = importlib.import_module(place)
            module.add_arguments(subparser)
            give_examples(subparser, texts["examples"])
            subparser.set_defaults(run=module.run)
    return parser


def with_command(words: list[str]) -> list[str]:
    """Return the words of a command line, with `station` added if they name no subcommand.

    `help` before a subcommand is the same as `--help` after it; `board` is short for `make board`.
    """
    if words and words[0] == "help":
        words = [*words[1:], "--help"]
    if words and words[0] == "board":
        return ["make", *words]
    if not words or (words[0].startswith("-") and words[0].partition("=")[0] not in WITHOUT_COMMAND):
        return ["station", *words]
    return words


if __name__ == "__main__":
    sys.exit(main())
