"""The rules of a game in words: beside its cards, and as sentences."""

from companion.display.words.labels import option_meaning
from companion.game import OPTIONS, Rules
from companion.interface.rule_cards import Card, Shows
from companion.referee.words import Translate

_SAID = (
    "start",
    "entry",
    "hitting",
    "entry-hits",
    "yoking",
    "own-half",
    "sacred-line",
    "goal-point",
    "leaving",
    "goal",
    "to-win",
    "zugzwang",
    "last-may-stay",
    "larger-throw-enters",
    "extra-throw",
    "limit",
)
_QUIET = {"last-may-stay": False, "larger-throw-enters": False, "limit": None}
"""Options that need no sentence at this value."""


def card_words(card: Card, tr: Translate) -> str:
    """Return the text of a card, beside its picture."""
    match card.shows:
        case Shows.AIM:
            return tr("Get {count} counters to the far end of the middle line to win.").format(
                count=card.count
            )
        case Shows.AIM_ANYWHERE:
            return tr("Get {count} counters to the middle line to win.").format(count=card.count)
        case Shows.START:
            return tr("This is how the game starts.")
        case Shows.WAY:
            return tr("Everybody goes round this way.")
        case Shows.THROW:
            return tr("The throw says how many steps one counter goes.")
        case Shows.SHARE:
            return tr("Counters of one colour may share a point.")
        case Shows.ALONE:
            return tr("Off the middle line a point has room for one counter only.")
        case Shows.HIT:
            return tr("Land on a single counter of the other colour: it leaves the board and starts again.")
        case Shows.ENTER:
            return tr("A counter beside the board enters on the point that the throw says.")
        case Shows.LEAVE:
            return tr("If you can move, you must, even away from the middle line.")
        case Shows.STAY:
            return tr("A counter that is home stays there.")
        case Shows.AGAIN:
            return tr("Land here, and throw again.")


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
