"""Arguments of the subcommands that read journals."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from companion.commands._settings import add_settings_argument, own_settings, settings_from
from companion.game import GameError, GameRecord, NotationError, read_game
from companion.journal import FILE_NAME, Database, NoSuchGameError, StoredGame
from companion.journal.corpus import check, read_corpus
from companion.journal.export import as_record
from companion.system.data import MAX_DATA_BYTES, DataError, text_of

LAST = "last"
NONE = 0  # number of no game: games count from 1


def default_journal() -> Path:
    """Return the journal of this machine's own station; raise SettingsError."""
    return own_settings().station.data / FILE_NAME


def add_journal_argument(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the journal: `--journal FILE`, or `--settings FILE` of its station."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--journal", type=Path, metavar="FILE", help="without it, this machine's own journal")
    add_settings_argument(which)


def journal_from(args: argparse.Namespace) -> Path:
    """Return the journal to read; raise SettingsError."""
    path: Path = args.journal or settings_from(args).station.data / FILE_NAME
    return path


def game_number(text: str) -> int | None:
    """Return the number of a game; None for the last one."""
    if text == LAST:
        return None
    if text.isascii() and text.isdecimal() and len(text) < 10 and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(
        f"{text!r} is no game: a number from `five-lines games list`, or `{LAST}`"
    )


def add_game_argument(parser: argparse.ArgumentParser, or_else: str | None = None) -> None:
    """Add the argument for a game: a number, or `last`; it may be optional."""
    which = f"the game's number, or `{LAST}`"
    if or_else is None:
        parser.add_argument("game", type=game_number, metavar="GAME", help=which)
    else:
        help_text = f"{which}; none, {or_else}"
        parser.add_argument("game", type=game_number, nargs="?", default=NONE, metavar="GAME", help=help_text)


def game_from(journal: Database, number: int | None) -> StoredGame:
    """Return the game of that number, or the last; raise NoSuchGameError."""
    number = journal.last_game() if number is None else number
    if not number:
        raise NoSuchGameError(f"{journal.path}: no game has been played yet")
    return journal.game(number)


def game_in(path: Path) -> GameRecord:
    """Return the game that a file has as text; raise NotationError and OSError."""
    try:
        return read_game(text_of(path, MAX_DATA_BYTES))
    except DataError as error:
        raise NotationError(f"{path}: {error}; `five-lines games export N` writes a game as text") from None
    except GameError as error:
        raise NotationError(f"{path}: {error}") from None


def games_in(path: Path) -> Iterator[GameRecord]:
    """Yield the games in a file, one as text or many with a checksum, but for those without a throw."""
    with path.open("rb") as file:
        many = file.read(1) == b"{"
    if many:
        for it in read_corpus(path):
            check(it.game)
            if it.game.summary.rules is not None:
                yield as_record(it.game)
    else:
        yield game_in(path)
