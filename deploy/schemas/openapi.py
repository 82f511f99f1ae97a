"""Describe the page for phones in OpenAPI 3.1, from its routes and the table of commands."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NotRequired, TypedDict

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from companion import __version__
from companion.interface.offers import OFFERS
from companion.link.control_client import ControlClient
from companion.link.follower import Follower
from companion.link.page.app import OPENAPI, SiteConfig, page_app
from companion.link.page.staff_views import BUTTONS
from companion.presentation.words import LANGUAGES
from deploy.schemas.json_schema import Schema, schema_of

JSON = "application/json"

PARAMETERS: dict[str, Schema] = {
    "number": {"type": "integer", "minimum": 0},
    "language": {"enum": list(LANGUAGES)},
    "name": {"enum": list(OFFERS)},
    "board": {"pattern": "^[0-9a-f]{16}$"},
    "kind": {"enum": ["backup", "report"]},
    "button": {"enum": list(BUTTONS)},
}
"""Parts of a path, by their names in it."""

QUERIES = {
    "/": ("key", "language"),
    "/games/{number}": ("keep", "language"),
    "/stream": ("game", "after"),
    "/colours.css": ("look",),
}

BODIES = {
    "/staff/sign-in": ("pin",),
    "/staff/message": ("text",),
    "/staff/texts/{language}": ("title", "line", "about"),
    "/staff/texts/{language}/keep": ("title", "line", "about"),
}
"""The texts that a body has; those of opening hours are `closed` and, for example, `day-0-0-from`."""

CONTENT = {
    "/stream": "text/event-stream",
    "/games/{number}/steps": JSON,
    "/staff/pictures/{number}": "image/*",
    "/staff/{kind}.zip": "application/zip",
    "/colours.css": "text/css",
    "/boards/{board}.jpg": "image/jpeg",
    "/static/title.otf": "font/otf",
    OPENAPI: JSON,
}
"""Content types of answers to GET; all others are pages."""


class Said(TypedDict):
    """The answer to a POST: what to say, where to go, or the path of a picture to show."""

    ok: bool
    said: NotRequired[str]
    go: NotRequired[str]
    show: NotRequired[str]


def document() -> str:
    """Return the document of the page as it is, as JSON."""
    nothing, station = Path("nothing"), ControlClient(Path("nothing"))
    app = page_app(Follower(nothing), station, station, SiteConfig(names=()), nothing).app
    assert isinstance(app, Starlette)
    return json.dumps(page_document(app.routes)) + "\n"


def page_document(routes: Iterable[BaseRoute]) -> Schema:
    """Return the document of these routes; a mount of files is left out."""
    named: Schema = {}
    said = schema_of(Said, named, "#/components/schemas/")
    paths: dict[str, Schema] = {}
    for route in routes:
        if isinstance(route, Route):
            method = "post" if "POST" in (route.methods or ()) else "get"
            paths.setdefault(route.path_format, {})[method] = _operation(route, method, said)
    return {
        "openapi": "3.1.0",
        "info": {"title": "The page of a Five Lines station", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": named,
            "securitySchemes": {"staff": {"type": "apiKey", "in": "cookie", "name": "staff"}},
        },
    }


def _operation(route: Route, method: str, said: Schema) -> Schema:
    path = route.path_format
    found = said if method == "post" else {}
    content = JSON if method == "post" else CONTENT.get(path, "text/html")
    queries = QUERIES.get(path, ("language",) if method == "get" and content == "text/html" else ())
    operation: Schema = {
        "summary": (route.endpoint.__doc__ or "").strip().partition("\n")[0],
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]}
            for name in route.param_convertors
        ]
        + [{"name": name, "in": "query", "schema": {"type": "string"}} for name in queries],
        "responses": {
            "200": {"description": "Done.", "content": {content: {"schema": found}}},
            "4XX": {"description": "Refused.", "content": {content: {"schema": found}, "text/plain": {}}},
            "503": {"description": "The station does not answer.", "content": {content: {"schema": found}}},
        },
    }
    if method == "get" and content in ("text/html", "application/zip"):
        operation["responses"]["303"] = {"description": "Another page, after a choice or to sign in."}
    if path.startswith("/staff/") and path != "/staff/sign-in":
        operation["security"] = [{"staff": []}]
    if method == "post":
        texts = {"type": "object", "additionalProperties": {"type": "string"}}
        body = texts | {"properties": {name: {"type": "string"} for name in BODIES.get(path, ())}}
        operation["requestBody"] = {"content": {JSON: {"schema": body}}}
    return operation
