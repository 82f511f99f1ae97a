"""The referee follows whole games, waits for what it can't see, and is not confused by hands."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import (
    RECONSTRUCTIONS,
    Halves,
    Move,
    Point,
    Position,
    Reason,
    Seat,
    Stay,
    Termination,
    citation,
    play,
    rules_for,
    start_position,
)
from companion.referee.events import (
    Decline,
    Ended,
    Event,
    Flagged,
    Lifted,
    Look,
    Mending,
    Moved,
    Passed,
    Restored,
    Step,
    TakenBack,
    Throw,
    Thrown,
)
from companion.referee.record import record
from companion.referee.referee import NotNowError, Referee, apply, begin, step
from companion.referee.verdict import grounds
from companion.referee.words import PROVERB, say

SCHAEDLER = rules_for("schaedler")
NAMES = list(RECONSTRUCTIONS)


def referee_at(text: str, name: str = "schaedler", *options: str, seat: Seat = Seat.A) -> Referee:
    return Referee(begin(rules_for(name, options), seat, Position.parse(text)))


def look(text: str) -> Look:
    return Look(Position.parse(text).halves())


def moved_somewhere(halves: Halves, chance: random.Random) -> Halves:
    """A board on which one counter has been put on any other half."""
    seats = {Seat.A: list(halves.a), Seat.B: list(halves.b)}
    counts = seats[chance.choice(list(Seat))]
    source = chance.choice([i for i in range(10) if counts[i]] or [0])
    counts[source] = max(0, counts[source] - 1)
    counts[(source + chance.randrange(1, 10)) % 10] += 1
    return Halves(tuple(seats[Seat.A]), tuple(seats[Seat.B]))


@pytest.mark.slow
@settings(max_examples=60)
@given(name=st.sampled_from(NAMES), seed=st.integers(0, 10**6))
def test_a_game_with_mistakes_is_followed_to_the_ply(name: str, seed: int) -> None:
    chance = random.Random(seed)
    rules = rules_for(name)
    referee = Referee(begin(rules, Seat.A))
    opening, told = begin(rules, Seat.A), list[Event]()
    for _ in range(60):
        if referee.state.ended:
            break
        told += referee.on(Throw(rules.die.throw(chance)))
        legal = referee.state.legal
        if legal is None:
            assert isinstance(told[-1], Passed | Ended)
            continue
        before = referee.state
        assert referee.on(Look(before.position.halves())) == ()
        assert referee.on(Look(None)) == ()
        outcomes = [play(before.position, move).halves() for move in legal]
        wrong = moved_somewhere(before.position.halves(), chance)
        if wrong not in outcomes and wrong != before.position.halves():
            flagged = referee.on(Look(wrong, "wrong.jpg"))
            if isinstance(flagged[0], Lifted):
                told += flagged
                flagged = referee.on(Look(wrong, "wrong.jpg"))
            assert [type(event) for event in flagged] == [Flagged]
            assert referee.on(Look(wrong)) == ()
            assert referee.on(Look(None)) == ()
            flag = flagged[0]
            assert isinstance(flag, Flagged)
            assert flag.rule == "; ".join(map(str, grounds(rules, flag)))
            assert say(flag)
            assert record(flagged[0])["remedy"]
            told += flagged
            if chance.random() < 0.5:
                restored = referee.on(Look(before.position.halves()))
                assert [type(event) for event in restored] == [Restored]
                told += restored
        pick = chance.randrange(len(legal))
        after = referee.on(Look(outcomes[pick]))
        assert isinstance(after[0], Moved)
        assert referee.state.position.halves() == outcomes[pick]
        told += after
    state = apply(None, opening)
    for event in told:
        state = apply(state, event)
    assert state == referee.state


def test_a_forced_pass_is_named_with_the_throw_and_the_turn_goes_on() -> None:
    referee = referee_at("A 1A 2A 3A 4A 3B / B 1B 2B 3A 5A 5B")
    events = referee.on(Throw(3))
    assert events == (Thrown(1, Seat.A, 3, 0, False), Passed(1, Seat.A, 3, declined=False))
    assert not record(events[0])["forced"]
    assert referee.state.seat is Seat.B


def test_moving_although_the_turn_passes_is_flagged_on_the_one_who_had_to_pass() -> None:
    referee = referee_at("A 1A 2A 3A 4A 3B / B 1B 2B 3A 5A 5B")
    referee.on(Throw(3))
    referee.on(Throw(1))
    flagged = referee.on(look("A 1A 2A 3A 4A 4B / B 1B 2B 3A 5A 5B"))[0]
    assert isinstance(flagged, Flagged)
    assert flagged.reason is Reason.MOVED_THOUGH_TURN_PASSES
    assert (flagged.ply, flagged.seat, flagged.throw) == (1, Seat.A, 3)


def test_zugzwang_and_the_only_move_are_named_with_the_throw() -> None:
    stuck = referee_at("A 3Bx4 5B / B 3Ax4 1A").on(Throw(1))
    assert stuck == (Thrown(1, Seat.A, 1, choices=1, zugzwang=True),)
    assert PROVERB in say(stuck[0])
    only = referee_at("A 3Bx4 5A / B 3Ax3 4B 5B").on(Throw(2))
    assert only == (Thrown(1, Seat.A, 2, choices=1, zugzwang=False),)
    assert "Only one move" in say(only[0])
    for (event,) in (stuck, only):
        assert record(event)["forced"]


def test_a_hand_that_stays_changes_nothing() -> None:
    referee = referee_at("A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B")
    referee.on(Throw(2))
    for _ in range(50):
        assert referee.on(Look(None)) == ()
    assert isinstance(referee.on(look("A 2A 3Ax2 4A 5A / B 1B 2B 3B 4B 5B"))[0], Moved)


def test_a_counter_lifted_and_put_back_is_no_move() -> None:
    full, lifted = "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B", "A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B"
    referee = referee_at(full)
    referee.on(Throw(2))
    for _ in range(2):
        assert [type(event) for event in referee.on(look(lifted))] == [Lifted]
        assert referee.on(Look(None)) == ()
        back = referee.on(look(full))
        assert [type(event) for event in back] == [Lifted]
        assert "back as it was" in say(back[0])
        assert referee.on(look(full)) == ()


def test_a_counter_that_stays_off_the_board_is_flagged_at_the_second_look() -> None:
    referee = referee_at("A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B")
    referee.on(Throw(2))
    lifted = look("A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B")
    assert [type(event) for event in referee.on(lifted)] == [Lifted]
    flagged = referee.on(lifted)[0]
    assert isinstance(flagged, Flagged)
    assert flagged.reason is Reason.MOVE_NOT_FINISHED
    assert referee.on(lifted) == ()
    moved = referee.on(look("A 2A 3Ax2 4A 5A / B 1B 2B 3B 4B 5B"))[0]
    assert isinstance(moved, Moved)


def test_mending_step_by_step_is_no_second_accusation() -> None:
    referee = referee_at("A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B")
    referee.on(Throw(2))
    first = referee.on(look("A 3Ax3 4A 5A / B 1B 2B 3Bx2 5B"))[0]
    assert isinstance(first, Flagged)
    assert first.reason is Reason.MORE_THAN_ONE_COUNTER_MOVED
    second = referee.on(look("A 3Ax3 4A 5A / B 1B 2B 3B 4B 5B"))[0]
    assert isinstance(second, Mending)
    # 1A to 3A with a 2 is legal: putting back the other counter leaves a move that may stand.
    assert isinstance(referee.on(look("A 2A 3Ax2 4A 5A / B 1B 2B 3B 4B 5B"))[0], Moved)


def test_a_move_put_back_before_the_next_throw_is_taken_back() -> None:
    full = "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B"
    referee = referee_at(full)
    referee.on(Throw(2))
    referee.on(look("A 2A 3Ax2 4A 5A / B 1B 2B 3B 4B 5B"))
    assert referee.state.seat is Seat.B
    back = referee.on(look(full))
    assert [type(event) for event in back] == [TakenBack]
    assert (referee.state.seat, referee.state.throw, referee.state.ply) == (Seat.A, 2, 1)
    assert str(referee.state.position) == full
    assert isinstance(referee.on(look("A 2A 3Ax2 4A 5A / B 1B 2B 3B 4B 5B"))[0], Moved)
    referee.on(Throw(2))
    late = referee.on(look(full))[0]
    assert isinstance(late, Flagged)
    assert late.reason is Reason.OTHER_SEATS_COUNTER_MOVED


def test_an_extra_throw_stays_with_the_seat() -> None:
    referee = referee_at("A 2B 3A home x3 / B 1B 3B home x3", "kalkhoven")
    referee.on(Throw(1))
    assert referee.state.throw == 1
    extra = referee_at("A 2B 3A home x3 / B 1B 2A home x3", "kalkhoven")
    extra.on(Throw(1))
    moved = extra.on(look("A 3B 3A home x3 / B 1B 2A home x3"))[0]
    assert isinstance(moved, Moved)
    assert moved.move.throws_again
    assert extra.state.seat is Seat.A


def test_the_last_counter_home_wins() -> None:
    referee = referee_at("A 3Bx4 2B / B 1B 2A 3A 5A 5B")
    referee.on(Throw(1))
    events = referee.on(look("A 3Bx5 / B 1B 2A 3A 5A 5B"))
    assert isinstance(events[-1], Ended)
    assert events[-1].outcome.winner is Seat.A
    assert events[-1].outcome.termination is Termination.WON
    assert referee.on(Throw(1)) == ()


def test_declining_is_taken_only_where_the_rules_leave_it() -> None:
    position = "A 3Bx4 4B / B 1B 2A 3A 5A 5B"
    strict = referee_at(position)
    strict.on(Throw(1))
    with pytest.raises(NotNowError, match="may not decline"):
        strict.on(Decline())
    free = referee_at(position, "schaedler", "last-may-stay=yes")
    free.on(Throw(2))
    assert free.state.legal is not None
    assert Stay.DECLINE in free.state.legal.choices
    assert free.on(Decline()) == (Passed(1, Seat.A, 2, declined=True),)


def test_a_second_throw_before_the_move_is_refused() -> None:
    referee = Referee(begin(SCHAEDLER, Seat.A, start_position(SCHAEDLER)))
    referee.on(Throw(2))
    with pytest.raises(NotNowError, match="still has to move"):
        referee.on(Throw(3))


@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("name", NAMES)
def test_every_reason_has_its_words_and_rests_on_a_rule(name: str, reason: Reason) -> None:
    done = (Step(Seat.A, Point.A1, Point.A4), Step(Seat.B, Point.A5, None), Step(Seat.A, None, Point.A2))
    rule = str(citation(rules_for(name), reason))
    flagged = Flagged(1, Seat.A, 2, reason, rule, Halves(), done, done, None)
    assert rule
    assert rule in say(flagged)
    assert "None" not in say(flagged)


def test_a_corrected_face_takes_the_place_of_the_one_before_even_after_a_pass() -> None:
    position = Position.parse("A 1A 3Bx4 / B 2A 4B 1B 2B 5B")
    referee = Referee(begin(rules_for("schaedler"), Seat.A, position))
    assert isinstance(referee.on(Throw(1))[-1], Passed)
    unthrown = referee.state.unthrown
    assert unthrown is not None
    assert (unthrown.seat, unthrown.ply, unthrown.throw) == (Seat.A, 0, None)
    referee.replay(step(unthrown, Throw(2)))
    assert (referee.state.seat, referee.state.ply, referee.state.throw) == (Seat.A, 1, 2)
    referee.on(Look(play(position, Move(Seat.A, Point.A1, Point.A3)).halves()))
    # What was made on the board can't be told otherwise.
    assert (referee.state.seat, referee.state.unthrown) == (Seat.B, None)
