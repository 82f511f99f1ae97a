"""What is made for those outside: one at a time, not too often, not for ever; what fails is told."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion import FiveLinesError
from companion.interface.outside import AskFile, FileKind, Question, Wanted
from companion.station.despatch import EVERY_S, MAX_DURATION_S, MAX_WAITING, Despatch, Made
from companion.station.protocols import Heard
from companion.station.tickets import GOOD_S, MAX_TICKETS, Tickets
from companion.station.tickets import MAX_DURATION_S as MAX_TICKET_S

PICTURE = AskFile(FileKind.PICTURE)


@dataclass(eq=False)
class Asker:
    """Somebody who asks, and may go before the answer."""

    question: Question = PICTURE
    waits: bool = True


def is_there(heard: Heard) -> bool:
    assert isinstance(heard, Asker)
    return heard.waits


def nothing(_: Wanted) -> None:
    """Nothing is refused."""


class Maker:
    """Makes a file when it is let; `fails` is what comes instead."""

    def __init__(self, fails: Exception | None = None) -> None:
        self.may = threading.Event()
        self.begun = 0
        self._fails = fails

    def __call__(self, wanted: Wanted) -> Callable[[Path], Made]:
        self.begun += 1

        def job(path: Path) -> Made:
            self.may.wait(20)
            if self._fails is not None:
                raise self._fails
            path.write_bytes(b"made")
            return Made({"what": "it"})

        return job


@pytest.fixture
def maker() -> Iterator[Maker]:
    it = Maker()
    yield it
    it.may.set()


def until_made(despatch: Despatch, now_s: float) -> tuple[Heard | None, Made]:
    """What comes next; the thread that makes it takes its own time."""
    while True:
        for found in despatch.news(now_s, is_there, nothing):
            return found


def test_a_file_comes_open_for_reading_and_its_folder_is_gone(maker: Maker) -> None:
    with closing(Despatch(maker)) as despatch:
        asker = Asker()
        assert despatch.take(asker, PICTURE)
        assert list(despatch.news(0.0, is_there, nothing)) == []
        maker.may.set()
        heard, made = until_made(despatch, 0.1)
        assert heard is asker
        assert made.said == {"ok": True, "bytes": 4, "what": "it"}
        assert made.file is not None
        with made.file:
            assert made.file.read() == b"made"
            assert not made.file.writable()
            assert not Path(str(made.file.name)).parent.exists()


def test_one_thing_is_made_at_a_time_and_the_next_a_while_later(maker: Maker) -> None:
    with closing(Despatch(maker)) as despatch:
        maker.may.set()
        for _ in range(MAX_WAITING):
            assert despatch.take(Asker(), PICTURE)
        assert not despatch.take(Asker(), PICTURE)
        _, made = until_made(despatch, 0.0)
        assert list(despatch.news(EVERY_S / 2, is_there, nothing)) == []
        assert maker.begun == 1
        _, other = until_made(despatch, EVERY_S)
        assert maker.begun == 2
        for file in (made.file, other.file):
            assert file is not None
            file.close()


def test_for_who_has_gone_nothing_is_begun(maker: Maker) -> None:
    with closing(Despatch(maker)) as despatch:
        despatch.take(Asker(waits=False), PICTURE)
        assert list(despatch.news(0.0, is_there, nothing)) == []
        assert maker.begun == 0


def test_who_waits_too_long_is_told_so_and_the_rest_waits_until_it_is_done(maker: Maker) -> None:
    with closing(Despatch(maker)) as despatch:
        despatch.take(Asker(), PICTURE)
        despatch.take(Asker(), PICTURE)
        assert list(despatch.news(0.0, is_there, nothing)) == []
        ((_, made),) = despatch.news(MAX_DURATION_S + 1, is_there, nothing)
        assert "too long" in str(made.said["why"])
        assert list(despatch.news(MAX_DURATION_S + 2, is_there, nothing)) == []
        assert maker.begun == 1
        maker.may.set()
        # What was made after all may have changed something: the station is told of it, the asker not again.
        nobody, late = until_made(despatch, MAX_DURATION_S + 3)
        assert nobody is None
        assert late.said["what"] == "it"
        assert late.file is not None
        late.file.close()
        _, other = until_made(despatch, MAX_DURATION_S + 4)
        assert maker.begun == 2
        assert other.file is not None
        other.file.close()


@pytest.mark.parametrize("error", [FiveLinesError("the camera gives no picture"), OSError("disk full")])
def test_what_fails_is_told_with_its_reason(error: Exception) -> None:
    maker = Maker(error)
    maker.may.set()
    with closing(Despatch(maker)) as despatch:
        despatch.take(Asker(), PICTURE)
        _, made = until_made(despatch, 0.0)
        assert made.said == {"ok": False, "why": str(error)}


def test_a_mistake_of_ours_is_answered_and_then_raised() -> None:
    maker = Maker(ZeroDivisionError())
    maker.may.set()
    with closing(Despatch(maker)) as despatch:
        despatch.take(Asker(), PICTURE)
        news: Iterator[tuple[Heard | None, Made]] = iter(())
        while (found := next(news, None)) is None:
            news = despatch.news(0.0, is_there, nothing)
        assert found[1].said["ok"] is False
        with pytest.raises(ZeroDivisionError):
            next(news)


def test_a_mistake_before_anything_is_begun_is_answered_too_and_what_comes_next_is_made() -> None:
    def mistaken(_: Wanted) -> Callable[[Path], Made]:
        raise ZeroDivisionError

    with closing(Despatch(mistaken)) as despatch:
        asker = Asker()
        despatch.take(asker, PICTURE)
        news = despatch.news(0.0, is_there, nothing)
        heard, made = next(news)
        assert heard is asker
        assert made.said["ok"] is False
        with pytest.raises(ZeroDivisionError):
            next(news)
        assert list(despatch.news(EVERY_S, is_there, nothing)) == []


def test_what_may_not_be_made_any_more_when_it_would_be_begun_is_not(maker: Maker) -> None:
    with closing(Despatch(maker)) as despatch:
        asker = Asker()
        despatch.take(asker, PICTURE)
        refusal = {"ok": False, "why": "staff are there"}
        assert list(despatch.news(0.0, is_there, lambda _: refusal)) == [(asker, Made(refusal))]
        assert maker.begun == 0


def test_a_ticket_ends_however_often_it_is_used() -> None:
    tickets = Tickets()
    it = tickets.issue(0.0)
    step_s = GOOD_S / 2
    used = [tickets.is_good(it, step_s * step) for step in range(int(MAX_TICKET_S / step_s) + 2)]
    assert used == [True] * int(MAX_TICKET_S / step_s) + [False, False]


def test_a_ticket_is_good_as_long_as_it_is_used_and_there_are_few() -> None:
    tickets = Tickets()
    first = tickets.issue(0.0)
    assert not tickets.is_good("", 0.0)
    assert all(tickets.is_good(first, GOOD_S * step * 0.9) for step in range(4))
    assert not tickets.is_good(first, GOOD_S * 10)
    many = [tickets.issue(0.0) for _ in range(MAX_TICKETS + 1)]
    assert [tickets.is_good(it, 1.0) for it in many] == [False] + [True] * MAX_TICKETS
