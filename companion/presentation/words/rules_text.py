"""The rules of a game in words: beside its cards, and as sentences."""

from companion.game import OPTIONS, Rules
from companion.interface.rule_cards import Card
from companion.presentation.words.labels import label, option_meaning
from companion.referee.words import Translate

_SAID = (
    "start", "entry", "hitting", "entry-hits", "yoking", "own-half", "sacred-line", "goal-point", "leaving",
    "goal", "to-win", "zugzwang", "last-may-stay", "larger-throw-enters", "extra-throw", "limit",
)  # fmt: skip
_QUIET = {"last-may-stay": False, "larger-throw-enters": False, "limit": None}
"""Options that need no sentence at this value."""


def card_words(card: Card, tr: Translate) -> str:
    """Return the text of a card, beside its picture."""
    return label("cards", card.shows, tr).format(count=card.count)


def sentences(rules: Rules, tr: Translate) -> list[str]:
    """Return the rules, a sentence each."""
    said = [
        tr("Each player has five counters; the line in the middle is the sacred line."),
        tr("Everyone travels anticlockwise, as many steps as the throw says."),
        tr("Get your counters to the far end of the sacred line, beyond its middle."),
    ]
    for option in OPTIONS:
        value = getattr(rules, option.field)
        has_a_sentence = option.key in _SAID and (value is not None or option.key == "limit")
        if has_a_sentence and not (option.key in _QUIET and _QUIET[option.key] == value):
            said.append(f"{option_meaning(option, value, tr)}.")
    return said
