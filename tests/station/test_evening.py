"""Who plays whom at home, and the standings."""

from datetime import timedelta

import pytest

from companion.game import Seat
from companion.interface.intents import Ask, Intent, Named, Pick
from companion.interface.views import NameView, Standing
from companion.referee.match import HomeMatch
from companion.station.context import Context
from companion.station.game.evening import Evening, NamedGame, next_match, pick, scored
from companion.station.pages.home.evening import NamePage
from companion.station.station import FLOW
from tests.support.playing import NOON
from tests.support.table import SCHAEDLER, SETTINGS, TIMINGS, seeds

ANNA_NIKOS = HomeMatch(("Anna", "Nikos"))


def test_names_are_tapped_for_the_seats_and_then_for_the_third() -> None:
    match = HomeMatch(best_of=3)
    for name in ("Anna", "Nikos", "Maria"):
        match = pick(match, name)
    assert match == HomeMatch(("Anna", "Nikos"), waits="Maria", best_of=3)
    assert pick(match, "Zoe").waits == "Zoe"
    assert pick(match, "Anna") == HomeMatch(("", "Nikos"), waits="Maria", best_of=3)
    assert pick(pick(match, "Anna"), "Zoe").players == ("Zoe", "Nikos")


def test_the_winner_of_a_match_stays_and_a_draw_counts_for_nobody() -> None:
    match = scored(scored(HomeMatch(("Anna", "Nikos"), waits="Maria", best_of=3), Seat.B), None)
    assert (match.won, next_match(match)) == ((0, 1), match)
    match = scored(match, Seat.B)
    assert next_match(match) == HomeMatch(("Maria", "Nikos"), waits="Anna", best_of=3)


def test_two_people_begin_another_match_with_each_other() -> None:
    match = scored(HomeMatch(("Anna", "Nikos")), Seat.A)
    assert match.loser == 1
    assert next_match(match) == HomeMatch(("Anna", "Nikos"))


def test_standings_count_tonight_and_ever() -> None:
    evening = Evening(
        ("Anna", "Nikos", "Zoe"),
        (
            NamedGame(NOON - timedelta(days=1), ANNA_NIKOS, Seat.B),
            NamedGame(NOON - timedelta(hours=2), HomeMatch(("Nikos", "Anna")), Seat.B),
            NamedGame(NOON, ANNA_NIKOS, None),
        ),
    )
    assert evening.standings() == (
        Standing("Anna", (1, 2), (1, 3)),
        Standing("Nikos", (0, 2), (1, 3)),
        Standing("Zoe"),
    )
    assert evening.between(("Anna", "Nikos")) == (1, 1)
    assert evening.between(("Anna", "Zoe")) == (0, 0)


def test_a_game_that_waited_and_is_over_brings_no_old_evening_back() -> None:
    match = HomeMatch(players=("Anna", "Ben"))
    nights = [NamedGame(NOON + timedelta(days=day), match, Seat.A) for day in (2, 3, 4)]
    evening = Evening(match.players, (*nights, NamedGame(NOON, match, Seat.B)))
    assert [it.tonight for it in evening.standings()] == [(1, 1), (0, 1)]
    assert [it.ever for it in evening.standings()] == [(3, 4), (1, 4)]


@pytest.mark.parametrize(
    ("typed", "name"),
    [("ΚΩΝΣΤΑΝΤΙΝ", "Κωνσταντιν"), ("ΝΙΚΟΣ", "Νικος"), ("ΝΙΚΟΣΑ<", "Νικος")],
)
def test_a_greek_name_ends_in_its_own_sigma_and_has_none_within(typed: str, name: str) -> None:
    context = Context(FLOW, SCHAEDLER, SETTINGS, TIMINGS, seeds(1), 0.0)
    page = NamePage((), lambda _, __: None)
    for key in typed:
        asked: Intent = Ask.DELETE_DIGIT if key == "<" else Pick(Named.LETTER, key)
        page.handle(context, asked)
    assert page.view(context) == NameView(name, known=False)
