"""Every reason for a refusal, shown on a board."""

import pytest

from companion.game import (
    Halves,
    Move,
    Point,
    Position,
    Reason,
    Rules,
    Seat,
    legal_moves,
    play,
    rules_for,
    start_position,
)
from companion.referee.events import Flagged, Look, Started, Step, Throw
from companion.referee.referee import Referee
from companion.referee.verdict import Legal, Unchanged, Wrong, judge, meant_move
from companion.referee.words import message

SCHAEDLER = rules_for("schaedler")
KIDD = rules_for("kidd")
RACE = rules_for("locus-ludi-race")
CAPTURE = rules_for("locus-ludi-capture")
KALKHOVEN = rules_for("kalkhoven")
ADAPTED = rules_for("schaedler-adapted")


def halves(text: str) -> Halves:
    return Position.parse(text).halves()


def verdict(rules: Rules, before: str, throw: int | None, after: str, seat: Seat = Seat.A) -> object:
    position = Position.parse(before)
    legal = None if throw is None else legal_moves(position, seat, throw, rules)
    return judge(position, halves(after), legal, seat, rules)


OPEN = "A 1A 2A 3A 4A 3B / B 1B 2B 3A 5A 5B"

REASONS = [
    (SCHAEDLER, OPEN, 1, "A 1A 2A 3A 4A 4B / B 1B 2B 3A 5A 5B", None),
    (SCHAEDLER, OPEN, 2, "A 1A 2A 3A 4A 4B / B 1B 2B 3A 5A 5B", Reason.WRONG_DISTANCE),
    (SCHAEDLER, "A 3Ax2 4A 3Bx2 / B 3Ax5", 2, "A 2A 3Ax2 3Bx2 / B 3Ax5", Reason.WRONG_WAY_ROUND),
    (SCHAEDLER, OPEN, 1, "A 2Ax2 3A 4A 3B / B 1B 2B 3A 5A 5B", Reason.POINT_TAKEN_BY_OWN_COUNTER),
    (SCHAEDLER, OPEN, 1, "A 1A 2A 3A 5A 3B / B 1B 2B 3A 5A 5B", Reason.POINT_TAKEN_BY_OTHER_COUNTER),
    (SCHAEDLER, OPEN, 1, "A 1A 2A 3A 4A 3B / B 2B 3A 3B 5A 5B", Reason.OTHER_SEATS_COUNTER_MOVED),
    (SCHAEDLER, OPEN, 1, "A 1A 2A 3Ax2 4B / B 1B 2B 3A 5A 5B", Reason.MORE_THAN_ONE_COUNTER_MOVED),
    (SCHAEDLER, OPEN, None, "A 1A 2A 3A 4A 4B / B 1B 2B 3A 5A 5B", Reason.MOVED_BEFORE_THROWING),
    (SCHAEDLER, OPEN, 1, "A 1A 2A 3A 4A 4B / B 1B 2B 3A 5A", Reason.COUNTER_MISSING),
    (SCHAEDLER, OPEN, 1, "A 1A 2A 3A 4A 3B / B 1B 2B 3A 5A", Reason.COUNTER_MISSING),
    (SCHAEDLER, OPEN, 1, "A 1A 2A 3A 4A / B 1B 2B 3A 5A 5B", Reason.MOVE_NOT_FINISHED),
    (SCHAEDLER, "A 1A 2A 3A 4A 5A / B 1B 2B 3A 3B 5B", 3, "A 1A 2A 3A 4A 3B / B 1B 2B 3A 3B 5B", None),
    (
        KIDD,
        "A 1A hand x4 / B 5Ax2 hand x3",
        4,
        "A 5A hand x4 / B 5Ax2 hand x3",
        Reason.MOVED_THOUGH_MUST_ENTER,
    ),
    (
        KIDD,
        "A 1A hand x4 / B 5Ax2 hand x3",
        5,
        "A 1A 5A hand x3 / B 5Ax2",
        Reason.POINT_TAKEN_BY_OTHER_COUNTER,
    ),
    (KIDD, "A 1A hand x4 / B 5A hand x4", 3, "A 1A hand x4 / B 3B 5A", Reason.OTHER_SEATS_COUNTER_MOVED),
    (RACE, "A hand x5 / B hand x5", 4, "A 3A hand x4 / B hand x5", Reason.ENTERED_ON_WRONG_POINT),
    (
        RACE,
        "A 1A 2A hand x3 / B hand x5",
        2,
        "A 1A 2A 4A hand x2 / B hand x5",
        Reason.ENTERED_THOUGH_NONE_MAY,
    ),
    (RACE, "A 1A hand x4 / B hand x5", 2, "A 3A hand x4 / B hand x5", Reason.MOVED_THOUGH_MUST_ENTER),
    (
        CAPTURE,
        "A 1A 2A 3A 4A 5A / B 2B hand x4",
        6,
        "A 2A 3A 4A 5A 2B / B 2B hand x4",
        Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF,
    ),
    (CAPTURE, "A 1A 2A 3A 4A 5A / B 2B hand x4", 6, "A 2A 3A 4A 5A 2B / B hand x5", None),
    (
        KALKHOVEN,
        "A 1A 3Bx4 / B 1A 3B home x3",
        1,
        "A 1A 3Bx3 4B / B 1A 3B home x3",
        Reason.SACRED_HALF_CLOSED,
    ),
    (KALKHOVEN, "A 1A 3Bx4 / B 1B 3Ax4", 1, "A 1A 3Bx3 4B / B 1B 3Ax4", Reason.LEFT_GOAL_HALF),
    (KALKHOVEN, "A 3A home x4 / B 3B home x4", 1, "A 3A 4A home x3 / B 3B home x4", None),
]


