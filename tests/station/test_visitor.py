"""Somebody who knows no rules and does what the pages say plays a whole game, and begins within a minute."""

from random import Random

import pytest

from companion.game import RECONSTRUCTIONS, rules_for
from companion.interface.offers import OFFERS, QUICK
from companion.referee.events import Flagged
from tests.support.visitor import TableWithoutTables, Visitor

FIRST_MOVE_S = 60.0
MAX_ACTS = 60_000

every_game = pytest.mark.parametrize("game", OFFERS)
either_way = pytest.mark.parametrize("alone", [True, False], ids=["alone", "two"])


def visitor(game: str, *, alone: bool, errs: float = 0.0) -> Visitor:
    """At a station as it comes out of the box."""
    return Visitor(TableWithoutTables(rules_for("schaedler")), game, alone, Random(game), errs)


def test_every_reconstruction_is_among_the_games() -> None:
    assert set(OFFERS) == {QUICK, *RECONSTRUCTIONS}


@pytest.mark.slow
@either_way
@every_game
def test_a_visitor_who_knows_no_rules_plays_a_whole_game(game: str, alone: bool) -> None:
    person = visitor(game, alone=alone)
    assert person.plays(MAX_ACTS)
    assert person.first_move_s is not None
    assert person.first_move_s <= FIRST_MOVE_S
    assert not [event for event in person.table.events if isinstance(event, Flagged)]


@either_way
@every_game
def test_one_who_errs_at_random_gets_there_too(game: str, alone: bool) -> None:
    person = visitor(game, alone=alone, errs=0.4)
    assert person.plays(MAX_ACTS)
    assert person.mistakes >= 1
    assert person.first_move_s is not None
    assert person.first_move_s <= FIRST_MOVE_S
