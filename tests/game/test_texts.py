"""The texts held against the engine, rule by rule: what may be done in telling positions."""

import pytest

from companion.game import (
    GameError,
    Move,
    Outcome,
    Point,
    Position,
    Reserve,
    Seat,
    Stay,
    Termination,
    legal_moves,
    next_seat,
    outcome,
    play,
    rules_for,
    start_position,
)
from tests.support.games import STUCK

# Rules and options, position, seat to throw, throw, everything the player may do.
ALLOWED = [
    # Schädler 8: the only first moves on the full board.
    ("schaedler", "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B", "A", 1, "2A-3A"),
    ("schaedler", "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B", "A", 2, "1A-3A"),
    ("schaedler", "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B", "A", 3, "5A-3B"),
    ("schaedler", "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B", "A", 4, "4A-3B"),
    ("schaedler", "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B", "A", 5, "3A-3B"),
    ("schaedler", "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B", "A", 6, "2A-3B"),
    ("schaedler", "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B", "B", 6, "2B-3A"),
    # Schädler 7: from the last point of a side on to the next, round and round.
    ("schaedler", "A 5A 5B 3Bx3 / B 3Ax5", "A", 2, "5A-2B 5B-2A"),
    # Schädler 8 and 9: any number of both seats on the sacred line; off it if nothing else moves.
    ("schaedler", "A 1A 3A 3Bx3 / B 3Ax4 3B", "A", 2, "1A-3A 3A-5A 3B-5B"),
    ("schaedler", "A 2B 3Bx4 / B 2A 3A 4B 3B 1A", "A", 1, "2B-3B#"),
    ("schaedler", "A 1B 3Bx4 / B 2B 4B 3A 3B 1A", "A", 1, "pass"),
    ("schaedler", "A 1B 3Bx4 / B 2B 3Ax3 3B", "A", 1, "3B-4B"),
    # Kidd 1: enters from the right-hand corner; 3: counters enter first; yoked ones are welcome.
    ("kidd", "A 4A hand x4 / B 2B hand x4", "A", 4, "hand-4A"),
    ("kidd", "A hand x5 / B 1Bx2 hand x3", "A", 6, "pass"),
    # Kidd 4 and 5: two block (another moves then), one is hit, on the sacred line too.
    ("kidd", "A 1A hand x4 / B 4Ax2 hand x3", "A", 4, "1A-5A"),
    ("kidd", "A 1B 5A 3Bx3 / B 3B hand x4", "A", 3, "5A-3B* 1B-4B 3B-1A"),
    ("kidd", "A 3B 1A 2A 4A 5A / B 1A hand x4", "B", 3, "hand-3B*"),
    ("kidd", "A 3Bx2 1A 2A 4A / B 5A 1Ax4", "B", 3, "1A-4A*"),
    # "Can only be entered at the left-hand side": the right half is a point of the walk.
    ("kidd", "A 1A 3Ax4 / B hand x5", "A", 2, "1A-3A 3A-5A"),
    ("kidd sacred-line=safe", "A 1B 5A 3Bx3 / B 3Bx2 hand x3", "A", 3, "5A-3B 1B-4B 3B-1A"),
    ("kidd entry=must-else-pass", "A 1A hand x4 / B 4Ax2 hand x3", "A", 4, "pass"),
    # Locus Ludi race 3: entering first; another moves only if the point is taken; the sacred line never is.
    ("locus-ludi-race", "A 4A hand x4 / B hand x5", "A", 4, "4A-3B"),
    ("locus-ludi-race", "A 4A hand x4 / B 5A hand x4", "A", 5, "4A-4B"),
    ("locus-ludi-race", "A 3A hand x4 / B 3A hand x4", "A", 3, "hand-3A"),
    ("locus-ludi-race", "A 4A hand x4 / B 1B hand x4", "A", 6, "4A-5B"),
    # Locus Ludi capture 3 and 4: entering captures; the sacred line is safe; own counters block.
    ("locus-ludi-capture", "A 4A hand x4 / B 5A hand x4", "A", 5, "hand-5A*"),
    ("locus-ludi-capture", "A 4A hand x4 / B 3A hand x4", "A", 3, "hand-3A"),
    ("locus-ludi-capture", "A 4A hand x4 / B 3B hand x4", "A", 4, "4A-3B"),
    ("locus-ludi-capture entry-hits=blocked", "A 4A hand x4 / B 5A hand x4", "A", 5, "4A-4B"),
    ("locus-ludi-capture", "A 1A 2A 3Ax3 / B 4A hand x4", "A", 2, "2A-4A* 1A-3A 3A-5A"),
    # Adapted, game play 4 and rule 1: one own counter on the own half, whatever the other seat has there.
    ("schaedler-adapted", "A 3A 1A 3Bx3 / B hand x5", "A", 2, "3A-5A 3B-5B"),
    ("schaedler-adapted", "A 5B 1A 3Bx3 / B 3Ax4 hand", "A", 2, "1A-3A 5B-2A"),
    ("schaedler-adapted", "A 1B 5A 3Bx3 / B 3B hand x4", "A", 2, "1B-3B 5A-2B 3B-5B"),
    ("schaedler-adapted", "A 3A hand x4 / B hand x5", "A", 3, "3A-1B"),
    # Kalkhoven 3: waiting counters slide up and move, unless one stands on the point.
    ("kalkhoven", "A 3A home x4 / B 3B home x4", "A", 2, "3A-5A"),
    ("kalkhoven", "A 3A home x4 / B 3B home x4", "A", 5, "pass"),
    ("kalkhoven", "A 5A home x4 / B 3B home x4", "A", 1, "home-4A 5A-1B"),
    ("kalkhoven", "A 1A 3A home x3 / B 3B home x4", "A", 1, "1A-2A 3A-4A"),
    # Kalkhoven 4 and 7: the Sacred Line is shut while the other stands on the point, open afterwards.
    ("kalkhoven", "A 5A 1B home x3 / B 3B home x4", "A", 3, "1B-4B"),
    ("kalkhoven", "A 5A 1B home x3 / B 2B home x4", "A", 3, "5A-3B+ 1B-4B"),
    ("kalkhoven", "A 1A 4A home x3 / B 5B home x4", "A", 2, "home-5A 1A-3A+ 4A-1B"),
    # Kalkhoven 8: off the Sacred Line only when nothing else moves, and not past the other's counter.
    ("kalkhoven", "A 1B 3Bx4 / B 5B home x4", "A", 1, "1B-2B"),
    ("kalkhoven", "A 1B 3Bx4 / B 2B home x4", "A", 1, "3B-4B"),
    ("kalkhoven", "A 1B 3Bx4 / B 2B 3B home x3", "A", 1, "pass"),
    # The Ludii program: the goal is for good and out of reach.
    ("ludii-race", "A 1B 3Bx4 / B 2B hand x4", "A", 1, "pass"),
    ("ludii-race", "A 2B 3Bx3 hand / B 3B hand x4", "A", 1, "hand-1A"),
    ("ludii-race", "A 2B 1A 3Bx3 / B 3B hand x4", "A", 1, "1A-2A"),
    ("ludii-race", "A 1A 2A 5A 3Bx2 / B 3Ax2 hand x3", "A", 1, "2A-3A 5A-1B"),
    ("ludii-capture", "A 2B 1A 3Bx3 / B 3B hand x4", "A", 1, "1A-2A 2B-3B*"),
    ("ludii-capture", "A 3Bx2 hand x3 / B hand x5", "B", 3, "hand-3B"),
    ("ludii-capture", "A 3A hand x4 / B 1A 5A hand x3", "B", 5, "hand-5B"),
    # House rules.
    ("schaedler last-may-stay=yes", "A 1A 3Bx4 / B 3Ax5", "A", 1, "1A-2A 3B-4B decline"),
    ("schaedler last-may-stay=yes", "A 1A 2A 3Bx3 / B 3Ax5", "A", 4, "1A-5A 2A-1B"),
    ("kidd last-may-stay=yes", "A hand 3Bx4 / B hand x5", "A", 1, "hand-1A"),
    ("schaedler zugzwang=may-pass", "A 3A 3Bx4 / B 3Ax4 1A", "A", 2, "3A-5A 3B-5B decline"),
    ("schaedler zugzwang=may-pass", "A 3A 3Bx4 / B 3Ax4 1A", "A", 5, "3A-3B# 3B-3A"),
    ("schaedler larger-throw-enters=yes", "A 1B 3Bx4 / B 3Ax4 1A", "A", 4, "1B-5B 1B-3B# 3B-2A"),
    ("schaedler larger-throw-enters=yes", "A 4B 3Bx4 / B 3Ax4 1A", "A", 6, "4B-5A 3B-4A"),
    ("kalkhoven larger-throw-enters=yes", "A 1A 4A home x3 / B 1B home x4", "A", 6,
     "home-4B home-3B+ 1A-2B 4A-5B 4A-3B+"),
    ("schaedler own-half=closed", "A 1A 3Bx4 / B 1B 3Ax4", "A", 2, "3B-5B"),
    ("schaedler goal-point=blocked", "A 1B 3Bx4 / B 3B 3Ax4", "A", 2, "pass"),
    ("schaedler leaving=last-resort", "A 1A 3Bx4 / B 3Ax5", "A", 1, "1A-2A"),
    ("locus-ludi-race entry=free", "A 4A hand x4 / B hand x5", "A", 1, "hand-1A 4A-5A"),
    ("locus-ludi-capture sacred-line=open", "A 5A 1A 2A 4A 1B / B 3B hand x4", "A", 3,
     "5A-3B* 1B-4B 4A-2B"),
]  # fmt: skip


