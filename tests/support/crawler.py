"""Somebody who touches everything on every page in random order, and what has to hold whatever they do.

What holds, each with the check that finds out:

- nothing fails: no exception, and never the fault that is called unexpected (`_nothing_failed`);
- every page has a way on or back, and everything to be touched lies on the screen (`_there_is_a_way`);
- a touch on what can be touched changes what is shown or kept, unless it asks for what is so already, as a
  chosen language does (`_something_happened`); a touch beside it means nothing (`_nothing_happened`);
- a game is ended by its rules or from a page that asks, never by one touch in the middle of it
  (`_no_game_was_lost`);
- no page holds the seed of a game that goes on (`_no_throw_is_foretold`);
- what visitors choose is never in the settings file: with a PIN, only the staff's pages change it
  (`_settings_are_the_staffs`).
"""

import pickle
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import pygame

from companion.display.drawing.canvas import TouchTarget
from companion.game import Point, Termination, play
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.views import (
    ClosedView,
    ClosingView,
    EndingView,
    ForStaff,
    NotSoView,
    OutOfOrderView,
    PassView,
    PinAsked,
    PinView,
    PlayView,
    ResumeView,
    SetUpView,
    StillThereView,
    ThrowOffView,
    View,
    WelcomeView,
)
from companion.journal import Abandoned
from companion.referee.events import Ended, Thrown
from companion.settings.pin import PinFile
from tests.support.walk import Walk

PIN = "40718"
KEYS = (
    pygame.K_SPACE,
    pygame.K_RETURN,
    pygame.K_ESCAPE,
    pygame.K_TAB,
    pygame.K_LEFT,
    pygame.K_BACKSPACE,
    pygame.K_3,
)
WAITS_S = (0.5, 2.0, 2.0, 5.0, 12.0)
ASKING = (EndingView, ResumeView, StillThereView, ClosingView)
"""The pages from which a game may be left."""

BY_PEOPLE = (Termination.AGREED, Termination.RESIGNED)

LIVE_S = 0.8
"""How long a page may take to change after a touch: the table has to be seen still, or something rolls."""

ALREADY: tuple[intents.Kind, ...] = (
    intents.Named.LANGUAGE,
    intents.Named.RULES,
    intents.SetOption,
    intents.Toggle.OWN_DICE,
    intents.PlayAgainst,
    intents.Named.LEVEL,
    intents.Named.THEME,
    intents.Named.VOICE,
    intents.Toggle.VOICE,
    intents.CorrectWith,
    intents.Number.VOLUME,
    intents.DragPoint,
    intents.Number.LEAF,
    Ask.FIND_BOARD,
    # What a stick holds is told once more.
    Ask.FIND_TEXTS,
    Ask.SAME_EVERY_DAY,
    intents.Toggle.OPEN_ALL_DAY,
    Ask.OPEN_FOR_HOURS,
    # What is best is worked out beside the program, in time that really passes.
    Ask.ADVISE,
)
"""What may be touched though it is so already; touched once more, it stays so."""