@pytest.mark.parametrize(("rules", "before", "throw", "after", "reason"), REASONS)
def test_a_board_is_legal_or_refused_for_its_reason(
    rules: Rules, before: str, throw: int | None, after: str, reason: Reason | None
) -> None:
    said = verdict(rules, before, throw, after)
    if reason is None:
        assert isinstance(said, Legal)
    else:
        assert isinstance(said, Wrong)
        assert said.reason is reason


def test_a_board_as_it_was_is_unchanged() -> None:
    assert verdict(SCHAEDLER, OPEN, 1, OPEN) == Unchanged()


def test_a_counter_too_many_is_named() -> None:
    position = Position.parse(OPEN)
    seen = position.halves()
    more = Halves((*seen.a[:9], seen.a[9] + 1), seen.b)
    said = judge(position, more, legal_moves(position, Seat.A, 1, SCHAEDLER), Seat.A, SCHAEDLER)
    assert isinstance(said, Wrong)
    assert said.reason is Reason.COUNTER_TOO_MANY
    assert said.remedy == (Step(Seat.A, Point.B5, None),)


def test_the_way_back_names_every_counter_that_moved() -> None:
    said = verdict(SCHAEDLER, OPEN, 1, "A 1A 2A 3Ax2 4B / B 1B 2B 3A 5A 5B")
    assert isinstance(said, Wrong)
    assert set(said.remedy) == {Step(Seat.A, Point.A3, Point.A4), Step(Seat.A, Point.B4, Point.B3)}


def test_a_hit_shows_as_the_move_that_made_it() -> None:
    said = verdict(KIDD, "A 1A hand x4 / B 5A hand x4", 5, "A 1A 5A hand x3 / B hand x5")
    assert isinstance(said, Legal)
    assert said.move.hits
    assert said.move.target is Point.A5


@pytest.mark.parametrize("name", ["schaedler", "kidd", "locus-ludi-race", "locus-ludi-capture", "kalkhoven"])
def test_following_the_remedy_brings_the_board_back(name: str) -> None:
    rules = rules_for(name)
    position = start_position(rules)
    for throw in rules.die.faces:
        for move in legal_moves(position, Seat.A, throw, rules):
            shown = play(position, move).halves()
            legal = legal_moves(position, Seat.B, throw, rules)
            said = judge(position, shown, legal, Seat.B, rules)
            assert isinstance(said, Wrong)
            assert said.remedy == tuple(Step(s.seat, s.target, s.source) for s in said.done)
            assert Move(Seat.A, move.source, move.target) == move


def test_a_wrong_move_tells_where_the_throw_leads_its_counter() -> None:
    rules = rules_for("schaedler")
    position = Position.parse("A 1A 2A 4A 3Bx2 / B 1B 2B 4B 3Ax2")
    legal = legal_moves(position, Seat.A, 4, rules)
    back = (Step(Seat.A, Point.B2, Point.A4),)
    assert meant_move(legal, back) == Move(Seat.A, Point.A4, Point.B3)
    assert meant_move(None, back) is None
    assert meant_move(legal, (Step(Seat.B, Point.B3, Point.B2),)) is None
    wrong = (Step(Seat.A, Point.A5, Point.A1),)
    only = legal_moves(position, Seat.A, 3, rules)
    assert list(only) == [meant_move(only, wrong)]
    several = legal_moves(position, Seat.A, 1, rules)
    assert len(several) > 1
    assert meant_move(several, wrong) == Move(Seat.A, Point.A1, Point.A2)
    assert meant_move(several, wrong) not in several


def test_a_hit_counter_laid_on_a_point_is_one_wrong_counter() -> None:
    before = Position.parse("A 1A 2A 3A 4A 2B / B 1Bx2 5A 4Bx2")
    legal = legal_moves(before, Seat.A, 3, KIDD)
    move = next(move for move in legal if move.hits)
    shown = play(before, move).halves().with_count(Seat.B, Point.B3, 1)
    found = judge(before, shown, legal, Seat.A, KIDD)
    assert isinstance(found, Wrong)
    assert found.reason is Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF
    assert found.remedy == (Step(Seat.B, Point.B3, None),)
    flagged = Flagged(1, Seat.A, 3, found.reason, "", shown, found.done, found.remedy, None)
    assert message(flagged) == "B's counter was hit, but lies on 3B."


def test_what_bars_a_move_is_said_before_the_duty_to_enter_each_with_its_source() -> None:
    position = Position.parse("A 1A hand x4 / B 5Ax2 hand x3")
    referee = Referee(Started(KIDD, position, Seat.A))
    referee.on(Throw(4))
    shown = position.halves().with_count(Seat.A, Point.A1, 0).with_count(Seat.A, Point.A5, 1)
    (flagged,) = referee.on(Look(shown))
    assert isinstance(flagged, Flagged)
    assert flagged.reasons == (Reason.POINT_TAKEN_BY_OTHER_COUNTER, Reason.MOVED_THOUGH_MUST_ENTER)
    assert message(flagged).startswith("B's pair on 5A keeps you out. A must ")
    assert flagged.rule == "Kidd 4; Locus Ludi race 3"


def test_a_wrong_point_of_entry_names_the_right_one() -> None:
    position = Position.parse("A hand x5 / B hand x5")
    referee = Referee(Started(KIDD, position, Seat.A))
    referee.on(Throw(3))
    (flagged,) = referee.on(Look(position.halves().with_count(Seat.A, Point.A1, 1)))
    assert isinstance(flagged, Flagged)
    assert message(flagged) == "With a 3, A enters on 3A, not 1A."
