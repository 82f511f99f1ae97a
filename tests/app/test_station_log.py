"""The log says what happens in lines that people and programs can read, and keeps the secrets."""

import io
import random
import shlex
from contextlib import suppress
from pathlib import Path

from companion import MAX_MESSAGE_LINE
from companion.app.frontends import LoggedFrontend, happening_line
from companion.game import DICE, Seat, rules_for
from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.views import View, WelcomeView
from companion.journal import Abandoned, GameBegun, Happening
from companion.referee.events import Thrown
from companion.referee.referee import begin
from companion.settings.sections import Settings
from companion.station.effects import Looks
from companion.station.protocols import Frontend
from companion.station.station import Station
from companion.station.stimuli import FaultCleared, FaultRaised, Signal

THROWN = Thrown(ply=3, seat=Seat.B, throw=6, choices=0, zugzwang=False)


class Blank(Frontend):
    """A frontend that shows nothing and counts what it was asked."""

    def __init__(self) -> None:
        self.calls = 0

    def intents(self) -> list[Intent]:
        self.calls += 1
        return []

    def chosen(self) -> Intent | None:
        self.calls += 1
        return None

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        self.calls += 1

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        self.calls += 1

    def change(self, setting: Looks) -> None:
        self.calls += 1


def test_a_line_is_words_of_key_and_value_that_can_be_taken_apart_again() -> None:
    written = happening_line(Abandoned('they said "later" = never'))
    assert dict(word.split("=", 1) for word in shlex.split(written)) == {
        "event": "abandoned",
        "why": 'they said "later" = never',
    }
    assert happening_line(THROWN) == "event=thrown ply=3 seat=B throw=6 choices=0 zugzwang=False"


def test_a_value_of_any_length_leaves_a_short_line_that_can_be_taken_apart() -> None:
    written = happening_line(Abandoned('"later" \\ = ' * 100_000))
    assert len(written) < 2 * MAX_MESSAGE_LINE
    assert dict(word.split("=", 1) for word in shlex.split(written))["why"].startswith('"later" \\ = "later"')


def test_rules_are_logged_by_their_name() -> None:
    opening = begin(rules_for("schaedler", ["to-win=4"]), Seat.A)
    assert happening_line(opening) == "event=started rules=schaedler seat=A"


def test_the_seed_of_a_game_is_not_reported_before_its_end() -> None:
    assert "c0ffee" not in happening_line(GameBegun(DICE["d6"], commitment="abc", seed="c0ffee" + "0" * 58))


def test_faults_are_named_with_their_reason_when_they_come_and_when_they_go() -> None:
    out, frontend = io.StringIO(), Blank()
    station = Station(rules_for("schaedler"), Settings(), random.Random(1).randbytes)
    logged = LoggedFrontend(frontend, station.why, out, levels=True)
    lost = FaultRaised(Fault.CAMERA_LOST, "/dev/video0: no such device;\ncheck its cable")
    for stimulus in (
        Signal.TICK,
        lost,
        Signal.TICK,
        FaultRaised(Fault.BUTTON_STUCK),
        FaultCleared(Fault.CAMERA_LOST),
    ):
        station.on(stimulus, 1.0)
        logged.show(station.view(1.0), station.faults)
    assert out.getvalue().splitlines() == [
        '<4>event=fault what=camera-lost why="/dev/video0: no such device; check its cable"',
        "<4>event=fault what=button-stuck",
        "<6>event=mended what=camera-lost",
    ]
    assert frontend.calls == 5


def test_a_fault_of_the_program_is_an_error_in_the_log() -> None:
    out = io.StringIO()
    logged = LoggedFrontend(Blank(), lambda fault: "ValueError: 7", out, levels=True)
    logged.show(WelcomeView(rules_for("schaedler")), (Fault.UNEXPECTED,))
    assert out.getvalue() == '<3>event=fault what=unexpected why="ValueError: 7"\n'


def test_a_log_that_cannot_be_written_does_not_keep_the_page_from_being_shown() -> None:
    frontend = Blank()
    with Path("/dev/full").open("w", buffering=1, encoding="utf-8") as full:
        logged = LoggedFrontend(frontend, lambda fault: "", full)
        logged.tell((THROWN,))
        logged.show(WelcomeView(rules_for("schaedler")), (Fault.UNEXPECTED,))
        with suppress(OSError):
            full.close()
    assert frontend.calls == 2
