"""What is shown while nobody is there, as a function of time: a throw, a move, five on the middle line.

Each loop is that game, which needs no words, and then a page of the story of the object; the next loop has
the next page.
"""

import itertools
from dataclasses import dataclass

from companion.display.drawing.board_picture import BoardPicture, Mark, ShownMove
from companion.game import DICE, GOAL_HALF, Halves, Move, Point, Position, Seat, point_at
from companion.interface.views import Roll

GAME_S = 30.0
STORY_S = 10.0
LOOP_S = GAME_S + STORY_S

LAID = Position.parse("A 1A 2A 3A 4A 5A / B 1B 2B 4B 5B hand").halves()
GOAL = point_at(Seat.A, GOAL_HALF)

THROW_AT_S, ROLL_S = 2.0, 0.9
"""When the die falls, and how long it rolls."""
GLIDE_S = 2.2
"""How long a counter glides from its point to the goal: slower than any that is moved by hand."""
GLIDES = ((Point.A4, 5.0), (Point.A5, 9.4), (Point.A2, 13.8), (Point.A1, 18.2), (Point.A3, 22.6))
"""The counters that go to the middle line, and when each sets off; the first as the die says."""
WON_AT_S = GLIDES[-1][1] + GLIDE_S
FACE = 4


REACH_S = 2.2
"""How long the hand takes to a counter, and back: it is no faster empty than with one."""


@dataclass(frozen=True, slots=True)
class Reach:
    """An empty hand on its way between two points, or from and to beside the board (None)."""

    source: Point | None
    target: Point | None
    progress: float


@dataclass(frozen=True, slots=True)
class Scene:
    """What is seen at a time: the board, the die, and the page of the story instead, counted from 0.

    A hand carries what is `moving`, and else is on its way where it has a `reach`.
    """

    board: BoardPicture
    roll: Roll | None = None
    moving: Move | None = None
    reach: Reach | None = None
    won: bool = False
    story: int | None = None


def scene(time_s: float, *, still: bool = False) -> Scene:
    """The scene at a time; `still` has each counter where it goes as soon as it sets off."""
    loop, at_s = divmod(time_s, LOOP_S)
    if at_s >= GAME_S:
        return Scene(BoardPicture(LAID), story=int(loop))
    halves, shown = LAID, None
    for source, begins_s in itertools.takewhile(lambda glide: at_s >= glide[1], GLIDES):
        halves = _moved(halves, source)
        progress = 1.0 if still else min(1.0, (at_s - begins_s) / GLIDE_S)
        shown = ShownMove(Move(Seat.A, source, GOAL), progress)
    roll = None
    if THROW_AT_S <= at_s < GLIDES[1][1]:
        roll = Roll(DICE["d6"], FACE, 1.0 if still else min(1.0, (at_s - THROW_AT_S) / ROLL_S))
    won = at_s >= WON_AT_S
    marks = {GOAL: Mark.TARGET} if won or (roll is not None and at_s < GLIDES[0][1]) else {}
    reach = None if still else _reach(at_s)
    moving = shown.move if shown is not None and shown.progress < 1 else None
    return Scene(BoardPicture(halves, shown=None if won else shown, marks=marks), roll, moving, reach, won)


def _reach(at_s: float) -> Reach | None:
    """Where the empty hand is, if it is over the board: it comes for each counter and goes after the last."""
    before = None
    for point, begins_s in GLIDES:
        if begins_s - REACH_S <= at_s < begins_s:
            return Reach(before, point, 1 - (begins_s - at_s) / REACH_S)
        before = GOAL
    if WON_AT_S <= at_s < WON_AT_S + REACH_S:
        return Reach(GOAL, None, (at_s - WON_AT_S) / REACH_S)
    return None


def _moved(halves: Halves, source: Point) -> Halves:
    halves = halves.with_count(Seat.A, source, 0)
    return halves.with_count(Seat.A, GOAL, halves.count(Seat.A, GOAL) + 1)
