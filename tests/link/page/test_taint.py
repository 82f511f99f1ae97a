"""What others wrote comes to the page by a journal, a station, a request; none of it is obeyed."""

import json
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

import pytest

from companion import visible
from companion.game import rules_for
from companion.game.fair_die import FairDie
from companion.journal import FILE_NAME, Abandoned, DeviceFault, Journal
from tests.support.page_server import HERE, AnsweringStation, Served, served
from tests.support.playing import noon
from tests.support.taints import TAINTS, of

MAX_BYTES = 4_000_000
"""Three texts of 1 MB on a page."""


def answered(page: Served, path: str, headers: dict[str, str], body: Any = None) -> tuple[bytes, bytes]:
    """Head and body of the answer to a request whose bytes no library has looked at."""
    sent = b"" if body is None else json.dumps(body).encode()
    own = {"Host": f"{HERE}:{page.port}", "Connection": "close", "Content-Length": str(len(sent))}
    if body is not None:
        own |= {"Origin": page.address, "Content-Type": "application/json"}
    rows = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1"]
    rows += [f"{name}: {' '.join(value.split())}" for name, value in {**own, **headers}.items()]
    with socket.create_connection((HERE, page.port), 60.0) as line:
        # A head that is too long is refused before it is read to its end.
        with suppress(ConnectionError):
            line.sendall("\r\n".join([*rows, "", ""]).encode(errors="surrogatepass") + sent)
        came = b""
        with suppress(ConnectionError):
            while piece := line.recv(65536):
                came += piece
    head, _, rest = came.partition(b"\r\n\r\n")
    return head, rest


def asked_for(taint: str) -> list[tuple[str, dict[str, str], Any]]:
    """Every way in: paths, what stands in a head, and what is posted."""
    quoted = quote_from_bytes(taint.encode(errors="surrogatepass"), safe="")[:6000]
    paths = (
        "/",
        "/games",
        "/games/1",
        "/games/1?keep",
        "/games/1/steps",
        "/rules",
        "/staff",
        "/staff/texts/en",
    )
    named = ("/{}", "/rules/{}", "/games/{}", "/games/{}/steps", "/staff/{}", "/boards/{}.jpg")
    queries = ("/colours.css?look={}", "/?key={}", "/?language={}", "/stream?game={0}&after={0}")
    headers = ("Host", "Accept-Language", "Cookie", "X-Forwarded-For", "Referer", "Origin")
    bodies = ({"pin": taint, "text": taint, "title": taint}, [taint], taint)
    forms = ("sign-in", "message", "hours", "texts/en", "restart-game", quoted)
    return [
        *((path, {}, None) for path in paths),
        *((path.format(quoted), {}, None) for path in (*named, *queries)),
        *(("/", {header: taint}, None) for header in headers),
        ("/", {"Cookie": f"language={taint}; key={taint}; staff={taint}"}, None),
        *((f"/staff/{form}", {}, body) for form in forms for body in bodies),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("taint", TAINTS.values(), ids=TAINTS)
def test_what_others_wrote_is_neither_obeyed_nor_taken_for_the_pages_own(taint: str, tmp_path: Path) -> None:
    path, rules = tmp_path / FILE_NAME, rules_for("schaedler")
    with Journal(path, noon) as journal:
        for number in (1, 2):
            journal.begin(FairDie(rules.die, bytes([number] * 32)), rules, look=taint)
            journal.append(number, (DeviceFault(taint, taint), Abandoned(taint)))
    answers: dict[str, dict[str, Any]] = {
        "pin": {"set": True, "right": True},
        "state": of(taint, {"state": "", "games": [""], "own_game": "", "language": "", "open": True}),
        "health": {"version": taint, "faults": [{"what": taint, "for_s": 60, "why": taint}]},
        "hours": {"week": [["10:00-18:00"]] * 7, "closed_days": [taint]},
        "texts": of(
            taint,
            {
                "language": "",
                "title": "",
                "line": "",
                "about": "",
                "flaws": [{"flaw": "", "where": "", "line": 1}],
            },
        ),
        "message": {"ok": False, "why": taint},
        "set-hours": {"ok": False, "why": taint},
        "restart-game": {"ok": False, "why": taint},
    }
    with served(path, station=AnsweringStation(answers)) as page:
        _, headers, _ = page.post("/staff/sign-in", {"pin": "1234"})
        signed_in = {"Cookie": headers["Set-Cookie"].partition(";")[0]}
        for where, named, body in asked_for(taint):
            for given in (named, signed_in | named):
                head, rest = answered(page, where, given, body)
                said = f"{where[:80]} {[*named]} {str(body)[:80]}"
                assert 100 < int(head.split()[1]) < 500, said
                assert b"taken=1" not in head, said
                assert head.isascii(), said
                text = rest.decode().replace("\r\n", "\n")  # between pieces of a stream
                assert visible(text) == text, said
                assert len(rest) < MAX_BYTES, said
                if b"text/html" in head:
                    assert "<script>alert" not in text, said
                    assert "<svg onload" not in text, said
                    assert "' onfocus" not in text, said
                elif b"application/json" in head:
                    json.loads(text)
        # All others still get it.
        assert page.get("/rules")[0] == 200
