"""Events as flat records for other programs: one JSON object each."""

from companion.game import Termination
from companion.referee import events
from companion.referee.words import message, remedy

Record = dict[str, str | int | bool | list[dict[str, str | None]] | None]


def record(event: events.Event) -> Record:
    """Return one event as a record; `event` names its kind, which decides the other keys."""
    match event:
        case events.Started(rules, position, seat):
            return {"event": "started", "rules": rules.name, "position": str(position), "seat": seat}
        case events.Thrown(ply, seat, throw, choices, zugzwang):
            turn = {"choices": choices, "forced": choices == 1, "zugzwang": zugzwang}
            return {"event": "thrown", "ply": ply, "seat": seat, "throw": throw, **turn}
        case events.Chosen(ply, seat, move):
            chosen = {"from": str(move.source), "to": str(move.target)}
            return {"event": "chosen", "ply": ply, "seat": seat, **chosen}
        case events.Moved(ply, seat, move, frame):
            return {
                "event": "moved",
                "ply": ply,
                "seat": seat,
                "from": str(move.source),
                "to": str(move.target),
                "hit": seat.other if move.hits else None,
                "throws_again": move.throws_again,
                "frame": frame,
            }
        case events.TakenBack(ply, seat, throw, _, frame):
            return {"event": "taken-back", "ply": ply, "seat": seat, "throw": throw, "frame": frame}
        case events.Passed(ply, seat, throw, declined):
            return {"event": "passed", "ply": ply, "seat": seat, "throw": throw, "declined": declined}
        case events.Lifted(ply, seat, _, done, frame):
            return {"event": "lifted" if done else "put-back", "ply": ply, "seat": seat, "frame": frame}
        case events.Flagged():
            return {
                "event": "flagged",
                "ply": event.ply,
                "seat": event.seat,
                "throw": event.throw,
                "reason": event.reason,
                "message": message(event),
                "rule": event.rule,
                "remedy": remedy(event.remedy),
                "steps": _steps(event.remedy),
                "frame": event.frame,
            }
        case events.Mending(ply, seat, _, steps, frame):
            return {
                "event": "mending",
                "ply": ply,
                "seat": seat,
                "remedy": remedy(steps),
                "steps": _steps(steps),
                "frame": frame,
            }
        case events.Restored(ply, seat, frame):
            return {"event": "restored", "ply": ply, "seat": seat, "frame": frame}
        case events.Ended(ply, outcome):
            if outcome.termination is Termination.WON:
                return {"event": "won", "ply": ply, "seat": outcome.winner}
            return {"event": "drawn", "ply": ply, "why": outcome.termination}


def _steps(steps: tuple[events.Step, ...]) -> list[dict[str, str | None]]:
    return [{"seat": step.seat, "from": step.source, "to": step.target} for step in steps]
