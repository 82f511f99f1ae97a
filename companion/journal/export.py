"""Stored games for people and for other programs: in plain words, as records, and as rows of a table."""

import re
from collections import Counter

from companion.game import GameRecord, Reason, Seat, Stay, Turn, options_of
from companion.journal.dice_audit import verify
from companion.journal.errors import JournalError
from companion.journal.games import EVENTS, StoredGame, Summary
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
    kind_of,
)
from companion.referee.events import Ended, Flagged, Moved, Passed, TakenBack, Thrown
from companion.referee.record import record
from companion.referee.words import say
from companion.system.convert import plain_fields


def as_record(stored: StoredGame) -> GameRecord:
    """Return the turns of a game, without corrections; raise JournalError if it never left the throw-off.

    A move that was taken back is left out, and so is a throw that was never played, or that players
    corrected. The referee's refusals stand with the turn that followed.
    """
    summary = stored.summary
    if summary.rules is None:
        raise JournalError(f"game {stored.number} was left in the throw-off: there is nothing to export")
    turns: list[Turn] = []
    flags: tuple[Reason, ...] = ()
    throw = 0
    for event in stored.events:
        match event:
            case Flagged(reason=reason):
                flags = (*flags, reason)
            case Moved(seat=seat, move=move):
                turns.append(Turn(seat, throw, move, flags))
                flags = ()
            case Passed(_, seat, passed, declined):
                turns.append(Turn(seat, passed, Stay.DECLINE if declined else Stay.PASS, flags))
                flags = ()
            case Thrown(ply, _, throw) | TakenBack(ply, _, throw):
                flags = (*(reason for turn in turns[ply - 1 :] for reason in turn.flags), *flags)
                del turns[ply - 1 :]
    computer = stored.computer
    a, b = (
        f"computer ({computer.level})" if computer and computer.seat is seat else name
        for seat, name in zip(Seat, stored.match.players, strict=True)
    )
    return GameRecord(
        summary.rules,
        tuple(turns),
        summary.outcome,
        (a, b),
        summary.began.date(),
        helped=bool(stored.foreseen),
    )


def tell(happening: Happening) -> str:
    """Return one happening in a line of plain words, without the seed before it is revealed."""
    match happening:
        case GameBegun(die, None):
            return f"A game with the players' own die ({die})."
        case GameBegun(die, commitment, number=number):
            added = f", and the players' number {number}" if number else ""
            return f"A game with the electronic die {die}, sealed as {commitment}{added}."
        case Sealed(commitment):
            return f"A die was sealed as {commitment}."
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
        case DeviceFault(device, message):
            return f"Fault ({device}): {message}"
        case _:
            return say(happening)


def result(summary: Summary) -> str:
    """Return the result of a game in a few words."""
    if summary.outcome:
        return str(summary.outcome)
    return "abandoned" if summary.abandoned else "unfinished"


def entry_record(entry: Entry, game: StoredGame) -> dict[str, object]:
    """Return one entry of a game as a record, as in `watch --json`, with game, entry and time.

    The seed is left out until the game is over; whether the game is helped is said where it ends.
    """
    happening = entry.happening
    flat: dict[str, object] = {"game": entry.game, "entry": entry.number, "at": entry.at.isoformat()}
    if isinstance(happening, Ended | Abandoned):
        flat["helped"] = bool(game.foreseen)
    if isinstance(happening, EVENTS):
        return flat | record(happening)
    kind = re.sub(r"(?<!^)(?=[A-Z])", "-", kind_of(happening)).lower()
    flat |= {"event": kind} | plain_fields(happening)
    if isinstance(happening, GameBegun) and not game.over:
        flat["seed"] = None
    return flat


def summary_record(summary: Summary) -> dict[str, object]:
    """Return a summary as a record."""
    ended = summary.outcome
    return {
        "game": summary.number,
        "began": summary.began.isoformat(),
        "rules": summary.rules and summary.rules.name,
        "starter": summary.starter,
        "own_dice": summary.own_dice,
        "throws": summary.throws,
        "result": ended.termination if ended else "abandoned" if summary.abandoned else "unfinished",
        "winner": ended and ended.winner,
    }


COLUMNS = (
    "game", "began", "seconds", "rules", "options", "die", "own_dice", "player_a", "player_b", "computer",
    "level", "starter", "throws", "moves", "passes", "not_so", "taken_back", "foreseen", "result", "winner",
    "seal", "dice",
)  # fmt: skip
"""Columns of a row; docs/games.md explains them."""


def row(stored: StoredGame) -> tuple[object, ...]:
    """Return a game as a row with these columns; None for missing values."""
    summary, computer, begun = stored.summary, stored.computer, stored.begun
    rules = summary.rules or begun.rules
    kinds = Counter(type(event) for event in stored.events)
    checked = None
    if begun.seed is not None and stored.over:
        found = verify(stored)
        sealed = "redrawn" if found.redrawn else "by hand" if found.by_hand else "as sealed"
        checked = "changed" if found.misfits else sealed
    row = summary_record(summary) | {
        "seconds": round(stored.played_s),
        "rules": rules and rules.name,
        "options": rules and " ".join(options_of(rules)),
        "die": str(begun.die),
        "own_dice": "yes" if summary.own_dice else "no",
        "player_a": stored.match.players[0],
        "player_b": stored.match.players[1],
        "computer": computer and computer.seat,
        "level": computer and computer.level,
        "moves": kinds[Moved] - kinds[TakenBack],
        "passes": kinds[Passed],
        "not_so": kinds[Flagged],
        "taken_back": kinds[TakenBack],
        "foreseen": len(stored.foreseen),
        "seal": begun.commitment,
        "dice": checked,
    }
    return tuple(row[column] for column in COLUMNS)
