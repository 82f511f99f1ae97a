"""What can be recorded is what is said: each sentence once, in a file of its own."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.cli import main
from companion.display.screen import Screen
from companion.interface.faults import STOPPING, Fault
from companion.interface.offers import offer_of
from companion.interface.presentation import Theme
from companion.interface.views import (
    WAS_IT_LUCK,
    AboutBoardView,
    InsightView,
    OutOfOrderView,
    RulesView,
    StoryView,
    View,
    WelcomeView,
)
from companion.presentation.palette import PALETTES
from companion.presentation.words import LANGUAGES
from five_lines_lab.gallery.all_sentences import UNRECORDED, all_sentences
from hardware.audio.recordings import file_stem
from tests.support.every_view import every_view
from tests.support.screens import screen_on
from tests.support.stand_in_voice import tone


@pytest.fixture(scope="module")
def screen() -> Screen:
    pygame.font.init()
    return screen_on(pygame.Surface((800, 480)))


def is_unlisted(view: View) -> bool:
    """True if it says what is the house's own, its texts or rules, or tells a fault that has no page."""
    match view:
        case WelcomeView(texts=texts) | AboutBoardView(texts=texts) | StoryView(texts=texts):
            return bool(texts.title)
        case RulesView(rules):
            return offer_of(rules) is None
        case InsightView(leaf=leaf):
            return leaf != WAS_IT_LUCK
        case OutOfOrderView(fault):
            return fault not in (*STOPPING, Fault.UNEXPECTED)
        case _:
            return False


@pytest.mark.slow
def test_all_that_pages_say_without_points_and_counts_can_be_recorded(screen: Screen) -> None:
    listed = set(all_sentences("en", PALETTES[screen.theme]))
    said = set()
    for view in every_view():
        if not is_unlisted(view):
            screen.show(view)
            said |= {it for it in screen.spoken if not UNRECORDED.search(it)}
    assert len(said) > 60
    assert said - listed == set()


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_has_a_file_of_its_own_in_every_language(code: str) -> None:
    said = all_sentences(code, PALETTES[Theme.BRIGHT])
    stems = [file_stem(sentence) for sentence in said]
    assert len(set(stems)) == len(stems)
    assert all(stems)
    assert max(len(f"{stem}.wav".encode()) for stem in stems) <= 255
    assert not [sentence for sentence in said if "None" in sentence or "{" in sentence]


@pytest.mark.parametrize(("asked", "title"), [(-1, "The chance to win"), (99, "The worst choice")])
def test_of_what_decided_a_game_the_leaf_that_is_drawn_is_spoken(
    screen: Screen, asked: int, title: str
) -> None:
    insight = next(it for it in every_view() if isinstance(it, InsightView) and it.balances is not None)
    screen.show(replace(insight, leaf=asked))
    assert title in {text.string for text in screen.texts}
    assert screen.spoken[0] == title


@pytest.mark.slow
def test_the_command_lists_what_is_missing_and_what_nobody_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "station.toml"
    settings.write_text('[station]\ndata = "games"\ncalibration = "none"\n', encoding="utf-8")
    folder = tmp_path / "games" / "recordings" / "de"
    folder.mkdir(parents=True)
    tone(folder / "Welches Spiel.wav")
    tone(folder / "hallo.wav")
    asked = ["voice", "--settings", str(settings), "--language", "de"]
    assert main(asked) == 0
    listed = capsys.readouterr().out.splitlines()
    assert "de/Welches Spiel.wav\tWelches Spiel?" in listed
    assert main([*asked, "--missing"]) == 0
    missing = capsys.readouterr().out.splitlines()
    assert len(missing) == len(listed) - 1
    assert "de/allein-spielen.wav\tAllein spielen" in missing
    assert main([*asked, "--unused"]) == 0
    assert capsys.readouterr().out.splitlines() == ["de/hallo.wav"]
