"""What a journal holds, in plain words and as flat records for other programs."""

import re

from companion.journal.games import EVENTS, StoredGame, Summary
from companion.journal.happenings import (
    Abandoned,
    ComputerSeated,
    DieThrown,
    Entry,
    Fault,
    GameBegun,
    Happening,
    ReadingCorrected,
    SeedRevealed,
)
from companion.referee.record import record
from companion.referee.words import say
from companion.system.convert import plain_fields


def tell(happening: Happening) -> str:
    """One happening in a line of plain words; never tells the seed before it is revealed."""
    match happening:
        case GameBegun(die, None):
            return f"A game with the players' own die ({die})."
        case GameBegun(die, commitment, number=number):
            added = f", and the players' number {number}" if number else ""
            return f"A game with the electronic die {die}, sealed as {commitment}{added}."
        case ComputerSeated(seat, level):
            return f"The computer plays {seat}, at the level {level}."
        case DieThrown(face, None):
            return f"Thrown by hand: {face}."
        case DieThrown(face, number):
            return f"Throw {number} of the electronic die: {face}."
        case ReadingCorrected():
            return "A reading of the board was corrected by hand."
        case SeedRevealed(seed):
            return f"The seed of the die: {seed}."
        case Abandoned(why):
            return f"The game was abandoned: {why}."
        case Fault(device, message):
            return f"Fault ({device}): {message}"
        case _:
            return say(happening)


def result(summary: Summary) -> str:
    """How a game came out, in a few words."""
    if summary.outcome is not None:
        return str(summary.outcome)
    return "abandoned" if summary.abandoned else "unfinished"


def entry_record(entry: Entry, game: StoredGame) -> dict[str, object]:
    """One entry of a game as a record: as `watch --json` tells it, with game, entry and time.

    The seed is left out as long as the game is not over.
    """
    happening = entry.happening
    flat: dict[str, object] = {"game": entry.game, "entry": entry.number, "at": entry.at.isoformat()}
    if isinstance(happening, EVENTS):
        return flat | record(happening)
    kind = re.sub(r"(?<!^)(?=[A-Z])", "-", type(happening).__name__).lower()
    flat |= {"event": kind} | plain_fields(happening)
    if isinstance(happening, GameBegun) and not game.over:
        flat["seed"] = None
    return flat


def summary_record(summary: Summary) -> dict[str, object]:
    """A game in short as a record."""
    ended = summary.outcome
    return {
        "game": summary.number,
        "began": summary.began.isoformat(),
        "rules": summary.rules.name if summary.rules else None,
        "starter": summary.starter,
        "own_dice": summary.own_dice,
        "throws": summary.throws,
        "result": ended.termination if ended else ("abandoned" if summary.abandoned else "unfinished"),
        "winner": ended.winner if ended else None,
    }
