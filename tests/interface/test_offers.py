"""What is told of the games that are offered is what solving found."""

import json
from dataclasses import replace

import pytest

from companion.game import RECONSTRUCTIONS, Starter, rules_for
from companion.interface.offers import FOR_RESEARCHERS, OFFERS, QUICK, Offer, offer_of
from tests.support.root import ROOT

SOLVED = [
    json.loads(line)
    for line in (ROOT / "docs/comparison/comparison.jsonl").read_text(encoding="utf-8").splitlines()
]


def solved(offer: Offer) -> dict[str, float]:
    """The row of the comparison that is of this game."""
    return next(row for row in SOLVED if rules_for(row["rules"], row["options"]) == offer.rules)


@pytest.mark.parametrize("name", OFFERS)
def test_length_and_skill_are_those_of_the_comparison(name: str) -> None:
    offer, row = OFFERS[name], solved(OFFERS[name])
    assert (offer.short, offer.long) == (row["throws_25"], row["throws_75"])
    assert offer.best_wins == pytest.approx(row["best_against_two_rules"], abs=0.0006)


def test_the_quick_game_is_over_sooner_than_any_published_one() -> None:
    first, *others = OFFERS.values()
    assert first.name == QUICK
    assert all(first.long < other.short for other in others)
    assert first.minutes == (3, 5)


def test_every_reconstruction_is_offered_once() -> None:
    assert [*OFFERS] == [QUICK, *RECONSTRUCTIONS]
    assert set(FOR_RESEARCHERS) < set(RECONSTRUCTIONS)


def test_a_game_is_known_whoever_starts_and_not_with_house_rules() -> None:
    rules = replace(OFFERS["kidd"].rules, starter=Starter.B, limit=100)
    assert offer_of(rules) is OFFERS["kidd"]
    assert offer_of(rules_for("schaedler", ["to-win=4"])) is OFFERS[QUICK]
    assert offer_of(rules_for("kidd", ["to-win=4"])) is None