def allowed(name: str, text: str, seat: str, throw: int) -> set[str]:
    rules = rules_for(name.split()[0], name.split()[1:])
    legal = legal_moves(Position.parse(text), Seat(seat), throw, rules)
    return {
        f"{action}{'*' * action.hits}{'+' * action.throws_again}{'#' * action.wins}"
        if isinstance(action, Move)
        else action
        for action in legal.choices
    }


@pytest.mark.parametrize(("name", "position", "seat", "throw", "expected"), ALLOWED)
def test_what_the_texts_allow(name: str, position: str, seat: str, throw: int, expected: str) -> None:
    assert allowed(name, position, seat, throw) == set(expected.split())


def test_an_extra_throw_goes_to_the_same_seat_and_chains_but_not_after_the_win() -> None:
    rules = rules_for("kalkhoven")
    position = Position.parse("A 1B 3A 3Bx3 / B 5B home x4")
    first = legal_moves(position, Seat.A, 2, rules)[-1]
    assert (str(first), first.throws_again, next_seat(Seat.A, first)) == ("1B-3B", True, Seat.A)
    position = play(position, first)
    second = legal_moves(position, Seat.A, 5, rules)[0]
    assert (str(second), second.wins, second.throws_again) == ("3A-3B", True, False)
    assert outcome(play(position, second), rules) == Outcome(Termination.WON, Seat.A)


