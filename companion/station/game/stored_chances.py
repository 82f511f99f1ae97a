"""Look up the chances in a stored game, in a table that was solved before; nothing is solved here."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.analysis.play.opponent import best_of
from companion.analysis.play.reasons import why_better
from companion.analysis.play.value_table import Prospect, ValueTable, open_table, path_of
from companion.game import Rules, Seat
from companion.journal import StoredGame
from companion.journal.games import EVENTS
from companion.referee.events import Moved, Passed, Started, TakenBack, Thrown
from companion.referee.referee import State, apply


def course_of(game: StoredGame, tables: Path) -> list[tuple[int, float, Any]]:
    """Return seat A's chance after each throw and turn, by entries' numbers; empty if there is no table.

    The chance after a throw is that with the best choice, so that what follows it is what the choice lost.
    Then comes the best of several choices, by its index in `legal.choices`, with the merit and its faces that
    make it better than the next best.
    """
    table = _table(game.rules, tables)
    if table is None:
        return []
    found = []
    state: State | None = None
    for entry in game.entries:
        event = entry.happening
        if not isinstance(event, EVENTS):
            continue
        state = apply(state, event)
        if isinstance(event, Started | Thrown | Moved | Passed | TakenBack):
            (chance, prospects), legal, best = _look_up(table, state), state.legal, None
            if legal and len(prospects) > 1:
                action = best_of(prospects).action
                why = why_better(table, state.position, legal, action)
                best = legal.choices.index(action), why and (why.merit, why.faces)
            found.append((entry.number, round(chance if state.seat is Seat.A else 1 - chance, 4), best))
    return found


def now_of(game: StoredGame, tables: Path) -> tuple[int, float, list[float]] | None:
    """Return a game's last entry, seat A's chance, and the mover's after each choice.

    None if the game is over or has not started, or if there is no table.
    """
    state = game.state
    if state is None or state.ended or (table := _table(game.rules, tables)) is None:
        return None
    chance, prospects = _look_up(table, state)
    worth = [it.chance for it in prospects]
    return game.entries[-1].number, chance if state.seat is Seat.A else 1 - chance, worth


def _look_up(table: ValueTable, state: State) -> tuple[float, tuple[Prospect, ...]]:
    """Return the mover's chance, and what each choice is worth, with none before the throw."""
    if state.legal is None:
        return table.chance(state.position, state.seat), ()
    prospects = table.prospects(state.position, state.legal)
    return best_of(prospects).chance, prospects


def _table(rules: Rules | None, tables: Path) -> ValueTable | None:
    """Return the table of a game, None if it has none; raise TableError if it is damaged."""
    if rules is None or not path_of(tables, rules).exists():
        return None
    return cached_table(path_of(tables, rules), rules)


cached_table = lru_cache(maxsize=1)(open_table)
"""Caches the last table: most requests are for the game that is being played."""
