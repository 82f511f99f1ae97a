"""After a game against the computer the next step is one touch away: a level, or tips."""

from dataclasses import replace

import pytest

from companion.game import Seat
from companion.game.levels import LEVELS
from companion.interface import intents
from companion.interface.intents import Ask, Named, Pick
from companion.interface.views import Opponent, SetUpView, WonView
from companion.settings.sections import OpponentSettings
from companion.station.game.opponent import next_level
from tests.support.against_computer import chosen, seated
from tests.support.chances import quick_table
from tests.support.table import SETTINGS, Table, shown


def lost(level: str, *, hints: bool = True) -> Table:
    """A game that somebody has given up against the computer, which plays White."""
    table = seated(Seat.B, level, settings=replace(SETTINGS, opponent=OpponentSettings(hints=hints)))
    give_up(table)
    return table


def give_up(table: Table) -> None:
    table.ask(intents.GiveUp(Seat.A))
    table.ask(intents.Agree(Seat.A))


def ended(table: Table) -> WonView:
    view = table.view
    assert isinstance(view, WonView)
    return view


def again(table: Table, wanted: intents.Intent) -> None:
    """From the end of a game to the first throw of the next."""
    table.ask(wanted)
    view = table.view
    assert isinstance(view, SetUpView)
    table.show(view.position.halves())
    table.wait(2.0)


def test_every_level_leads_to_the_ones_beside_it() -> None:
    for number, level in enumerate(LEVELS):
        opponent = Opponent(Seat.B, level)
        beyond = LEVELS[number + 1] if number + 1 < len(LEVELS) else None
        assert next_level(opponent, Seat.A, tips=True) is beyond
        below = LEVELS[max(number - 1, 0)]
        assert next_level(opponent, Seat.B, tips=True) is below
        assert next_level(opponent, None, tips=True) is None
    assert next_level(Opponent(Seat.B, LEVELS[0]), Seat.B, tips=False) is None
    assert next_level(None, Seat.B, tips=True) is None


def test_after_a_loss_an_easier_level_is_one_touch() -> None:
    table = lost("learner")
    rung = ended(table).rung
    assert rung is not None
    assert rung.name == "beginner"
    again(table, Pick(Named.LEVEL, rung.name))
    assert shown(table).opponent == Opponent(Seat.B, rung)


def test_after_a_win_the_next_level_is_one_touch() -> None:
    table = seated(Seat.B, "first-game", seed=3)
    for _ in range(200):
        if isinstance(table.view, WonView):
            break
        if table.seat is Seat.B:
            table.play(chosen(table))
            continue
        table.throw()
        state = shown(table).state
        if state.legal:
            worth = {it.action: it.chance for it in quick_table().prospects(state.position, state.legal)}
            table.play(max(state.legal, key=lambda move: worth[move]))
    view = ended(table)
    assert view.outcome.winner is Seat.A
    assert view.rung is LEVELS[1]
    again(table, Pick(Named.LEVEL, LEVELS[1].name))
    assert shown(table).opponent == Opponent(Seat.B, LEVELS[1])


def to_choice(table: Table) -> None:
    """Throw for people and carry out what the computer chooses, until people have a choice."""
    for _ in range(20):
        if table.seat is Seat.B:
            table.play(chosen(table))
            continue
        table.throw()
        legal = shown(table).state.legal
        if table.seat is Seat.A and legal is not None and len(legal.choices) > 1:
            return
        if table.seat is Seat.A and legal:
            table.play(table.legal_move())
    raise AssertionError("there was never a choice")


def test_below_the_easiest_level_tips_come_by_themselves() -> None:
    table = lost("first-game")
    assert ended(table).rung is LEVELS[0]
    again(table, Pick(Named.LEVEL, LEVELS[0].name))
    table.tell(quick_table())
    for _ in range(3):
        to_choice(table)
        view = shown(table)
        assert view.best is not None
        assert not view.names_best
        table.play(table.legal_move())
        assert shown(table).best is None
    give_up(table)
    assert ended(table).rung is None


def test_tips_end_with_another_level_or_with_another_player() -> None:
    for other in (Pick(Named.LEVEL, "beginner"), intents.PlayAgainst(Seat.B)):
        table = lost("first-game")
        again(table, Pick(Named.LEVEL, LEVELS[0].name))
        table.ask(Ask.NEW_GAME)
        table.ask(other)
        assert not table.station.context.choice.tips


@pytest.mark.parametrize("level", ["first-game", "learner"])
def test_a_house_without_tips_offers_none(level: str) -> None:
    rung = ended(lost(level, hints=False)).rung
    assert rung is (None if level == "first-game" else LEVELS[1])


def test_two_people_are_offered_no_level() -> None:
    table = Table().start()
    give_up(table)
    assert ended(table).rung is None
    assert not table.ask(Pick(Named.LEVEL, "good"))
    assert isinstance(table.view, WonView)
