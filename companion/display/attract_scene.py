"""The attract loop as a function of time: a throw, moves, and four or five counters on the sacred line.

Each loop plays that short game, which needs few words, then shows one page of the object's story in one
language after another.
"""

import itertools
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.display.drawing.table.board_picture import BoardPicture, PointMark, ShownMove
from companion.display.words import LANGUAGES
from companion.game import COUNTERS, DICE, GOAL_HALF, Halves, Move, Point, Position, Seat, point_at
from companion.interface.views import AttractView, Roll

GAME_S = 30.0
TURN_S = 5.0  # seconds for each language: twelve words, read aloud
STORY_S = TURN_S * len(LANGUAGES)
LOOP_S = GAME_S + STORY_S

LAID = Position.parse("A 1A 2A 3A 4A 5A / B 1B 2B 4B 5B hand").halves()
GOAL = point_at(Seat.A, GOAL_HALF)

THROW_AT_S, ROLL_S = 2.0, 0.9  # when the die is thrown, and how long it rolls
GLIDE_S = 2.2
"""Seconds that a counter glides to its goal: slower than a hand would move it, so that the eye can follow."""
GLIDES = ((Point.A4, 5.0), (Point.A5, 9.4), (Point.A2, 13.8), (Point.A1, 18.2), (Point.A3, 22.6))
"""The counters that go to the sacred line, and when each sets off; the throw decides the first."""
FACE = 4
REACH_S = 2.2  # seconds that the hand takes to reach a counter, and to go back


@dataclass(frozen=True, slots=True)
class Reach:
    """The empty hand on its way between two points; None is beside the board."""

    source: Point | None
    target: Point | None
    progress: float


@dataclass(frozen=True, slots=True)
class AttractScene:
    """The board and the die at one time, or the story page shown in their place (counted from 0).

    The hand carries the counter that is `moving`; otherwise it follows `reach`, if there is one.
    """

    board: BoardPicture
    roll: Roll | None = None
    moving: Move | None = None
    reach: Reach | None = None
    won: bool = False
    to_win: int = COUNTERS
    story: int | None = None


def won_at_s(to_win: int) -> float:
    """Return when the last of so many counters has come to the sacred line."""
    return GLIDES[to_win - 1][1] + GLIDE_S


def scene(time_s: float, to_win: int = COUNTERS, *, still: bool = False) -> AttractScene:
    """Return the scene at a time; with `still`, counters jump to their goal as soon as they set off."""
    loop, at_s = divmod(time_s, LOOP_S)
    if at_s >= GAME_S:
        return AttractScene(BoardPicture(LAID), story=int(loop))
    halves, shown = LAID, None
    for source, begins_s in itertools.takewhile(lambda glide: at_s >= glide[1], GLIDES[:to_win]):
        halves = _moved(halves, source)
        progress = 1.0 if still else min(1.0, (at_s - begins_s) / GLIDE_S)
        shown = ShownMove(Move(Seat.A, source, GOAL), progress)
    roll = None
    if THROW_AT_S <= at_s < GLIDES[1][1]:
        roll = Roll(DICE["d6"], FACE, 1.0 if still else min(1.0, (at_s - THROW_AT_S) / ROLL_S))
    won = at_s >= won_at_s(to_win)
    marks = {GOAL: PointMark.TARGET} if won or (roll is not None and at_s < GLIDES[0][1]) else {}
    reach = None if still else _reach(at_s, to_win)
    moving = shown.move if shown is not None and shown.progress < 1 else None
    return AttractScene(
        BoardPicture(halves, shown=None if won else shown, marks=marks), roll, moving, reach, won, to_win
    )


def language_at(time_s: float, first: str) -> str:
    """Return the language whose turn it is: a game is in one, a page of the story in all, `first` to last."""
    codes = [first, *(code for code in LANGUAGES if code != first)]
    loop, at_s = divmod(time_s, LOOP_S)
    return codes[int(loop if at_s < GAME_S else (at_s - GAME_S) // TURN_S) % len(codes)]


def in_sight(view: AttractView) -> tuple[AttractView, AttractScene, str]:
    """Return what the attract page shows, whatever the time: equal as long as nothing on it changes."""
    shown = scene(view.time_s, view.to_win, still=view.still)
    return replace(view, time_s=0.0), shown, language_at(view.time_s, view.first)


def _reach(at_s: float, to_win: int) -> Reach | None:
    """Return where the empty hand is, None if it isn't over the board."""
    before = None
    for point, begins_s in GLIDES[:to_win]:
        if begins_s - REACH_S <= at_s < begins_s:
            return Reach(before, point, 1 - (begins_s - at_s) / REACH_S)
        before = GOAL
    won_s = won_at_s(to_win)
    return Reach(GOAL, None, (at_s - won_s) / REACH_S) if won_s <= at_s < won_s + REACH_S else None


@lru_cache(maxsize=16)
def _moved(halves: Halves, source: Point) -> Halves:
    halves = halves.with_count(Seat.A, source, 0)
    return halves.with_count(Seat.A, GOAL, halves.count(Seat.A, GOAL) + 1)
