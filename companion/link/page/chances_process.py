"""The chances in a stored game, where the station has worked its rules out already; nothing is solved here.

`python -m companion.link.page.chances_process course|now JOURNAL GAME FOLDER` prints JSON; the folder is
that of the tables. `course`: pairs of an entry's number and seat A's chance after it. `now`: the number of
the last entry, seat A's chance, and that of whoever is to move after each choice; null where it is not known.
"""

import json
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from companion import FiveLinesError
from companion.analysis.play.value_table import open_table, path_of
from companion.game import Seat
from companion.journal import Database
from companion.journal.games import EVENTS
from companion.referee.events import Moved, Passed, Started, TakenBack
from companion.referee.referee import State, apply


def course_of(journal: Path, game: int, tables: Path) -> list[tuple[int, float]]:
    """Seat A's chance after each turn of a game; empty where no table is there. Raises FiveLinesErrors."""
    with closing(Database.for_reading(journal)) as database:
        stored = database.game(game)
    if stored.rules is None or not path_of(tables, stored.rules).exists():
        return []
    table = open_table(path_of(tables, stored.rules), stored.rules)
    found: list[tuple[int, float]] = []
    state: State | None = None
    for entry in stored.entries:
        event = entry.happening
        if not isinstance(event, EVENTS):
            continue
        state = apply(state, event)
        if isinstance(event, Started | Moved | Passed):
            chance = table.chance(state.position, state.seat)
            found.append((entry.number, chance if state.seat is Seat.A else 1 - chance))
        elif isinstance(event, TakenBack) and len(found) > 1:
            found.append((entry.number, found[-2][1]))
    return found


def now_of(journal: Path, game: int, tables: Path) -> tuple[int, float, list[float]] | None:
    """The last entry of a game that is played, seat A's chance, and the mover's after each choice there is.

    None where no table is there, or nothing can be reckoned. Raises FiveLinesErrors.
    """
    with closing(Database.for_reading(journal)) as database:
        stored = database.game(game)
    state = stored.state
    if stored.rules is None or state is None or state.ended or not path_of(tables, stored.rules).exists():
        return None
    table = open_table(path_of(tables, stored.rules), stored.rules)
    worth = [] if state.legal is None else [it.chance for it in table.prospects(state.position, state.legal)]
    chance = max(worth) if worth else table.chance(state.position, state.seat)
    return stored.entries[-1].number, chance if state.seat is Seat.A else 1 - chance, worth


def main(argv: Sequence[str]) -> int:
    """Print the course of a game's chances, or those that it has now."""
    what, journal, game, tables = argv
    found: object = None
    try:
        if what == "now":
            found = now_of(Path(journal), int(game), Path(tables))
        else:
            course = course_of(Path(journal), int(game), Path(tables))
            found = [(number, round(chance, 4)) for number, chance in course]
    except FiveLinesError as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
