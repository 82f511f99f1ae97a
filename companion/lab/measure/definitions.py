"""Every measure in words: what it is, its formula, and where it comes from."""

from dataclasses import dataclass
from textwrap import wrap

from companion.lab.measure.measures import CIRCLING_THROWS, STAKES

_BROWNE = "Browne, Automatic Generation and Evaluation of Recombination Games, thesis, Brisbane 2008"
_LUDII = "the Ludii program's metric"


@dataclass(frozen=True, slots=True)
class Definition:
    """A figure of Measures, by the name of its field.

    `source` says where a measure of that kind was defined before; without one it is this program's.
    """

    field: str
    title: str
    words: str
    formula: str
    source: str = ""


SYMBOLS = (
    "v(p) is the chance of the player about to throw in position p with best play, a draw counted as half "
    "a win. w(f) is the chance of face f. c is a choice, and v(p, f, c) the mover's chance after it. n(p) "
    "is the mean number of throws made from p in a game of best play from the start; T is the sum of n. A "
    "turn is a throw and what is done with it; an extra throw is a turn of its own. E is the mean over "
    "turns, each with the weight n(p) w(f) / T. Among equally good choices, whose chances differ by less "
    "than 1e-12, best play takes the first in the order of moves; another of them can change the third "
    "digit of figures such as leavings by choice. The Ludii metrics named as sources are averaged game by "
    "game; these are averaged over all turns, so that long games count for more."
)

