"""Every text of the screen is in every catalogue, with the same fields, and nothing else is."""

import re
import string
from collections.abc import Iterable
from pathlib import Path

import polib
import pytest

from companion.board.signals import Flaw, ViewProblem
from companion.game import OPTIONS, RECONSTRUCTIONS, Reason
from companion.game.levels import LEVELS
from companion.interface.faults import Fault
from companion.interface.offers import QUICK
from companion.interface.rule_cards import Shows
from companion.interface.setting_up import DeviceState, SetUp
from companion.interface.sight import Sight
from companion.interface.texts import FlawKind
from companion.interface.views import Topic
from companion.presentation import words
from companion.presentation.words import (
    LANGUAGES,
    LanguageError,
    catalogue_file,
    language_names,
    translated_percent,
    translator,
)
from companion.presentation.words.labels import LABELS
from companion.referee.words import REASONS
from companion.settings.sections import Language
from five_lines_lab.gallery.gallery import SIZES
from tests.support.root import ROOT
from tests.support.screen_texts import COMPLETE, all_texts, still_english
from tests.support.screens import SMALLEST, by_day

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
@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_says_how_much_of_the_texts_it_has(code: str) -> None:
    missing, texts = still_english(code), len(all_texts())
    percent = 100 * (texts - len(missing)) // texts
    header = f"X-Translated: {percent} %"
    text, listed = catalogue_file(code).read_text(encoding="utf-8"), "\n".join(sorted(missing))
    assert header in text, f"translate these, and write {header} into the header of {code}.po:\n{listed}"


def test_a_language_half_done_says_so_where_it_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'msgid ""\nmsgstr ""\n"X-Translated: 3 %\\n"\n\nmsgid "One player"\nmsgstr "Un jugador"\n'
    (tmp_path / "es.po").write_text(text, encoding="utf-8")
    monkeypatch.setattr(words, "LANGUAGES", {"es": "Español", **LANGUAGES})
    monkeypatch.setattr(words, "catalogue_file", lambda code: tmp_path / f"{code}.po")
    monkeypatch.setattr(words, "language_names", language_names.__wrapped__)
    assert words.language_names()["es"] == "Español (3 %)"
    tr = translator.__wrapped__("es")
    assert (tr("One player"), tr("Throw")) == ("Un jugador", "Throw")


def test_a_language_that_is_all_there_has_its_name_alone() -> None:
    assert {code: name for code, name in language_names().items() if translated_percent(code) == 100} == {
        code: LANGUAGES[code] for code in COMPLETE
    }


def test_no_text_is_left_over(catalogue: dict[str, str]) -> None:
    assert set(catalogue) - all_texts() == set()


def test_a_translation_has_the_fields_of_its_text(catalogue: dict[str, str]) -> None:
    # Word order and grammar may use a field twice, but never lose or invent one.
    assert {text: said for text, said in catalogue.items() if fields(text) != fields(said)} == {}


def test_a_translation_keeps_the_number_that_stands_for_itself(catalogue: dict[str, str]) -> None:
    for option in OPTIONS:
        if option.custom:
            assert re.search(r"\bN\b", catalogue.get(option.custom.meaning, "N"))


ERAS = ("Chr.", "J.-C.", "a.C.", "d.C.", "π.Χ.", "μ.Χ.", "{day}.{month}.")
"""Abbreviations of before and after Christ, and days, which English writes without a point."""


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
    with pytest.raises(LanguageError, match=f"'xx'.*{', '.join(LANGUAGES)}"):
        translator("xx")


def test_the_settings_offer_every_language() -> None:
    assert {language.value for language in Language} == set(LANGUAGES)


def test_catalogues_stand_beside_the_code() -> None:
    folder = ROOT / "companion" / "presentation" / "words"
    assert {path.stem for path in folder.glob("*.po")} == set(CODES)


def test_no_french_line_begins_with_a_sign_that_has_a_space_before_it() -> None:
    plain = re.compile(r" [:;!?»%]|« ")
    french = polib.pofile(str(catalogue_file("fr")), encoding="utf-8")
    assert [entry.msgstr for entry in french if plain.search(entry.msgstr)] == []


def test_words_are_cut_with_an_apostrophe_that_is_printed_not_typed(catalogue: dict[str, str]) -> None:
    assert [text for text in catalogue.values() if re.search(r"\w'\w", text)] == []


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
    assert REASONS.keys() - set(Reason) == {
        "wrong-distance-of-one",
        "wrong-distance-beside",
        "point-taken-by-other-counter-and-more",
        "entered-though-none-may-from-hand",
    }
    assert set(Reason) <= REASONS.keys()


@pytest.mark.parametrize("languages", [("en",), (*LANGUAGES, "es"), (*LANGUAGES, *"abcdef")])
def test_screens_are_drawn_in_any_number_of_languages(languages: tuple[str, ...]) -> None:
    drawn = by_day(languages)
    assert {language for size, language in drawn if size == SMALLEST} == set(languages)
    assert {size for size, _ in drawn} == {SMALLEST, *SIZES}
