"""Why a move is refused, and the rule each refusal rests on."""

import pytest

from companion.game import (
    RECONSTRUCTIONS,
    GameError,
    Move,
    Point,
    Position,
    Reason,
    Reserve,
    Seat,
    Source,
    barred_moves,
    citation,
    legal_moves,
    rules_for,
    what_bars,
    why_illegal,
)

REFUSED = [
    ("schaedler", "A 1A 3Bx4 / B 3Ax5", 2, "1A-2A", Reason.WRONG_DISTANCE),
    ("schaedler", "A 4A 3Bx4 / B 3Ax5", 2, "4A-2A", Reason.WRONG_WAY_ROUND),
    ("schaedler", "A 1A 2A 3Bx3 / B 3Ax5", 1, "1A-2A", Reason.POINT_TAKEN_BY_OWN_COUNTER),
    ("schaedler", "A 1A 3Bx4 / B 2A 3Ax4", 1, "1A-2A", Reason.POINT_TAKEN_BY_OTHER_COUNTER),
    ("kidd", "A 1A hand x4 / B 5Ax2 hand x3", 4, "1A-5A", Reason.MOVED_THOUGH_MUST_ENTER),
    ("kidd", "A 1A 3Bx4 / B 5Ax2 hand x3", 4, "1A-5A", Reason.POINT_TAKEN_BY_OTHER_COUNTER),
    ("kalkhoven", "A 1B 4A home x3 / B 3B home x4", 2, "1B-3B", Reason.POINT_TAKEN_BY_OTHER_COUNTER),
    ("kidd", "A hand x5 / B hand x5", 4, "hand-5A", Reason.ENTERED_ON_WRONG_POINT),
    ("locus-ludi-race", "A 4A hand x4 / B hand x5", 4, "hand-5A", Reason.ENTERED_THOUGH_NONE_MAY),
    ("locus-ludi-race", "A 4A hand x4 / B hand x5", 4, "hand-4A", Reason.POINT_TAKEN_BY_OWN_COUNTER),
    ("locus-ludi-race", "A 5A hand x4 / B 4A hand x4", 4, "hand-4A", Reason.POINT_TAKEN_BY_OTHER_COUNTER),
    ("kalkhoven", "A 3A 1A home x3 / B 5B home x4", 1, "home-4A", Reason.ENTERED_THOUGH_NONE_MAY),
    ("kalkhoven", "A 1B 3Bx4 / B 5B home x4", 1, "3B-4B", Reason.LEFT_GOAL_HALF),
    ("kalkhoven", "A 1B 3Bx4 / B 2B 3B home x3", 1, "3B-4B", Reason.SACRED_HALF_CLOSED),
    ("ludii-race", "A 1B 3Bx4 / B hand x5", 1, "3B-4B", Reason.LEFT_GOAL_HALF),
    ("schaedler own-half=closed", "A 1A 3Bx4 / B 3Ax5", 2, "1A-3A", Reason.SACRED_HALF_CLOSED),
    ("kidd entry=must-else-pass", "A 1A hand x4 / B 4Ax2 hand x3", 4, "1A-5A",
     Reason.MOVED_THOUGH_TURN_PASSES),
]  # fmt: skip


def told_move(text: str, seat: Seat = Seat.A) -> Move:
    source, _, target = text.partition("-")
    place: Source = Reserve(source) if source in ("hand", "home") else Point(source)
    return Move(seat, place, Point(target))


@pytest.mark.parametrize(("name", "position", "throw", "move", "reason"), REFUSED)
def test_a_forbidden_move_is_refused_for_its_reason(
    name: str, position: str, throw: int, move: str, reason: Reason
) -> None:
    rules = rules_for(name.split()[0], name.split()[1:])
    assert why_illegal(Position.parse(position), Seat.A, throw, told_move(move), rules) is reason


@pytest.mark.parametrize(("name", "hand"), [("schaedler", 0), ("kidd", 0), ("kidd", 1)])
def test_a_step_back_is_the_wrong_way_whatever_was_thrown(name: str, hand: int) -> None:
    rules = rules_for(name)
    position = Position.parse("A 4A 3Bx3 hand / B 3Ax5" if hand else "A 4A 3Bx4 / B 3Ax5")
    for throw in rules.die.faces:
        for back in ("3A", "2A", "1A"):
            assert what_bars(position, throw, told_move(f"4A-{back}"), rules) is Reason.WRONG_WAY_ROUND


def test_the_other_seats_counter_is_not_to_be_moved() -> None:
    position = Position.parse("A 1A 3Bx4 / B 1B 3Ax4")
    move = told_move("1B-2B", Seat.B)
    assert why_illegal(position, Seat.A, 1, move, rules_for("kidd")) is Reason.OTHER_SEATS_COUNTER_MOVED


