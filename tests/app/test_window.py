"""A whole game at the station's window, with a real mouse and keyboard, from outside the process."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from companion.app.table_colours import table_looks
from companion.app.virtual.autoplay import learned_reader, lie_as_left
from companion.board.signals import Cause
from companion.display.screen import Screen
from companion.game import (
    RING,
    Action,
    Move,
    Point,
    Position,
    Rules,
    Seat,
    Stay,
    legal_moves,
    next_seat,
    outcome,
    play,
    rules_for,
    start_position,
)
from companion.interface import intents
from companion.interface.intents import Ask, Intent, Named, Pick, PlayAgainst
from companion.interface.offers import OFFERS
from companion.interface.presentation import BoardLook, Density, TableColours
from companion.interface.sight import NOTHING_SEEN, OwnDice, SeenBoard, Sight, Unclear
from companion.interface.views import LanguagesView, PlayView, ResumeView, View
from companion.journal import FILE_NAME, Database, NoSuchGameError, StoredGame
from companion.referee.events import Ended, Event, Flagged, Moved, Passed, Restored, TakenBack, Thrown
from companion.referee.referee import State
from five_lines_lab.gallery.examples import examples
from hardware.virtual_table import SIZE_PX
from hardware.virtual_table.layouts import BoardSlot, slot_mm
from hardware.virtual_table.render import lens
from hardware.virtual_table.table import VirtualTable, virtual_table
from tests.support.screens import screen_on
from tests.support.x_display import MAX_DURATION_S, SIZE, XDisplay, x_display

pytestmark = pytest.mark.slow

OPTIONS = ("larger-throw-enters=yes", "to-win=4", "starter=A")
RULES = rules_for("schaedler", OPTIONS)
EXAMPLES = examples()
SETTINGS = f"""
[station]
data = "data"
place = "hall"
[game]
rules = "schaedler"
options = {list(OPTIONS)!r}
dice = "own"
[camera]
frame_rate = 10.0
[sound]
device = "none"
[visitors]
lesson = false
""".replace("'", '"')
PAGES_WH = (SIZE[0] - SIZE_PX[0], SIZE[1])
SEED = 1


@dataclass(frozen=True)
class Turn:
    throw: int
    action: Action
    position: Position


def short_game_with_a_pass(rules: Rules) -> list[Turn]:
    """A game of few throws, one of them a forced pass."""
    for seed in range(5000):
        random, position, seat = Random(seed), start_position(rules), Seat.A
        turns: list[Turn] = []
        while len(turns) < 9 and outcome(position, rules, len(turns)) is None:
            throw = rules.die.throw(random)
            action = random.choice(legal_moves(position, seat, throw, rules).choices)
            turns.append(Turn(throw, action, position))
            position, seat = play(position, action), next_seat(seat, action)
        if outcome(position, rules, len(turns)) and any(turn.action is Stay.PASS for turn in turns):
            return turns
    raise AssertionError("there is no such game")


@dataclass
class AtTheTable:
    """A station in its window, worked with the mouse; `table` tells where the counters lie."""

    display: XDisplay
    folder: Path
    station: subprocess.Popen[bytes] | None = None
    table: VirtualTable = field(default_factory=lambda: virtual_table(SEED))

    def open(self) -> None:
        self.table = virtual_table(SEED)
        lie_as_left(self.table, self.stored(), RULES)
        with (self.folder / "log.txt").open("ab") as log:
            self.station = subprocess.Popen(
                [sys.executable, "-m", "companion.cli", "--virtual", "--seed", str(SEED),
                 "--settings", str(self.folder / "station.toml")],
                env=self.display.environment, stderr=log,
            )  # fmt: skip

    def kill(self) -> None:
        if self.station is not None:
            self.station.kill()
            self.station.wait()
            self.station = None

    def events(self) -> list[Event]:
        stored = self.stored()
        return list(stored.events) if stored is not None else []

    def stored(self) -> StoredGame | None:
        """The last game in the station's journal."""
        try:
            database = Database.for_reading(self.folder / "data" / FILE_NAME)
        except NoSuchGameError:
            return None
        with closing(database):
            number = database.last_game()
            return database.game(number) if number else None

    def wait_for(self, kind: type[Event], count: int) -> None:
        def there() -> bool:
            return sum(isinstance(event, kind) for event in self.events()) >= count

        self.wait_until(there, f"{kind.__name__} number {count}")

    def wait_until(self, done: Callable[[], bool], what: str) -> None:
        """Wait until a call is true, as long as the station runs."""
        until_s = time.monotonic() + MAX_DURATION_S
        while not done():
            runs = self.station is not None and self.station.poll() is None
            if not runs or time.monotonic() > until_s:
                log = (self.folder / "log.txt").read_text(encoding="utf-8")
                raise AssertionError(f"waited in vain for {what}; so far {self.events()}; log: {log}")
            time.sleep(0.1)

    def press_until_begun(self) -> None:
        """Two players, the station's own game, which stands first, and whatever comes then."""

        def welcomed() -> bool:
            return self.likeness(EXAMPLES["welcome"]) < min(20.0, self.likeness(EXAMPLES["games"]))

        def chosen() -> bool:
            return self.likeness(EXAMPLES["games"]) < self.likeness(EXAMPLES["welcome"])

        def begun() -> bool:
            self.display.key("space")
            return bool(self.events())

        self.wait_until(welcomed, "the first page")
        self.click(EXAMPLES["welcome"], PlayAgainst(None))
        self.wait_until(chosen, "the games")
        self.click(EXAMPLES["games"], Pick(Named.GAME, next(iter(OFFERS))))
        self.wait_until(begun, "the game to begin")

    def drag(self, seat: Seat, source: Point, target: Point) -> None:
        """Take the innermost counter of a seat on a half to the first free place of another."""
        halves = [(counter, self._half(counter.x_mm, counter.y_mm)) for counter in self.table.scene.counters]
        own = [counter for counter, half in halves if half is source and counter.seat == seat]
        taken = min(own, key=lambda counter: abs(counter.x_mm))
        slot = 2 * sum(half is target for _, half in halves) / 2
        x_mm, y_mm = slot_mm(self.table.scene.board, BoardSlot(target, int(slot)), 26.0)
        top = taken.height_mm
        start, end = self._pixels((taken.x_mm, taken.y_mm, top)), self._pixels((x_mm, y_mm, 0.0))
        self.display.drag(start, end)
        self.table.put_down(taken.name, *self.table.place_at(*map(float, end.round())))

    def click(self, view: View, wanted: Intent) -> None:
        """Click where a page shows what asks for something."""
        x, y = place_on_page(view, wanted)
        self.display.click(SIZE_PX[0] + x, y)

    def language_shown(self, view: View, codes: tuple[str, str]) -> str:
        """In which of two languages a page is shown."""
        return min(codes, key=lambda code: self.likeness(view, code))

    def likeness(self, view: View, code: str = "en") -> float:
        """How many grey levels the screen is off a page on average."""
        shown = self.display.picture()[:, SIZE_PX[0] :].astype(int)
        return float(np.abs(shown - drawn(view, code)).mean())

    def _half(self, x_mm: float, y_mm: float) -> Point | None:
        from companion.board.spec import BoardSpec

        return BoardSpec().half_at(x_mm, y_mm)

    def _pixels(self, place: tuple[float, float, float]) -> NDArray[np.float64]:
        return np.asarray(lens.project(self.table.scene.camera, [place])[0], np.float64)


