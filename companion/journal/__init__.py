"""The journal: everything that happens at a station is stored in it before it is shown.

One SQLite file, written by one station, read by anyone at any time. A game's state is the fold of its events,
so a stored game goes on where it stopped::

    journal = Journal(path, now)              # sets a damaged file aside; raises InUseError, ForeignError
    game = journal.begin(fair_die, rules)     # or journal.begin(die, rules) when people throw their own
    journal.append(game, referee.on(look))    # stored when this returns: now it may be shown
    journal.notices()                         # messages for people: set aside, full, storing again
    stored = journal.unfinished()             # a StoredGame, or None; stored.state is the Referee's
"""

from companion.journal.database import Database
from companion.journal.errors import (
    DamagedError,
    ForeignError,
    FullError,
    InUseError,
    JournalError,
    NewerError,
    NoSuchGameError,
    NotWritableError,
)
from companion.journal.games import StoredGame
from companion.journal.happenings import (
    Abandoned,
    ComputerSeated,
    DeviceFault,
    DieThrown,
    Entry,
    GameBegun,
    Happening,
    ReadingCorrected,
    Sealed,
    SeedRevealed,
)
from companion.journal.identity import FILE_NAME
from companion.journal.journal import Journal, Notice, NoticeKind

__all__ = [
    "FILE_NAME", "Abandoned", "ComputerSeated", "DamagedError", "Database", "DeviceFault", "DieThrown",
    "Entry", "ForeignError", "FullError", "GameBegun", "Happening", "InUseError", "Journal", "JournalError",
    "NewerError", "NoSuchGameError", "NotWritableError", "Notice", "NoticeKind", "ReadingCorrected", "Sealed",
    "SeedRevealed", "StoredGame",
]  # fmt: skip
