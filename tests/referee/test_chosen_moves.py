"""A move that was chosen beforehand is the only one that is taken; others are put back."""

import pytest

from companion.game import Halves, LegalMoves, Move, Point, Position, Reason, Seat, play, rules_for
from companion.referee.events import Choose, Chosen, Flagged, Look, Moved, Restored, TakenBack, Throw
from companion.referee.referee import NotNowError, Referee, begin
from companion.referee.words import say


def legal(referee: Referee) -> LegalMoves:
    assert referee.state.legal is not None
    return referee.state.legal


def look(referee: Referee, move: Move) -> Look:
    return Look(play(referee.state.position, move).halves())


def chosen_game() -> tuple[Referee, Move, Move]:
    """A game in which the first of several moves was chosen; that one, and another."""
    position = Position.parse("A 1A 2A 3Bx3 / B 4Bx2 3Ax3")
    referee = Referee(begin(rules_for("schaedler"), Seat.A, position))
    referee.on(Throw(2))
    moves = legal(referee)
    assert len(moves) > 1
    assert referee.on(Choose(moves[0])) == (Chosen(1, Seat.A, moves[0]),)
    return referee, moves[0], moves[1]


def test_the_chosen_move_is_taken() -> None:
    referee, chosen, _ = chosen_game()
    assert say(Chosen(1, Seat.A, chosen)) == f"A chooses to move from {chosen.source} to {chosen.target}."
    events = referee.on(look(referee, chosen))
    assert isinstance(events[0], Moved)
    assert events[0].move == chosen
    assert referee.state.chosen is None


def test_another_legal_move_is_not_so_and_its_way_back_puts_it_right() -> None:
    referee, chosen, other = chosen_game()
    before = referee.state.position.halves()
    (flagged,) = referee.on(look(referee, other))
    assert isinstance(flagged, Flagged)
    assert flagged.reason is Reason.NOT_THE_CHOSEN_MOVE
    assert [(step.source, step.target) for step in flagged.remedy] == [(other.target, other.source)]
    assert "A chose another move" in say(flagged)
    assert isinstance(referee.on(Look(before))[0], Restored)
    assert isinstance(referee.on(look(referee, chosen))[0], Moved)


def test_it_can_be_put_right_at_once_by_making_the_chosen_move() -> None:
    referee, chosen, other = chosen_game()
    referee.on(look(referee, other))
    assert isinstance(referee.on(look(referee, chosen))[0], Moved)


def test_an_illegal_move_keeps_its_own_reason() -> None:
    referee, _, _ = chosen_game()
    halves = referee.state.position.halves()
    flagged = referee.on(Look(Halves((0, 1, 0, 0, 1, *halves.a[5:]), halves.b)))[0]
    assert isinstance(flagged, Flagged)
    assert flagged.reason is Reason.WRONG_DISTANCE


def test_taken_back_it_is_chosen_still() -> None:
    referee, chosen, other = chosen_game()
    before = referee.state.position.halves()
    referee.on(look(referee, chosen))
    assert isinstance(referee.on(Look(before))[0], TakenBack)
    assert referee.state.chosen == chosen
    assert isinstance(referee.on(look(referee, other))[0], Flagged)


def test_a_hit_counter_that_still_lies_there_is_reported_of_only_with_the_chosen_move() -> None:
    position = Position.parse("A 1A 2A hand x3 / B 3A 4A hand x3")
    for chosen, reason in (
        (Move(Seat.A, Point.A2, Point.A4), Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF),
        (Move(Seat.A, Point.A1, Point.A3), Reason.NOT_THE_CHOSEN_MOVE),
    ):
        referee = Referee(begin(rules_for("kidd", ["entry=free"]), Seat.A, position))
        referee.on(Throw(2))
        referee.on(Choose(chosen))
        halves = position.halves()
        shown = Halves((1, 0, 0, 1, *halves.a[4:]), halves.b)
        flagged = referee.on(Look(shown))[0]
        assert isinstance(flagged, Flagged)
        assert flagged.reason is reason


def test_only_a_legal_move_is_chosen_and_only_once() -> None:
    referee, chosen, other = chosen_game()
    with pytest.raises(NotNowError):
        referee.on(Choose(other))
    referee.on(look(referee, chosen))
    with pytest.raises(NotNowError):
        referee.on(Choose(chosen))
