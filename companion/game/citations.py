"""The text and rule on which each refusal rests."""

from collections.abc import Mapping

from companion.game.board import Point
from companion.game.moves import is_sacred
from companion.game.reconstructions import Text, reconstruction
from companion.game.refusals import Reason
from companion.game.rules import Rules

_COLUMNS = tuple(Text)

# Kalkhoven's text has no numbers: its paragraphs after "To Play" are counted.
_PLAY = "course of play"
_RULES: Mapping[Reason, tuple[str, str, str, str, str, str]] = {
    # in the order of Text:    Schädler, Kidd, Locus Ludi race, Locus Ludi capture, Adapted, Kalkhoven
    Reason.WRONG_DISTANCE: ("6", "1", _PLAY, _PLAY, "game play 1", "2"),
    Reason.WRONG_WAY_ROUND: ("7", "1", "3", "4", "game play 3", "2"),
    Reason.POINT_TAKEN_BY_OWN_COUNTER: ("8", "4", "1", "1", "rule 1", "7"),
    Reason.POINT_TAKEN_BY_OTHER_COUNTER: ("8", "4", "1", "1", "rule 1", "7"),
    Reason.SACRED_HALF_CLOSED: ("8", "2", "1", "1", "game play 4", "4"),
    Reason.OTHER_SEATS_COUNTER_MOVED: ("6", "1", _PLAY, _PLAY, "game play 1", "2"),
    Reason.ENTERED_ON_WRONG_POINT: ("4", "1", _PLAY, _PLAY, "game play 1", "3"),
    Reason.MOVED_THOUGH_MUST_ENTER: ("4", "3", "3", "4", "rule 3", "3"),
    Reason.ENTERED_THOUGH_NONE_MAY: ("4", "4", "3", "4", "rule 3", "3"),
    Reason.LEFT_GOAL_HALF: ("9", "2", "4", "5", "rule 4", "8"),
    Reason.MOVED_THOUGH_TURN_PASSES: ("9", "4", "4", "5", "rule 4", "9"),
    Reason.MORE_THAN_ONE_COUNTER_MOVED: ("6", "1", _PLAY, _PLAY, "game play 1", "2"),
    Reason.MOVED_BEFORE_THROWING: ("6", "1", _PLAY, _PLAY, "game play 1", "2"),
    Reason.COUNTER_MISSING: ("4", "1", "material", "material", "equipment", "1"),
    Reason.COUNTER_TOO_MANY: ("4", "1", "material", "material", "equipment", "1"),
    Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF: ("8", "5", "1", "3", "rule 1", "7"),
    Reason.MOVE_NOT_FINISHED: ("6", "1", _PLAY, _PLAY, "game play 1", "2"),
    Reason.NOT_THE_CHOSEN_MOVE: ("6", "1", _PLAY, _PLAY, "game play 1", "2"),
}

_BORROWED: Mapping[tuple[Text, Reason], str] = {
    # Kidd says nothing of a duty to enter first; it is read as in the other games that enter by the die.
    (Text.KIDD, Reason.MOVED_THOUGH_MUST_ENTER): f"{Text.LOCUS_LUDI_RACE} 3",
}
"""Refusals that rest on another text, because the game's own is silent."""

_GOVERNED_BY: Mapping[Reason, tuple[str, ...]] = {
    Reason.WRONG_DISTANCE: ("larger_throw_enters",),
    Reason.POINT_TAKEN_BY_OWN_COUNTER: ("yoking",),
    Reason.POINT_TAKEN_BY_OTHER_COUNTER: ("hitting", "entry_hits"),
    Reason.SACRED_HALF_CLOSED: ("own_half", "goal_point"),
    Reason.ENTERED_ON_WRONG_POINT: ("start",),
    Reason.MOVED_THOUGH_MUST_ENTER: ("entry", "start"),
    Reason.ENTERED_THOUGH_NONE_MAY: ("entry_hits", "own_half"),
    Reason.LEFT_GOAL_HALF: ("leaving",),
    Reason.MOVED_THOUGH_TURN_PASSES: ("entry",),
    Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF: ("hitting", "entry_hits"),
}
"""The options that can replace what the text says about a reason, by field name."""

_GOVERNED_ON_THE_SACRED_LINE: Mapping[Reason, tuple[str, ...]] = {
    Reason.POINT_TAKEN_BY_OWN_COUNTER: ("own_half",),
    Reason.POINT_TAKEN_BY_OTHER_COUNTER: ("own_half", "goal_point", "sacred_line", "hitting", "entry_hits"),
    Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF: ("sacred_line", "hitting", "entry_hits"),
}
"""The same where the counter went to the sacred line, for reasons that rest on other options there."""


def citation(rules: Rules, reason: Reason, target: Point | None = None) -> str:
    """The text and rule on which a refusal rests, as in `Schädler 8`, or the house rule that replaces it.

    `target` is where the counter went, if that is known: some rules are others on the sacred line.
    """
    published = reconstruction(rules.name)
    governing = _GOVERNED_BY.get(reason, ())
    if target is not None and is_sacred(target):
        governing = _GOVERNED_ON_THE_SACRED_LINE.get(reason, governing)
    for field in governing:
        if getattr(rules, field) not in (getattr(published.rules, field), None):
            return f"house rule {rules.written(field)}"
    if any(published.departs(field) for field in governing):
        return "the Ludii program's reading"
    borrowed = _BORROWED.get((published.text, reason))
    return borrowed or f"{published.text} {_RULES[reason][_COLUMNS.index(published.text)]}"