def test_a_legal_move_has_no_reason_against_it() -> None:
    position = Position.parse("A 1A 3Bx4 / B 1B 3Ax4")
    assert why_illegal(position, Seat.A, 1, told_move("1A-2A"), rules_for("schaedler")) is None


def test_a_counter_that_is_not_there_cant_be_asked_about() -> None:
    with pytest.raises(GameError, match="no counter of A is on 5A"):
        why_illegal(Position.parse("A / B"), Seat.A, 1, told_move("5A-1B"), rules_for("kidd"))


def test_every_reason_rests_on_a_rule_in_every_reconstruction() -> None:
    for name in RECONSTRUCTIONS:
        for reason in Reason:
            assert str(citation(rules_for(name), reason))


@pytest.mark.parametrize(
    ("name", "options", "reason", "rule"),
    [
        ("schaedler", [], Reason.POINT_TAKEN_BY_OTHER_COUNTER, "Schädler 8"),
        ("schaedler", [], Reason.WRONG_DISTANCE, "Schädler 6"),
        ("schaedler", [], Reason.WRONG_WAY_ROUND, "Schädler 7"),
        ("kidd", [], Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF, "Kidd 5"),
        ("locus-ludi-capture", [], Reason.MOVED_THOUGH_MUST_ENTER, "Locus Ludi capture 4"),
        ("kalkhoven", [], Reason.LEFT_GOAL_HALF, "Kalkhoven 8"),
        ("ludii-race", [], Reason.LEFT_GOAL_HALF, "the Ludii program's reading"),
        ("schaedler", ["own-half=closed"], Reason.SACRED_HALF_CLOSED, "house rule own-half=closed"),
        ("schaedler", ["leaving=never"], Reason.LEFT_GOAL_HALF, "house rule leaving=never"),
        ("schaedler", ["start=hand"], Reason.MOVED_THOUGH_MUST_ENTER, "house rule entry=must-else-move"),
    ],
)
def test_a_refusal_without_a_place_rests_on_the_text_or_on_the_house_rule_that_replaces_it(
    name: str, options: list[str], reason: Reason, rule: str
) -> None:
    assert str(citation(rules_for(name, options), reason)) == rule


@pytest.mark.parametrize(
    ("name", "options", "reason", "target", "rule"),
    [
        ("schaedler", ["own-half=one"], Reason.POINT_TAKEN_BY_OWN_COUNTER, "2B", "Schädler 8"),
        ("schaedler", ["own-half=one"], Reason.POINT_TAKEN_BY_OWN_COUNTER, "3A", "house rule own-half=one"),
        ("schaedler", ["goal-point=blocked"], Reason.POINT_TAKEN_BY_OTHER_COUNTER, "2B", "Schädler 8"),
        ("kidd", ["sacred-line=safe"], Reason.POINT_TAKEN_BY_OTHER_COUNTER, "4A", "Kidd 4"),
        ("kidd", [], Reason.MOVED_THOUGH_MUST_ENTER, "4A", "Locus Ludi race 3"),
        ("ludii-race", [], Reason.POINT_TAKEN_BY_OTHER_COUNTER, "3B", "the Ludii program's reading"),
        ("ludii-race", [], Reason.POINT_TAKEN_BY_OTHER_COUNTER, "4B", "Locus Ludi race 1"),
        ("ludii-capture", [], Reason.POINT_TAKEN_BY_OWN_COUNTER, "3A", "the Ludii program's reading"),
        ("locus-ludi-race", ["own-half=one"], Reason.POINT_TAKEN_BY_OWN_COUNTER, "4A", "Locus Ludi race 1"),
    ],
)
def test_a_refusal_on_the_sacred_line_rests_on_what_holds_there(
    name: str, options: list[str], reason: Reason, target: str, rule: str
) -> None:
    assert str(citation(rules_for(name, options), reason, Point(target))) == rule


def test_in_the_ludii_program_a_counter_never_leaves_its_goal_even_where_that_is_shut() -> None:
    position = Position.parse("A 1A 2A 4A 5A 3B / B 1A 3B 4B 5B 1B")
    assert (
        why_illegal(position, Seat.A, 1, told_move("3B-4B"), rules_for("ludii-race")) is Reason.LEFT_GOAL_HALF
    )


def test_a_turn_that_passes_has_a_reason_for_each_counter() -> None:
    rules, position = rules_for("kalkhoven"), Position.parse("A 2A 4B home x3 / B 3B 5A home x3")
    assert legal_moves(position, Seat.A, 6, rules).passes
    barred = barred_moves(position, Seat.A, 6)
    assert {str(move.source): str(move.target) for move in barred}.items() >= {("2A", "3B"), ("4B", "5A")}
    assert all(why_illegal(position, Seat.A, 6, move, rules) for move in barred)
