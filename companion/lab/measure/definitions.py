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
    "v(p) is the chance of who is about to throw in position p, a draw counted as half a win, when both "
    "play as well as can be; w(f) the chance of face f; c a choice and v(p, f, c) the mover's chance "
    "after it; n(p) the mean number of throws that a game of best play from the start makes from p; T "
    "the sum of n. A turn is a throw with what is done with it, an extra throw is a turn of its own. E "
    "is the mean over turns, each with the weight n(p) w(f) / T. With equally good choices best play "
    "takes the first in the order of moves. The Ludii program's metrics that are named as sources are "
    "averaged game by game where these are averaged over all turns, long games counting for more."
)

DEFINITIONS: tuple[Definition, ...] = (
    Definition(
        "first_player",
        "first player's chance",
        "the chance of who throws first, a draw counted as half a win",
        "v(start)",
        f"{_LUDII} AdvantageP1, the share of games that player one wins: there a draw counts nothing",
    ),
    Definition(
        "draws",
        "draws",
        "the chance that a game comes to a position in which nobody can ever move; the rest is decisive",
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
        "so many throws are not exceeded by 5, 25, 50, 75 and 95 % of games; 50 % is the median",
        "the least t with P(over after t throws) >= the share",
    ),
    Definition(
        "turns_with_choice",
        "turns with a choice",
        "the share of turns, as they are played, in which there is more than one thing to do",
        "E[choices > 1]",
        f"{_LUDII} DecisionMoves",
    ),
    Definition(
        "choices",
        "options a turn",
        "the mean number of things to do in a turn; to pass is one, and counters on one half make one",
        "E[choices]",
        f"the branching factor, {_LUDII} BranchingFactor, which leaves the throw out",
    ),
    Definition(
        "stake",
        "mean stake",
        "how far apart the best and the worst choice of a turn are; nothing where there is one",
        "E[max v(p, f, c) - min v(p, f, c)]",
    ),
    Definition(
        "stake_median",
        "median stake",
        "no more than that is at stake in half of the turns; told to a hundredth of a percent",
        "the least s with P(stake > s) <= 1/2",
    ),
    Definition(
        "stake_high",
        "stake, 95 %",
        "no more than that is at stake in 95 of 100 turns",
        "the least s with P(stake > s) <= 0.05",
    ),
    Definition(
        "stakes",
        "turns with a stake above " + ", ".join(f"{stake:.0%}" for stake in STAKES),
        "the share of turns in which more than so much is at stake",
        "P(stake > s)",
    ),
    Definition(
        "luck",
        "mean luck of a throw",
        "how far a throw moves the mover's chance, up or down, if the best is made of it",
        "E|max v(p, f, c) - v(p)|",
    ),
    Definition(
        "lead_changes",
        "lead changes a game",
        "how often one seat's chance was above a half before a throw and the other's is after the move",
        "T times P((v(p) - 1/2) (v(p, f, best) - 1/2) < 0)",
        f"lead change, {_BROWNE}; {_LUDII} LeadChange is the same a move",
    ),
    Definition(
        "throws_after_turning",
        "throws after the turning point",
        "the mean number of throws after the lead has changed for the last time; all, where it never does",
        "the mean of (length - number of the last throw that changes the lead)",
        f"what is left when the game turns for good, after the lead change of {_BROWNE}",
    ),
    Definition(
        "drama",
        "drama",
        "how far the eventual winner's chance is behind the loser's, over all turns, nothing when ahead",
        "E[max(0, loser's chance - winner's chance)], the winner weighed by the chance to win",
        f"drama, {_BROWNE}, who takes the root of what is behind; {_LUDII} DramaAverage does not",
    ),
    Definition(
        "left_forced",
        "leavings of the goal, forced",
        "how often a game takes a gathered counter off the goal because everything else is impossible",
        "T times P(best play takes one off, and all there is to do does)",
    ),
    Definition(
        "left_by_choice",
        "leavings of the goal, by choice",
        "how often a game takes one off the goal although there is something else to do",
        "T times P(best play takes one off, and something else does not)",
    ),
    Definition(
        "left_forced_in_100",
        "forced leavings in 100 throws",
        "forced leavings of all games together, in a hundred throws of theirs",
        "100 P(best play takes one off, and all there is to do does)",
    ),
    Definition(
        "left_by_choice_in_100",
        "leavings by choice in 100 throws",
        "the same of leavings by choice",
        "100 P(best play takes one off, and something else does not)",
    ),
    Definition(
        "games_left_forced",
        "games with a forced leaving",
        "the share of games in which that happens at least once",
        "P(at least one)",
    ),
    Definition(
        "games_left_by_choice",
        "games with a leaving by choice",
        "the share of games in which that happens at least once",
        "P(at least one)",
    ),
    Definition(
        "forced_cost",
        "cost of a forced leaving",
        "by how much a forced leaving, with the throw that forces it, lowers the mover's chance on average",
        "mean of v(p) - v(p, f, c) over forced leavings",
    ),
    Definition(
        "choice_gain",
        "gain of a leaving by choice",
        "by how much a leaving by choice is better than the best that leaves the goal alone",
        "mean of v(p, f, best) - max v(p, f, staying) over leavings by choice",
    ),
    Definition(
        "last_counter_throws",
        "throws with one counter left",
        "the share of throws by a seat that has one counter left to gather",
        "P(thrower has to-win - 1 gathered)",
    ),
    Definition(
        "goal_passed",
        "last counter passes its goal",
        "how often in a game a seat with one counter left to gather must go past its goal: it circles",
        "T times P(one left, and its counter goes past)",
    ),
    Definition(
        "games_goal_passed",
        "games with such a passing",
        "the share of games in which that happens at least once",
        "P(at least one)",
    ),
    Definition(
        "circling",
        f"over {CIRCLING_THROWS} throws from one left",
        f"the share of games that last more than {CIRCLING_THROWS} throws of both seats after a seat first "
        "has one counter left; where counters are hit or leave the goal it may have had more again since",
        f"P(length - throws before the first such position > {CIRCLING_THROWS})",
    ),
    Definition(
        "yardsticks",
        "best play against random, keeps-goal, two-rules",
        "the chance of a player who never errs, either beginning as often, a draw as half a win, against one "
        "who chooses evenly among all that may be done; among all that takes no gathered counter off, if "
        "anything does not; and, of that, among what gathers a counter, if anything does",
        "solved from both players' choices",
        "playing against a random player and against better ones, as in the skill trace of the Ludii program "
        "(SkillTrace); one yardstick alone says little: see the difference between the three",
    ),
)


def markdown() -> str:
    """The definitions as a page."""
    lines = [
        "# What is measured, and how",
        "",
        *_filled(
            "Every figure is of best play: both players take, with each throw, what gives them the greatest "
            "chance to win. It is printed for any rules by"
        ),
        "",
        "```sh",
        "five-lines measure --rules schaedler            # any --option K=V, any --die; --json for programs",
        "five-lines measure --rules schaedler --levels   # the computer's levels as yardsticks, too",
        "five-lines measure --definitions                # this page",
        "```",
        "",
        *_filled(
            "The figures are exact: solved from all positions, not sampled. Only in the largest games, as "
            "Kidd's, the quantiles of the length and the yardsticks are counted in 20,000 games of a fixed "
            "seed, and told with their 95 % intervals."
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