DEFINITIONS: tuple[Definition, ...] = (
    Definition(
        "first_player",
        "first player's chance",
        "the chance of the player who throws first, a draw counted as half a win",
        "v(start)",
        f"{_LUDII} AdvantageP1, the share of games that player one wins; there a draw counts as nothing",
    ),
    Definition(
        "draws",
        "draws",
        "the chance that a game reaches a position in which nobody can ever move; all others have a winner",
        "P(a dead position is reached)",
        f"{_LUDII}s Drawishness and, for the rest, Completion",
    ),
    Definition(
        "throws",
        "mean throws",
        "the mean number of throws; a few very long games can raise it far above what most games take",
        "T = sum of n(p)",
        f"{_LUDII} DurationTurns, which counts turns",
    ),
    Definition(
        "lengths",
        "throws, 5 25 50 75 95 %",
        "5, 25, 50, 75 and 95 % of games take at most this many throws; 50 % is the median",
        "the least t with P(over after t throws) >= the share",
    ),
    Definition(
        "turns_with_choice",
        "turns with a choice",
        "the share of turns with more than one choice",
        "E[choices > 1]",
        f"{_LUDII} DecisionMoves",
    ),
    Definition(
        "choices",
        "options a turn",
        "the mean number of choices in a turn; passing is one, and the counters on one half count as one",
        "E[choices]",
        f"the branching factor, {_LUDII} BranchingFactor, which leaves the throw out",
    ),
    Definition(
        "stake",
        "mean stake",
        "the difference between the best and the worst choice of a turn; zero if there is only one",
        "E[max v(p, f, c) - min v(p, f, c)]",
    ),
    Definition(
        "stake_median",
        "median stake",
        "half of the turns have at most this stake; to a hundredth of a percent",
        "the least s with P(stake > s) <= 1/2",
    ),
    Definition(
        "stake_high",
        "stake, 95 %",
        "95 of 100 turns have at most this stake",
        "the least s with P(stake > s) <= 0.05",
    ),
    Definition(
        "stakes",
        "turns with a stake above " + ", ".join(f"{stake:.0%}" for stake in STAKES),
        "the share of turns with a larger stake",
        "P(stake > s)",
    ),
    Definition(
        "luck",
        "mean luck of a throw",
        "how far a throw moves the mover's chance, up or down, if the best move follows",
        "E|max v(p, f, c) - v(p)|",
    ),
    Definition(
        "lead_changes",
        "lead changes a game",
        "how often one seat is ahead before a throw, and the other after the move",
        "T times P((v(p) - 1/2) (v(p, f, best) - 1/2) < 0)",
        f"lead change, {_BROWNE}; {_LUDII} LeadChange is the same per move",
    ),
    Definition(
        "throws_after_turning",
        "throws after the turning point",
        "the mean number of throws after the last lead change; all of them if there is none",
        "the mean of (length - number of the last throw that changes the lead)",
        f"what is left when the game turns for good, after the lead change of {_BROWNE}",
    ),
    Definition(
        "drama",
        "drama",
        "how far the eventual winner's chance is behind the loser's, over all turns; zero when ahead",
        "E[max(0, loser's chance - winner's chance)], winners weighted by the chance to win",
        f"drama, {_BROWNE}, who takes the square root; {_LUDII} DramaAverage does not",
    ),
    Definition(
        "left_forced",
        "leavings of the goal, forced",
        "how often in a game a gathered counter leaves the goal because there is no other choice",
        "T times P(best play takes one off, and so does every choice)",
    ),
    Definition(
        "left_by_choice",
        "leavings of the goal, by choice",
        "how often in a game a gathered counter leaves the goal although there is another choice",
        "T times P(best play takes one off, and another choice does not)",
    ),
    Definition(
        "left_forced_in_100",
        "forced leavings in 100 throws",
        "forced leavings per hundred throws, over all games",
        "100 P(best play takes one off, and so does every choice)",
    ),
    Definition(
        "left_by_choice_in_100",
        "leavings by choice in 100 throws",
        "leavings by choice per hundred throws, over all games",
        "100 P(best play takes one off, and another choice does not)",
    ),
    Definition(
        "games_left_forced",
        "games with a forced leaving",
        "the share of games with at least one forced leaving",
        "P(at least one)",
    ),
    Definition(
        "games_left_by_choice",
        "games with a leaving by choice",
        "the share of games with at least one leaving by choice",
        "P(at least one)",
    ),
    Definition(
        "forced_cost",
        "cost of a forced leaving",
        "how much a forced leaving and its throw lower the mover's chance on average",
        "mean of v(p) - v(p, f, c) over forced leavings",
    ),
    Definition(
        "choice_gain",
        "gain of a leaving by choice",
        "how much better a leaving by choice is than the best choice that keeps the goal",
        "mean of v(p, f, best) - max v(p, f, staying) over leavings by choice",
    ),
    Definition(
        "last_counter_throws",
        "throws with one counter left",
        "the share of throws by a seat with one counter left to gather",
        "P(thrower has to-win - 1 gathered)",
    ),
    Definition(
        "goal_passed",
        "last counter passes its goal",
        "how often in a game a seat's last counter to gather must go past its goal: it circles",
        "T times P(one left, and its counter goes past)",
    ),
    Definition(
        "games_goal_passed",
        "games with such a passing",
        "the share of games in which a last counter passes its goal at least once",
        "P(at least one)",
    ),
    Definition(
        "circling",
        f"over {CIRCLING_THROWS} throws from one left",
        f"the share of games that last more than {CIRCLING_THROWS} throws of both seats after a seat first "
        "has one counter left to gather; it may have more again later, if counters are hit or leave the goal",
        f"P(length - throws before the first such position > {CIRCLING_THROWS})",
    ),
    Definition(
        "yardsticks",
        "best play against random, keeps-goal, two-rules",
        "the chance of a perfect player, each side beginning equally often and a draw counted as half a win, "
        "against a player who picks at random among: all choices (random); those that leave gathered "
        "counters alone, if any (keeps-goal); of those, the ones that gather a counter, if any (two-rules)",
        "solved from both players' choices",
        "playing against a random player and against better ones, as in the skill trace of the Ludii program "
        "(SkillTrace); one yardstick alone says little: compare all three",
    ),
)


def markdown() -> str:
    """The definitions as a page."""
    lines = [
        "# What is measured, and how",
        "",
        *_filled(
            "Every figure assumes best play: with each throw, both players take the move that gives them the "
            "greatest chance to win. To print the figures for any rules, run"
        ),
        "",
        "```sh",
        "five-lines measure --rules schaedler            # also --option K=V, --die, --json",
        "five-lines measure --rules schaedler --levels   # also against the computer's levels",
        "five-lines measure --definitions                # this page",
        "```",
        "",
        *_filled(
            "The figures are exact: solved from all positions, not sampled. Only in the largest games, such "
            "as Kidd's, the quantiles of the length and the yardsticks are sampled in 20,000 games with a "
            "fixed seed and given with 95 % intervals."
        ),
        "",
        *_filled(SYMBOLS),
        "",
    ]
    for definition in DEFINITIONS:
        lines += [f"## {definition.title[0].upper()}{definition.title[1:]}", ""]
        lines += _filled(f"{definition.words[0].upper()}{definition.words[1:]}.")
        lines += ["", *_filled(f"`{definition.field}` = {definition.formula}.")]
        if definition.source:
            lines += ["", *_filled(f"Source: {definition.source}.")]
        lines.append("")
    return "\n".join(lines)


def _filled(text: str) -> list[str]:
    return wrap(text, 110, break_on_hyphens=False, break_long_words=False)
