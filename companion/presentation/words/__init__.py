"""Languages of the screen: English in the code and in `labels.toml`, every other one in a catalogue here."""

import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

import polib

from companion import FiveLinesError
from companion.game.names import meant
from companion.referee.words import Translate, english

LANGUAGES = MappingProxyType(
    {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano", "el": "Ελληνικά"}
)
"""Names of the languages, each in itself, by code."""


class LanguageError(FiveLinesError, LookupError):
    """The language is unknown, or its catalogue is damaged; the message lists the known ones."""


def catalogue_file(code: str) -> Path:
    """Return the catalogue file of a language other than English."""
    return Path(__file__).parent / f"{code}.po"


def translated_percent(code: str) -> int:
    """Return how much of a language is translated, as its catalogue's header says; else 0."""
    if code == "en":
        return 100
    with suppress(OSError, UnicodeDecodeError):  # `translator` says why
        found = re.search(r"X-Translated: (\d+) %", catalogue_file(code).read_text(encoding="utf-8"))
        if found:
            return int(found[1])
    return 0


@lru_cache
def language_names() -> dict[str, str]:
    """Return the names of the languages to choose from: `Español (40 %)` where the rest is English."""
    shares = {code: translated_percent(code) for code in LANGUAGES}
    return {
        code: name if shares[code] == 100 else f"{name} ({shares[code]} %)"
        for code, name in LANGUAGES.items()
    }


@lru_cache
def translator(code: str) -> Translate:
    """Return the function that translates English texts into a language; raise LanguageError.

    A text that is missing from the catalogue stays English.
    """
    if code not in LANGUAGES:
        raise LanguageError(f"no language is called {code!r}; {meant(code, LANGUAGES)}")
    if code == "en":
        return english
    path = catalogue_file(code)
    try:
        entries = polib.pofile(str(path), encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LanguageError(
            f"{path}: the catalogue can't be read ({error}); install Five Lines again"
        ) from error
    texts = {entry.msgid: entry.msgstr for entry in entries if entry.msgstr}
    return lambda text: texts.get(text, text)
