"""Slow requests: one at a time, not too often, not for ever; failures are answered."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from companion import FiveLinesError
from companion.interface.commands import FileKind, RemoteQuestion
from companion.station.remote.control_socket import Client, Request
from companion.station.remote.export_queue import (
    MAX_WAITING,
    MIN_INTERVAL_S,
    TIMEOUT_S,
    Export,
    ExportQueue,
)
from companion.station.remote.sessions import IDLE_S, MAX_DURATION_S, MAX_SESSIONS, Sessions
from companion.station.worker import Worker

PICTURE = RemoteQuestion("ask", "file", {"kind": FileKind.PICTURE})


def asked() -> Request:
    return Request(PICTURE, cast("Client", None))


def is_there(_: Request) -> bool:
    return True


def nothing(_: RemoteQuestion) -> None:
    """Nothing is refused."""


class Maker:
    """Makes a file when it is let; `fails` is what comes instead."""

    def __init__(self, fails: Exception | None = None) -> None:
        self.may = threading.Event()
        self.begun = 0
        self._fails = fails

    def __call__(self, question: RemoteQuestion) -> Callable[[Path], Export]:
        self.begun += 1

        def job(path: Path) -> Export:
            self.may.wait(20)
            if self._fails is not None:
                raise self._fails
            path.write_bytes(b"made")
            return Export({"what": "it"})

        return job


@pytest.fixture
def maker() -> Iterator[Maker]:
    it = Maker()
    yield it
    it.may.set()


def until_made(queue: ExportQueue, now_s: float) -> tuple[Request | None, Export]:
    """What comes next; the thread that makes it takes its own time."""
    while True:
        for found in queue.poll(now_s, is_there, nothing):
            return found


def test_a_file_comes_open_for_reading_and_its_folder_is_gone(maker: Maker) -> None:
    with closing(ExportQueue(Worker(), maker)) as queue:
        request = asked()
        assert queue.take(request)
        assert list(queue.poll(0.0, is_there, nothing)) == []
        maker.may.set()
        served, made = until_made(queue, 0.1)
        assert served is request
        assert made.answer == {"ok": True, "bytes": 4, "what": "it"}
        assert made.file is not None
        with made.file:
            assert made.file.read() == b"made"
            assert not made.file.writable()
            assert not Path(str(made.file.name)).parent.exists()


def test_one_thing_is_made_at_a_time_and_the_next_a_while_later(maker: Maker) -> None:
    with closing(ExportQueue(Worker(), maker)) as queue:
        maker.may.set()
        for _ in range(MAX_WAITING):
            assert queue.take(asked())
        assert not queue.take(asked())
        _, made = until_made(queue, 0.0)
        assert list(queue.poll(MIN_INTERVAL_S / 2, is_there, nothing)) == []
        assert maker.begun == 1
        _, other = until_made(queue, MIN_INTERVAL_S)
        assert maker.begun == 2
        for file in (made.file, other.file):
            assert file is not None
            file.close()


def test_for_who_has_gone_nothing_is_begun(maker: Maker) -> None:
    with closing(ExportQueue(Worker(), maker)) as queue:
        queue.take(asked())
        assert list(queue.poll(0.0, lambda _: False, nothing)) == []
        assert maker.begun == 0


def test_who_waits_too_long_hears_so_and_the_rest_waits_until_it_is_done(maker: Maker) -> None:
    with closing(ExportQueue(Worker(), maker)) as queue:
        queue.take(asked())
        queue.take(asked())
        assert list(queue.poll(0.0, is_there, nothing)) == []
        ((_, made),) = queue.poll(TIMEOUT_S + 1, is_there, nothing)
        assert "too long" in str(made.answer["why"])
        assert list(queue.poll(TIMEOUT_S + 2, is_there, nothing)) == []
        assert maker.begun == 1
        maker.may.set()
        # What was made after all may have changed something: the station is told of it, the client not again.
        nobody, late = until_made(queue, TIMEOUT_S + 3)
        assert nobody is None
        assert late.answer["what"] == "it"
        assert late.file is not None
        late.file.close()
        _, other = until_made(queue, TIMEOUT_S + 4)
        assert maker.begun == 2
        assert other.file is not None
        other.file.close()


@pytest.mark.parametrize("error", [FiveLinesError("the camera gives no picture"), OSError("disk full")])
def test_what_fails_is_named_with_its_reason(error: Exception) -> None:
    maker = Maker(error)
    maker.may.set()
    with closing(ExportQueue(Worker(), maker)) as queue:
        queue.take(asked())
        _, made = until_made(queue, 0.0)
        assert made.answer == {"ok": False, "why": str(error)}


def test_a_mistake_of_ours_is_answered_and_then_raised() -> None:
    maker = Maker(ZeroDivisionError())
    maker.may.set()
    with closing(ExportQueue(Worker(), maker)) as queue:
        queue.take(asked())
        news: Iterator[tuple[Request | None, Export]] = iter(())
        while (found := next(news, None)) is None:
            news = queue.poll(0.0, is_there, nothing)
        assert found[1].answer["ok"] is False
        with pytest.raises(ZeroDivisionError):
            next(news)


def test_a_mistake_before_anything_is_begun_is_answered_too_and_what_comes_next_is_made() -> None:
    def mistaken(_: RemoteQuestion) -> Callable[[Path], Export]:
        raise ZeroDivisionError

    with closing(ExportQueue(Worker(), mistaken)) as queue:
        request = asked()
        queue.take(request)
        news = queue.poll(0.0, is_there, nothing)
        served, made = next(news)
        assert served is request
        assert made.answer["ok"] is False
        with pytest.raises(ZeroDivisionError):
            next(news)
        assert list(queue.poll(MIN_INTERVAL_S, is_there, nothing)) == []


def test_what_may_not_be_made_any_more_when_it_would_be_begun_is_not(maker: Maker) -> None:
    with closing(ExportQueue(Worker(), maker)) as queue:
        request = asked()
        queue.take(request)
        refusal = {"ok": False, "why": "staff are there"}
        assert list(queue.poll(0.0, is_there, lambda _: refusal)) == [(request, Export(refusal))]
        assert maker.begun == 0


def test_a_ticket_ends_however_often_it_is_used() -> None:
    sessions = Sessions()
    it = sessions.begin(0.0)
    step_s = IDLE_S / 2
    used = [sessions.is_open(it, step_s * step) for step in range(int(MAX_DURATION_S / step_s) + 2)]
    assert used == [True] * int(MAX_DURATION_S / step_s) + [False, False]


def test_a_session_is_over_when_it_is_ended() -> None:
    sessions = Sessions()
    ticket = sessions.begin(0.0)
    assert sessions.is_open(ticket, 1.0)
    sessions.end(ticket)
    sessions.end("another")
    assert not sessions.is_open(ticket, 1.0)


def test_a_ticket_is_good_as_long_as_it_is_used_and_there_are_few() -> None:
    sessions = Sessions()
    first = sessions.begin(0.0)
    assert not sessions.is_open("", 0.0)
    assert all(sessions.is_open(first, IDLE_S * step * 0.9) for step in range(4))
    assert not sessions.is_open(first, IDLE_S * 10)
    many = [sessions.begin(0.0) for _ in range(MAX_SESSIONS + 1)]
    assert [sessions.is_open(it, 1.0) for it in many] == [False] + [True] * MAX_SESSIONS
