"""The attract loop as a function of time: throws and moves of both seats, from the start of a game to a win.

Each loop plays turns of one game, which needs few words, then shows one page of the object's story in one
language after another.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from companion.game import (
    GOAL_HALF,
    Move,
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
    ShownMove,
    picture_at,
)
from companion.presentation.words import LANGUAGES
from companion.presentation.words.story import TIMES

TURN_S = 5.0  # seconds for each language: twelve words, read aloud
STORY_S = TURN_S * len(LANGUAGES)
GOAL = point_at(Seat.A, GOAL_HALF)

ROLL_S = 0.9  # how long a die rolls
FIRST_S = 5.0  # when the first counter sets off
GLIDE_S = 2.2
"""Seconds that a counter glides to its goal: slower than a hand would move it, so that the eye can follow."""
REACH_S = 1.8  # seconds that a hand takes to reach a counter, and to go back
PACE_S = GLIDE_S + REACH_S
TELLS_S = 3.0  # seconds that the picture of a story page moves, at each language's turn
TAP_S = 0.6  # seconds that the finger beside the call to play is up, and down
END_S = 3.0  # seconds that the end of the game stays once the hand has gone
FACE = 4  # the throw to begin with: its steps round a corner show the way best
MAX_TURNS, MIDDLE = 60, 5
"""Turns of the longest game that is played through; and which of its middle is shown if nobody is hit."""


@dataclass(frozen=True)
class Reach:
    """A seat's empty hand on its way to or from a place: 0 out of sight, 1 there."""

    seat: Seat
    place: Source
    near: float


@dataclass(frozen=True)
class AttractScene:
    """The board and the die at one time, or the story page shown in their place (counted from 0).

    `taps`: the finger beside the call to play is down. `moved`: how far the story's picture has moved, or the
    winner's wreath has grown, 0 to 1; None leaves a picture as it is drawn.
    `won`: so many counters have come home. A hand carries the counter that moves; between two moves one hand
    goes and another comes.
    """

    board: BoardPicture
    roll: Roll | None = None
    reaches: tuple[Reach, ...] = ()
    won: int = 0
    story: int | None = None
    taps: bool = False
    moved: float | None = None


@dataclass(frozen=True)
class ShownTurn:
    """A throw and a move with it, and the board before and after."""

    throw: int
    move: Move
    before: BoardPicture
    after: BoardPicture


@lru_cache(maxsize=4)
def shown_game(rules: Rules) -> tuple[ShownTurn, ...]:
    """Return turns of a game that seat A wins: its beginning, a hit if there are any, the way home."""
    turns, position = list[ShownTurn](), start_position(rules)
    seat, hit = Seat.A, 0
    while len(turns) < MAX_TURNS and not (turns and turns[-1].move.wins):
        moves = [(it, move) for it in rules.die.faces for move in legal_moves(position, seat, it, rules)]
        if not moves:
            break
        throw, move = min(moves, key=lambda it: _detour(position, hit, *it))
        hit = len(turns) if move.hits else hit
        before, position = picture_at(position, rules), play(position, move)
        turns.append(ShownTurn(throw, move, before, picture_at(position, rules)))
        seat = seat if move.throws_again else seat.other
    middle, last = hit or MIDDLE, len(turns)
    kept = {*range(4), *range(middle - 1, middle + 2), *range(last - 4, last)}
    return tuple(turn for number, turn in enumerate(turns) if number in kept)


def _detour(position: Position, hit: int, throw: int, move: Move) -> tuple[int, ...]:
    """Return how far a move is from what shows a game best: one hit, home, in, and onto points of its own.

    Only A hits and goes home.
    """
    is_a, arrives = move.seat is Seat.A, move.target == point_at(move.seat, GOAL_HALF)
    crowd = 0 if arrives else position.halves().count(move.seat, move.target)
    unlike = move.hits == (hit > 0 or not is_a), arrives != is_a, not move.enters
    return move.leaves_goal_half, *unlike, crowd, abs(throw - FACE)


def won_at_s(rules: Rules) -> float:
    """Return when the last counter has come to its place."""
    return FIRST_S + PACE_S * len(shown_game(rules)) - REACH_S


def game_s(rules: Rules) -> float:
    """Return how long the game of a loop is shown."""
    return won_at_s(rules) + REACH_S + END_S


def loop_s(rules: Rules) -> float:
    """Return how long a loop takes."""
    return game_s(rules) + STORY_S


def scene(rules: Rules, time_s: float, *, still: bool = False) -> AttractScene:
    """Return the scene at a time; with `still`, counters jump to their goal as soon as they set off."""
    loop, at_s = divmod(time_s, loop_s(rules))
    game, since_s = shown_game(rules), at_s - game_s(rules)
    taps = not still and time_s % (2 * TAP_S) >= TAP_S
    if since_s >= 0:
        moved = None if still else min(1.0, since_s % TURN_S / TELLS_S)
        return AttractScene(game[0].before, story=int(loop), taps=taps, moved=moved)
    # A turn begins with its throw, while a hand comes for the counter and the hand before goes.
    begun_s = at_s - FIRST_S + REACH_S
    number = min(int(begun_s // PACE_S), len(game))
    since_s, turn = begun_s - number * PACE_S, game[min(max(number, 0), len(game) - 1)]
    if number < 0:
        return AttractScene(turn.before, taps=taps)
    comes, reaches = since_s / REACH_S, tuple[Reach, ...]()
    if comes < 1 and not still:
        reaches += tuple(Reach(it.move.seat, it.move.source, comes) for it in game[number : number + 1])
        gone = game[number - 1 : number]
        reaches += tuple(Reach(it.move.seat, it.move.target, 1 - comes) for it in gone)
    if number == len(game):
        grown = None if still else min(1.0, since_s / END_S)
        return AttractScene(turn.after, None, reaches, turn.move.wins * rules.to_win, taps=taps, moved=grown)
    shown = ShownMove(turn.move, 1.0 if still else (since_s - REACH_S) / GLIDE_S)
    picture = turn.before if comes < 1 else replace(turn.after, shown=shown)
    roll = Roll(rules.die, turn.throw, 1.0 if still else min(1.0, since_s / ROLL_S))
    return AttractScene(picture, roll, reaches, taps=taps)


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
