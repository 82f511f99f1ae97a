"""A turn that no picture shows clearly is told from the next one, where only one move explains it."""

import random

from companion.game import Halves, Position, Seat, legal_moves, play, rules_for
from companion.referee.events import Look, Throw
from companion.referee.referee import Referee, begin
from companion.watching import unseen_board

SCHAEDLER = rules_for("schaedler")


def waiting(position: str, throw: int) -> Referee:
    referee = Referee(begin(SCHAEDLER, Seat.A, Position.parse(position)))
    referee.on(Throw(throw))
    return referee


def test_a_board_two_legal_moves_on_is_followed() -> None:
    chance = random.Random(5)
    followed = 0
    for _ in range(300):
        referee = Referee(begin(SCHAEDLER, Seat.A))
        while followed < 200 and referee.state.ended is None:
            throw, then = chance.randint(1, 6), chance.randint(1, 6)
            referee.on(Throw(throw))
            state = referee.state
            if state.legal is None:
                continue
            first = play(state.position, chance.choice(state.legal))
            replies = legal_moves(first, state.seat.other, then, SCHAEDLER)
            if replies:
                shown = play(first, chance.choice(replies)).halves()
                between = unseen_board(state, shown, (then,))
                assert between in (first.halves(), None)
                followed += between is not None
            referee.on(Look(first.halves()))
    assert followed == 200


def test_what_the_throw_explains_or_nothing_explains_needs_no_unseen_move() -> None:
    start = "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B"
    state = waiting(start, 2).state
    legal = Position.parse("A 2A 3Ax2 4A 5A / B 1B 2B 3B 4B 5B").halves()
    two_moved = Position.parse("A 3Ax3 4A 5A / B 1B 2B 3B 4B 5B").halves()
    for shown in (state.position.halves(), legal, two_moved, Halves()):
        assert unseen_board(state, shown, (3, 4)) is None


def test_without_throws_ahead_nothing_is_assumed() -> None:
    state = waiting("A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B", 2).state
    shown = Position.parse("A 2A 3Ax2 4A 5A / B 1B 2B 3Bx2 5B").halves()
    assert unseen_board(state, shown, ()) is None


def test_two_counters_of_one_seat_are_no_move_pass_and_move() -> None:
    # With 1, 1 and 1 thrown, A could move 3B-4B, B pass, and A move 2A-3A: but both were moved at once.
    state = waiting("A 2A 3A 5A 1B 3B / B 1A 3A 4A 3Bx2", 1).state
    between = Position.parse("A 2A 3A 5A 1B 4B / B 1A 3A 4A 3Bx2")
    assert legal_moves(between, Seat.B, 1, SCHAEDLER).passes
    shown = Position.parse("A 3Ax2 5A 1B 4B / B 1A 3A 4A 3Bx2").halves()
    assert unseen_board(state, shown, (1, 1)) is None
