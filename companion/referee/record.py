"""Events as flat records for other programs: one JSON object each."""

from companion.game import Termination
from companion.referee import events
from companion.referee.words import message, remedy

Record = dict[str, str | int | bool | list[dict[str, str | None]] | None]


def record(event: events.Event) -> Record:
    """Return one event as a record; `event` names its kind, which decides the other keys."""
    more: Record = {}
    match event:
        case events.Started(rules, position, seat):
            return {"event": "started", "rules": rules.name, "position": str(position), "seat": seat}
        case events.Ended(ply, outcome):
            if outcome.termination is Termination.WON:
                return {"event": "won", "ply": ply, "seat": outcome.winner}
            return {"event": "drawn", "ply": ply, "why": outcome.termination}
        case events.Thrown(_, _, _, choices, zugzwang):
            name, more = "thrown", {"choices": choices, "forced": choices == 1, "zugzwang": zugzwang}
        case events.Chosen(_, _, move):
            name, more = "chosen", {"from": str(move.source), "to": str(move.target)}
        case events.Moved(_, seat, move):
            name, more = "moved", {"from": str(move.source), "to": str(move.target)}
            more |= {"hit": seat.other if move.hits else None, "throws_again": move.throws_again}
        case events.TakenBack():
            name = "taken-back"
        case events.Passed():
            name, more = "passed", {"declined": event.declined}
        case events.Lifted():
            name = "lifted" if event.done else "put-back"
        case events.Flagged():
            name, more = "flagged", {"reason": event.reason, "message": message(event), "rule": event.rule}
        case events.Mending():
            name = "mending"
        case events.Restored():
            name = "restored"
    if isinstance(event, events.Flagged | events.Mending):
        more |= {"remedy": remedy(event.remedy), "steps": _steps(event.remedy)}
    common = {key: getattr(event, key) for key in ("ply", "seat", "throw", "frame") if hasattr(event, key)}
    last = {"frame": common.pop("frame")} if "frame" in common else {}
    return {"event": name, **common, **more, **last}


def _steps(steps: tuple[events.Step, ...]) -> list[dict[str, str | None]]:
    return [{"seat": step.seat, "from": step.source, "to": step.target} for step in steps]
