"""Figures as people read them, with the digits that they have."""

from companion.lab.measure.estimates import decimals
from companion.lab.measure.lengths import Quantiles
from companion.lab.measure.measures import Figure, Measures

_SHARES = {
    "first_player": 2,
    "draws": 2,
    "turns_with_choice": 1,
    "stake": 2,
    "stake_median": 2,
    "stake_high": 2,
    "luck": 2,
    "drama": 2,
    "games_left_forced": 1,
    "games_left_by_choice": 1,
    "forced_cost": 2,
    "choice_gain": 2,
    "last_counter_throws": 1,
    "games_goal_passed": 1,
    "circling": 1,
}
"""Figures that are shares or chances, and how many decimals of a percent are told."""
_NUMBERS = {
    "throws": 1,
    "choices": 2,
    "lead_changes": 2,
    "throws_after_turning": 1,
    "left_forced": 2,
    "left_by_choice": 2,
    "left_forced_in_100": 2,
    "left_by_choice_in_100": 2,
    "goal_passed": 2,
}
"""Figures that are numbers, and how many decimals are told."""


def shown(field: str, measures: Measures) -> str:
    """One of the measures, by its field, as text."""
    value = getattr(measures, field)
    if isinstance(value, Quantiles):
        return quantiles_text(value)
    if field == "stakes":
        return ", ".join(f"{share:.1%}" for share in value)
    if field == "yardsticks":
        return ", ".join(figure_text(figure) for figure in value)
    if field in _SHARES:
        return f"{value:.{_SHARES[field]}%}"
    return f"{value:,.{_NUMBERS[field]}f}"


def figure_text(figure: Figure) -> str:
    """A chance; one from a sample with its 95 % interval and no more digits than it has."""
    if not figure.error:
        return f"{figure.value:.2%}"
    reach = 196 * figure.error
    digits = decimals(reach)
    return f"{100 * figure.value:.{digits}f}% ± {reach:.{digits}f}%"


def quantiles_text(quantiles: Quantiles) -> str:
    """Quantiles; those of a sample with what they lie between."""
    if quantiles.interval is None:
        return " ".join(map(str, quantiles.values))
    between = zip(quantiles.values, quantiles.interval, strict=True)
    return " ".join(f"{value} ({low}-{high})" for value, (low, high) in between)
