"""Every text of the screen is in every catalogue, with the same fields, and nothing else is."""

import re
import string
from collections.abc import Iterable
from pathlib import Path

import polib
import pytest

from companion.board.signals import Flaw, ViewProblem
from companion.display.words import LANGUAGES, LanguageError, catalogue_file, translator
from companion.display.words.labels import LABELS
from companion.game import OPTIONS, RECONSTRUCTIONS, Reason
from companion.game.levels import LEVELS
from companion.interface.faults import Fault
from companion.interface.offers import QUICK
from companion.interface.rule_cards import Shows
from companion.interface.setting_up import DeviceState, SetUp
from companion.interface.sight import Sight
from companion.interface.texts import FlawKind
from companion.interface.views import Topic
from companion.referee.words import REASONS
from companion.settings.sections import Language
from tests.support.root import ROOT
from tests.support.screen_texts import all_texts

CODES = [code for code in LANGUAGES if code != "en"]


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


@pytest.fixture(scope="module", params=CODES)
def catalogue(request: pytest.FixtureRequest) -> dict[str, str]:
    entries = polib.pofile(str(catalogue_file(request.param)), encoding="utf-8")
    assert len(entries) == len({entry.msgid for entry in entries}), "a text stands twice"
    assert not [entry.msgid for entry in entries if entry.fuzzy or entry.obsolete]
    return {entry.msgid: entry.msgstr for entry in entries}


@pytest.mark.slow
def test_every_text_is_translated(catalogue: dict[str, str]) -> None:
    assert {text for text in all_texts() if not catalogue.get(text)} == set()


def test_no_text_is_left_over(catalogue: dict[str, str]) -> None:
    assert set(catalogue) - all_texts() == set()


def test_a_translation_has_the_fields_of_its_text(catalogue: dict[str, str]) -> None:
    # Word order and grammar may use a field twice, but never lose or invent one.
    assert {text: said for text, said in catalogue.items() if fields(text) != fields(said)} == {}


def test_a_translation_keeps_the_number_that_stands_for_itself(catalogue: dict[str, str]) -> None:
    for option in OPTIONS:
        if option.custom:
            assert re.search(r"\bN\b", catalogue[option.custom.meaning])


ERAS = ("Chr.", "J.-C.", "a.C.", "d.C.", "π.Χ.", "μ.Χ.")
"""Abbreviations of before and after Christ, which English writes without a point."""


def test_a_translation_ends_like_its_text(catalogue: dict[str, str]) -> None:
    # Greek asks with a semicolon.
    ends = {"?": "?;"}
    for text, said in catalogue.items():
        if text[-1] in ".:!?":
            assert said[-1] in ends.get(text[-1], text[-1]), (text, said)
        else:
            assert said[-1] not in ".:!" or said.endswith(ERAS), (text, said)


def test_english_is_what_stands_in_the_code() -> None:
    assert translator("en")("Throw") == "Throw"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(LanguageError, match=r"'xx'.*en, de, fr, it, el"):
        translator("xx")


def test_the_settings_offer_every_language() -> None:
    assert {language.value for language in Language} == set(LANGUAGES)


def test_catalogues_stand_beside_the_code() -> None:
    assert {Path(path).stem for path in (ROOT / "companion" / "display" / "words").glob("*.po")} == set(CODES)


def test_no_french_line_begins_with_a_sign_that_has_a_space_before_it() -> None:
    plain = re.compile(r" [:;!?»%]|« ")
    french = polib.pofile(str(catalogue_file("fr")), encoding="utf-8")
    assert [entry.msgstr for entry in french if plain.search(entry.msgstr)] == []


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("rules", {QUICK, *RECONSTRUCTIONS}),
        ("game-sentences", {QUICK, *RECONSTRUCTIONS}),
        ("topics", {*Topic, "move-one", "move-only", "move-only-one"} - {Topic.AIM}),
        ("cards", Shows),
        ("options", {option.key for option in OPTIONS}),
        ("levels", {level.name for level in LEVELS}),
        ("sights", Sight),
        ("text-flaws", FlawKind),
        ("faults", Fault),
        ("flaws", Flaw),
        ("setup-steps", SetUp),
        ("view-problems", ViewProblem),
        ("view-remedies", ViewProblem),
        *((device, DeviceState) for device in ("button", "lamps", "sound")),
    ],
)
def test_a_table_of_labels_has_all_that_there_is_and_nothing_else(table: str, names: Iterable[str]) -> None:
    assert set(LABELS[table]) == set(names)


def test_every_reason_to_refuse_has_a_sentence() -> None:
    assert REASONS.keys() - set(Reason) == {"wrong-distance-of-one", "wrong-distance-beside"}
    assert set(Reason) <= REASONS.keys()