def test_a_hit_counter_goes_back_to_hand_and_must_enter_first() -> None:
    rules = rules_for("locus-ludi-capture")
    position = Position.parse("A 5A 3Bx4 / B 1A 2A 4B 5B 1B")
    hit = legal_moves(position, Seat.A, 1, rules)[0]
    assert hit.hits
    after = play(position, hit)
    assert str(after) == "A 1B 3Bx4 / B 1A 2A 4B 5B hand x1"
    assert allowed("locus-ludi-capture", str(after), "B", 2) == {"hand-2B"}


def test_a_forced_turn_and_zugzwang_are_reported() -> None:
    rules = rules_for("schaedler")
    first = legal_moves(start_position(rules), Seat.A, 5, rules)
    assert first.forced
    assert not first.zugzwang  # from one half to the other stays on the line
    last = legal_moves(Position.parse("A 1B 3Bx4 / B 2B 3Ax3 3B"), Seat.A, 1, rules)
    assert last.forced
    assert last.zugzwang
    assert last[0].leaves_sacred_line


def test_no_text_calls_it_zugzwang_that_a_counter_leaves_its_own_half() -> None:
    out_of_home = legal_moves(start_position(rules_for("kalkhoven")), Seat.A, 1, rules_for("kalkhoven"))
    assert out_of_home.all_leave_sacred_line
    assert not out_of_home.zugzwang
    from_either_half = Position.parse("A 3A 3Bx4 / B 1A 3Ax4")
    assert not legal_moves(from_either_half, Seat.A, 1, rules_for("schaedler")).zugzwang
    assert legal_moves(from_either_half, Seat.A, 1, rules_for("kidd", ["sacred-line=safe"])).zugzwang is False


