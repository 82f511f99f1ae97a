"""JSON Schemas (draft 2020-12) of the program's own types, by the rules of `convert` and of `json.dumps`."""

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

_PLAIN: dict[object, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
    date: {"type": "string", "format": "date"},
    datetime: {"type": "string", "format": "date-time"},
}


def schema_of(hint: Any, named: Schema, place: str = "#/$defs/") -> Schema:
    """Return the schema of a type; add those of its dataclasses, tables and enums to `named`.

    `place` is where `named` stands in the document. A field with a default may be missing, as in old files.
    """
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in (Union, UnionType):
        return {"anyOf": [schema_of(it, named, place) for it in inner]}
    if kind is Literal:
        return {"enum": list(inner)}
    if kind in (tuple, list):
        return {"type": "array", "items": schema_of(inner[0], named, place)}
    if kind is dict:
        return {"type": "object", "additionalProperties": schema_of(inner[1], named, place)}
    if kind.__name__ not in named:
        named[kind.__name__] = {}  # A type may hold itself.
        named[kind.__name__] = _of_class(kind, lambda it: schema_of(it, named, place))
    return {"$ref": place + kind.__name__}


def _of_class(kind: Any, of: Callable[[Any], Schema]) -> Schema:
    """Return the schema of an enum, a dataclass or a TypedDict."""
    if not is_dataclass(kind) and not is_typeddict(kind):
        assert issubclass(kind, Enum), f"{kind} has no form in JSON"
        return {"enum": [member.value for member in kind]}
    needed = (
        [it.name for it in fields(kind) if it.default is MISSING and it.default_factory is MISSING]
        if is_dataclass(kind)
        else sorted(kind.__required_keys__)
    )
    hints = get_type_hints(kind)
    names = [it.name for it in fields(kind)] if is_dataclass(kind) else list(hints)
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": {name: of(hints[name]) for name in names},
        "required": needed,
        "additionalProperties": False,
    }
