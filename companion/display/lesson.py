"""The sentences of the lesson: a game's aim, and each thing that is new in it."""

from companion.game import Rules
from companion.game.rulesets.rules import Goal, Start
from companion.interface.sight import OwnDice
from companion.interface.views import Topic
from companion.presentation.words.labels import label
from companion.referee.words import Translate


def aim_text(rules: Rules, tr: Translate) -> str:
    """Return the aim of the game in a sentence, with the way there where counters have to come in first."""
    said = tr("Get {count} counters to the far end of the middle line.")
    if rules.goal is Goal.ANYWHERE:
        said = tr("Get {count} counters to the middle line.")
    elif rules.start is Start.HAND:
        said = tr("Bring {count} in and take them to the middle line's far end.")
    elif rules.start is Start.HOME:
        said = tr("Lead {count} counters from home to the middle line's far end.")
    return said.format(count=rules.to_win)


def topic_text(topic: Topic, rules: Rules, throw: int | None, tr: Translate, *, only: bool = False) -> str:
    """Return the hint at a turn while the game is new, in at most twelve words; `only`: of one counter."""
    if topic is Topic.AIM:
        return aim_text(rules, tr)
    how = "-only" * only + "-one" * (throw == 1) if topic is Topic.MOVE else ""
    return label("topics", topic + how, tr).format(throw=throw)


def thrown_text(offered: OwnDice | None, tr: Translate) -> str:
    """Return what to do with one's own dice; what the camera has seen of them is `offered`."""
    match offered:
        case OwnDice(are_several=True):
            return tr("Two dice? Throw just one.")
        case OwnDice(is_beside=True):
            return tr("Off the board? Tap its number.")
        case OwnDice(int(face)):
            return tr("Is it a {throw}? Tap the {throw}.").format(throw=face)
    return tr("Throw, then tap what you threw.")
