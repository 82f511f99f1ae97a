"""The socket of a station: what may be asked, and that nobody who asks can keep its loop from turning."""

import json
import socket
import stat
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.interface.commands import RemoteQuestion
from companion.station.remote.control_socket import (
    LINE_TIMEOUT_S,
    MAX_CLIENTS,
    MAX_LINE_LENGTH,
    ControlSocket,
)
from tests.support.fake_clock import FakeClock

TURN_MS = 5.0
"""A turn of a loop that draws thirty pages a second has 33; a socket that is flooded may take this much."""


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def control(tmp_path: Path, clock: FakeClock) -> Iterator[ControlSocket]:
    with closing(ControlSocket(tmp_path / "station.sock", clock)) as it:
        yield it


def caller(folder: Path) -> socket.socket:
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.connect(str(folder / "station.sock"))
    link.settimeout(2.0)
    return link


def said(link: socket.socket) -> dict[str, object]:
    answer = json.loads(link.recv(100_000))
    assert isinstance(answer, dict)
    return answer


def is_closed(link: socket.socket) -> bool:
    with suppress(ConnectionResetError):
        while link.recv(100_000):
            pass
    return True


def test_a_request_is_read_and_answered(control: ControlSocket, tmp_path: Path) -> None:
    with caller(tmp_path) as link:
        link.sendall(b'{"ask": "state"}\n')
        (request,) = control.poll()
        control.answer(request, {"ok": True, "state": "attract"})
        assert request.question == RemoteQuestion("ask", "state", {"unlike": None})
        assert said(link) == {"ok": True, "state": "attract"}


def test_only_the_user_and_the_group_of_the_station_may_ask(control: ControlSocket, tmp_path: Path) -> None:
    assert stat.S_IMODE((tmp_path / "station.sock").stat().st_mode) == 0o660


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ('{"ask": "state", "unlike": "7-1"}', RemoteQuestion("ask", "state", {"unlike": "7-1"})),
        ('{"ask": "health"}', RemoteQuestion("ask", "health")),
        ('{"do": "screen", "on": false}', RemoteQuestion("do", "screen", {"on": False})),
        ('{"do": "game", "name": "kidd"}', RemoteQuestion("do", "game", {"name": "kidd"})),
        ('{"do": "hours", "open": true}', RemoteQuestion("do", "hours", {"open": True})),
    ],
)
def test_what_can_be_asked(control: ControlSocket, tmp_path: Path, line: str, question: object) -> None:
    with caller(tmp_path) as link:
        link.sendall(line.encode() + b"\n")
        assert [request.question for request in control.poll()] == [question]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nonsense", "Expecting value"),
        ("[]", "named values"),
        ("{}", "'do' is missing"),
        ('{"do": "calibrate"}', "no command"),
        ('{"do": "pin", "pin": "1234"}', "no command"),
        ('{"do": "screen"}', "'on' is missing"),
        ('{"do": "screen", "on": "no"}', "true or false"),
        ('{"do": "game", "name": "chess"}', "no game"),
        ('{"do": "restart", "now": true}', "can't stand there"),
        ('{"ask": "journal"}', "can't be asked"),
        ("[" * 1900, "too deep"),
    ],
)
def test_what_can_not_be_asked_is_refused_and_never_returned(
    control: ControlSocket, tmp_path: Path, line: str, why: str
) -> None:
    with caller(tmp_path) as link:
        link.sendall(line.encode() + b"\n")
        assert control.poll() == []
        answer = said(link)
        assert answer["ok"] is False
        assert why in str(answer["why"])


def test_questions_sent_at_once_are_answered_one_a_turn(control: ControlSocket, tmp_path: Path) -> None:
    with caller(tmp_path) as link:
        link.sendall(b'{"ask": "health"}\n{"ask": "state"}\n')
        (first,) = control.poll()
        assert control.poll() == []
        control.answer(first, {"ok": True})
        (second,) = control.poll()
        assert (first.question, second.question) == (
            RemoteQuestion("ask", "health"),
            RemoteQuestion("ask", "state", {"unlike": None}),
        )


