"""The document that the page hands out holds for each path of the real server, and leaves none out."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.game import rules_for
from companion.journal import Journal
from companion.link.page.app import OPENAPI
from deploy.schemas.__main__ import documents
from deploy.schemas.openapi import BODIES
from tests.support.page_server import AnsweringStation, Served, served
from tests.support.playing import Table, noon

Validator = pytest.importorskip("jsonschema").Draft202012Validator

PICTURE = b"a picture"
ANSWERS: dict[str, dict[str, Any]] = {
    "pin": {"set": True, "right": True},
    "texts": {"title": "", "line": "", "about": ""},
}
FILES = dict.fromkeys(("picture", "screen", "texts"), PICTURE) | dict.fromkeys(("backup", "report"), b"PK")


def choices(parameter: dict[str, Any]) -> list[str]:
    """What can stand in a path: each of a list, or the number 1."""
    return list(map(str, parameter["schema"].get("enum", [1])))


def places(path: str, parameters: list[dict[str, Any]]) -> list[str]:
    """The addresses that a path stands for."""
    found = [path]
    for it in parameters:
        if it["in"] == "path":
            found = [each.replace(f"{{{it['name']}}}", value) for each in found for value in choices(it)]
    return found


def content_of(operation: dict[str, Any], status: int) -> dict[str, Any]:
    """The content that the document promises with a status."""
    responses = operation["responses"]
    named = responses.get(str(status)) or responses[f"{status // 100}XX"]
    content: dict[str, Any] = named.get("content", {})
    return content


def check(
    page: Served, whole: dict[str, Any], operation: dict[str, Any], answer: tuple[int, Any, str]
) -> None:
    status, headers, text = answer
    content = content_of(operation, status)
    if not content or not text:
        return
    kind = headers["Content-Type"].partition(";")[0]
    assert kind in content or f"{kind.partition('/')[0]}/*" in content, kind
    if kind == "application/json":
        schema = content[kind]["schema"] | {"components": whole["components"]}
        Validator(schema).validate(json.loads(text))


def operations_of(whole: dict[str, Any]) -> list[tuple[tuple[str, str], dict[str, Any]]]:
    """What can be asked for: first the picture that was taken, last to sign out."""
    every = {(path, method): it for path, its in whole["paths"].items() for method, it in its.items()}
    return sorted(every.items(), key=lambda it: ("/pictures/" not in it[0][0], "sign-out" in it[0][0]))


def ask(
    page: Served, method: str, place: str, body: dict[str, str], session: dict[str, str]
) -> tuple[int, Any, str]:
    """What comes back; of the stream, which doesn't end by itself, its head."""
    if place == "/stream":
        stream = page.stream("/stream?game=another")
        stream.close()
        return stream.answer.status, stream.answer.headers, "a stream"
    return page.get(place, **session) if method == "get" else page.post(place, body, **session)


@pytest.mark.parametrize(("file", "text"), documents().items(), ids=lambda it: getattr(it, "name", ""))
def test_a_document_describes_what_there_is(file: Path, text: str) -> None:
    assert file.read_text(encoding="utf-8") == text, "run python -m deploy.schemas"


@pytest.mark.slow
def test_each_path_answers_as_the_document_says(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, noon) as journal:
        Table(journal, rules_for("schaedler"), random.Random(1)).play()
    station = AnsweringStation(ANSWERS, files=FILES)
    with served(path, station=station) as page:
        whole = json.loads(page.get(OPENAPI)[2])
        assert whole["openapi"].startswith("3.1.")
        assert set(BODIES) < set(whole["paths"])
        cookie = page.post("/staff/sign-in", {"pin": "1234"})[1]["Set-Cookie"].partition(";")[0]
        page.post("/staff/picture", {}, Cookie=cookie)
        for (path_format, method), operation in operations_of(whole):
            assert operation["summary"].endswith("."), path_format
            for place in places(path_format, operation["parameters"]):
                for session in ({}, {"Cookie": cookie}) if "security" in operation else ({},):
                    answer = ask(
                        page, method, place, dict.fromkeys(BODIES.get(path_format, ()), "1"), session
                    )
                    if session:
                        assert answer[0] == 200, place
                    check(page, whole, operation, answer)


def test_a_refusal_of_the_server_itself_is_in_the_document(tmp_path: Path) -> None:
    with served(tmp_path / "journal.sqlite") as page:
        whole = json.loads(page.get(OPENAPI)[2])
        operation = whole["paths"]["/staff/message"]["post"]
        answer = page.post("/staff/message", {"text": "no"}, Origin="http://elsewhere.example")
        assert answer[0] == 403
        check(page, whole, operation, answer)
