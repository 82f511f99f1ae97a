"""A game against the computer at a table without devices."""

from companion.game import Move, Rules, Seat, start_position
from companion.interface import intents
from companion.interface.intents import Ask
from companion.settings.sections import Settings
from tests.support.chances import QUICK, quick_table
from tests.support.table import SETTINGS, Table, shown


def seated(
    seat: Seat = Seat.A,
    level: str = "perfect",
    *,
    rules: Rules = QUICK,
    seed: int = 1,
    settings: Settings = SETTINGS,
) -> Table:
    """A game that has begun against the computer, its chances known."""
    table = Table(rules, settings, seed=seed)
    table.ask(Ask.NEW_GAME)
    table.ask(intents.PlayAgainst(seat))
    table.ask(intents.Pick(intents.Named.LEVEL, level))
    table.ask(Ask.BEGIN)
    table.show(start_position(rules).halves())
    table.wait(2.0)
    if rules == QUICK:
        table.tell(quick_table())
    return table


def chosen(table: Table) -> Move:
    """Wait until the computer has thrown and chosen."""
    for _ in range(20):
        table.wait(0.5)
        move = shown(table).chosen
        if isinstance(move, Move):
            return move
    raise AssertionError("the computer chooses nothing")
