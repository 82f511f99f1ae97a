"""What takes a while runs beside the loop, in lanes, and what has come of it is told once."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from companion.game import rules_for
from companion.station.effects import Asking, SwitchScreen
from companion.station.services import Services
from companion.station.stimuli import Call, ChancesSought, Stimulus
from companion.station.worker import Lane, Worker
from hardware.screen_power import Layer, Switched

QUICK = rules_for("schaedler")
WAIT_S = 30.0


def test_what_a_job_yields_is_reported_once_and_in_its_order() -> None:
    with closing(Worker()) as worker:
        assert list(worker.poll()) == []
        news = [ChancesSought(QUICK, 0.5), ChancesSought(QUICK, 1.0)]
        worker.run(Lane.CHANCES, lambda: iter(news))
        assert [worker.wait(WAIT_S), worker.wait(WAIT_S)] == news
        assert list(worker.poll()) == []


def test_a_lane_does_not_wait_for_another_and_its_jobs_wait_for_each_other() -> None:
    go_on = Event()

    def slow() -> Iterator[Stimulus]:
        go_on.wait(WAIT_S)
        yield ChancesSought(QUICK, 0.5)

    with closing(Worker()) as worker:
        worker.run(Lane.REPORT, slow)
        worker.run(Lane.REPORT, lambda: [ChancesSought(QUICK, 1.0)])
        answer: Future[bool] = worker.call(Lane.PIN, lambda: True)
        assert answer.result(WAIT_S)
        assert list(worker.poll()) == []
        go_on.set()
        assert [worker.wait(WAIT_S), worker.wait(WAIT_S)] == [
            ChancesSought(QUICK, 0.5),
            ChancesSought(QUICK, 1.0),
        ]


def test_what_fails_is_raised_where_it_is_polled_and_the_lane_goes_on() -> None:
    def fails() -> Iterator[Stimulus]:
        yield ChancesSought(QUICK, 0.5)
        raise OSError("no room")

    worker = Worker(at_once=tuple(Lane))
    worker.run(Lane.BOARD, fails)
    worker.run(Lane.BOARD, lambda: [ChancesSought(QUICK, 1.0)])
    polled = worker.poll()
    assert next(polled) == ChancesSought(QUICK, 0.5)
    with pytest.raises(OSError, match="no room"):
        next(polled)
    assert list(worker.poll()) == [ChancesSought(QUICK, 1.0)]


def test_a_lane_whose_thread_ends_ends_the_station() -> None:
    def ends() -> Iterator[Stimulus]:
        yield ChancesSought(QUICK, 0.5)
        raise KeyboardInterrupt

    with closing(Worker()) as worker:
        worker.run(Lane.BOARD, ends)
        assert worker.wait(WAIT_S) == ChancesSought(QUICK, 0.5)
        with pytest.raises(SystemExit, match="the thread board has ended"):
            worker.wait(WAIT_S)


def test_a_screen_is_switched_beside_the_loop_and_left_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    light = tmp_path / "backlight" / "10-0045"
    light.mkdir(parents=True)
    (light / "bl_power").write_text("0\n", encoding="ascii")
    monkeypatch.setattr("hardware.screen_power.BACKLIGHTS", tmp_path / "backlight")
    with closing(Services(screen=[Layer.BACKLIGHT])) as services:
        request = Asking(SwitchScreen(False), lambda *_: None)
        assert list(services.do(request, None)) == []  # type: ignore[arg-type]
        answered = services.worker.wait(WAIT_S)
        assert answered == Call(request.then, Switched(False, (Layer.BACKLIGHT,)))
        assert (light / "bl_power").read_text() == "4"
    assert (light / "bl_power").read_text() == "0"
