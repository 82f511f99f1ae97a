"""The log says what happens in lines that people and programs can read, and keeps the secrets."""

import io
import shlex

from companion.display.faults import Fault
from companion.display.intents import Intent
from companion.display.view import View, WelcomeView
from companion.game import DICE, Seat, rules_for
from companion.journal import Abandoned, GameBegun, Happening
from companion.referee.events import Thrown
from companion.station.effects import Speak, Wear
from companion.station_log import LoggedFace, happening_line

THROWN = Thrown(ply=3, seat=Seat.B, throw=6, choices=0, zugzwang=False)


class Blank:
    """A face that shows nothing and counts what it was asked."""

    def __init__(self) -> None:
        self.calls = 0

    def intents(self) -> list[Intent]:
        self.calls += 1
        return []

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        self.calls += 1

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        self.calls += 1

    def change(self, wish: Speak | Wear) -> None:
        self.calls += 1


def test_a_line_is_words_of_key_and_value_that_can_be_taken_apart_again() -> None:
    written = happening_line(Abandoned('they said "later" = never'))
    assert dict(word.split("=", 1) for word in shlex.split(written)) == {
        "event": "abandoned",
        "why": 'they said "later" = never',
    }
    assert happening_line(THROWN) == "event=thrown ply=3 seat=B throw=6 choices=0 zugzwang=False"


def test_the_seed_of_a_game_is_not_told_before_its_end() -> None:
    assert "c0ffee" not in happening_line(GameBegun(DICE["d6"], commitment="abc", seed="c0ffee"))


def test_faults_are_told_when_they_come_and_when_they_go() -> None:
    out, face = io.StringIO(), Blank()
    logged = LoggedFace(face, out, levels=True)
    view = WelcomeView(rules_for("schaedler"))
    for faults in ((), (Fault.CAMERA_LOST,), (Fault.CAMERA_LOST,), (Fault.UNEXPECTED,)):
        logged.show(view, faults)
    assert out.getvalue().splitlines() == [
        "<4>event=fault what=camera-lost",
        "<3>event=fault what=unexpected",
        "<6>event=mended what=camera-lost",
    ]
    assert face.calls == 4
