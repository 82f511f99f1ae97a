"""The JSON Schema of exported games: of each line of `games export --all`, and of `games export --json`."""

from datetime import date, datetime
from typing import Literal, NotRequired, TypedDict

from companion.game import Point, Reason, Reserve, Seat
from companion.game.record.record import RESULTS
from companion.journal.corpus import FORMAT, FORMAT_KEY
from companion.journal.happenings import KINDS
from deploy.schemas.json_schema import DRAFT, Schema, schema_of

Turn = TypedDict(
    "Turn",
    {
        "seat": Seat,
        "throw": int,
        "flags": list[Reason],
        "action": Literal["move", "pass", "decline"],
        "from": NotRequired[Point | Reserve],
        "to": NotRequired[Point],
        "hits": NotRequired[bool],
        "position": str,
    },
)
Turn.__doc__ = "A throw and the action that followed it; `flags` are refusals before that."


class Record(TypedDict):
    """A game as `games export GAME --json` writes it."""

    players: dict[str, str]
    colours: dict[str, str]
    date: date | None
    rules: str
    options: list[str]
    die: str
    turns: list[Turn]
    result: str
    helped: bool


def games_schema() -> Schema:
    """Return the schema of a line of exported games; its `$defs` have that of the record alone."""
    named: Schema = {}
    game = {
        "game": {"type": "integer", "minimum": 1},
        "record": {"anyOf": [schema_of(Record, named), {"type": "null"}]},
        "entries": {"type": "array", "minItems": 1, "items": happening_schema(named, {"at": datetime})},
    }
    named["Record"]["properties"]["result"] = {"enum": list(RESULTS)}
    named["Record"]["required"].remove("helped")  # not in files of version 1.0
    first = {FORMAT_KEY: {"const": FORMAT}, "version": {"type": "string"}}
    last = {
        "games": {"type": "integer", "minimum": 0},
        "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    }
    return {
        "$schema": DRAFT,
        "title": "A line of the games of Five Lines: the first, a game, or the last",
        "oneOf": [_table(first), _table(game), _table(last)],
        "$defs": named,
    }


def happening_schema(named: Schema, more: dict[str, object], place: str = "#/$defs/") -> Schema:
    """Return the schema of an entry by its kind, with the fields of that kind and more, by their types."""
    beside = {name: schema_of(hint, named, place) for name, hint in more.items()}
    return {
        "oneOf": [
            _table({**beside, "kind": {"const": name}, "fields": schema_of(kind, named, place)})
            for name, kind in KINDS.items()
        ]
    }


def _table(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
