"""Words that plain English does without, for the tests that keep them out of documents and code."""

import re

BANNED = (
    "amiss",
    "anew",
    "by as much",
    "gainsaid",
    "is none of",
    "led astray",
    "let go of",
    "so long",
    "told",
    "whoever",
)
"""Dialect: each has a plainer word, such as *wrong*, *again*, *anyone who*, *reported*."""

_ANY = "|".join(word.replace(" ", r"\s+") for word in BANNED)
_BANNED = re.compile(rf"\b(?:{_ANY})\b", re.IGNORECASE)


def banned_words(text: str) -> list[str]:
    """Return each use of a banned word in a text, with a few words around it."""
    return [text[max(0, it.start() - 30) : it.end() + 30].replace("\n", " ") for it in _BANNED.finditer(text)]
