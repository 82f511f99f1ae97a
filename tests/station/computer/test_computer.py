"""The computer plays a seat: it throws, chooses, and has its move made on the board."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from companion.analysis.play.opponent import best_of
from companion.game import Move, Position, Reason, Seat, rules_for, start_position
from companion.game.levels import LEVELS
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.views import (
    GamesView,
    NotSoView,
    Opponent,
    PauseView,
    PlayView,
    ResumeView,
    SetUpView,
    StillThereView,
    ThrowOffView,
    WelcomeView,
    WonView,
)
from companion.journal import Abandoned, ComputerSeated, DieThrown, Entry, GameBegun, StoredGame
from companion.referee.events import Chosen, Moved, Passed, TakenBack, Throw
from companion.referee.referee import Referee, begin
from companion.settings.sections import ComputerSeat, OpponentSettings
from companion.station.effects import BeginGame, FindChances
from companion.station.game.chances import Chances
from companion.station.game.opponent import decide, level_of
from companion.station.stimuli import ChancesNotFound, ChancesSought
from companion.station.timings import Patience
from hardware.lamps import Lamp, Pattern
from tests.support.against_computer import chosen, seated
from tests.support.chances import QUICK, quick_table
from tests.support.table import COVERED, SETTINGS, TIMINGS, Table, clear, shown

THINK_S, ROLL_S = TIMINGS.think_s + 0.01, TIMINGS.roll_s + 0.01


def faces_of(table: Table) -> list[int]:
    return [it.face for it in table.stored if isinstance(it, DieThrown)]


def other_than(table: Table, move: Move) -> Move | None:
    legal = shown(table).state.legal
    assert legal is not None
    return next((it for it in legal if it != move), None)


def at_choice(seed: int = 1) -> tuple[Table, Move, Move]:
    """A table at which the computer has chosen one of several moves: that, and another."""
    table = seated(seed=seed)
    for _ in range(30):
        move = chosen(table)
        other = other_than(table, move)
        if other is not None:
            return table, move, other
        table.play(move)
        peoples_turn(table)
    raise AssertionError("there was never a choice")


def peoples_turn(table: Table) -> None:
    """People throw and make the first move that there is, until the computer is to throw."""
    while shown(table).state.seat is Seat.B:
        table.throw()
        if table.seat is Seat.B and shown(table).state.throw is not None:
            table.play(table.legal_move())


class TestItsTurn:
    def test_it_throws_by_itself_after_a_moment(self) -> None:
        table = seated()
        table.wait(THINK_S - 0.1)
        assert shown(table).state.throw is None
        table.wait(0.2)
        assert shown(table).state.throw is not None
        assert shown(table).opponent is not None

    def test_it_chooses_when_its_die_lies_still_and_stores_that_before_it_is_shown(self) -> None:
        table = seated()
        table.wait(0.1)
        table.wait(THINK_S)
        assert shown(table).chosen is None
        effects = table.wait(ROLL_S)
        move = shown(table).chosen
        assert isinstance(move, Move)
        assert [it for e in effects for it in getattr(e, "happenings", ()) if isinstance(it, Chosen)] == [
            Chosen(1, Seat.A, move)
        ]

    def test_at_its_best_it_makes_the_best_move(self) -> None:
        table, move, _ = at_choice()
        state = shown(table).state
        assert state.legal is not None
        assert move == best_of(quick_table().prospects(state.position, state.legal)).action

    def test_its_move_is_made_on_the_board_and_people_are_next(self) -> None:
        table = seated()
        table.play(chosen(table))
        assert shown(table).state.seat is Seat.B
        table.wait(60.0)
        assert shown(table).state.throw is None

    def test_another_legal_move_is_not_taken_for_it(self) -> None:
        table, move, other = at_choice()
        before = table.position
        table.play(other)
        view = table.view
        assert isinstance(view, NotSoView)
        assert view.flagged.reason is Reason.NOT_THE_CHOSEN_MOVE
        table.show(before.halves())
        assert shown(table).chosen == move
        table.play(move)
        assert table.events[-1] == Moved(shown(table).state.ply, Seat.A, move, None)

    def test_a_counter_moved_before_it_has_chosen_is_not_taken_for_its_move(self) -> None:
        table = seated()
        table.wait(0.1)
        table.wait(THINK_S)
        state = shown(table).state
        assert state.legal is not None
        best = best_of(quick_table().prospects(state.position, state.legal)).action
        other = next(it for it in state.legal if it != best)
        table.play(other)
        assert table.position == state.position
        table.wait(ROLL_S)
        assert isinstance(table.view, NotSoView)

    def test_it_waits_for_a_hand_over_the_board(self) -> None:
        table = seated()
        table.tell(COVERED)
        table.wait(60.0)
        assert shown(table).state.throw is None
        table.tell(clear(table.position.halves()))
        table.wait(THINK_S + 0.1)
        assert shown(table).state.throw is not None

    def test_it_waits_while_a_page_is_laid_over_the_game(self) -> None:
        table = seated()
        table.ask(Ask.SHOW_RULES)
        table.wait(60.0)
        table.ask(Ask.BACK)
        table.wait(0.1)
        assert shown(table).state.throw is None
        table.wait(THINK_S)
        assert shown(table).state.throw is not None

    def test_the_button_spares_it_the_wait_and_does_nothing_else(self) -> None:
        table = seated()
        table.press()
        state = shown(table).state
        assert state.throw is not None
        cues = table.cues
        table.press()
        table.press()
        assert shown(table).state == state
        assert table.cues == cues

    def test_its_lamp_does_not_beckon_for_a_throw(self) -> None:
        table = seated()
        assert table.station.lamps(table.now_s)[Lamp.SEAT_A] is Pattern.ON
        table.play(chosen(table))
        assert table.station.lamps(table.now_s)[Lamp.SEAT_B] is Pattern.BREATHE

    def test_with_dice_of_their_own_people_throw_for_it(self) -> None:
        table = Table(QUICK)
        table.ask(Ask.NEW_GAME)
        table.ask(intents.PlayAgainst(Seat.A))
        table.ask(intents.Switch(intents.Toggle.OWN_DICE, True))
        table.ask(Ask.BEGIN)
        table.show(start_position(QUICK).halves())
        table.wait(2.0)
        table.tell(quick_table())
        table.wait(60.0)
        assert shown(table).state.throw is None
        table.ask(intents.Enter(intents.Number.THROW, 3))
        assert chosen(table).seat is Seat.A


class TestThrowOff:
    @pytest.mark.parametrize("touches", [False, True])
    def test_it_throws_along_and_a_tie_is_thrown_again(self, touches: bool) -> None:
        for seed in range(40):
            table = seated(Seat.B, rules=rules_for("schaedler"), seed=seed)
            tied = False
            while isinstance(rolling := table.view, ThrowOffView) and rolling.winner is None:
                before = len(faces_of(table))
                if touches:
                    table.press()
                while len(faces_of(table)) == before:
                    table.wait(0.1)
                rolling = table.view
                assert isinstance(rolling, ThrowOffView)
                assert [roll is not None and roll.progress < 1 for roll in rolling.rolls] == [True, True]
                assert (rolling.seat, rolling.winner, rolling.tied) == (Seat.A, None, False)
                table.wait(ROLL_S)
                tied |= isinstance(table.view, ThrowOffView) and table.view.tied
            faces = faces_of(table)
            assert [one == other for one, other in zip(faces[::2], faces[1::2], strict=True)] == [
                *[True] * (len(faces) // 2 - 1),
                False,
            ]
            assert tied == (len(faces) > 2)
            if tied:
                return
        pytest.fail("no throw-off was tied")


class TestTakingBack:
    def test_people_take_back_theirs_before_it_throws(self) -> None:
        table = seated(Seat.B)
        table.throw()
        throw, before = shown(table).state.throw, table.position
        table.play(table.legal_move())
        assert shown(table).may_take_back
        table.wait(1.0)
        table.show(before.halves())
        assert isinstance(table.events[-1], TakenBack)
        assert (shown(table).state.seat, shown(table).state.throw) == (Seat.A, throw)

    def test_until_they_throw_again_they_take_theirs_back_with_its_answer(self) -> None:
        table = seated(Seat.B)
        table.throw()
        throw, before, legal = shown(table).state.throw, table.position, table.legal_move()
        table.play(legal)
        answer = chosen(table)
        assert shown(table).may_take_back
        table.ask(Ask.TAKE_BACK)
        assert (table.position, shown(table).state.throw) == (before, throw)
        table.show(before.halves())
        table.play(legal)
        answer = chosen(table)
        table.play(answer)
        assert shown(table).may_take_back
        table.ask(Ask.TAKE_BACK)
        assert isinstance(table.view, ResumeView)
        assert table.view.taken_back
        assert table.view.steps is not None
        assert len(table.view.steps) == 2
        table.show(before.halves())
        assert (shown(table).state.seat, shown(table).state.throw) == (Seat.A, throw)
        table.play(legal)
        table.play(chosen(table))
        table.throw()
        assert not shown(table).may_take_back

    def test_their_counter_put_back_takes_the_move_back_even_after_its_throw(self) -> None:
        table = seated(Seat.B)
        table.throw()
        before = table.position
        table.play(table.legal_move())
        chosen(table)
        table.show(before.halves())
        assert isinstance(table.events[-1], TakenBack)
        assert shown(table).state.seat is Seat.A

    def test_a_move_made_again_meets_the_same_throw_of_the_computer(self) -> None:
        table = seated(Seat.B)
        table.throw()
        before, legal = table.position, table.legal_move()
        answers = []
        for _ in range(6):
            table.play(legal)
            chosen(table)
            answers.append(shown(table).state.throw)
            table.ask(Ask.TAKE_BACK)
            table.show(before.halves())
        assert len(set(answers)) == 1

    def test_its_move_is_not_taken_back_on_the_screen(self) -> None:
        table = seated()
        table.play(chosen(table))
        assert not shown(table).may_take_back
        state = shown(table).state
        table.ask(Ask.TAKE_BACK)
        assert shown(table).state == state

    def test_put_back_on_the_board_it_is_wanted_again(self) -> None:
        table = seated()
        before, move = table.position, chosen(table)
        table.play(move)
        table.show(before.halves())
        assert isinstance(table.events[-1], TakenBack)
        assert shown(table).chosen == move


class TestStayingAndPassing:
    def test_it_stays_by_itself(self) -> None:
        """One that moves at random stays now and then, and nobody has to do anything about that."""
        rules = rules_for("schaedler", ["last-may-stay=yes", "starter=A"])
        opening = begin(rules, Seat.A, Position.parse("A 3Bx4 4A / B 3Ax4 5B"))
        thrown = Referee(opening).on(Throw(5))
        happenings = (
            GameBegun(rules.die, rules=rules),
            ComputerSeated(Seat.A, "first-game"),
            opening,
            DieThrown(5, None),
            *thrown,
        )
        at = datetime(2026, 1, 1, tzinfo=UTC)
        stored = StoredGame(1, tuple(Entry(n, 1, at, it) for n, it in enumerate(happenings, start=1)))
        ends = set()
        for seed in range(20):
            table = Table(rules, seed=seed)
            table.station.resume(stored, 0.0)
            table.ask(Ask.GO_ON)
            table.wait(1.0)
            ends.add(type(table.events[-1]))
            if isinstance(table.events[-1], Passed):
                assert table.events == [Passed(1, Seat.A, 5, declined=True)]
                assert shown(table).state.seat is Seat.B
        assert ends == {Chosen, Passed}

    def test_its_turn_passes_by_itself(self) -> None:
        """Where counters enter by the die some throw can't be played, and nobody does anything about that."""
        rules = rules_for("kidd", ["starter=A", "entry=must-else-pass"])
        table = seated(level="first-game", rules=rules)
        for _ in range(400):
            if any(isinstance(it, Passed) and it.seat is Seat.A for it in table.events):
                break
            view = table.view
            if isinstance(view, PlayView) and isinstance(view.chosen, Move):
                table.play(view.chosen)
            elif table.seat is Seat.B:
                table.throw()
                if table.seat is Seat.B and shown(table).state.throw is not None:
                    table.play(table.legal_move())
            table.wait(0.5)
        assert any(isinstance(it, Passed) and it.seat is Seat.A for it in table.events)


