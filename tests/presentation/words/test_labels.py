"""What a refusal rests on, in every language."""

from dataclasses import replace

import pygame
import pytest

from companion.game import RECONSTRUCTIONS, Halves, Point, Reason, Seat, citation, rules_for
from companion.interface.offers import OFFERS
from companion.interface.setting_up import GameStepView, StepPlace
from companion.interface.views import RulesView
from companion.presentation.words import LANGUAGES, translator
from companion.presentation.words.labels import (
    author_of,
    cited,
    game_title,
    refusal_title,
    rules_name,
    staff_title,
    title_of,
)
from companion.referee.events import Flagged, Step
from companion.referee.words import english
from tests.support.screen_texts import COMPLETE
from tests.support.screens import screen_on


@pytest.mark.parametrize(
    ("name", "options", "reason", "told"),
    [
        (
            "schaedler",
            [],
            Reason.WRONG_DISTANCE,
            ("Schädler, rule 6", "Schädler, Regel 6", "Schädler, règle 6", "Schädler, regola 6"),
        ),
        (
            "schaedler-adapted",
            [],
            Reason.WRONG_DISTANCE,
            (
                "After Schädler, game play 1",
                "Nach Schädler, Ablauf 1",
                "Selon Schädler, jeu 1",
                "Secondo Schädler, gioco 1",
            ),
        ),
        (
            "schaedler-adapted",
            [],
            Reason.POINT_TAKEN_BY_OWN_COUNTER,
            (
                "After Schädler, rule 1",
                "Nach Schädler, Regel 1",
                "Selon Schädler, règle 1",
                "Secondo Schädler, regola 1",
            ),
        ),
        (
            "locus-ludi-capture",
            [],
            Reason.WRONG_DISTANCE,
            (
                "Locus Ludi, course of play",
                "Locus Ludi, Spielverlauf",
                "Locus Ludi, déroulement",
                "Locus Ludi, svolgimento",
            ),
        ),
        (
            "locus-ludi-race",
            [],
            Reason.COUNTER_MISSING,
            (
                "Locus Ludi, equipment",
                "Locus Ludi, Material",
                "Locus Ludi, matériel",
                "Locus Ludi, materiale",
            ),
        ),
        (
            "kidd",
            [],
            Reason.MOVED_THOUGH_MUST_ENTER,
            (
                "Not in Kidd: Locus Ludi race 3",
                "Nicht bei Kidd: Locus Ludi race 3",
                "Pas chez Kidd\xa0: Locus Ludi race 3",
                "Non in Kidd: Locus Ludi race 3",
            ),
        ),
        (
            "ludii-race",
            [],
            Reason.LEFT_GOAL_HALF,
            (
                "The Ludii program's reading",
                "Lesart des Programms Ludii",
                "Lecture du programme Ludii",
                "Lettura del programma Ludii",
            ),
        ),
        (
            "schaedler",
            ["leaving=never"],
            Reason.LEFT_GOAL_HALF,
            (
                "House rule: Leaving the goal",
                "Hausregel: Ziel verlassen",
                "Règle maison\N{NO-BREAK SPACE}: Quitter le but",
                "Regola della casa: Lasciare la meta",
            ),
        ),
    ],
)
def test_a_citation_is_said_in_the_players_language(
    name: str, options: list[str], reason: Reason, told: tuple[str, ...]
) -> None:
    found = citation(rules_for(name, options), reason)
    assert tuple(cited(found, name, translator(code)) for code in ("en", "de", "fr", "it")) == told


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_citation_has_words_in_every_language(code: str) -> None:
    tr = translator(code)
    for name in RECONSTRUCTIONS:
        for reason in Reason:
            told = cited(citation(rules_for(name), reason), name, tr)
            assert told
            assert "None" not in told
            assert "{" not in told


@pytest.mark.parametrize(
    ("reason", "target", "title"),
    [
        (Reason.WRONG_DISTANCE, Point.A5, "Too far"),
        (Reason.WRONG_DISTANCE, Point.A2, "Too short"),
        (Reason.WRONG_WAY_ROUND, Point.B3, "Wrong way"),
        (Reason.POINT_TAKEN_BY_OWN_COUNTER, Point.A4, "Taken"),
        (Reason.OTHER_SEATS_COUNTER_MOVED, Point.A4, "Not your counter"),
        (Reason.MOVED_BEFORE_THROWING, Point.A4, "Throw first"),
        (Reason.MOVED_THOUGH_MUST_ENTER, Point.A4, "Enter first"),
        (Reason.LEFT_GOAL_HALF, Point.A4, "Not yet"),
        (Reason.MORE_THAN_ONE_COUNTER_MOVED, Point.A4, "Only one"),
        (Reason.COUNTER_MISSING, Point.A4, "One is missing"),
        (Reason.COUNTER_TOO_MANY, Point.A4, "One too many"),
        (Reason.MOVE_NOT_FINISHED, Point.A4, "Put it down"),
        (Reason.ENTERED_ON_WRONG_POINT, Point.A4, "Not there"),
    ],
)
def test_the_title_of_a_refusal_names_the_fault(reason: Reason, target: Point, title: str) -> None:
    done = (Step(Seat.A, Point.A1, target),)
    flagged = Flagged(1, Seat.A, 3, reason, "", Halves(), done, (), None)
    assert refusal_title(flagged, english) == title
    assert len({refusal_title(flagged, translator(code)) for code in COMPLETE}) == len(COMPLETE)


def test_the_rules_of_an_offered_game_have_the_title_that_its_card_has() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    for name, offer in OFFERS.items():
        screen.show(RulesView(offer.rules))
        texts = [text.string for text in screen.texts]
        assert game_title(name, english) in texts
        assert any(text.startswith(f"After {author_of(offer.rules)} · 1 of ") for text in texts)
    assert author_of(OFFERS["schaedler-adapted"].rules) == "Schädler"
    house = replace(OFFERS["schaedler"].rules, to_win=3)
    assert title_of(house, english) == rules_name("schaedler", english)


@pytest.mark.parametrize("code", LANGUAGES)
def test_staff_read_the_title_that_visitors_read_and_whose_rules_they_are(code: str) -> None:
    tr = translator(code)
    titles = {name: staff_title(name, tr) for name in OFFERS}
    assert all(title.startswith(game_title(name, tr)) for name, title in titles.items())
    for name in set(OFFERS) - {"ludii-race", "ludii-capture"}:
        assert titles[name].endswith(author_of(OFFERS[name].rules))
    assert len(set(titles.values())) == len(OFFERS)


def test_the_step_of_the_game_draws_how_that_game_begins() -> None:
    surface = pygame.Surface((800, 480))
    screen = screen_on(surface)
    drawn = set()
    for name in ("schaedler", "kidd", "kalkhoven"):
        screen.show(GameStepView(StepPlace(6, 7), name))
        drawn.add(pygame.image.tobytes(surface.subsurface((0, 60, 300, 340)), "RGB"))
    assert len(drawn) == 3
