"""The attract loop as a function of time: a throw, and one seat's moves from the start of a game to the win.

Each loop plays that short game, which needs few words, then shows one page of the object's story in one
language after another.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from companion.game import (
    COUNTERS,
    GOAL_HALF,
    Move,
    Point,
    Position,
    Rules,
    Seat,
    legal_moves,
    play,
    point_at,
    start_position,
)
from companion.game.moves import Source
from companion.interface.texts import TextSet
from companion.interface.views import AttractView, Roll
from companion.presentation.board_picture import (
    BoardPicture,
    PointMark,
    ShownMove,
    picture_at,
)
from companion.presentation.words import LANGUAGES
from companion.presentation.words.story import TIMES

TURN_S = 5.0  # seconds for each language: twelve words, read aloud
STORY_S = TURN_S * len(LANGUAGES)
GOAL = point_at(Seat.A, GOAL_HALF)

THROW_AT_S, ROLL_S = 2.0, 0.9  # when the die is thrown, and how long it rolls
FIRST_S = 5.0  # when the first counter sets off
GLIDE_S = 2.2
"""Seconds that a counter glides to its goal: slower than a hand would move it, so that the eye can follow."""
REACH_S = 1.8  # seconds that the hand takes to reach a counter, and to go back
PACE_S = GLIDE_S + REACH_S
TELLS_S = 3.0  # seconds that the picture of a story page moves, at each language's turn
TAP_S = 0.6  # seconds that the finger beside the call to play is up, and down
END_S = 3.0  # seconds that the end of the game stays once the hand has gone
FACE = 4  # the throw to begin with: its steps round a corner show the way best
MAX_MOVES, FEW_MOVES = 12, 6
"""Moves of the longest game shown, and of one that one seat alone can't win."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The empty hand on its way between two places; None is out of sight."""

    source: Point | None
    target: Source | None
    progress: float


@dataclass(frozen=True, slots=True)
class AttractScene:
    """The board and the die at one time, or the story page shown in their place (counted from 0).

    `taps`: the finger beside the call to play is down. `moved`: how far the story's picture has moved, or the
    winner's wreath has grown, 0 to 1; None leaves a picture as it is drawn.
    The hand carries the counter that is `moving`; otherwise it follows `reach`, if there is one.
    """

    board: BoardPicture
    roll: Roll | None = None
    moving: Move | None = None
    reach: Reach | None = None
    won: bool = False
    to_win: int = COUNTERS
    story: int | None = None
    taps: bool = False
    moved: float | None = None


ShownTurn = tuple[int, Move, BoardPicture]


@lru_cache(maxsize=4)
def shown_game(rules: Rules) -> tuple[ShownTurn, ...]:
    """Return the throws and moves of seat A from the start, each with the board after it; B looks on."""
    shown: list[ShownTurn] = []
    position = start_position(rules)
    while len(shown) < MAX_MOVES and not (shown and shown[-1][1].wins):
        moves = [(it, move) for it in rules.die.faces for move in legal_moves(position, Seat.A, it, rules)]
        if not moves:
            break
        throw, move = min(moves, key=lambda it: _detour(position, *it))
        position = play(position, move)
        shown.append((throw, move, picture_at(position, rules)))
    return tuple(shown if shown[-1][1].wins else shown[:FEW_MOVES])


def _detour(position: Position, throw: int, move: Move) -> tuple[int, ...]:
    """Return how far a move is from what shows a game best: home, then in, and onto points of its own."""
    arrives = move.target == GOAL
    crowd = 0 if arrives else position.halves().count(Seat.A, move.target)
    return move.leaves_goal_half, not arrives, not move.enters, crowd, abs(throw - FACE)


def won_at_s(rules: Rules) -> float:
    """Return when the last counter has come to its place."""
    return FIRST_S + PACE_S * len(shown_game(rules)) - REACH_S


def game_s(rules: Rules) -> float:
    """Return how long the game of a loop is shown."""
    return FIRST_S + PACE_S * len(shown_game(rules)) + END_S


def loop_s(rules: Rules) -> float:
    """Return how long a loop takes."""
    return game_s(rules) + STORY_S


def scene(rules: Rules, time_s: float, *, still: bool = False) -> AttractScene:
    """Return the scene at a time; with `still`, counters jump to their goal as soon as they set off."""
    loop, at_s = divmod(time_s, loop_s(rules))
    picture, game = picture_at(start_position(rules), rules), shown_game(rules)
    taps = not still and time_s % (2 * TAP_S) >= TAP_S
    if at_s >= game_s(rules):
        moved = None if still else min(1.0, (at_s - game_s(rules)) % TURN_S / TELLS_S)
        return AttractScene(picture, story=int(loop), taps=taps, moved=moved)
    number = int((at_s - FIRST_S) // PACE_S)  # of the move that was made last, or is being made
    shown, moving = None, None
    if number >= 0:
        _, move, picture = game[min(number, len(game) - 1)]
        progress = 1.0 if still else min(1.0, (at_s - FIRST_S - number * PACE_S) / GLIDE_S)
        shown = ShownMove(move, progress if number < len(game) else 1.0)
        moving = move if shown.progress < 1 else None
    roll = None
    if THROW_AT_S <= at_s < FIRST_S + PACE_S:
        roll = Roll(rules.die, game[0][0], 1.0 if still else min(1.0, (at_s - THROW_AT_S) / ROLL_S))
    won = at_s >= won_at_s(rules)
    marks = {GOAL: PointMark.TARGET} if roll is not None and at_s < FIRST_S else {}
    moved = min(1.0, (at_s - won_at_s(rules)) / END_S) if won and not still else None
    reach = None if still or moving else _reach(game, at_s - FIRST_S)
    picture = replace(picture, shown=None if won else shown, marks=marks)
    return AttractScene(picture, roll, moving, reach, won, rules.to_win, taps=taps, moved=moved)


def language_at(rules: Rules, time_s: float, first: str) -> str:
    """Return the language whose turn it is: a game is in one, a page of the story in all, `first` to last."""
    codes = [first, *(code for code in LANGUAGES if code != first)]
    loop, at_s = divmod(time_s, loop_s(rules))
    since_s = at_s - game_s(rules)
    return codes[int(loop if since_s < 0 else since_s // TURN_S) % len(codes)]


def poster_pages(house: TextSet) -> list[int]:
    """Return the pages of the story, from 0, that have a picture: our lists are for readers."""
    own = [number - 1 for number, page in house.story.items() if page.logo is not None]
    return sorted({*range(TIMES), *own})


def in_sight(view: AttractView) -> tuple[AttractView, AttractScene, str]:
    """Return what the attract page shows, whatever the time: equal as long as nothing on it changes."""
    shown = scene(view.rules, view.time_s, still=view.still)
    return replace(view, time_s=0.0), shown, language_at(view.rules, view.time_s, view.first)


def _reach(game: tuple[ShownTurn, ...], since_s: float) -> Reach | None:
    """Return where the empty hand is, `since_s` after the first counter has set off; None if out of sight."""
    number = int((since_s + REACH_S) // PACE_S)  # of the move that it reaches out for
    progress = (since_s + REACH_S - number * PACE_S) / REACH_S
    if not 0 <= number <= len(game) or progress >= 1:
        return None
    before = game[number - 1][1].target if number else None
    return Reach(before, game[number][1].source if number < len(game) else None, progress)