class TestWithoutChances:
    def test_it_waits_until_they_are_worked_out_and_tells_how_far_that_is(self) -> None:
        table = seated(rules=replace(QUICK, limit=200))
        rules = replace(QUICK, limit=200)
        assert [e for e in table.done if isinstance(e, FindChances)] == [FindChances(rules)]
        table.wait(0.1)
        table.wait(THINK_S)
        table.tell(ChancesSought(rules, 0.4))
        table.wait(ROLL_S)
        assert (shown(table).chosen, shown(table).solving) == (None, 0.4)
        table.wait(60.0)
        assert shown(table).chosen is None

    def test_who_waits_for_them_is_not_asked_whether_anybody_is_there_but_in_a_pause_is(self) -> None:
        rules = replace(QUICK, limit=200)
        table = seated(rules=rules)
        for _ in range(10):
            table.wait(TIMINGS.quiet_s / 2)
        assert shown(table).chosen is None
        table.ask(Ask.PAUSE)
        table.wait(TIMINGS.untouched_s(Patience.PAUSE) + 1.0)
        assert isinstance(table.view, StillThereView)
        table.ask(Ask.GO_ON)
        table.ask(Ask.GO_ON)
        table.tell(ChancesNotFound(rules, "the disk is full"))
        assert chosen(table).seat is Seat.A
        table.wait(TIMINGS.quiet_s)
        assert isinstance(table.view, StillThereView)

    def test_when_they_cant_be_had_it_moves_at_random_and_that_is_said(self) -> None:
        rules = replace(QUICK, limit=200)
        table = seated(rules=rules)
        table.tell(ChancesNotFound(rules, "the disk is full"))
        assert chosen(table).seat is Seat.A
        assert set(table.station.faults) == {Fault.CHANCES_MISSING, Fault.MOVES_AT_RANDOM}

    def test_one_that_moves_at_random_needs_none(self) -> None:
        rules = replace(QUICK, limit=200)
        table = seated(level="first-game", rules=rules)
        assert not [e for e in table.done if isinstance(e, FindChances)]
        assert chosen(table).seat is Seat.A
        assert table.station.faults == ()


