"""Five hundred addresses that nobody types: each is answered, and none leads to another host."""

import re
import socket
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import rules_for
from companion.game.fair_die import FairDie
from companion.interface.commands import FileKind
from companion.journal import FILE_NAME, Abandoned, Journal
from tests.support.page_server import HERE, AnsweringStation, Served, served
from tests.support.playing import noon

COUNT = 500
PLACES = (
    *(
        "",
        "games",
        "games/1",
        "games/1/steps",
        "games/1/record",
        "rules",
        "rules/kidd",
        "stream",
        "status",
        "docs",
    ),
    *("docs/index.html", "docs/assets", "staff", "staff/texts/en", "staff/pictures/1", "staff/backup.zip"),
    *("static/page.js", "static", "colours.css", "boards/0a0a0a0a0a0a0a0a.jpg", "robots.txt", "favicon.ico"),
)
PIECES = (
    *(
        "9" * 5000,
        "-1",
        "0",
        "1e9",
        "0x1",
        "+1",
        "1_000",
        "%D9%A3",
        "%F0%9F%98%80",
        "%FF%FE",
        "%ED%A0%80",
        "%00",
    ),
    *(
        "%0d%0aSet-Cookie:%20taken=1",
        "%2e%2e",
        "..",
        "%2F%2Fother.example",
        "%5Cother.example",
        "\\other.example",
    ),
    *(
        "//other.example",
        "https:%2F%2Fother.example",
        "@other.example",
        ";other.example",
        "%252e%252e",
        "a" * 5000,
    ),
    *(
        "javascript:alert(1)",
        "%3Cscript%3Ealert(1)%3C/script%3E",
        "%E2%80%AE",
        "%1B[31m",
        "%",
        "%zz",
        "*",
        "",
        "/",
    ),
    *("{{7*7}}", "${x}", "%s%n", "'%22", "nan", "index.html", "?", "#other.example", ".", " ", "\t", "\xa0"),
)
KEYS = ("key", "language", "look", "game", "after", "keep", "next", "url", "")
BEGINS = (
    "/",
    "/",
    "/",
    "//",
    "///",
    "/./",
    "/../",
    "/%2e/",
    "//other.example/",
    "http://other.example/",
    "\\",
)
METHODS = ("GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "POST", "PUT", "TRACE", "CONNECT", "get", "BREW")


def odd_address(random: Random) -> str:
    parts = [random.choice(PLACES), *random.choices(PIECES, k=random.choice((0, 1, 1, 2)))]
    query = [f"{random.choice(KEYS)}={random.choice(PIECES)}" for _ in range(random.choice((0, 0, 1, 3)))]
    path = random.choice(BEGINS) + "/".join(parts)
    return f"{path}?{'&'.join(query)}" if query else path


def answer(page: Served, method: str, address: str, cookie: str) -> tuple[str, str]:
    """Head and text of an answer; of a stream the head alone."""
    heads = f"Host: {HERE}:{page.port}", f"Cookie: {cookie}", "Connection: close"
    lines = [f"{method} {address} HTTP/1.1", *heads, "", ""]
    with socket.create_connection((HERE, page.port), 60.0) as line, suppress(ConnectionError):
        line.sendall("\r\n".join(lines).encode("latin-1"))
        came = b""
        while piece := line.recv(65536):
            came += piece
            if b"text/event-stream" in came.partition(b"\r\n\r\n")[0]:
                break
    head, _, rest = came.partition(b"\r\n\r\n")
    return head.decode("ascii"), rest.decode(errors="replace")


@pytest.mark.slow
@pytest.mark.parametrize("is_staff", [False, True], ids=["visitor", "staff"])
def test_five_hundred_odd_addresses_are_answered_and_lead_to_no_other_host(
    is_staff: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path, rules, random = tmp_path / FILE_NAME, rules_for("schaedler"), Random(f"odd addresses {is_staff}")
    with Journal(path, noon) as journal:
        journal.begin(FairDie(rules.die, bytes(32)), rules)
        journal.append(1, (Abandoned("left"),))
    answers: dict[str, dict[str, Any]] = {
        "pin": {"set": is_staff, "right": True},
        "state": {"state": "attract", "games": ["kidd"], "own_game": "kidd", "language": "en", "open": True},
        "health": {"version": "1.0", "faults": []},
        "hours": {"week": [["10:00-18:00"]] * 7, "closed_days": []},
        "texts": {"language": "en", "title": "", "line": "", "about": "", "flaws": []},
    }
    files: dict[str, bytes] = dict.fromkeys(FileKind, b"PK")
    with served(path, station=AnsweringStation(answers, files={**files})) as page:
        cookie = "language=de"
        if is_staff:
            cookie = page.post("/staff/sign-in", {"pin": "1234"})[1]["Set-Cookie"].partition(";")[0]
        for _ in range(COUNT):
            method, address = random.choice(METHODS), odd_address(random)
            said = f"{method} {address[:120]!r}"
            head, text = answer(page, method, address, cookie)
            assert head.startswith("HTTP/1.1 "), said
            assert 100 < int(head.split()[1]) < 500, f"{said}: {head}"
            assert "taken=1" not in re.sub("(?i)^location:.*$", "", head, flags=re.MULTILINE), said
            for leads in re.findall(r"(?im)^location: (.*?)\r?$", head):
                assert re.match(rf"/(?![/\\])|http://{HERE}:{page.port}/", leads), f"{said}: {leads}"
            if "text/html" in head:
                for leads in re.findall(r"""(?:href|src|action|content)=["']?([^"'\s>]*)""", text):
                    assert not re.match(r"[\s\\/]*(?:[\\/]{2}|[a-z]+:)\S*other", leads), f"{said}: {leads}"
                assert "<script>alert" not in text, said
            assert "Traceback" not in text, said
        assert page.get("/rules")[0] == 200
    told = capfd.readouterr()
    assert "Traceback" not in told.out + told.err