def as_in_the_window(surface: pygame.Surface, code: str = "en") -> Screen:
    """A screen as a station has it that is set as most are, at the virtual table."""
    screen = screen_on(surface, language=code, density=Density.GALLERY)
    screen.colours = colours()
    return screen


@cache
def colours() -> TableColours:
    return table_looks(learned_reader(virtual_table(SEED)).calibration, BoardLook.PICTURE)


@cache
def drawn(view: View, code: str) -> NDArray[np.int64]:
    """A page as the station's window shows it, (H, W, 3) RGB."""
    pygame.font.init()
    surface = pygame.Surface(PAGES_WH)
    as_in_the_window(surface, code).show(view)
    return np.asarray(pygame.surfarray.array3d(surface).swapaxes(0, 1), np.int64)


def place_on_page(view: View, wanted: Intent) -> tuple[int, int]:
    pygame.font.init()
    screen = as_in_the_window(pygame.Surface(PAGES_WH))
    screen.show(view)
    target = next(target for target in screen.targets if target.intent == wanted)
    x, y = target.box.center
    return int(x), int(y)


@pytest.fixture
def at_the_table(tmp_path: Path) -> Iterator[AtTheTable]:
    (tmp_path / "station.toml").write_text(SETTINGS, encoding="utf-8")
    with x_display(tmp_path) as display:
        table = AtTheTable(display, tmp_path)
        table.open()
        yield table
        table.kill()


