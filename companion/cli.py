"""The command `five-lines`: finds the subcommand, runs it, and turns errors into one plain line."""

import importlib
import os
import sys
from collections.abc import Collection, Sequence
from io import TextIOWrapper

from companion import FiveLinesError, __version__, shortened
from companion.commands._completion import SHELLS, PrintCompletion
from companion.commands._parser import Parser, give_examples, refuse_unknown_options
from companion.system.file_names import is_unspellable, unspellable
from companion.system.os_errors import detach_stdout, in_words

HELP = {
    "board.make": "write a board, counters or other parts to print, cut or build",
    "board.board": "write a board to print, with cut-out counters and a carving template",
    "board.capture": "take the pictures that calibrate wants, with the camera as the station uses it",
    "board.calibrate": "learn a board, its camera and its counters from pictures",
    "board.read": "read pictures of a calibrated board",
    "lab.evaluate": "measure how well boards are read in pictures, films and photographs with truth",
    "rules.perft": "count the lines of play and the positions a number of throws ahead",
    "lab.simulate": "play many games, at random or between two players, and tell who wins and how long they "
    "are",
    "rules.solve": "solve a game: the exact chance of every position when both play as well as can be",
    "lab.measure": "measure a game: length, choices, luck, lead, leavings of the goal, and best play "
    "against yardsticks",
    "games.analyse": "tell what decided a recorded game: every turn's chance, what it gave away, and luck",
    "games.advise": "tell the best choice with each throw in a position, written or in a picture",
    "games.puzzles": "write positions from recorded games to solve on paper, with solutions on the back",
    "games.players": "tell how the players of recorded games play: how large errors they make, and by which "
    "rules of thumb",
    "lab.compare": "compare reconstructions, dice and house rules: length, choices, stakes, yardsticks, "
    "leavings",
    "lab.traffic": "compute how often games land on each point, leave it, pass it, and slide along its half",
    "lab.wear": "tell which rules explain the wear of a find, and which it can't tell apart",
    "lab.beyond": "solve or play the game beyond five lines and one die: 3 to 11 lines, two dice, bear-off",
    "lab.survey": "solve and measure every set of rules in a space; stopped at any moment, it goes on "
    "where it was",
    "lab.atlas": "make a page of a survey to look around in, without a server, and its table as data with "
    "a data sheet",
    "games.watch": "referee a filmed game, by default the one that ships with Five Lines",
    "rules.rules": "list the reconstructions, or explain one in plain words",
    "lab.film": "play a random game and make a film of it, to try a referee on",
    "games.games": "the games in the journal: list, show, export, import, replay",
    "games.dice": "check the electronic die: verify a game's throws, audit all throws",
    "games.visits": "count the visits of a station: how many, how far they got, how they ended",
    "station.backup": "write settings, calibration, games and visits of a station into one file",
    "station.restore": "put a backup back: settings, calibration, games and visits",
    "station.settings": "print an explained example of station.toml, or check one",
    "station.staff": "set or forget the PIN of the staff's pages",
    "remote.link": "tell others how the station is (MQTT), and phones its games (a page); never in its way",
    "remote.stations": "list what a broker knows of all stations: how each is, since when, what is out of "
    "order",
    "remote.metrics": "print this station in figures as Prometheus reads them, or write them for a node "
    "exporter",
    "station.doctor": "look at everything a station needs: libraries, power, disk, camera, board, pins, "
    "screen, sound, link",
    "station.voice": "list what a station says, and the file that each sentence is recorded in",
    "station.pages": "draw every page of the screen, at every size and in every language, as pictures",
    "lab.school": "teach the network that looks at shapes, from tables that are drawn (needs the extra "
    "`train`)",
    "station.station": "open the station: a table, a button, a screen, a game; `five-lines` alone does this",
}
"""The help of each subcommand, in this order, by its module below `companion.commands`."""

COMMANDS = {module.rpartition(".")[2]: module for module in HELP}

EXAMPLES = (
    "five-lines --virtual",
    "five-lines rules kidd",
    "five-lines games list",
    "five-lines doctor",
    "five-lines simulate --help",
)
WITHOUT_COMMAND = ("-h", "--help", "--version", "--completion")  # options that belong to no subcommand

EXIT_USER_ERROR = 2
EXIT_FAULT = 70


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status: 0 done, 1 a check failed, 2 bad input, 70 a bug."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that lacks a letter shows another sign for it.
            stream.reconfigure(errors="replace")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    given = sys.argv[1:] if argv is None else list(argv)
    words = with_command(given)
    try:
        # Modules take a while to import: only the one that is asked for, or all to complete words.
        completes = words[0].startswith("--completion")
        parser = parser_of(COMMANDS if completes else [it for it in words[:1] if it in COMMANDS])
        refuse_unknown_options(parser, words, () if words == given else WITHOUT_COMMAND)
        args = parser.parse_args(words)
        status: int = args.run(args)
    except BrokenPipeError:
        return detach_stdout()
    except FiveLinesError as error:
        print(f"five-lines: {error}", file=sys.stderr)
        return EXIT_USER_ERROR
    except OSError as error:
        print(f"five-lines: {shortened(in_words(error))}", file=sys.stderr)
        return EXIT_USER_ERROR
    except Exception as error:
        if isinstance(error, UnicodeEncodeError) and is_unspellable(error):
            print(f"five-lines: {unspellable(error)}", file=sys.stderr)
            return EXIT_USER_ERROR
        if os.environ.get("FIVE_LINES_DEBUG"):
            raise
        print(
            f"five-lines: a fault of the program, {type(error).__name__}: {shortened(str(error))}\n"
            "Please report it, with what FIVE_LINES_DEBUG=1 before the same command prints.",
            file=sys.stderr,
        )
        return EXIT_FAULT
    except KeyboardInterrupt:
        print("five-lines: stopped", file=sys.stderr)
        return 130
    return status


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
        subparser = subparsers.add_parser(name, help=HELP[place], description=HELP[place])
        if name in loaded:
            module = importlib.import_module(f"companion.commands.{place}")
            module.add_arguments(subparser)
            give_examples(subparser, module.EXAMPLES)
            subparser.set_defaults(run=module.run)
    return parser


def with_command(words: list[str]) -> list[str]:
    """Return the words of a command line, with `station` added if they name no subcommand.

    `help` before a subcommand is the same as `--help` after it.
    """
    if words and words[0] == "help":
        return [*words[1:], "--help"]
    if not words or (words[0].startswith("-") and words[0].partition("=")[0] not in WITHOUT_COMMAND):
        return ["station", *words]
    return words


if __name__ == "__main__":
    sys.exit(main())
