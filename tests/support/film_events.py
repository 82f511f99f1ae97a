"""What a referee has to say of a labelled film, and what it said: in the same words, to be compared."""

import json
from typing import Any

REASONS = {
    # what the labelled films call a mistake
    "opponent_counter": "other-seats-counter-moved",
    "two_counters": "more-than-one-counter-moved",
    "wrong_distance": "wrong-distance",
}


def point(line_and_side: list[int]) -> str:
    line, side = line_and_side
    return f"{line}A" if side == 1 else f"{6 - line}B"


def played(truth: dict[str, Any]) -> list[tuple[str, ...]]:
    """What a referee has to say of a film: moves, passes and flags with their ply, as truth has it."""
    said: list[tuple[str, ...]] = []
    throws = 0
    for ply in truth["plies"]:
        throws += ply["type"] != "correction"
        at = (str(throws), ply["mover"])
        if ply["type"] == "pass":
            said.append(("passed", *at))
        elif ply["type"] == "illegal":
            said.append(("flagged", *at, REASONS.get(ply.get("illegal_kind", ""), ply["reason"])))
        else:
            said.append(("moved", *at, point(ply["from"]), point(ply["to"])))
    return said


def told(output: str) -> list[tuple[str, ...]]:
    """The same of what was said."""
    said: list[tuple[str, ...]] = []
    for event in map(json.loads, output.splitlines()):
        at = (event["event"], str(event.get("ply")), str(event.get("seat")))
        if event["event"] == "moved":
            said.append((*at, event["from"], event["to"]))
        elif event["event"] == "flagged":
            assert event["message"]
            assert event["rule"]
            assert event["remedy"]
            said.append((*at, event["reason"]))
        elif event["event"] == "passed":
            said.append(at)
    return said
