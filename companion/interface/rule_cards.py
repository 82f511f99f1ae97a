"""The rules of a game as cards: each shows one thing on a board, played by the rules themselves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from companion.game import (
    COUNTERS,
    GOAL_HALF,
    OWN_HALF,
    RING,
    Move,
    Point,
    Position,
    Rules,
    Seat,
    legal_moves,
    point_at,
    start_position,
)
from companion.game.legality import earns_throw
from companion.game.rulesets.rules import Goal, Leaving

MAX_CARDS = 8  # maximum number of cards: people who get more to read read none


class Shows(StrEnum):
    """The kind of demonstration on a card."""

    AIM = "aim"
    AIM_ANYWHERE = "aim-anywhere"
    START = "start"
    WAY = "way"
    THROW = "throw"
    SHARE = "share"
    ALONE = "alone"
    HIT = "hit"
    ENTER = "enter"
    LEAVE = "leave"
    STAY = "stay"
    AGAIN = "again"


@dataclass(frozen=True)
class Card:
    """One thing about a game: a position, a throw, and the moves that it allows there.

    `count` is how many counters win. `refused` is a way that the rules shut, from one point to another.
    `marked` points are those that the card is about.
    """

    shows: Shows
    position: Position
    throw: int | None = None
    moves: tuple[Move, ...] = ()
    refused: tuple[Point, Point] | None = None
    marked: tuple[Point, ...] = ()
    count: int = COUNTERS


def cards_of(rules: Rules) -> tuple[Card, ...]:
    """Return the cards of a game, in the order in which a beginner wants to know."""
    start = Card(Shows.START, start_position(rules))
    throw = _first(Shows.THROW, rules, _BESIDES, lambda move: move.source in (Point.A2, Point.A4))
    found = [_aim(rules), start, Card(Shows.WAY, start.position), throw, _sharing(rules)]
    if start.position.a.reserve or rules.hitting:
        positions = (
            start.position,
            *(Position.parse("A 2A 4A 3Bx2 hand / B 1B 2B 4B 3Ax2"),) * rules.hitting,
        )
        found.append(_first(Shows.ENTER, rules, positions, lambda move: not isinstance(move.source, Point)))
    if rules.hitting:
        found.append(_first(Shows.HIT, rules, _HITS, lambda move: move.hits))
    found += [_again(rules), _leaving(rules)]
    cards = [card for card in found if card is not None]
    while len(cards) > MAX_CARDS:
        # What is said best without a picture.
        cards.remove(next(card for card in cards if card.shows in (Shows.START, Shows.THROW)))
    return tuple(cards)


_BESIDES = (Position.parse("A 1A 2A 4A 3Bx2 / B 1B 2B 4B 3Ax2"),)
_HITS = (
    Position.parse("A 1A 2A 4A 3Bx2 / B 5A 1B 4B 3Ax2"),
    Position.parse("A 1A 2A 4A 3Bx2 / B 5A 1B 2B 4B 3A"),
)


_SINGLES = (
    ("2B", "1B 2A 4B 3Ax2"),
    ("5A", "1A 2A 4A 1B 5B"),
    ("1B", "1A 2A 4A 5A 5B"),
    ("4A", "1A 5A 1B 2B 5B"),
)
"""Places of the counter that is not on the goal yet, and of the other seat's counters."""


def _aim(rules: Rules) -> Card:
    """Return a board on which seat A has just won."""
    on_the_way = " 1A" * (COUNTERS - rules.to_win)
    halves = point_at(Seat.A, OWN_HALF), point_at(Seat.A, GOAL_HALF)
    match rules.goal:
        case Goal.FAR:
            position = Position.parse(f"A 3Bx{rules.to_win}{on_the_way} / B 2A 1B 2B 4B 5B")
            return Card(Shows.AIM, position, marked=halves[1:], count=rules.to_win)
        case Goal.ANYWHERE:
            position = Position.parse(f"A 3Ax2 3Bx{rules.to_win - 2}{on_the_way} / B 2A 1B 2B 4B 5B")
            return Card(Shows.AIM_ANYWHERE, position, marked=halves, count=rules.to_win)
        case _:
            assert_never(rules.goal)


def _tried(rules: Rules, positions: tuple[Position, ...]) -> Iterator[tuple[Position, int, tuple[Move, ...]]]:
    """Yield the legal moves in some positions with each throw, larger throws first."""
    for position in positions:
        for face in sorted(rules.die.faces, reverse=True):
            yield position, face, tuple(legal_moves(position, Seat.A, face, rules))


def _first(
    shows: Shows, rules: Rules, positions: tuple[Position, ...], is_one: Callable[[Move], bool]
) -> Card | None:
    """Return a card with the first move of a kind that the rules allow."""
    for position, face, moves in _tried(rules, positions):
        for move in moves:
            if is_one(move):
                return Card(shows, position, face, (move,))
    return None


def _sharing(rules: Rules) -> Card | None:
    """Return the card that says if a point off the sacred line has room for two counters of a seat."""
    for position, face, moves in _tried(rules, _BESIDES):
        own = [
            point for point in RING[:5] if point is not Point.A3 and position.halves().count(Seat.A, point)
        ]
        for source in own:
            target = RING[(RING.index(source) + face) % len(RING)]
            if target not in own:
                continue
            move = next((move for move in moves if (move.source, move.target) == (source, target)), None)
            if move is not None:
                return Card(Shows.SHARE, position, face, (move,))
            return Card(Shows.ALONE, position, face, refused=(source, target))
    return None


def _again(rules: Rules) -> Card | None:
    marked = tuple(point_at(Seat.A, half) for half in (OWN_HALF, GOAL_HALF) if earns_throw(half, rules))
    if not marked:
        return None
    card = _first(Shows.AGAIN, rules, _BESIDES, lambda move: move.target in marked)
    return Card(Shows.AGAIN, _BESIDES[0], marked=marked) if card is None else card


def _leaving(rules: Rules) -> Card | None:
    """Return the card about counters on the goal: they stay, or must leave when nothing else can move."""
    if rules.leaving is Leaving.NEVER:
        return Card(Shows.STAY, _BESIDES[0], marked=(point_at(Seat.A, GOAL_HALF),))
    for face in sorted(rules.die.faces, reverse=True):
        for single, others in _SINGLES:
            position = Position.parse(f"A 3Bx4 {single} / B {others}")
            legal = legal_moves(position, Seat.A, face, rules)
            if legal.zugzwang:
                return Card(Shows.LEAVE, position, face, tuple(legal)[:1])
    return None