@dataclass
class Crawler:
    """Touches, presses, holds, lays and waits; `seed` says what, and in which order."""

    person: Walk
    seed: int
    counts: Counter[str] = field(default_factory=Counter)
    """How often each kind of page was touched, and each thing on it."""

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.pin = PinFile(self.person.folder / "data" / "staff-pin.json")
        self.settings_file = self.person.folder / "station.toml"
        self.was_written = self.settings_file.read_bytes()
        self.staff_were_there = False
        self.log: list[str] = []

    def crawl(self, touches: int) -> dict[str, str]:
        """Do so many things; what did not hold, each with the last things done before it was seen first."""
        wrong: dict[str, str] = {}
        for _ in range(touches):
            try:
                self._do_something()
            except AssertionError as error:
                wrong.setdefault(str(error).split("\nassert ")[0], "\n".join(self.log[-12:]))
        return wrong

    def _do_something(self) -> None:
        ways: tuple[tuple[float, Callable[[], None]], ...] = (
            (80, self._touch_something),
            (4, self._touch_beside),
            (4, self._play_on),
            (3, self._play_a_while),
            (3, self._press),
            (3, self._key),
            (2, self._hold_corner),
            (2, self._wait),
            (1, self._unplug),
        )
        before = self.person.view
        self.staff_were_there |= isinstance(before, ForStaff)
        games = self._ended()
        self.random.choices([way for _, way in ways], [weight for weight, _ in ways])[0]()
        self._nothing_failed()
        self._there_is_a_way()
        self._no_game_was_lost(before, games)
        self._no_throw_is_foretold()
        self._settings_are_the_staffs()

    # What is done.

    def _touch_something(self) -> None:
        if isinstance(self.person.view, PinView) and self.random.random() < 0.3:
            self._type_pin()
            return
        targets = self.person.it.window.screen.targets
        kind = type(self.person.view).__name__
        if not targets:
            self._say("touch the dark screen")
            width, height = self.person.it.window.screen.size
            self.person.touch_at(width // 2, height // 2)
            assert not isinstance(self.person.view, ClosedView), "a dark screen does not wake"
            return

        def name(target: TouchTarget) -> str:
            of = target.intent.name if isinstance(target.intent, Ask) else type(target.intent).__name__
            return f"{kind}: {of if target.intent else 'drag'}"

        weights = [1 / (1 + self.counts[name(target)]) for target in targets]
        target = self.random.choices(targets, weights)[0]
        self.counts[name(target)] += 1
        if target.intent in (Ask.RESTART, Ask.MAKE_REPORT):
            return  # The one is another program, the other takes real time; test_staff walks both.
        x, y = target.box.center
        self._say(f"touch {target.intent or 'drag'}")
        if target.at is not None:
            size = self.person.it.window.screen.size
            self.person.drag((x, y), (self.random.randrange(size[0]), self.random.randrange(size[1])))
            return
        # A page that came by itself takes no touch at once.
        self.person.wait(target.from_s - self.person.clock())
        if target.intent not in self.person.intents:
            return
        before = self._all_there_is()
        self.person.touch_at(x, y)
        self._something_happened(target, before)

    def _touch_beside(self) -> None:
        screen = self.person.it.window.screen
        x, y = self.random.randrange(screen.size[0]), self.random.randrange(screen.size[1])
        if any(target.box.collidepoint(x, y) for target in screen.targets):
            return
        self._say(f"touch beside, {x}, {y}")
        self.person.touch_at(x, y)

    def _play_on(self) -> None:
        """Whoever is at the board makes a move, right or wrong, or lays it for the start."""
        view, table = self.person.view, self.person.table
        if isinstance(view, SetUpView):
            self._say("lay the board")
            table.lay(view.position.halves())
        elif isinstance(view, PlayView) and view.state.legal is not None and view.state.legal.moves:
            move = self.random.choice(view.state.legal.moves)
            self._say(f"move {move}")
            table.lay(play(view.state.position, move).halves())
        else:
            return
        self.person.wait(2.0)

    def _play_a_while(self) -> None:
        """From wherever the players are some way into a game, as they should and now and then as not."""
        self._say("play a while")
        for _ in range(self.random.randrange(4, 16)):
            view, table = self.person.view, self.person.table
            match view:
                case WelcomeView():
                    self.person.press()
                case SetUpView():
                    table.lay(view.position.halves())
                    self.person.wait(4.0, turn_s=0.5)
                case ThrowOffView() | PassView():
                    self.person.press()
                    self.person.wait(1.5, turn_s=0.5)
                case PlayView(state=state) if state.legal is not None and state.legal.moves:
                    if self.random.random() < 0.2:
                        with suppress(ValueError):  # where there is no room
                            counter = self.random.choice(table.scene.counters)
                            table.put(counter.name, self.random.choice(list(Point)))
                    else:
                        table.lay(play(state.position, self.random.choice(state.legal.moves)).halves())
                    self.person.wait(2.0, turn_s=0.2)
                case PlayView():
                    self.person.press()
                    self.person.wait(1.5, turn_s=0.5)
                case NotSoView(state=state) if self.random.random() < 0.7:
                    table.lay(state.position.halves())
                    self.person.wait(2.0, turn_s=0.2)
                case _:
                    return

    def _press(self) -> None:
        self._say("press")
        if not self._is_restart_in_focus():
            self.person.press()

    def _key(self) -> None:
        key = self.random.choice(KEYS)
        self._say(f"key {pygame.key.name(key)}")
        if key == pygame.K_RETURN and self._is_restart_in_focus():
            return
        self.person.key(key)

    def _is_restart_in_focus(self) -> bool:
        return bool({Ask.RESTART, Ask.MAKE_REPORT} & set(self.person.intents))

    def _hold_corner(self) -> None:
        self._say("hold the corner")
        self.person.touch_at(15, 15, held_s=3.3)

    def _wait(self) -> None:
        seconds = self.random.choice((*WAITS_S, 70.0))
        self._say(f"wait {seconds:g} s")
        self.person.wait(seconds, turn_s=0.1 if seconds < 10 else 1.0)

    def _unplug(self) -> None:
        self._say("the camera is unplugged, touched about, and plugged in again")
        self.person.plug.is_in = False
        self.person.wait(5.0, turn_s=0.5)
        for _ in range(3):
            self._touch_something()
        self.person.plug.is_in = True
        self.person.wait(20.0, turn_s=0.5)

    def _type_pin(self) -> None:
        view = self.person.view
        assert isinstance(view, PinView)
        if view.asked is PinAsked.PRESENT:
            # Whatever was typed before may have become the PIN, or too many wrong ones: staff have a way in.
            self.pin.set(PIN)
        self._say("type the PIN")
        for digit in PIN:
            self.person.key(getattr(pygame, f"K_{digit}"))
        self.person.key(pygame.K_RETURN)

    # What holds.

    def _nothing_failed(self) -> None:
        station = self.person.it.station
        assert Fault.UNEXPECTED not in station.faults, f"unexpected: {station.why(Fault.UNEXPECTED)}"

    def _there_is_a_way(self) -> None:
        screen, view = self.person.it.window.screen, self.person.view
        page = pygame.Rect((0, 0), screen.size)
        for target in screen.targets:
            assert page.colliderect(target.box), f"{target} lies off the page {type(view).__name__}"
        # Where it is dark, a touch anywhere is the way.
        assert screen.targets or isinstance(view, ClosedView), f"there is no way out of {view}"

    def _all_there_is(self) -> object:
        """What is shown, heard and kept."""
        it = self.person.it
        screen = it.window.screen
        picture = pygame.image.tobytes(pygame.display.get_surface(), "RGB")
        kept = [(file.name, file.stat().st_mtime_ns) for file in self.person.folder.glob("data/*/*")]
        settings = self.settings_file.read_bytes()
        return (picture, screen.language, screen.theme, it.station.faults, settings, kept)

    def _something_happened(self, target: TouchTarget, before: object) -> None:
        if intents.kind_of(target.intent) in ALREADY or self._all_there_is() != before:
            return
        self.person.wait(LIVE_S)
        assert self._all_there_is() != before, (
            f"nothing came of {target.intent} on {type(self.person.view).__name__}"
        )

    def _ended(self) -> tuple[int, bool, object]:
        """The newest game, whether people ended it, and its last entry."""
        newest = self.person.it.loop._journal.newest
        if newest is None:
            return 0, False, None
        by_people = [
            it.happening
            for it in newest.entries
            if isinstance(it.happening, Abandoned)
            or (
                isinstance(it.happening, Ended) and it.happening.outcome.termination in ("agreed", "resigned")
            )
        ]
        return newest.number, bool(by_people), newest.entries[-1].happening

    def _no_game_was_lost(self, before: View, games: tuple[int, bool, object]) -> None:
        number, ended, last = self._ended()
        was_number, was_ended, _ = games
        # A game begins with its first throw in play; a throw-off can be left.
        lost = ended and (number, ended) != (was_number, was_ended) and self._was_played()
        if lost and "wait" not in self.log[-1]:
            assert isinstance(before, ASKING), f"a game was ended without asking, from {before}: {last}"

    def _no_throw_is_foretold(self) -> None:
        newest = self.person.it.loop._journal.newest
        if newest is None or newest.over or newest.begun.seed is None:
            return
        shown = pickle.dumps(self.person.view) + "".join(self.person.texts).encode()
        assert newest.begun.seed.encode() not in shown, f"{type(self.person.view).__name__} tells the seed"

    def _was_played(self) -> bool:
        newest = self.person.it.loop._journal.newest
        return newest is not None and any(isinstance(it, Thrown) for it in newest.events)

    def _settings_are_the_staffs(self) -> None:
        written = self.settings_file.read_bytes()
        if written != self.was_written:
            assert self.staff_were_there, "a visitor has changed the settings file"
            self.was_written = written
        if isinstance(self.person.view, WelcomeView):
            self.staff_were_there = False

    def _say(self, what: str) -> None:
        view = self.person.view
        # The camera has a thread of its own: a fault may have gone since this step began.
        self.staff_were_there |= isinstance(view, ForStaff)
        fault = f" ({view.fault})" if isinstance(view, OutOfOrderView) else ""
        self.log.append(f"{type(view).__name__}{fault}: {what}")