def test_where_counters_are_gathered_anywhere_on_the_line_it_is_zugzwang_to_leave_either_half() -> None:
    rules = rules_for("schaedler", ["goal=anywhere"])
    assert legal_moves(Position.parse("A 3Ax2 3Bx2 2B / B 3Ax3 4B 5B"), Seat.A, 2, rules).moves
    turn = legal_moves(Position.parse("A 3Ax2 3Bx2 2B / B 3A 4B 5B 1A 2A"), Seat.A, 2, rules)
    assert {str(move) for move in turn} == {"3A-5A", "3B-5B"} - {"3B-5B"}
    assert turn.zugzwang


@pytest.mark.parametrize("text", ["A 3Bx4 1A / B hand x5", "A 3A 3Bx3 1A / B hand x5"])
def test_four_win_where_four_are_enough(text: str) -> None:
    position = Position.parse(text)
    assert outcome(position, rules_for("schaedler")) is None
    anywhere = rules_for("schaedler", ["to-win=4", "goal=anywhere"])
    assert outcome(position, anywhere) == Outcome(Termination.WON, Seat.A)


@pytest.mark.parametrize("name", ["ludii-race", "ludii-capture"])
def test_by_the_end_test_of_ludiis_file_a_4_and_another_4_win(name: str) -> None:
    """A counter enters on 4A; from there a 4 takes it to 3B, with four in hand."""
    position = Position.parse("A 4A hand x4 / B 1B hand x4")
    as_meant, as_written = rules_for(name), rules_for(name, ["end-test=on-board"])
    assert not legal_moves(position, Seat.A, 4, as_meant).moves[0].wins
    (move,) = legal_moves(position, Seat.A, 4, as_written)
    after = play(position, move)
    assert str(move) == "4A-3B"
    assert move.wins
    assert outcome(after, as_written, mover=Seat.A) == Outcome(Termination.WON, Seat.A)
    assert outcome(after, as_meant, mover=Seat.A) is None


def test_by_the_end_test_of_ludiis_file_a_pass_with_nothing_on_the_board_wins() -> None:
    """The test is true of no counters at all, and made after a pass, too. At the start it is not made."""
    rules = rules_for("ludii-race", ["end-test=on-board"])
    assert outcome(start_position(rules), rules) is None
    position = Position.parse("A 1B hand x4 / B hand x5")
    assert legal_moves(position, Seat.B, 1, rules).passes
    assert outcome(position, rules, mover=Seat.B) == Outcome(Termination.WON, Seat.B)
    assert outcome(position, rules, mover=Seat.A) is None


def test_by_the_end_test_of_ludiis_file_a_hit_wins_for_nobody() -> None:
    """All that B has left on the board is gathered, but A threw: B has to enter a counter first."""
    rules = rules_for("ludii-capture", ["end-test=on-board"])
    position = Position.parse("A 1A 2A hand x3 / B 5A 3Ax2 hand x2")
    (move,) = (it for it in legal_moves(position, Seat.A, 5, rules) if it.hits)
    assert outcome(play(position, move), rules, mover=Seat.A) is None


def test_ten_full_points_with_both_goals_shut_are_a_draw_that_says_so() -> None:
    rules = STUCK
    ended = outcome(start_position(rules), rules)
    assert ended == Outcome(Termination.NOBODY_CAN_MOVE)
    assert "nobody can ever move" in str(ended)
    assert legal_moves(start_position(rules), Seat.A, 1, rules).choices == (Stay.PASS,)


def test_a_game_is_drawn_when_the_limit_is_reached() -> None:
    rules = rules_for("kidd", ["limit=30"])
    assert outcome(start_position(rules), rules, throws=29) is None
    assert outcome(start_position(rules), rules, throws=30) == Outcome(Termination.LIMIT)


def test_the_die_has_only_its_faces() -> None:
    with pytest.raises(GameError, match="knucklebone-roman has no 2; its faces are 1, 3, 4, 6"):
        legal_moves(Position.parse("A / B"), Seat.A, 2, rules_for("kidd", ["die=knucklebone-roman"]))


def test_a_move_can_be_asked_for() -> None:
    rules = rules_for("kidd")
    legal = legal_moves(start_position(rules), Seat.A, 4, rules)
    assert Move(Seat.A, Reserve.HAND, Point.A4) in legal
    assert Move(Seat.A, Reserve.HAND, Point.A5) not in legal
    assert len(legal) == 1
    assert repr(legal) == "<LegalMoves of A with a 4: hand-4A>"
