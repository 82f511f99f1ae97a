"""`five-lines games`: the games that the journal holds, listed, told, exported and played again."""

import argparse
import json
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from companion.commands._journal import add_game_argument, add_journal_argument, game_from, journal_from

if TYPE_CHECKING:
    from companion.journal import Database, StoredGame

HELP = "the games in the journal: list, show, export, replay"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what can be done with games, each with its own arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, what in (
        ("list", "list all games: when, which rules, who began, how it came out"),
        ("show", "tell what happened in a game"),
        ("export", "write a game as text that can be read again, or as JSON"),
        ("replay", "play a game again and check that every event in it could follow"),
    ):
        action = actions.add_parser(name, help=what, description=what)
        if name != "list":
            add_game_argument(action)
        add_journal_argument(action)
        action.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Do what was asked with the journal's games; 1 when a replayed game is inconsistent."""
    from companion.journal import Database

    with closing(Database.for_reading(journal_from(args))) as journal:
        if args.action == "list":
            return _list(journal, args.json)
        stored = game_from(journal, args.game)
    if args.action == "replay":
        return _replay(stored, args.json)
    if args.action == "export":
        return _export(stored, args.json)
    return _records(stored) if args.json else _show(stored)


def _list(journal: "Database", as_json: bool) -> int:
    from companion.journal.words import result, summary_record

    games = 0
    for summary in journal.summaries():
        games += 1
        if as_json:
            print(json.dumps(summary_record(summary)))
            continue
        began = summary.began.astimezone().strftime("%Y-%m-%d %H:%M")
        rules = summary.rules.name if summary.rules else "-"
        starter = f"{summary.starter} began" if summary.starter else "throw-off"
        dice = ", own dice" if summary.own_dice else ""
        throws = f"{summary.throws} throw{'s' if summary.throws != 1 else ''}{dice}"
        print(f"{summary.number:>5}  {began}  {rules:<18} {starter:<9}  {result(summary)} ({throws})")
    if not games and not as_json:
        print("no game has been played yet")
    return 0


def _show(stored: "StoredGame") -> int:
    from companion.journal.words import result, tell

    print(f"Game {stored.number}, {result(stored.summary)}")
    for entry in stored.entries:
        print(
            f"{entry.at.astimezone():%Y-%m-%d %H:%M:%S}  {tell(entry.happening)}".replace(
                "\n", "\n" + " " * 21
            )
        )
    return 0


def _export(stored: "StoredGame", as_json: bool) -> int:
    from companion.game import game_as_json, write_game
    from companion.journal.export import as_record

    game = as_record(stored)
    print(game_as_json(game) if as_json else write_game(game), end="\n" if as_json else "")
    return 0


def _records(stored: "StoredGame") -> int:
    from companion.journal.words import entry_record

    for entry in stored.entries:
        print(json.dumps(entry_record(entry, stored), ensure_ascii=False))
    return 0


def _replay(stored: "StoredGame", as_json: bool) -> int:
    from companion.journal.errors import InconsistentError
    from companion.journal.replay import replay
    from companion.referee.record import record
    from companion.referee.words import say

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
        print(f"Game {stored.number}: every event could follow from those before it.")
    return 0