class TestChoosing:
    def test_seat_and_level_are_chosen_kept_and_begun_with(self) -> None:
        table = seated(Seat.B, "strong")
        (begun,) = [e for e in table.done if isinstance(e, BeginGame)]
        assert begun.computer is not None
        assert (begun.computer.seat, begun.computer.level) == (Seat.B, "strong")
        table.ask(intents.GiveUp(Seat.A))
        table.ask(intents.Agree(Seat.A))
        assert isinstance(table.view, WonView)
        assert table.view.opponent is not None
        table.wait(2.0)
        table.press()
        view = table.view
        assert isinstance(view, SetUpView)
        assert view.opponent is not None
        assert (view.opponent.seat, view.opponent.level.name) == (Seat.B, "strong")

    def test_two_people_play_when_nobody_asks_for_it(self) -> None:
        table = Table(QUICK)
        table.ask(Ask.NEW_GAME)
        table.ask(intents.PlayAgainst(Seat.B))
        table.ask(intents.PlayAgainst(None))
        view = table.view
        assert isinstance(view, GamesView)
        assert view.opponent is None

    def test_left_idle_it_is_as_the_settings_say_again(self) -> None:
        settings = replace(SETTINGS, opponent=OpponentSettings(seat=ComputerSeat.A, level="beginner"))
        table = seated(Seat.B, "strong", settings=settings)
        table.wait(TIMINGS.quiet_s + TIMINGS.warning_s)
        assert isinstance(table.view, WelcomeView)
        assert isinstance(table.stored[-2], Abandoned)
        table.ask(Ask.NEW_GAME)
        view = table.view
        assert isinstance(view, GamesView)
        assert view.opponent is not None
        assert (view.opponent.seat, view.opponent.level.name) == (Seat.A, "beginner")

    def test_it_neither_gives_up_nor_agrees_on_a_draw_at_a_touch(self) -> None:
        table = seated(Seat.A)
        table.ask(Ask.PAUSE)
        view = table.view
        assert isinstance(view, PauseView)
        assert view.opponent == Opponent(Seat.A, level_of("perfect"))
        table.ask(Ask.GO_ON)
        table.ask(intents.GiveUp(Seat.A))
        table.ask(Ask.AGREE_DRAW)
        assert isinstance(table.view, PlayView)


def test_it_sees_nothing_of_the_throws_to_come() -> None:
    """What it does depends on the table, its level and its own randomness, whatever comes."""
    rules = rules_for("schaedler", ["starter=A"])
    referee = Referee(begin(rules, Seat.A, Position.parse("A 1A 2A 3Bx3 / B 4Bx2 3Ax3")))
    referee.on(Throw(2))
    chances = Chances()
    chances.want(rules)
    chances.take(ChancesNotFound(rules, "no room"))
    actions = [decide(referee.state, LEVELS[2], chances, Random(seed)) for seed in (1, 1, 2, 3, 4, 5)]
    assert actions[0] == actions[1]
    assert len(set(actions)) > 1
