"""What visitors read is short, in words that a nine-year-old knows; players have colours for names."""

import re
from functools import cache
from pathlib import Path

import pygame
import pytest

from companion.display.lesson import topic_text
from companion.interface.rule_cards import cards_of
from companion.interface.views import (
    AboutBoardView,
    ChooseGameView,
    ForStaff,
    LanguagesView,
    MessageView,
    NameView,
    NumberView,
    OutOfOrderView,
    PinView,
    RulesView,
    SealView,
    Topic,
)
from companion.presentation.words import LANGUAGES, language_names, translator
from companion.presentation.words.rules_text import card_words
from companion.presentation.words.story import PROVERB_IN_GREEK, story
from companion.referee.words import english
from tests.support.every_view import all_rules, every_view, leaves
from tests.support.screen_texts import COMPLETE
from tests.support.screens import screen_on

NOT_FOR_VISITORS = (
    ForStaff,
    PinView,
    OutOfOrderView,
    ChooseGameView,
    SealView,
    NumberView,
    AboutBoardView,
    MessageView,
    NameView,
    LanguagesView,
    RulesView,
)
"""Pages for the staff, for researchers and for who doubts the dice, and the house's own words.

The cards of the rules are visitors' reading, and looked at by themselves."""

LESSON_WORDS = 12
MAX_WORDS = 16
POINTS = re.compile(r"\b[1-5][AB]\b")
FIELD = re.compile(r"\{\w+\}")
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def words_of(text: str) -> list[str]:
    return [word.replace("’", "'").lower() for word in WORD.findall(POINTS.sub("", text))]


@cache
def visitors_texts() -> frozenset[str]:
    """Every text on visitors' pages in English, but sources, addresses and the names of languages."""
    pygame.font.init()
    screen = screen_on(pygame.Surface((800, 480)))
    texts = {card_words(card, english) for rules in all_rules() for card in cards_of(rules)}
    for view in every_view():
        if not isinstance(view, NOT_FOR_VISITORS):
            for _ in leaves(screen, view):
                texts |= {text.string.removesuffix(PROVERB_IN_GREEK) for text in screen.texts}
    sources = {page.source for page in story(english)}
    addresses = {text for text in texts if text.startswith("http://")}
    return frozenset(texts - sources - addresses - set(language_names().values()))


@cache
def visitors_templates() -> frozenset[str]:
    """Every text of the catalogues that visitors' pages show, by its English."""
    pygame.font.init()
    screen = screen_on(pygame.Surface((800, 480)))
    asked: set[str] = set()

    def note(text: str) -> str:
        asked.add(text)
        return text

    screen._tr = note
    for rules in all_rules():
        for card in cards_of(rules):
            card_words(card, note)
    for view in every_view():
        if not isinstance(view, NOT_FOR_VISITORS):
            for _ in leaves(screen, view):
                pass
    return frozenset(asked)


def known_words(code: str) -> set[str]:
    """The list of a language: everyday words, those of the game, which pages show or explain, and names."""
    file = Path(__file__).parent / f"plain_words_{code}.txt"
    assert file.exists(), f"list the words that visitors read in this language in {file}"
    lines = file.read_text(encoding="utf-8").splitlines()
    return {word for line in lines if not line.startswith("#") for word in line.split()}


@pytest.mark.slow
def test_visitors_read_plain_words_and_no_others_are_listed() -> None:
    used = {word for text in visitors_texts() for word in words_of(text)}
    assert sorted(used - known_words("en")) == []
    assert sorted(known_words("en") - used) == []


@pytest.mark.parametrize("code", [code for code in COMPLETE if code != "en"])
@pytest.mark.slow
def test_so_they_do_in_every_other_language(code: str) -> None:
    tr = translator(code)
    used = {word for text in visitors_templates() for word in words_of(FIELD.sub(" ", tr(text)))}
    assert sorted(used - known_words(code)) == []
    assert sorted(known_words(code) - used) == []


@pytest.mark.slow
def test_what_visitors_read_is_short() -> None:
    assert [text for text in visitors_texts() if len(words_of(text)) > MAX_WORDS] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_step_of_the_lesson_has_twelve_words_at_most(code: str) -> None:
    told = {
        topic_text(topic, rules, throw, translator(code))
        for topic in Topic
        for rules in all_rules()
        for throw in (None, 1, 4)
    }
    assert [text for text in told if len(text.split()) > LESSON_WORDS] == []


@pytest.mark.slow
def test_players_are_never_called_by_a_letter() -> None:
    # "A" begins sentences, too: then a small letter follows.
    letter = re.compile(r"\bB\b|\bA\b(?! [a-z])|[a-z,:] A\b")
    assert [text for text in visitors_texts() if letter.search(POINTS.sub("", text))] == []


COUNTED = re.compile(r"\{(count|points|throws|minutes|short|long|throw)\} (steps|counters|throws|minutes)\b")
ONE = {
    "{minutes} minutes": "1 minute",
    "Move one of the ringed counters {throw} steps.": "Move one of the ringed counters one step.",
    "Move the ringed counter {throw} steps.": "Move the ringed counter one step.",
    "{route} is {points} steps. The throw was {throw}.": "{route} is 1 step. The throw was {throw}.",
}
"""What is said where the number may be one, and what is said then."""
NEVER_ONE = {
    "Get {count} counters to the far end of the middle line.",
    "Get {count} counters to the middle line.",
    "Get {count} counters to the far end of the middle line to win.",
    "Get {count} counters to the middle line to win.",
    "{short} to {long} minutes",
    "{short} minutes or much longer",
    "{throws} throws",
    "Shortest game today: {throws} throws",
    "Longest on the line: {seat}, {throws} throws",
}
"""Four or five counters win, no game is won with a throw, and one throw or a stay of one throw isn't told."""


@pytest.mark.slow
def test_one_thing_is_said_otherwise_than_many_in_every_language() -> None:
    assert {text for text in visitors_templates() if COUNTED.search(text)} == {*ONE, *NEVER_ONE}
    for many, one in ONE.items():
        for code in COMPLETE:
            tr = translator(code)
            as_many = FIELD.sub("1", tr(many))
            assert FIELD.sub("1", tr(one)) != as_many, (code, as_many)
