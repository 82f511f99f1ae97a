"""The data of the atlas's page, as plain values for its script."""

from collections.abc import Iterator, Mapping, Sequence

from companion import __version__
from companion.game import DICE, OPTIONS, RECONSTRUCTIONS, Die, Option, parse_options
from companion.game.rulesets.options import BOARD
from five_lines_lab.atlas.effects import CHANGES, Effects, Spread
from five_lines_lab.atlas.figures import FIGURES, AtlasFigure
from five_lines_lab.atlas.neighbours import BETTER, Published, published_sets
from five_lines_lab.atlas.table import SolvedSet, SurveyTable, options_asked
from five_lines_lab.measure.measures import GAMES
from five_lines_lab.measure.traffic import KINDS
from five_lines_lab.survey.task import OPTION_FIELDS, TaskStatus
from five_lines_lab.wear import lookalikes

_DIGITS = 9  # digits of a figure in the data; the page rounds it again
NONE = -1  # a missing number in a list

STATES = tuple(state for state in TaskStatus if state is not TaskStatus.FAILED)
"""Statuses of the sets that the page shows."""

Plain = str | float | int | None | Sequence["Plain"] | Mapping[str, "Plain"]

SHOWN_OPTIONS: tuple[Option, ...] = tuple(option for option in OPTIONS if option.field in OPTION_FIELDS)
"""The options by which sets of the atlas differ, the die apart."""


def payload(table: SurveyTable) -> dict[str, Plain]:
    """Return everything that the page shows of a table."""
    sets, dice = table.sets(), _dice(table)
    place = {it.known_by: number for number, it in enumerate(sets)}
    effects = [Effects(_with(die, sets)) for die in dice]
    alike = {known_by: found for die in dice for known_by, found in _lookalikes(_with(die, sets))}
    return {
        "version": __version__,
        "games": GAMES,
        "board": BOARD,
        "better": BETTER,
        "figures": [
            {
                "key": figure.key,
                "title": figure.title,
                "words": figure.words,
                "kind": figure.kind,
                "digits": figure.digits,
            }
            for figure in FIGURES
        ],
        "options": [
            {
                "key": option.key,
                "choices": [{"text": choice.text, "meaning": choice.meaning} for choice in option.choices],
            }
            for option in SHOWN_OPTIONS
        ],
        "dice": [_die(die, table, sets) for die in dice],
        "published": [
            {"name": name, "title": it.title, "source": it.source} for name, it in RECONSTRUCTIONS.items()
        ],
        "kinds": KINDS,
        "states": STATES,
        "sets": [[*_set(it, dice, place), _traffic(it), alike.get(it.known_by)] for it in sets],
        "near": [_near(it, dice, place) for it in published_sets(sets, dice)],
        "changes": [_change(change.option, change.value) for change in CHANGES],
        "effects": [
            {
                figure.key: _effects(one, figure, [other for other in effects if other is not one])
                for figure in FIGURES
            }
            for one in effects
        ],
    }


def _with(die: Die, sets: Sequence[SolvedSet]) -> list[SolvedSet]:
    return [it for it in sets if it.rules.die == die]


def _dice(table: SurveyTable) -> list[Die]:
    """The dice of a table, the published ones first."""
    place = table.columns.index("die")
    texts = {*table.wanted, *(str(row[place]) for row in table.rows)}
    named = [die for name, die in DICE.items() if name in texts]
    others = (parse_options([f"die={text}"])["die"] for text in sorted(texts - DICE.keys()))
    return [*named, *(die for die in others if isinstance(die, Die))]


def _die(die: Die, table: SurveyTable, sets: Sequence[SolvedSet]) -> Plain:
    (option,) = (option for option in OPTIONS if option.key == "die")
    states = [it.status for it in _with(die, sets)]
    return {
        "text": str(die),
        "meaning": option.meaning(die),
        "wanted": table.wanted.get(str(die), 0),
        **{status: states.count(status) for status in STATES},
    }


