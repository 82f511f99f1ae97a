"""Values of small games: against brute force on three lines, and against the engine's on five."""

import math
import random

import pytest

from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve as solve_game
from companion.game import NotationError, rules_for
from five_lines_lab.beyond.trial import Habit, best, chooser, play_games
from five_lines_lab.beyond.turns import MoveGenerator
from five_lines_lab.beyond.values import PRECISION, solve
from five_lines_lab.beyond.variant import Variant, die_named
from five_lines_lab.measure.estimates import mean
from five_lines_lab.measure.players import Rule, rule_player
from five_lines_lab.measure.yardsticks import throws_between
from lab.tests.support import beyond
from lab.tests.support.beyond import CASES
from tests.support import independent
from tests.support.selection import at_night_but

pytestmark = pytest.mark.slow

Node = tuple[str, independent.Side, independent.Side]


def chance_by_brute_force(name: str, options: str, changed: str) -> float:
    """The chance of who begins: sweeps over a table of all positions, until nothing changes any more.

    A game that goes on for ever stays at the half with which it began.
    """
    turns, faces, house = beyond.made(name, options, changed)
    weights = dict(zip(faces, turns.variant.rules.die.weights, strict=True))
    casts = [
        (
            throw,
            beyond.ways(throw, faces) * math.prod(weights[face] / sum(weights.values()) for face in throw),
        )
        for throw in beyond.throws(faces, house)
    ]
    start: Node = ("A", *independent.start(name, house))
    values: dict[Node, float] = {}
    leads_to: dict[Node, list[tuple[float, list[tuple[Node | None, bool]]]]] = {}
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node in values:
            continue
        me, mine, theirs = node
        values[node] = 0.5
        if beyond.is_dead(name, me, mine, theirs, faces, house):
            continue
        other = "B" if me == "A" else "A"
        leads_to[node] = []
        for throw, chance in casts:
            ends: list[tuple[Node | None, bool]] = []
            for ours, others, again, won in beyond.turn(name, me, mine, theirs, throw, house):
                after = None if won else (me, ours, others) if again else (other, others, ours)
                ends.append((after, again))
                waiting += [after] if after else []
            leads_to[node].append((chance, ends))

    def worth(after: Node | None, is_again: bool) -> float:
        if after is None:
            return 1.0
        return values[after] if is_again else 1 - values[after]

    change = 1.0
    while change > 1e-9:
        swept = {
            node: sum(chance * max(worth(*end) for end in ends) for chance, ends in thrown)
            for node, thrown in leads_to.items()
        }
        change = max(abs(value - values[node]) for node, value in swept.items())
        values |= swept
    return values[start]


SMALL = [
    ("schaedler", "", "lines=3"),
    ("schaedler", "die=knucklebone", "lines=3 dice=2"),
    *((name, options, f"{changed} counters=2") for name, options, changed in CASES if "hand" in options),
    ("kidd", "", "lines=3 counters=2"),
    ("kidd", "entry-hits=blocked die=knucklebone", "lines=3 counters=2 middle-returns=yes"),
    ("kidd", "end-test=on-board die=knucklebone", "lines=3 counters=2 dice=2"),
    ("locus-ludi-capture", "extra-throw=both die=knucklebone-roman", "lines=3 counters=2 dice=2"),
    ("ludii-race", "extra-throw=goal", "lines=3 counters=2"),
    ("ludii-capture", "", "lines=3 counters=2 bear-off=larger"),
]
SMALL_BY_DAY = [SMALL[0], *SMALL[-5:-4], *SMALL[-3:]]
"""One die and two, blocked entries, throws that earn another, counters that come back and that leave."""


@pytest.mark.parametrize(("name", "options", "changed"), at_night_but(SMALL_BY_DAY, SMALL))
def test_three_lines_are_worth_what_brute_force_finds(name: str, options: str, changed: str) -> None:
    turns, _, _ = beyond.made(name, options, changed)
    values = solve(turns, 10_000)
    assert values is not None
    low, high = values.first_player
    assert high - low < PRECISION
    assert chance_by_brute_force(name, options, changed) == pytest.approx((low + high) / 2, abs=1e-7)


def test_five_lines_are_worth_what_the_engine_finds() -> None:
    options = ["leaving=never", "own-half=closed", "larger-throw-enters=yes", "to-win=4", "die=knucklebone"]
    rules = rules_for("schaedler", options)
    solution = solve_game(build(rules))
    values = solve(MoveGenerator(Variant(rules, 5, 5)), 100_000)
    assert values is not None
    assert len(values.numbers) == solution.graph.positions
    assert sum(values.first_player) / 2 == pytest.approx(solution.first_player, abs=1e-8)


def test_a_game_with_more_positions_than_wanted_is_not_solved() -> None:
    turns = MoveGenerator(Variant(rules_for("schaedler"), 3, 3))
    assert solve(turns, 476) is None
    assert solve(turns, 477) is not None


def test_games_that_may_go_on_for_ever_are_bracketed() -> None:
    """With a six every counter may go the whole round on three lines, so both may wait."""
    case = ("kalkhoven", "last-may-stay=yes", "lines=3 counters=2")
    turns, _, _ = beyond.made(*case)
    values = solve(turns, 10_000)
    assert values is not None
    low, high = values.first_player
    assert low + 0.001 < values.even[0] < high - 0.001
    assert chance_by_brute_force(*case) == pytest.approx(values.even[0], abs=1e-6)


def test_perfect_players_win_as_often_as_solving_says() -> None:
    turns = MoveGenerator(Variant(rules_for("kidd"), 3, 2, dice=2))
    values = solve(turns, 10_000)
    assert values is not None
    trial = play_games(turns, best(values), 1000, 10_000, random.Random(4))
    points = mean(trial.points)
    assert abs(points.value - sum(values.first_player) / 2) < 3 * points.standard_error
    assert not trial.stopped.any()
    assert (trial.choices + trial.idle <= trial.throws).all()


@pytest.mark.parametrize("habit", Habit)
def test_rules_of_thumb_play_on_five_lines_as_in_the_measures(habit: Habit) -> None:
    """Games of few throws: any four counters gathered, by any throw that is large enough."""
    rules = rules_for("schaedler", ["to-win=4", "larger-throw-enters=yes"])
    graph, turns, dice = build(rules), MoveGenerator(Variant(rules, 5, 5)), random.Random(9)
    with backups(graph) as backup:
        player = rule_player(Rule(habit), graph, backup)
        expected = throws_between(graph, player, player)
    throws = mean(play_games(turns, chooser(habit, turns, dice), 300, 10_000, dice).throws)
    assert abs(throws.value - expected) < 3 * throws.standard_error


def test_a_die_is_named_by_its_sides() -> None:
    assert die_named("d10").faces == tuple(range(1, 11))
    assert die_named("d6") == rules_for("schaedler").die
    sums = die_named("2:1,3:2,4:3,5:4,6:5,7:6,8:5,9:4,10:3,11:2,12:1")
    assert sum(sums.weights) == 36
    for wrong in ("d1", "d13", "d06", "cube", "1:1,13:1"):
        with pytest.raises(NotationError):
            die_named(wrong)
