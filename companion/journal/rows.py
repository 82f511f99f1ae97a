"""Games as rows of a table: what a spreadsheet counts."""

from collections import Counter

from companion.game import reconstruction
from companion.journal.dice_audit import verify
from companion.journal.games import StoredGame
from companion.journal.happenings import DieThrown
from companion.journal.words import summary_record
from companion.referee.events import Flagged, Moved, Passed, TakenBack

COLUMNS = (
    "game",
    "began",
    "seconds",
    "rules",
    "options",
    "die",
    "own_dice",
    "computer",
    "level",
    "starter",
    "throws",
    "moves",
    "passes",
    "not_so",
    "taken_back",
    "result",
    "winner",
    "seal",
    "dice",
)
"""What docs/games.md explains."""


def row(stored: StoredGame) -> tuple[object, ...]:
    """A game as a row with these columns; None for what there is not."""
    summary, computer, begun = stored.summary, stored.computer, stored.begun
    rules = summary.rules or begun.rules
    kinds = Counter(type(event) for event in stored.events)
    by_hand = any(isinstance(it, DieThrown) and it.number is None for it in stored.throws)
    checked = None
    if begun.seed is not None and stored.over:
        checked = "changed" if verify(stored).misfits else "by hand" if by_hand else "as sealed"
    told = summary_record(summary) | {
        "seconds": round((stored.entries[-1].at - stored.entries[0].at).total_seconds()),
        "rules": rules and rules.name,
        "options": rules and " ".join(rules.differences(reconstruction(rules.name).rules)),
        "die": str(begun.die),
        "own_dice": "yes" if begun.seed is None else "no",
        "computer": computer and computer.seat,
        "level": computer and computer.level,
        "moves": kinds[Moved] - kinds[TakenBack],
        "passes": kinds[Passed],
        "not_so": kinds[Flagged],
        "taken_back": kinds[TakenBack],
        "seal": begun.commitment,
        "dice": checked,
    }
    return tuple(told[column] for column in COLUMNS)
