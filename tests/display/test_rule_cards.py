"""The rules in pictures: made from the rules themselves, on pages and on a sheet to print."""

import pygame
import pytest

from companion.display.words import LANGUAGES, translator
from companion.display.words.rules_told import card_words
from companion.game import RECONSTRUCTIONS, RING, Seat, legal_moves, outcome, rules_for
from companion.game.rulesets.rules import ExtraThrow
from companion.interface.presentation import Density
from companion.interface.rule_cards import MAX_CARDS, Shows, cards_of
from companion.interface.views import RulesView
from tests.support.screens import screen_on

rules_of = pytest.mark.parametrize("name", RECONSTRUCTIONS)


@rules_of
def test_each_game_is_told_in_four_to_eight_cards_and_each_tells_another_thing(name: str) -> None:
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
