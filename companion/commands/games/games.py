"""`five-lines games`: list, show, replay, export and import the games of the journal."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from companion.commands._arguments import UsageError
from companion.commands.games._journal import (
    NONE,
    add_game_argument,
    add_journal_argument,
    game_from,
    journal_from,
)
from companion.commands.games._spreadsheet import csv_text
from companion.game import GameRecord, game_as_json, write_game
from companion.interface.presentation import look_of
from companion.journal import DamagedError, Database, JournalError, StoredGame
from companion.journal.corpus import TakeOver, check, write_corpus
from companion.journal.errors import InconsistentError
from companion.journal.export import COLUMNS, as_record, entry_record, result, row, summary_record, tell
from companion.journal.replay import replay
from companion.presentation.seat_names import seat_colours
from companion.presentation.themed import palette_of
from companion.referee.match import HomeMatch
from companion.referee.record import record
from companion.referee.words import say
from companion.system.atomic_file import write_named, writing_whole
from companion.system.local_time import local_time
from companion.system.rights import acting_as_owner_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, what in (
        ("list", "list all games: when, which rules, who began, how it came out"),
        ("show", "tell what happened in a game"),
        ("export", "write a game as text that can be read again, or as JSON; or all games into one file"),
        ("import", "take over the games of such a file that the journal lacks"),
        ("replay", "play a game again and check that every event in it could follow"),
    ):
        action = actions.add_parser(name, help=what, description=what)
        if name in ("show", "replay"):
            add_game_argument(action)
        elif name == "export":
            _add_export_arguments(action)
        elif name == "import":
            action.add_argument("file", metavar="FILE", type=Path, help="what `games export --all` wrote")
        add_journal_argument(action)
        if name not in ("export", "import"):
            action.add_argument("--json", action="store_true", help="print one JSON object a line")


def _add_export_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_argument(parser, "with --all")
    parser.add_argument("--all", action="store_true", help="every game that is over, with a checksum")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object a line, as --all always has")
    form.add_argument("--csv", action="store_true", help="a table with a row a game, those not over included")
    parser.add_argument("-o", "--out", metavar="FILE", type=Path, help="the file to write; without it, print")


def run(args: argparse.Namespace) -> int:
    """Run the chosen action on the journal's games; return 1 if one of them is inconsistent."""
    if args.action == "import":
        return _import(args.file, journal_from(args))
    if args.action == "export" and args.all == (args.game != NONE):
        raise UsageError("either --all or one game: a number from `five-lines games list`, or `last`")
    with closing(Database.for_reading(journal_from(args))) as journal:
        if args.action in ("list", "export"):
            try:
                _ = journal.names.book
            except JournalError as error:
                print(f"five-lines: without names: {error}", file=sys.stderr)
        if args.action == "list":
            return _list(journal, args.json)
        if args.action == "export" and args.all:
            return _export_all(journal, args.csv, args.out)
        stored = game_from(journal, args.game)
    if args.action == "replay":
        return _replay(stored, args.json)
    if args.action == "export":
        return _export(stored, args)
    return _records(stored) if args.json else _show(stored)


def _list(journal: Database, as_json: bool) -> int:
    damaged: list[DamagedError] = []
    games = list(journal.summaries(damaged))
    for summary in games:
        if as_json:
            print(json.dumps(summary_record(summary)))
            continue
        began = local_time(summary.began).strftime("%Y-%m-%d %H:%M")
        rules = summary.rules.name if summary.rules else "-"
        starter = f"{summary.starter} began" if summary.starter else "throw-off"
        dice = ", own dice" if summary.own_dice else ""
        throws = f"{summary.throws} throw{'s' if summary.throws != 1 else ''}{dice}"
        ended = f"{result(summary)} ({throws}){_named(journal.names.match(summary.began))}"
        print(f"{summary.number:>5}  {began}  {rules:<18} {starter:<9}  {ended}")
    for error in damaged:
        print(f"five-lines: not listed: {error}", file=sys.stderr)
    if not (games or damaged or as_json):
        print("no game has been played yet")
    return int(bool(damaged))


