"""A stored game as the record that other programs read: turns and result, without what was put right."""

from companion.game import GameRecord, Reason, Seat, Stay, Turn
from companion.journal.errors import JournalError
from companion.journal.games import StoredGame
from companion.referee.events import Flagged, Moved, Passed, TakenBack, Thrown


def as_record(stored: StoredGame) -> GameRecord:
    """The turns of a game as they stand in the end; raises JournalError when it never left the throw-off.

    A move that was taken back is left out, a throw that was not played any more too. What the referee
    refused stands with the turn that followed.
    """
    summary = stored.summary
    if summary.rules is None:
        raise JournalError(f"game {stored.number} was left in the throw-off: there is nothing to export")
    turns: list[Turn] = []
    flags: tuple[Reason, ...] = ()
    throw = 0
    for event in stored.events:
        match event:
            case Thrown():
                throw = event.throw
            case Flagged(reason=reason):
                flags = (*flags, reason)
            case Moved(seat=seat, move=move):
                turns.append(Turn(seat, throw, move, flags))
                flags = ()
            case Passed(seat=seat, throw=passed, declined=declined):
                turns.append(Turn(seat, passed, Stay.DECLINE if declined else Stay.PASS, flags))
                flags = ()
            case TakenBack():
                last = turns.pop()
                throw, flags = last.throw, (*last.flags, *flags)
    computer = stored.computer
    players = tuple(f"computer ({computer.level})" if computer and computer.seat is s else "" for s in Seat)
    return GameRecord(
        summary.rules, tuple(turns), summary.outcome, (players[0], players[1]), summary.began.date()
    )