def _traffic(it: SolvedSet) -> Plain:
    """Return the traffic of a set: by KINDS, of the points 1 to 5 of either seat; None if it is not known."""
    if it.traffic is None:
        return None
    return [[_rounded(value) for value in getattr(it.traffic, kind)[:5].tolist()] for kind in KINDS]


def _lookalikes(sets: Sequence[SolvedSet]) -> Iterator[tuple[tuple[str, str], Plain]]:
    """Yield each set with traffic, and how many of how many others have landings like its own."""
    known = [(it.known_by, it.traffic) for it in sets if it.traffic is not None]
    for (known_by, _), alike in zip(known, lookalikes([it for _, it in known]), strict=True):
        yield known_by, [int(alike.sum()), len(known) - 1]


def _set(it: SolvedSet, dice: Sequence[Die], place: Mapping[tuple[str, str], int]) -> Sequence[Plain]:
    """A set as a list: values of its options, die, base, options asked of it, what it is like, figures.

    A set that is not solved has its status and the bounds of its value instead of figures.
    """
    values = "".join(_value(it, option) for option in SHOWN_OPTIONS)
    base = RECONSTRUCTIONS[it.rules.name].rules
    asked = [OPTION_FIELDS.index(field) for field in options_asked(base, it.rules)]
    same = place.get((it.same_as, str(it.rules.die)), NONE) if it.same_as else NONE
    known: list[Plain] = [
        values,
        dice.index(it.rules.die),
        list(RECONSTRUCTIONS).index(base.name),
        asked,
        same,
        it.positions,
    ]
    if it.status is not TaskStatus.SOLVED:
        ends = (it.bounds.low, it.bounds.high) if it.bounds else (None, None)
        return [*known, None, [it.status, *ends]]
    return [*known, [_rounded(figure.of(it.figures)) for figure in FIGURES], _unsure(it)]


def _value(it: SolvedSet, option: Option) -> str:
    """Return the index of an option's value, or `-` if the option does not apply."""
    value = getattr(it.rules, option.field)
    return "-" if value is None else str([choice.value for choice in option.choices].index(value))


def _unsure(it: SolvedSet) -> dict[str, Plain]:
    """Return the standard error or interval of the figures that are counted in games, by index."""
    errors: dict[str, Plain] = {}
    for place, figure in enumerate(FIGURES):
        kept = [value for name in figure.unsure if (value := it.figures[name]) is not None]
        if kept:
            errors[str(place)] = [_rounded(value) for value in kept]
    return errors


def _near(it: Published, dice: Sequence[Die], place: Mapping[tuple[str, str], int]) -> Plain:
    return {
        "published": list(RECONSTRUCTIONS).index(it.name),
        "die": dice.index(it.die),
        "set": place[it.itself.known_by] if it.itself else NONE,
        "neighbours": it.neighbours,
        "solved": it.solved,
        "unsolved": it.unsolved,
        "better": place[it.better.known_by] if it.better else NONE,
        "asked": [OPTION_FIELDS.index(field) for field in it.asked],
    }


def _change(option: Option, value: object) -> Plain:
    choices = [choice.value for choice in option.choices]
    return [SHOWN_OPTIONS.index(option), choices.index(value)]


def _effects(effects: Effects, figure: AtlasFigure, others: Sequence[Effects]) -> Plain:
    """Return the effects of options and of the other dice, in their order, on a figure."""
    spreads = [effects.of_die(figure, other) for other in others]
    return {
        "alone": [
            [CHANGES.index(it.change), *_spread(it.spread), it.left_out, *map(_rounded, it.with_bounded)]
            for it in effects.of(figure)
        ],
        "dice": [_spread(spread) if spread else None for spread in spreads],
        "between": [
            [
                CHANGES.index(it.change),
                CHANGES.index(it.other),
                it.squares,
                _rounded(it.without),
                _rounded(it.with_other),
            ]
            for it in effects.between(figure)
        ],
    }


def _spread(it: Spread) -> list[Plain]:
    return [it.pairs, _rounded(it.mean), _rounded(it.least), _rounded(it.most)]


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")
