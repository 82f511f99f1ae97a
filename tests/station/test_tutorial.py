"""The first game of a visit is the lesson: what is told when, when it fades, and what brings it back."""

import pytest

from companion.game import Halves, Position, Reason, Seat, rules_for
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.views import NotSoView, SetUpView, Topic
from companion.referee.events import Flagged, Throw
from companion.referee.referee import Referee, begin
from companion.settings.sections import Settings, VisitorsSettings
from companion.station.game.tutorial import Tutorial
from tests.support.table import TIMINGS, Table, shown


def turn(table: Table) -> None:
    """Throw, and make a legal move."""
    table.throw()
    while table.station.game is not None and table.station.game.state.throw is None:
        table.throw()
    table.play(table.legal_move())
    table.wait(1.0)


def test_each_step_is_reported_when_it_comes_and_the_legal_counters_glow() -> None:
    table = Table()
    table.press()
    assert isinstance(table.view, SetUpView)
    assert table.view.teaching
    table = Table().start()
    assert shown(table).topic is Topic.AIM
    table.throw()
    view = shown(table)
    assert view.topic is Topic.MOVE
    assert view.hints == view.state.legal
    table.play(table.legal_move())
    assert shown(table).state.seat is Seat.B
    assert shown(table).topic is Topic.AIM


def test_after_two_clean_turns_each_the_words_and_the_glow_fade() -> None:
    table = Table().start()
    for _ in range(4):
        assert shown(table).teaching
        turn(table)
    assert shown(table).topic is None
    assert not shown(table).teaching
    table.throw()
    assert shown(table).hints is None


def test_i_know_it_skips_and_a_mistake_brings_the_words_back() -> None:
    table = Table().start()
    table.ask(Ask.KNOW_IT)
    assert shown(table).topic is None
    table.throw()
    assert shown(table).hints is None
    right = table.position.halves()
    a = list(right.a)
    a[0], a[5] = a[0] - 1, a[5] + 1
    table.show(Halves(tuple(a), right.b))
    assert isinstance(table.view, NotSoView)
    table.show(right)
    assert shown(table).topic is Topic.MOVE
    assert shown(table).hints == shown(table).state.legal
    table.play(table.legal_move())
    assert shown(table).topic is None


def test_the_next_visitors_are_taught_again_and_the_same_are_not() -> None:
    table = Table().start()
    table.ask(Ask.KNOW_IT)
    table.ask(intents.GiveUp(Seat.A))
    table.ask(intents.Agree(Seat.A))
    table.wait(2.0)
    table.press()
    assert isinstance(table.view, SetUpView)
    assert not table.view.teaching
    table.wait(TIMINGS.quiet_s + TIMINGS.warning_s)
    table.start()
    assert shown(table).topic is Topic.AIM


def test_staff_can_have_nobody_taught() -> None:
    table = Table(settings=Settings(visitors=VisitorsSettings(lesson=False))).start()
    assert shown(table).topic is None
    assert not shown(table).teaching


def test_without_lessons_a_mistake_teaches_nobody() -> None:
    lesson = Tutorial(skipped=True)
    lesson.happened([Flagged(1, Seat.A, 3, Reason.WRONG_DISTANCE, "", Halves(), (), (), None)])
    assert not lesson.is_on


def told(text: str, rules: str, throw: int) -> Topic | None:
    """What A is told with a throw, on whom all else is known."""
    referee = Referee(begin(rules_for(rules), Seat.A, Position.parse(text)))
    lesson = Tutorial()
    lesson._clean = dict.fromkeys(Seat, 2)
    events = referee.on(Throw(throw))
    lesson.thrown(referee.state, Seat.A)
    lesson.happened(events)
    first = lesson.topic(referee.state)
    if referee.state.throw is not None and referee.state.legal:
        # Once is enough.
        lesson.thrown(referee.state, Seat.A)
        assert lesson.topic(referee.state) is not first or first is None
    return first


@pytest.mark.parametrize(
    ("text", "rules", "throw", "topic"),
    [
        ("A 1A 3Bx4 / B 2A 4B 3Ax3", "schaedler", 1, Topic.PASS),
        ("A 3Bx4 5B / B 1A 2A 4A 3Ax2", "schaedler", 1, Topic.LEAVE),
        ("A 1A 2A 3A 4A 5A / B 1B hand x4", "kidd", 1, Topic.HIT),
        ("A 3Bx4 5A / B 1B 2B 4B 3Ax2", "schaedler", 3, Topic.LAST),
        ("A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B", "schaedler", 4, None),
    ],
)
def test_a_further_rule_is_reported_once_when_it_first_matters(
    text: str, rules: str, throw: int, topic: Topic | None
) -> None:
    assert told(text, rules, throw) is topic
