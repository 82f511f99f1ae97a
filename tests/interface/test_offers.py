"""What is told of the games that are offered was measured: by simulated games, and by those played here."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.game import RECONSTRUCTIONS, Starter, rules_for
from companion.interface.offers import (
    FOR_RESEARCHERS,
    OFFERS,
    QUICK,
    SECONDS_A_THROW,
    SKILLS,
    Offer,
    offer_of,
    offers_here,
    read_skills,
)
from tests.support.root import ROOT

PLAYED = [
    json.loads(line)
    for line in (ROOT / "lab/docs/comparison/beginners.jsonl").read_text(encoding="utf-8").splitlines()
]


def games_of(offer: Offer, players: list[str]) -> dict[str, float]:
    """The row of the simulated games between these levels."""
    found = (row for row in PLAYED if rules_for(row["rules"], row["options"]) == offer.rules)
    return next(row for row in found if row["players"] == players)


@pytest.mark.parametrize("name", OFFERS)
def test_length_is_that_of_beginners_games_and_skill_what_perfect_play_wins_of_them(name: str) -> None:
    offer = OFFERS[name]
    beginners = games_of(offer, ["beginner", "beginner"])
    quartiles = (beginners["throws_25"], beginners["throws_75"])
    assert offer.minutes == tuple(round(throws * SECONDS_A_THROW / 60) for throws in quartiles)
    assert offer.skill == round(100 * games_of(offer, ["perfect", "beginner"])["points"])


def test_thirty_games_played_here_replace_the_length_of_their_kind() -> None:
    quick, kidd = OFFERS[QUICK].rules, OFFERS["kidd"].rules
    lasted = [*((replace(quick, starter=Starter.B), 2.0 + number) for number in range(30)), (kidd, 90.0)]
    played = replace(OFFERS[QUICK], minutes=(9, 24))
    assert offers_here(lasted, {}) == (played,)
    assert offers_here(lasted[1:], {}) == ()
    both = {QUICK: 68, "kidd": 91, "unknown": 50}
    assert offers_here(lasted, both) == (replace(played, skill=68), replace(OFFERS["kidd"], skill=91))


@pytest.mark.parametrize("text", ["{", "[]", '{"kidd": "91"}', '{"kidd": 91.5}', "\xff"])
def test_a_damaged_file_of_skill_leaves_that_of_beginners(text: str, tmp_path: Path) -> None:
    (tmp_path / SKILLS).write_text(text, encoding="latin-1")
    assert read_skills(tmp_path) == read_skills(None) == {}
    (tmp_path / SKILLS).write_text('{"kidd": 91, "schaedler": 101}', encoding="utf-8")
    assert read_skills(tmp_path) == {"kidd": 91}


def test_the_quick_game_is_over_sooner_than_any_published_one() -> None:
    first, *others = OFFERS.values()
    assert first.name == QUICK
    assert all(first.minutes[end] < other.minutes[end] for other in others for end in (0, 1))
    assert first.minutes == (4, 12)


def test_every_reconstruction_is_offered_once() -> None:
    assert [*OFFERS] == [QUICK, *RECONSTRUCTIONS]
    assert set(FOR_RESEARCHERS) < set(RECONSTRUCTIONS)


def test_a_game_is_known_by_any_starter_and_not_with_house_rules() -> None:
    rules = replace(OFFERS["kidd"].rules, starter=Starter.B, limit=100)
    assert offer_of(rules) is OFFERS["kidd"]
    assert offer_of(rules_for("schaedler", ["to-win=4"])) is OFFERS[QUICK]
    assert offer_of(rules_for("kidd", ["to-win=4"])) is None
