"""The die is sealed before the game, players add a number, and every ending reveals the seed."""

import pytest

from companion.game import Seat, start_position
from companion.game.fair_die import MAX_NUMBER_LENGTH, FairDie
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.views import NumberView, PlayView, SealView, SetUpView, ThrowOffView
from companion.journal import Abandoned, DieThrown, SeedRevealed
from companion.station.effects import BeginGame
from hardware.audio.tones import Cue
from tests.support.table import Table, seeds

SEED = seeds(1)(32)


def at_seal() -> Table:
    """The board is being laid, and somebody looks at the seal."""
    table = Table()
    table.press()
    assert isinstance(table.view, SetUpView)
    assert table.view.sealed
    table.ask(Ask.SHOW_SEAL)
    return table


def seal(table: Table) -> SealView:
    view = table.view
    assert isinstance(view, SealView)
    return view


def type_number(table: Table, number: str) -> None:
    table.ask(Ask.ADD_NUMBER)
    for digit in number:
        table.ask(intents.Enter(intents.Number.THROW, int(digit)))


def begun(table: Table) -> FairDie:
    """Lay the board; the die of the game that begins."""
    table.show(start_position(table.station.context.choice.rules).halves())
    table.wait(2.0)
    (effect,) = [it for it in table.done if isinstance(it, BeginGame)]
    assert isinstance(effect.die, FairDie)
    return effect.die


def test_the_seal_is_shown_before_the_first_throw_and_it_is_that_of_the_game() -> None:
    table = at_seal()
    view = seal(table)
    assert (view.number, view.seed, view.may_add) == ("", None, True)
    table.ask(Ask.BACK)
    die = begun(table)
    assert die.commitment == view.commitment
    assert not [it for it in table.stored if isinstance(it, DieThrown)]


def test_a_number_that_players_type_settles_the_throws() -> None:
    table = at_seal()
    type_number(table, "4718")
    table.ask(Ask.DELETE_DIGIT)
    table.ask(intents.Enter(intents.Number.THROW, 1))
    assert table.view == NumberView("4711")
    table.ask(Ask.GO_ON)
    assert seal(table).number == "4711"
    table.ask(Ask.BACK)
    die = begun(table)
    assert die == FairDie(die.die, SEED, "4711")
    table.throw()
    (thrown,) = [it for it in table.stored if isinstance(it, DieThrown)]
    assert thrown.face == FairDie(die.die, SEED, "4711").throw(1)
    table.ask(Ask.PAUSE)
    table.ask(Ask.SHOW_SEAL)
    assert seal(table) == SealView(die.commitment, "4711")


def test_the_moment_of_a_press_which_only_the_station_measures_adds_nothing() -> None:
    table = at_seal()
    type_number(table, "34")
    table.wait(1.234)
    table.press()
    assert seal(table).number == "34"


def test_going_back_brings_no_other_seal_until_a_game_begins_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_seal()
    before = seal(table)
    monkeypatch.setattr(table.station.context, "urandom", seeds(2))
    type_number(table, "12")
    table.ask(Ask.GO_ON)
    table.ask(Ask.BACK)
    table.ask(Ask.BACK)
    table.ask(intents.Switch(intents.Toggle.OWN_DICE, True))
    table.ask(Ask.BEGIN)
    table.ask(Ask.BACK)
    table.ask(intents.Switch(intents.Toggle.OWN_DICE, False))
    table.ask(Ask.BEGIN)
    table.ask(Ask.SHOW_SEAL)
    assert seal(table) == before
    table.ask(Ask.BACK)
    assert begun(table).commitment == before.commitment
    table.ask(Ask.NEW_GAME)
    table.ask(Ask.BEGIN)
    table.ask(intents.Agree(Seat.A))
    table.ask(Ask.SHOW_SEAL)
    assert seal(table).commitment != before.commitment


def test_a_number_has_an_end() -> None:
    table = at_seal()
    type_number(table, "7" * (MAX_NUMBER_LENGTH + 1))
    assert table.view == NumberView("7" * MAX_NUMBER_LENGTH)
    assert table.cues[-1] is Cue.REFUSED


def test_meanwhile_the_game_does_not_begin_though_the_board_is_laid() -> None:
    table = at_seal()
    table.show(start_position(table.station.context.choice.rules).halves())
    table.wait(60)
    assert isinstance(table.view, SealView)
    assert table.station.game is None


@pytest.mark.parametrize("leave", [Ask.NEW_GAME, intents.GiveUp(Seat.A)], ids=["left", "given up"])
def test_every_ending_reveals_the_seed_and_the_next_players_can_still_see_it(leave: intents.Intent) -> None:
    table = at_seal()
    type_number(table, "12")
    table.ask(Ask.GO_ON)
    table.ask(Ask.BACK)
    die = begun(table)
    table.throw()
    table.ask(leave)
    if leave is Ask.NEW_GAME:
        # The choice of a game lets the one before go on until another begins.
        table.ask(Ask.BEGIN)
    table.ask(intents.Agree(Seat.A))
    if leave is Ask.NEW_GAME:
        table.show(start_position(table.station.context.choice.rules).halves())
        table.wait(2.0)
        assert [type(it) for it in table.stored[-3:]][:2] == [Abandoned, SeedRevealed]
        table.ask(Ask.NEW_GAME)
    assert SeedRevealed(SEED.hex()) in table.stored
    table.ask(Ask.BEGIN)
    table.ask(intents.Agree(Seat.A))
    table.ask(Ask.SHOW_SEAL)
    assert seal(table).before
    table.ask(Ask.SHOW_SEAL)
    assert seal(table) == SealView(die.commitment, "12", die.seed.hex())
    table.ask(intents.Enter(intents.Number.LEAF, 1))
    assert seal(table).leaf == 1
    table.ask(Ask.BACK)


def test_with_own_dice_there_is_no_seal() -> None:
    table = Table()
    table.ask(Ask.NEW_GAME)
    table.ask(intents.Switch(intents.Toggle.OWN_DICE, True))
    table.ask(Ask.BEGIN)
    assert isinstance(table.view, SetUpView)
    assert not table.view.sealed
    table.ask(Ask.SHOW_SEAL)
    assert isinstance(table.view, SetUpView)


def test_a_seed_is_never_shown_while_its_game_goes_on() -> None:
    table = at_seal()
    table.ask(Ask.BACK)
    die = begun(table)
    assert isinstance(table.view, PlayView | ThrowOffView)
    table.ask(Ask.SHOW_SEAL)
    assert seal(table) == SealView(die.commitment)
    assert die.seed.hex() not in repr(table.view)
