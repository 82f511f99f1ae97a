"""The rules in pictures: made from the rules themselves, on pages and on a sheet to print."""

from collections.abc import Iterator
from contextlib import suppress

import pygame
import pytest

from companion.game import (
    OPTIONS,
    RECONSTRUCTIONS,
    RING,
    Rules,
    Seat,
    legal_moves,
    outcome,
    point_at,
    rules_for,
)
from companion.game.errors import ClashError
from companion.game.legality import earns_throw
from companion.game.rulesets.options import Option
from companion.game.rulesets.rules import ExtraThrow
from companion.interface.presentation import Density
from companion.interface.rule_cards import MAX_CARDS, Shows, cards_of
from companion.interface.views import RulesView
from companion.presentation.words import LANGUAGES, translator
from companion.presentation.words.rules_text import card_words
from tests.support.screens import screen_on

rules_of = pytest.mark.parametrize("name", RECONSTRUCTIONS)


@rules_of
def test_each_game_is_said_in_four_to_eight_cards_and_each_tells_another_thing(name: str) -> None:
    cards = cards_of(RECONSTRUCTIONS[name].rules)
    assert 4 <= len(cards) <= MAX_CARDS
    assert len({card.shows for card in cards}) == len(cards)
    assert {Shows.AIM, Shows.AIM_ANYWHERE} & {card.shows for card in cards}
    assert Shows.WAY in {card.shows for card in cards}


@rules_of
def test_what_a_card_shows_is_what_the_rules_say(name: str) -> None:
    rules = RECONSTRUCTIONS[name].rules
    for card in cards_of(rules):
        if card.throw is not None:
            legal = list(legal_moves(card.position, Seat.A, card.throw, rules))
            assert set(card.moves) <= set(legal)
            if card.refused is not None:
                source, target = card.refused
                assert (RING.index(target) - RING.index(source)) % len(RING) == card.throw
                assert (source, target) not in [(move.source, move.target) for move in legal]
        if card.shows in (Shows.AIM, Shows.AIM_ANYWHERE):
            over = outcome(card.position, rules, 20)
            assert over is not None
            assert over.winner is Seat.A


@rules_of
def test_hitting_entering_and_throwing_again_have_cards_where_they_are_in_the_game(name: str) -> None:
    rules = RECONSTRUCTIONS[name].rules
    shown = {card.shows for card in cards_of(rules)}
    assert (Shows.HIT in shown) == rules.hitting
    assert (Shows.AGAIN in shown) == (rules.extra_throw is not ExtraThrow.NONE)
    assert (Shows.ENTER in shown) == (rules.hitting or rules.start == "hand")


def rules_with(option: Option, value: object) -> Iterator[Rules]:
    """Yield each reconstruction in which the option can have a value, with that value."""
    for reconstruction in RECONSTRUCTIONS.values():
        with suppress(ClashError):
            yield reconstruction.rules.with_options({option.field: value})


@pytest.mark.parametrize("option", OPTIONS, ids=lambda it: it.key)
def test_halves_that_earn_a_throw_are_those_that_the_rules_name(option: Option) -> None:
    for rules in (rules for choice in option.choices for rules in rules_with(option, choice.value)):
        earning = {point_at(Seat.A, half) for half in range(10) if earns_throw(half, rules)}
        cards = [card for card in cards_of(rules) if card.shows is Shows.AGAIN]
        assert len(cards) == bool(earning)
        for card in cards:
            assert all(move.throws_again for move in card.moves)
            assert card.moves or set(card.marked) == earning


NEEDS_NO_CARD = {
    *("entry", "entry-hits", "sacred-line", "own-half", "goal-point", "end-test", "last-may-stay"),
    *("larger-throw-enters", "zugzwang", "starter", "limit", "die", "leaving", "extra-throw"),
}
"""Options whose values are read in their sentences: a beginner needs no card of them."""


@pytest.mark.parametrize("option", OPTIONS, ids=lambda it: it.key)
def test_each_value_of_an_option_has_a_card_of_its_own_or_needs_none(option: Option) -> None:
    cards = {
        frozenset(
            (card.shows, card.marked, card.position, card.count)
            for rules in rules_with(option, choice.value)
            for card in cards_of(rules)
        )
        for choice in option.choices
    }
    assert (len(cards) == len(option.choices)) or option.key in NEEDS_NO_CARD


def test_house_rules_change_the_cards() -> None:
    assert cards_of(rules_for("schaedler", ["to-win=4"]))[0].count == 4
    words = [card_words(card, translator("en")) for card in cards_of(rules_for("kidd", ["leaving=never"]))]
    assert "A counter that is home stays there." in words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("size", "density"), [((800, 480), "gallery"), ((480, 320), "home"), ((720, 1280), "home")]
)
def test_the_cards_are_the_first_leaves_of_the_rules(
    language: str, size: tuple[int, int], density: str
) -> None:
    rules = rules_for("ludii-capture")
    screen = screen_on(pygame.Surface(size), language=language, density=Density(density))
    for leaf, card in enumerate(cards_of(rules)):
        screen.show(RulesView(rules, leaf))
        told = [text for text in screen.texts if text.string == card_words(card, translator(language))]
        assert len(told) == 1
        assert all(text.fits for text in screen.texts)