def _named(match: HomeMatch) -> str:
    """Return the names of people at home, after a space; empty without any."""
    names = " – ".join(filter(None, match.players))
    return names and f" {names}"


def _show(stored: StoredGame) -> int:
    print(f"Game {stored.number}, {result(stored.summary)}{_named(stored.match)}")
    for entry in stored.entries:
        print(
            f"{local_time(entry.at):%Y-%m-%d %H:%M:%S}  {tell(entry.happening)}".replace(
                "\n", "\n" + " " * 21
            )
        )
    return 0


def _export(stored: StoredGame, args: argparse.Namespace) -> int:
    if args.csv:
        text = _table(iter((stored,)))
    elif args.json:
        text = game_as_json(_record(stored)) + "\n"
    else:
        text = write_game(_record(stored))
    _write(text, args.out)
    return 0


def _record(stored: StoredGame) -> GameRecord:
    return replace(as_record(stored), colours=_colours(stored))


def _colours(stored: StoredGame) -> tuple[str, str]:
    """Return the colours of the counters of A and B as the table's screen called them; empty if unknown."""
    look = stored.begun.look
    return seat_colours(*(it.fill for it in palette_of(look).counters)) if look_of(look) else ("", "")


def _export_all(journal: Database, as_csv: bool, out: Path | None) -> int:
    """Write all consistent games; report others and return 1."""
    damaged: list[DamagedError] = []
    wrong: list[str] = []
    games = journal.sound_games(damaged)
    if as_csv:
        _write(_table(games), out)
    elif out is None:
        write_corpus(_finished(games, wrong), sys.stdout.buffer.write, _record)
    else:
        with acting_as_owner_of(out.parent), writing_whole(out) as write:
            count = write_corpus(_finished(games, wrong), write, _record)
        print(f"{out}: {count} game{'s' if count != 1 else ''}, with a checksum")
    for left_out in (*damaged, *wrong):
        print(f"five-lines: left out: {left_out}", file=sys.stderr)
    return 1 if damaged or wrong else 0


def _finished(games: Iterator[StoredGame], wrong: list[str]) -> Iterator[StoredGame]:
    """Yield the games that are over; add the errors of inconsistent ones to `wrong`."""
    for stored in games:
        if not stored.over:
            print(f"game {stored.number} is not over and not written; its seed is a secret", file=sys.stderr)
            continue
        try:
            check(stored)
        except InconsistentError as error:
            wrong.append(str(error))
        else:
            yield stored


def _table(games: Iterator[StoredGame]) -> str:
    return csv_text(((*COLUMNS, "a", "b"), *((*row(game), *_colours(game)) for game in games)))


def _write(text: str, out: Path | None) -> None:
    if out is None:
        print(text, end="")
    else:
        write_named(out, text.encode())


def _import(path: Path, journal: Path) -> int:
    taken = TakeOver(path, journal)
    there = f"; {taken.there} were there already" if taken.there else ""
    print(f"{path}: {taken.new} game{'s' if taken.new != 1 else ''} taken over into {journal}{there}")
    return 0


def _records(stored: StoredGame) -> int:
    for entry in stored.entries:
        print(json.dumps(entry_record(entry, stored), ensure_ascii=False))
    return 0


def _replay(stored: StoredGame, as_json: bool) -> int:
    try:
        for step in replay(stored):
            position = step.state.position
            if as_json:
                print(json.dumps(record(step.event) | {"position": str(position)}, ensure_ascii=False))
            else:
                print(f"{say(step.event)}\n    {position}")
    except InconsistentError as error:
        print(f"five-lines: {error}", file=sys.stderr)
        return 1
    if not as_json:
        print(f"Game {stored.number}{_named(stored.match)}: every event could follow from those before it.")
    return 0
