"""What to suggest when a person picks a mix that plays badly, though nothing in it clashes."""

from companion.game.rules import Leaving, Rules, SacredLine


def advice(rules: Rules) -> tuple[str, ...]:
    """Suggestions for a mix of options, as sentences; usually none.

    The figures are the lengths of games under best play.
    """
    suggestions = []
    uneven = len(set(rules.die.weights)) > 1
    if uneven and rules.to_win == 5 and not rules.last_may_stay and not rules.larger_throw_enters:
        suggestions.append(
            f"With the die {rules.die} the last counter can circle for a very long time (over two hundred "
            "throws in Schädler's game): last-may-stay=yes or to-win=4 helps."
        )
    if rules.yoking and rules.sacred_line is SacredLine.OPEN and rules.leaving is not Leaving.NEVER:
        suggestions.append(
            "With counters on the sacred line open to hits strong players need about a thousand throws, with "
            "sacred-line=safe about fifty; or agree on a draw, as limit=N does."
        )
    return tuple(suggestions)
