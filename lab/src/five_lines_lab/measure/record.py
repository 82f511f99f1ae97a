"""Measures as plain values for JSON and tables, read back, and as text for people."""

from dataclasses import fields

from companion.system.data import Data
from five_lines_lab.measure.definitions import DEFINITIONS
from five_lines_lab.measure.estimates import SHARES, Quantiles, decimals
from five_lines_lab.measure.measures import STAKES, Figure, Measures
from five_lines_lab.measure.players import YARDSTICKS

_LENGTHS = tuple(f"throws_{share:.0%}".rstrip("%") for share in SHARES)
_STAKES = tuple(f"turns_stake_above_{stake:.0%}".rstrip("%") for stake in STAKES)
_AGAINST = tuple(f"best_against_{rule.replace('-', '_')}" for rule in YARDSTICKS)
_PLAIN = tuple(
    field.name for field in fields(Measures) if field.name not in ("lengths", "stakes", "yardsticks")
)


COLUMNS = (
    *_PLAIN,
    *(f"{name}{end}" for name in _LENGTHS for end in ("", "_low", "_high")),
    *_STAKES,
    *(f"{name}{end}" for name in _AGAINST for end in ("", "_error")),
)
"""The name of every figure that `as_plain` gives."""


def as_plain(measures: Measures) -> dict[str, float | None]:
    """Return every figure by a name of its own; errors and intervals are None where a figure is exact."""
    plain: dict[str, float | None] = {name: getattr(measures, name) for name in _PLAIN}
    intervals = measures.lengths.interval or ((None, None),) * len(_LENGTHS)
    for name, value, (low, high) in zip(_LENGTHS, measures.lengths.values, intervals, strict=True):
        plain |= {name: value, f"{name}_low": low, f"{name}_high": high}
    plain |= dict(zip(_STAKES, measures.stakes, strict=True))
    for name, figure in zip(_AGAINST, measures.yardsticks, strict=True):
        plain |= {name: figure.value, f"{name}_error": figure.error or None}
    return plain


def from_plain(plain: Data) -> Measures:
    """The measures that `as_plain` gave; raises DataError for anything else."""
    lows, highs = ([plain[f"{name}_{end}"].value for name in _LENGTHS] for end in ("low", "high"))
    interval = None
    if None not in (*lows, *highs):
        interval = tuple((plain[f"{name}_low"].whole(), plain[f"{name}_high"].whole()) for name in _LENGTHS)
    return Measures(
        **{name: plain[name].number() for name in _PLAIN},
        lengths=Quantiles(tuple(plain[name].whole() for name in _LENGTHS), interval),
        stakes=tuple(plain[name].number() for name in _STAKES),
        yardsticks=tuple(
            Figure(
                plain[name].number(), plain[f"{name}_error"].number() if plain[f"{name}_error"].value else 0.0
            )
            for name in _AGAINST
        ),
    )


def plain_figure(figure: Figure) -> dict[str, float | None]:
    """Return one figure with its standard error."""
    return {"chance": figure.value, "error": figure.error or None}


_FORMS = {definition.field: definition.form for definition in DEFINITIONS}


def shown(field: str, measures: Measures) -> str:
    """Return one of the measures, by its field, as text."""
    value = getattr(measures, field)
    if isinstance(value, Quantiles):
        return quantiles_text(value)
    if field == "stakes":
        return ", ".join(f"{share:.1%}" for share in value)
    if field == "yardsticks":
        return ", ".join(figure_text(figure) for figure in value)
    return format(value, _FORMS[field])


def figure_text(figure: Figure) -> str:
    """Return a chance as text; one from a sample with its 95 % interval and no more digits than it has."""
    if not figure.error:
        return f"{figure.value:.2%}"
    reach = 196 * figure.error
    digits = decimals(reach)
    return f"{100 * figure.value:.{digits}f}% ± {reach:.{digits}f}%"


def quantiles_text(quantiles: Quantiles) -> str:
    """Return quantiles as text; those of a sample with their intervals."""
    if quantiles.interval is None:
        return " ".join(map(str, quantiles.values))
    between = zip(quantiles.values, quantiles.interval, strict=True)
    return " ".join(f"{value} ({low}-{high})" for value, (low, high) in between)
