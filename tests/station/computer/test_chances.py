"""Hints, the bar of chances, and what is told after a game; in the background and when they can't be had."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.analysis.play.insight import insight
from companion.analysis.play.opponent import best_of
from companion.analysis.play.reasons import why_better
from companion.analysis.play.value_table import ValueTable, path_of
from companion.game import GameRecord, Move, Seat, Stay, Turn, start_position
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.views import InsightView, PauseView, PlayView, SetUpView, WonView
from companion.referee.events import Moved, Passed, Thrown
from companion.settings.sections import OpponentSettings, Settings
from companion.station.effects import Asking, Do, FindChances
from companion.station.game.solver import Solver
from companion.station.stimuli import Call, ChancesNotFound, ChancesSought, Stimulus
from companion.station.worker import Worker
from tests.support.chances import QUICK, quick_table
from tests.support.table import Table, shown

MAX_DURATION_S = 600.0


def with_a_choice(table: Table, *, and_a_reason: bool = False) -> Table:
    """Play until a throw leaves a choice, of which the best has a reason if that is wanted."""
    for _ in range(60):
        table.throw()
        assert table.station.game is not None
        state = table.station.game.state
        legal = state.legal
        if legal is not None and len(legal.choices) > 1:
            best = best_of(quick_table().prospects(state.position, legal)).action
            if not and_a_reason or why_better(quick_table(), state.position, legal, best) is not None:
                return table
        if legal is not None:
            table.play(legal[0])
    raise AssertionError("there was never a choice")


def record(table: Table) -> GameRecord:
    turns, throw = list[Turn](), 0
    for event in table.events:
        match event:
            case Thrown():
                throw = event.throw
            case Moved(_, seat, move):
                turns.append(Turn(seat, throw, move))
            case Passed(_, seat, passed):
                turns.append(Turn(seat, passed, Stay.PASS))
    game = table.station.game
    assert game is not None
    return GameRecord(game.rules, tuple(turns), game.over)


def given_up() -> Table:
    """A game of some moves that A has given up, at its last page."""
    table = with_a_choice(Table(QUICK).start())
    for _ in range(6):
        table.play(table.legal_move())
        with_a_choice(table)
    table.ask(intents.GiveUp(Seat.A))
    table.ask(intents.Agree(Seat.A))
    assert isinstance(table.view, WonView)
    return table


class TestHint:
    @pytest.mark.slow
    def test_it_is_the_best_move_and_stays_until_the_move_is_made(self) -> None:
        table = with_a_choice(Table(QUICK).start())
        assert shown(table).may_advise
        assert shown(table).best is None
        assert FindChances(QUICK) in table.ask(Ask.ADVISE)
        table.tell(ChancesSought(QUICK, 0.3))
        assert (shown(table).best, shown(table).solving) == (None, 0.3)
        table.tell(quick_table())
        best, state = shown(table).best, shown(table).state
        assert state.legal is not None
        assert best == best_of(quick_table().prospects(state.position, state.legal)).action
        assert shown(table).solving is None
        table.wait(30.0)
        assert shown(table).best == best
        assert isinstance(best, Move)
        table.play(best)
        assert shown(table).best is None
        with_a_choice(table)
        assert shown(table).best is None

    def test_it_glows_before_it_is_reported_and_goes_away_when_asked_for_once_more(self) -> None:
        table = with_a_choice(Table(QUICK).start(), and_a_reason=True)
        table.ask(Ask.ADVISE)
        table.tell(quick_table())
        assert not shown(table).names_best
        best = shown(table).best
        table.ask(Ask.ADVISE)
        assert (shown(table).best, shown(table).names_best) == (best, True)
        legal = shown(table).state.legal
        assert legal is not None
        assert best is not None
        why = why_better(quick_table(), shown(table).state.position, legal, best)
        assert shown(table).why is not None
        assert shown(table).why == why
        table.ask(Ask.ADVISE)
        assert shown(table).best is None

    def test_none_is_given_where_the_settings_forbid_it(self) -> None:
        table = Table(QUICK, Settings(opponent=OpponentSettings(hints=False)))
        with_a_choice(table.start())
        assert not shown(table).may_advise
        assert table.ask(Ask.ADVISE) == ()
        table.tell(quick_table())
        assert shown(table).best is None

    def test_before_the_throw_there_is_none(self) -> None:
        table = Table(QUICK).start()
        assert not shown(table).may_advise
        assert table.ask(Ask.ADVISE) == ()


class TestBar:
    def test_it_is_shown_only_when_somebody_wants_it(self) -> None:
        table = Table(QUICK).start()
        assert not [effect for effect in table.done if isinstance(effect, FindChances)]
        assert shown(table).chance_a is None
        assert FindChances(QUICK) in table.ask(intents.Switch(intents.Toggle.CHANCES, True))
        table.tell(quick_table())
        assert shown(table).chance_a == quick_table().chance(start_position(QUICK), Seat.A)
        table.ask(Ask.PAUSE)
        view = table.view
        assert isinstance(view, PauseView)
        assert view.chance_shown
        table.ask(intents.Switch(intents.Toggle.CHANCES, False))
        table.ask(Ask.GO_ON)
        assert shown(table).chance_a is None

    def test_it_counts_the_throw_in_once_the_die_lies_still(self) -> None:
        table = Table(QUICK).start()
        table.ask(intents.Switch(intents.Toggle.CHANCES, True))
        table.tell(quick_table())
        before = shown(table).chance_a
        table.press()
        assert shown(table).chance_a == before
        table.wait(1.0)
        state = shown(table).state
        assert state.legal is not None
        best = best_of(quick_table().prospects(state.position, state.legal))
        assert shown(table).chance_a == best.chance
        table.play(next(it for it in state.legal if it == best.action))
        # What B will have is what is left: a move by best play takes nothing away.
        assert shown(table).chance_a == pytest.approx(best.chance, abs=1e-4)

    def test_the_settings_may_want_it_from_the_start(self) -> None:
        table = Table(QUICK, Settings(opponent=OpponentSettings(chance=True)))
        table.start()
        assert [effect for effect in table.done if isinstance(effect, FindChances)] == [FindChances(QUICK)]
        table.tell(quick_table())
        assert shown(table).chance_a is not None


class TestInsight:
    def test_it_tells_what_decided_the_game(self) -> None:
        table = given_up()
        effects = table.ask(Ask.SHOW_INSIGHT)
        assert effects[:1] == (FindChances(QUICK),)
        assert table.wants(Do.ANALYSE_GAME)
        view = table.view
        assert isinstance(view, InsightView)
        assert view.solving == 0.0
        table.tell(quick_table())
        told = insight(record(table), quick_table())
        table.answer(Do.ANALYSE_GAME, told)
        view = table.view
        assert isinstance(view, InsightView)
        assert view.solving is None
        assert len(view.chances_a) == len(told.turns) + 1
        assert view.balances is not None
        assert view.balances[1].luck == told.of(Seat.B).luck
        own = told.of(Seat.B)
        assert (view.balances[1].found, view.balances[1].choices) == (own.best_choices, own.real_choices)
        assert view.worst is not None
        assert view.worst.share == max(turn.loss for turn in told.turns)
        turn = told.turns[view.worst.ply - 1].turn
        assert (view.worst.seat, view.worst.throw, view.worst.action) == (turn.seat, turn.throw, turn.action)
        assert view.leaf == 1
        luckiest = max(told.turns, key=lambda turn: turn.luck)
        assert view.luckiest is not None
        assert view.luckiest.share == luckiest.luck
        assert (view.luckiest.seat, view.luckiest.throw) == (luckiest.turn.seat, luckiest.turn.throw)
        table.ask(intents.Enter(intents.Number.LEAF, 2))
        view = table.view
        assert isinstance(view, InsightView)
        assert view.leaf == 2
        table.ask(Ask.BACK)
        assert isinstance(table.view, WonView)

    def test_another_game_takes_it_away(self) -> None:
        table = given_up()
        table.ask(Ask.SHOW_INSIGHT)
        table.show(start_position(QUICK).halves())
        table.wait(3.0)
        assert isinstance(table.view, SetUpView | PlayView)
        table.answer(Do.ANALYSE_GAME, insight(GameRecord(QUICK), quick_table()))
        assert not isinstance(table.view, InsightView)

    def test_without_chances_there_is_none_and_that_is_said(self) -> None:
        table = given_up()
        table.ask(Ask.SHOW_INSIGHT)
        table.tell(ChancesNotFound(QUICK, "the disk is full"))
        assert isinstance(table.view, WonView)
        assert table.station.faults == (Fault.CHANCES_MISSING,)


class Sought:
    """A solver in the background, and what it finds."""

    def __init__(self, folder: Path) -> None:
        self._worker = Worker()
        self.solver = Solver(folder, self._worker)

    def __enter__(self) -> "Sought":
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.close()
        self._worker.close()

    def wait_for(self, kind: type[Stimulus]) -> list[Stimulus]:
        """News up to the first of a kind."""
        found: list[Stimulus] = []
        while not any(isinstance(it, kind) for it in found):
            found.append(self._worker.wait(MAX_DURATION_S))
        return found


class TestSolver:
    @pytest.mark.slow
    def test_a_kept_table_is_opened_and_a_game_explained(self, tmp_path: Path) -> None:
        quick_table().save(path_of(tmp_path, QUICK))
        with Sought(tmp_path) as sought:
            sought.solver.find(QUICK)
            sought.solver.analyse(GameRecord(QUICK), Asking(Do.ANALYSE_GAME, lambda *_: None))
            found = sought.wait_for(Call)
        assert [type(it) for it in found] == [ValueTable, Call]
        start = start_position(QUICK)
        assert isinstance(found[0], ValueTable)
        assert found[0].chance(start, Seat.A) == quick_table().chance(start, Seat.A)

    @pytest.mark.slow
    def test_a_game_is_solved_in_a_process_of_its_own_and_kept(self, tmp_path: Path) -> None:
        with Sought(tmp_path) as sought:
            sought.solver.find(replace(QUICK, limit=300))
            found = sought.wait_for(ValueTable)
            with Sought(tmp_path) as again:
                again.solver.find(QUICK)
                assert [type(it) for it in again.wait_for(ValueTable)] == [ValueTable]
        done = [it.done for it in found if isinstance(it, ChancesSought)]
        assert done == sorted(done)
        assert (done[0], done[-1]) == (0.0, 1.0)
        assert isinstance(found[-1], ValueTable)
        start = start_position(QUICK)
        assert found[-1].chance(start, Seat.A) == quick_table().chance(start, Seat.A)

    @pytest.mark.slow
    def test_where_nothing_can_be_kept_that_hears_at_once(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("no folder", encoding="utf-8")
        with Sought(tmp_path / "file" / "tables") as sought:
            sought.solver.find(QUICK)
            (told,) = (it for it in sought.wait_for(ChancesNotFound) if isinstance(it, ChancesNotFound))
        assert "file" in told.why

    @pytest.mark.slow
    def test_another_game_is_sought_instead(self, tmp_path: Path) -> None:
        quick_table().save(path_of(tmp_path, QUICK))
        with Sought(tmp_path) as sought:
            sought.solver.find(replace(QUICK, to_win=4))
            sought.wait_for(ChancesSought)
            sought.solver.find(QUICK)
            found = sought.wait_for(ValueTable)
        assert isinstance(found[-1], ValueTable)
        assert found[-1].rules == QUICK
        assert not any(isinstance(it, ChancesNotFound) for it in found)
