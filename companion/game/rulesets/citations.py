"""The text and rule on which each refusal rests."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.game.board import Point
from companion.game.landing import Reason
from companion.game.moves import is_sacred
from companion.game.rulesets.reconstructions import Text, reconstruction
from companion.game.rulesets.rules import Rules, key_of, value_text


class Part(StrEnum):
    """A part of a text that has no number, or numbers of its own."""

    COURSE_OF_PLAY = "course of play"
    MATERIAL = "material"
    EQUIPMENT = "equipment"
    GAME_PLAY = "game play"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Citation:
    """The source of a refusal; as text `Schädler 8`, or `house rule own-half=one`.

    Either the `part` of a `text`, a rule's `number` in it, or both; or the `option` with its `value` that
    replaces what the text says; or none of them: then it is how the Ludii program reads the text.
    """

    text: Text | None = None
    part: Part | None = None
    number: int | None = None
    option: str | None = None
    value: str | None = None

    def __str__(self) -> str:
        if self.option is not None:
            return f"house rule {self.option}={self.value}"
        if self.text is None:
            return "the Ludii program's reading"
        return " ".join(str(said) for said in (self.text, self.part, self.number) if said is not None)


_PLAY = Part.COURSE_OF_PLAY
_Place = int | Part | tuple[Part, int]
_COLUMNS = tuple(Text)

# Kalkhoven's text has no numbers: its paragraphs after "To Play" are counted.
_RULES: Mapping[Reason, tuple[_Place, ...]] = {
    # in the order of Text:    Schädler, Kidd, Locus Ludi race, Locus Ludi capture, Adapted, Kalkhoven
    Reason.WRONG_DISTANCE: (6, 1, _PLAY, _PLAY, (Part.GAME_PLAY, 1), 2),
    Reason.WRONG_WAY_ROUND: (7, 1, 3, 4, (Part.GAME_PLAY, 3), 2),
    Reason.POINT_TAKEN_BY_OWN_COUNTER: (8, 4, 1, 1, (Part.RULE, 1), 7),
    Reason.POINT_TAKEN_BY_OTHER_COUNTER: (8, 4, 1, 1, (Part.RULE, 1), 7),
    Reason.SACRED_HALF_CLOSED: (8, 2, 1, 1, (Part.GAME_PLAY, 4), 4),
    Reason.OTHER_SEATS_COUNTER_MOVED: (6, 1, _PLAY, _PLAY, (Part.GAME_PLAY, 1), 2),
    Reason.ENTERED_ON_WRONG_POINT: (4, 1, _PLAY, _PLAY, (Part.GAME_PLAY, 1), 3),
    Reason.MOVED_THOUGH_MUST_ENTER: (4, 3, 3, 4, (Part.RULE, 3), 3),
    Reason.ENTERED_THOUGH_NONE_MAY: (4, 4, 3, 4, (Part.RULE, 3), 3),
    Reason.LEFT_GOAL_HALF: (9, 2, 4, 5, (Part.RULE, 4), 8),
    Reason.MOVED_THOUGH_TURN_PASSES: (9, 4, 4, 5, (Part.RULE, 4), 9),
    Reason.MORE_THAN_ONE_COUNTER_MOVED: (6, 1, _PLAY, _PLAY, (Part.GAME_PLAY, 1), 2),
    Reason.MOVED_BEFORE_THROWING: (6, 1, _PLAY, _PLAY, (Part.GAME_PLAY, 1), 2),
    Reason.COUNTER_MISSING: (4, 1, Part.MATERIAL, Part.MATERIAL, Part.EQUIPMENT, 1),
    Reason.COUNTER_TOO_MANY: (4, 1, Part.MATERIAL, Part.MATERIAL, Part.EQUIPMENT, 1),
    Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF: (8, 5, 1, 3, (Part.RULE, 1), 7),
    Reason.MOVE_NOT_FINISHED: (6, 1, _PLAY, _PLAY, (Part.GAME_PLAY, 1), 2),
    Reason.NOT_THE_CHOSEN_MOVE: (6, 1, _PLAY, _PLAY, (Part.GAME_PLAY, 1), 2),
}

_BORROWED: Mapping[tuple[Text, Reason], Citation] = {
    # Kidd says nothing of a duty to enter first; it is read as in the other games that enter by the die.
    (Text.KIDD, Reason.MOVED_THOUGH_MUST_ENTER): Citation(Text.LOCUS_LUDI_RACE, number=3),
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


def citation(rules: Rules, reason: Reason, target: Point | None = None) -> Citation:
    """Return the text and rule on which a refusal rests, or the house rule that replaces it.

    `target` is where the counter went, if that is known: some rules are others on the sacred line.
    """
    published = reconstruction(rules.name)
    governing = _GOVERNED_BY.get(reason, ())
    if target is not None and is_sacred(target):
        governing = _GOVERNED_ON_THE_SACRED_LINE.get(reason, governing)
    for field in governing:
        if getattr(rules, field) not in (getattr(published.rules, field), None):
            return Citation(option=key_of(field), value=value_text(field, getattr(rules, field)))
    if any(published.departs(field) for field in governing):
        return Citation()
    text = published.text
    return _BORROWED.get((text, reason)) or _cited(text, _RULES[reason][_COLUMNS.index(text)])


def _cited(text: Text, place: _Place) -> Citation:
    match place:
        case int():
            return Citation(text, number=place)
        case Part():
            return Citation(text, place)
        case part, number:
            return Citation(text, part, number)