def test_half_a_line_is_waited_for_and_then_refused(
    control: ControlSocket, tmp_path: Path, clock: FakeClock
) -> None:
    with caller(tmp_path) as link:
        link.sendall(b'{"ask": ')
        assert control.poll() == []
        clock.go(LINE_TIMEOUT_S + 0.1)
        assert control.poll() == []
        assert "did not come" in str(said(link)["why"])
        assert is_closed(link)


def test_a_line_that_comes_a_letter_at_a_time_ends_all_the_same(
    control: ControlSocket, tmp_path: Path, clock: FakeClock
) -> None:
    with caller(tmp_path) as link:
        for _ in range(6):
            link.sendall(b" ")
            assert control.poll() == []
            clock.go(LINE_TIMEOUT_S / 4)
        assert "did not come" in str(said(link)["why"])


def test_a_giant_line_is_refused(control: ControlSocket, tmp_path: Path) -> None:
    with caller(tmp_path) as link:
        link.setblocking(False)
        link.send(b"x" * 100_000)
        for _ in range(3):
            assert control.poll() == []
        link.settimeout(2.0)
        assert f"at most {MAX_LINE_LENGTH} bytes" in str(said(link)["why"])


def test_one_caller_too_many_takes_the_place_of_the_most_silent(
    control: ControlSocket, tmp_path: Path, clock: FakeClock
) -> None:
    callers = []
    for _ in range(MAX_CLIENTS + 1):
        callers.append(caller(tmp_path))
        clock.go(1.0)
        control.poll()
    assert is_closed(callers[0])
    callers[-1].sendall(b'{"ask": "state"}\n')
    assert len(control.poll()) == 1
    for link in callers:
        link.close()


def test_who_reads_no_answers_is_dropped(control: ControlSocket, tmp_path: Path) -> None:
    answered = 0
    with caller(tmp_path) as link, suppress(BrokenPipeError):
        while answered < 200:
            link.sendall(b'{"ask": "state"}\n')
            for request in control.poll():
                control.answer(request, {"ok": True, "much": "x" * 10_000})
                answered += 1
    assert 0 < answered < 200


def test_who_has_gone_before_the_answer_does_no_harm(control: ControlSocket, tmp_path: Path) -> None:
    with caller(tmp_path) as link:
        link.sendall(b'{"ask": "state"}\n')
        (request,) = control.poll()
    control.answer(request, {"ok": True})
    assert control.poll() == []


def test_a_flood_costs_a_turn_next_to_nothing(control: ControlSocket, tmp_path: Path) -> None:
    callers = [caller(tmp_path) for _ in range(MAX_CLIENTS)]
    for link in callers:
        link.setblocking(False)
    took_s = []
    for _ in range(200):
        for link in callers:
            with suppress(BlockingIOError):
                link.send(b'{"ask": "state"}\n' * 100)
        began_s = time.perf_counter()
        request = control.poll()
        for it in request:
            control.answer(it, {"ok": True})
        took_s.append(time.perf_counter() - began_s)
        assert len(request) <= MAX_CLIENTS
    assert sorted(took_s)[100] * 1000 < TURN_MS
    for link in callers:
        link.close()


def test_a_socket_that_a_killed_station_left_is_replaced(tmp_path: Path, clock: FakeClock) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left:
        left.bind(str(tmp_path / "station.sock"))
    with closing(ControlSocket(tmp_path / "station.sock", clock)) as control, caller(tmp_path) as link:
        link.sendall(b'{"ask": "health"}\n')
        assert len(control.poll()) == 1
    assert not (tmp_path / "station.sock").exists()


def test_a_file_in_its_place_is_left_as_it_is(tmp_path: Path, clock: FakeClock) -> None:
    file = tmp_path / "station.sock"
    file.write_text("mine")
    with pytest.raises(OSError, match="in use"):
        ControlSocket(file, clock)
    assert file.read_text() == "mine"
