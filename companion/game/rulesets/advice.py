"""Suggestions for mixes of options that play badly, though nothing in them clashes."""

from dataclasses import dataclass, replace

from companion.game.rulesets.reconstructions import rules_for
from companion.game.rulesets.rules import GoalPoint, Leaving, Rules, SacredLine


@dataclass(frozen=True, slots=True)
class Advice:
    """A suggestion for a mix: options as `key=value`, any of which makes it a better game, and why."""

    options: tuple[str, ...]
    text: str


def advice(rules: Rules) -> tuple[Advice, ...]:
    """Return suggestions for a mix of options; usually none.

    The figures are lengths of games under best play, and shown only for the games they were found for.
    """
    suggestions = []
    uneven = len(set(rules.die.weights)) > 1
    goal_is_open = rules.goal_point is GoalPoint.FREE and rules.leaving is Leaving.FREE and not rules.hitting
    if uneven and goal_is_open and not (rules.to_win < 5 or rules.last_may_stay or rules.larger_throw_enters):
        figures = ""
        if _solved_as(rules, "schaedler", "die=knucklebone"):
            figures = " (under best play 50 or 39 throws on average instead of 227)"
        options = ("last-may-stay=yes", "to-win=4")
        text = (
            f"With the die {rules.die} the last counter can circle: {' or '.join(options)} can make "
            f"games shorter{figures}."
        )
        suggestions.append(Advice(options, text))
    if rules.yoking and rules.sacred_line is SacredLine.OPEN and rules.leaving is not Leaving.NEVER:
        figures = ""
        if _solved_as(rules, "kidd"):
            figures = (
                " (under best play half of all games are over after 45 throws instead of some 96, and the "
                "mean is 47 instead of 1,083)"
            )
        safe = "sacred-line=safe"
        text = (
            f"With counters on the sacred line open to hits games can be very long: {safe} can make "
            f"them shorter{figures}; or agree on a draw, as limit=N does."
        )
        suggestions.append(Advice((safe,), text))
    return tuple(suggestions)


def _solved_as(rules: Rules, name: str, *options: str) -> bool:
    """True if the rules are those of a published game with options; starter and limit don't count."""
    other = rules_for(name, options)
    return replace(rules, name=name, starter=other.starter, limit=other.limit) == other