def test_a_whole_game_by_mouse_and_keys(at_the_table: AtTheTable) -> None:
    turns = short_game_with_a_pass(RULES)
    at_the_table.press_until_begun()
    thrown = moved = 0
    state = State(RULES, start_position(RULES), Seat.A)
    for number, turn in enumerate(turns):
        thrown += 1
        at_the_table.display.key(str(turn.throw))
        at_the_table.wait_for(Thrown, thrown)
        if isinstance(turn.action, Stay):
            at_the_table.wait_for(Passed, 1)
            continue
        move = turn.action
        assert isinstance(move.source, Point)
        if number == 1:
            an_illegal_move(at_the_table, turn.position, move)
        if number == 2:
            at_the_table.kill()
            at_the_table.open()
            resume(at_the_table, thrown)
        at_the_table.drag(move.seat, move.source, move.target)
        moved += 1
        at_the_table.wait_for(Moved, moved)
        if number == 0:
            at_the_table.drag(move.seat, move.target, move.source)
            at_the_table.wait_for(TakenBack, 1)
            at_the_table.drag(move.seat, move.source, move.target)
            moved += 1
            at_the_table.wait_for(Moved, moved)
            state = State(RULES, play(turn.position, move), move.seat.other)
            change_the_language(at_the_table, state, Moved(0, move.seat, move, None))
    events = at_the_table.events()
    assert isinstance(events[-1], Ended)
    played = [event.move for event in events if isinstance(event, Moved)]
    expected = [turn.action for turn in turns if isinstance(turn.action, Move)]
    assert played == [expected[0], *expected]
    assert sum(isinstance(event, Flagged) for event in events) == 1


def test_the_face_of_a_die_on_the_board_is_offered_and_a_tap_confirms_it(at_the_table: AtTheTable) -> None:
    state = State(RULES, start_position(RULES), Seat.A)

    def offered(face: int) -> PlayView:
        seen = SeenBoard(Sight.DIE, unclear=Unclear(Cause.DIE, (Point.A1,)))
        return PlayView(state, seen, own_dice=True, offered=OwnDice(face))

    at_the_table.press_until_begun()
    at_the_table.display.key("d")
    at_the_table.table.throw_die()
    face = at_the_table.table.scene.things[0].face

    def is_offered() -> bool:
        off = {one: at_the_table.likeness(offered(one)) for one in RULES.die.faces}
        return off[face] == min(off.values()) < 0.5

    at_the_table.wait_until(is_offered, f"the face {face} to be offered")
    assert not any(isinstance(event, Thrown) for event in at_the_table.events())
    at_the_table.click(offered(face), intents.Enter(intents.Number.THROW, face))
    at_the_table.wait_for(Thrown, 1)
    (thrown,) = (event for event in at_the_table.events() if isinstance(event, Thrown))
    assert thrown.throw == face
    at_the_table.display.key("d")
    move = legal_moves(state.position, Seat.A, face, RULES).moves[0]
    assert isinstance(move.source, Point)
    at_the_table.drag(move.seat, move.source, move.target)
    at_the_table.wait_for(Moved, 1)


def an_illegal_move(at_the_table: AtTheTable, position: Position, move: Move) -> None:
    """A counter of the other seat is moved, and put back."""
    other = move.seat.other
    halves = position.halves()
    source = next(point for point in RING if halves.count(other, point))
    target = next(p for p in RING if not any(halves.count(seat, p) for seat in Seat) and p is not move.target)
    at_the_table.drag(other, source, target)
    at_the_table.wait_for(Flagged, 1)
    at_the_table.drag(other, target, source)
    at_the_table.wait_for(Restored, 1)


def change_the_language(at_the_table: AtTheTable, state: State, moved: Moved) -> None:
    seen = SeenBoard(Sight.CLEAR, state.position.halves())
    view = PlayView(state, seen, last=moved, own_dice=True, may_take_back=True)
    at_the_table.wait_until(lambda: at_the_table.likeness(view) < 12, "the page on which B throws")
    assert at_the_table.language_shown(view, ("en", "el")) == "en"
    at_the_table.click(view, Ask.SHOW_LANGUAGES)
    at_the_table.wait_until(lambda: at_the_table.likeness(LanguagesView()) < 12, "the page of the languages")
    at_the_table.click(LanguagesView(), intents.Pick(intents.Named.LANGUAGE, "el"))
    at_the_table.wait_until(
        lambda: at_the_table.language_shown(view, ("en", "el")) == "el", "the page to be in Greek"
    )


def resume(at_the_table: AtTheTable, thrown: int) -> None:
    """After a kill the station offers to go on; the throw on the table is still there."""
    game = at_the_table.stored()
    assert game is not None
    assert game.state is not None
    view = ResumeView(game.state, NOTHING_SEEN)
    at_the_table.wait_until(lambda: at_the_table.likeness(view) < 12, "the page that offers to go on")
    at_the_table.display.key("space")
    assert sum(isinstance(event, Thrown) for event in at_the_table.events()) == thrown
