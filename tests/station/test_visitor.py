"""Somebody who knows no rules and does what the pages say plays a whole game, and begins within a minute."""

from random import Random

import pytest

from companion.game import rules_for
from companion.interface.offers import OFFERS
from companion.station.effects import Effect, FindChances
from companion.station.stimuli import ChancesNotFound, Stimulus
from tests.support.table import Table
from tests.support.visitor import Visitor

FIRST_MOVE_S = 60.0
MOST_ACTS = 60_000


class TableWithoutTables(Table):
    """A station that can't work out chances, so that its computer moves at random."""

    def tell(self, stimulus: Stimulus) -> tuple[Effect, ...]:
        effects = super().tell(stimulus)
        for effect in effects:
            if isinstance(effect, FindChances):
                self.tell(ChancesNotFound(effect.rules, "no tables here"))
        return effects


def visitor(game: str, *, alone: bool, errs: float = 0.0) -> Visitor:
    """At a station as it comes out of the box."""
    return Visitor(TableWithoutTables(rules_for("schaedler")), game, alone, Random(game), errs)


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "two"])
@pytest.mark.parametrize("game", OFFERS)
def test_a_visitor_who_knows_no_rules_plays_a_whole_game(game: str, alone: bool) -> None:
    person = visitor(game, alone=alone)
    assert person.plays(MOST_ACTS)
    assert person.first_move_s is not None
    assert person.first_move_s <= FIRST_MOVE_S
    assert [type(it).__name__ for it in person.table.events].count("Flagged") == 0


@pytest.mark.parametrize("alone", [True, False], ids=["alone", "two"])
@pytest.mark.parametrize("game", OFFERS)
def test_one_who_errs_at_random_gets_there_too(game: str, alone: bool) -> None:
    person = visitor(game, alone=alone, errs=0.4)
    assert person.plays(MOST_ACTS)
    assert person.mistakes >= 1
