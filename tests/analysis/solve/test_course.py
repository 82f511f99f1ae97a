"""Systems of equations on an edge for every node and face, against the equations written plainly."""

from functools import cache

import numpy as np
import pytest

from companion.analysis.solve.course import Course
from companion.analysis.solve.graph import Graph, Nodes, build
from companion.analysis.solve.levels import Levels
from companion.game import rules_for
from tests.support.selection import at_night_but

GAMES = [
    ("schaedler", "to-win=4"),
    ("schaedler", "extra-throw=goal"),
    pytest.param("kalkhoven", "to-win=4", marks=pytest.mark.nightly),
]
"""The second has throws that earn another; the third is the largest."""


@cache
def game(name: str, option: str) -> tuple[Graph, Nodes]:
    """A graph, and for every node and face some edge."""
    graph = build(rules_for(name, [option]), threads=1)
    random = np.random.default_rng(1)
    policy = graph.edges[graph.starts[:-1] + random.integers(np.diff(graph.starts))]
    return graph, policy.reshape(graph.nodes, -1)


def to_nodes(levels: Levels, by_place: np.ndarray) -> np.ndarray:
    values = np.zeros(levels.graph.nodes)
    values[levels.order] = by_place
    return values


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), GAMES)
@pytest.mark.parametrize("turns_sign", [False, True])
def test_a_sum_is_what_a_throw_adds_and_the_mean_of_what_follows(
    name: str, option: str, turns_sign: bool
) -> None:
    graph, policy = game(name, option)
    levels = Levels(graph)
    constant = np.random.default_rng(2).random(len(levels))
    course = Course(levels, policy, turns_sign=turns_sign)
    x = to_nodes(levels, course.solve(constant, 1e-9))
    other = -1 if turns_sign else 1
    follows = np.where(policy < graph.nodes, other, 1) * x[graph.after(np.minimum(policy, graph.won - 1))]
    follows[policy >= graph.won] = 0
    expected = to_nodes(levels, constant) + follows @ graph.weights
    assert np.abs(x - expected)[levels.order].max() <= 1.1e-9
    assert np.abs(x).max() > 1
    rough = to_nodes(levels, course.correction(constant, 1e-4))
    assert np.abs(rough - x).max() < 0.05 * np.abs(x).max()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), GAMES)
def test_what_flows_along_the_edges_sums_up_to_the_same(name: str, option: str) -> None:
    """The sum of a constant from a start is that of the constant over what a game comes by from there."""
    graph, policy = game(name, option)
    levels = Levels(graph)
    constant = np.random.default_rng(3).random(len(levels))
    course = Course(levels, policy)
    start = (levels.order == graph.start).astype(np.float64)
    visits = course.flow(start, 1e-10)
    assert visits @ constant == pytest.approx(float(course.solve(constant, 1e-9) @ start), abs=1e-6)
    flowed = np.zeros(graph.won + 2)
    np.add.at(flowed, policy, to_nodes(levels, visits)[:, None] * graph.weights)
    came = start + flowed[: graph.nodes][graph.turned][levels.order] + flowed[graph.nodes : -2][levels.order]
    assert np.abs(came - visits).sum() <= 1.1e-10


def test_a_course_ends_with_an_event() -> None:
    graph, policy = game("schaedler", "to-win=4")
    levels = Levels(graph)
    event = np.random.default_rng(4).random(policy.shape) < 0.3
    until = Course(levels, policy).until(event)
    ended = Course(levels, np.where(event, graph.drawn, policy).astype(np.int32))
    assert np.array_equal(until.to, ended.to)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), GAMES)
def test_levels_hold_each_node_in_which_a_throw_is_made_once(name: str, option: str) -> None:
    graph, _ = game(name, option)
    levels = Levels(graph)
    assert np.array_equal(np.sort(levels.order), np.flatnonzero(graph.reachable & ~graph.dead))
    assert np.array_equal(levels.order[levels.place_of], levels.rows)
    assert [block.start for block in levels.blocks[1:]] == [block.stop for block in levels.blocks[:-1]]
    assert levels.blocks[0].start == 0
    assert levels.blocks[-1].stop == len(levels)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "option"), GAMES)
@pytest.mark.parametrize("turns_sign", at_night_but([True], [False, True]))
def test_places_that_never_come_to_the_end_are_found(name: str, option: str, turns_sign: bool) -> None:
    graph, policy = game(name, option)
    levels = Levels(graph)
    assert not Course(levels, policy, turns_sign=turns_sign).closed().any()
    one, two, before = np.random.default_rng(4).choice(levels.order, 3, replace=False)
    policy = policy.copy()
    policy[one], policy[two], policy[before] = graph.turned[two], graph.turned[one], graph.turned[one]
    if graph.has_throws_again:
        policy[before] = graph.nodes + one
    comes = np.zeros(graph.nodes, dtype=np.bool_)
    for _ in range(1000):
        ends = (policy >= graph.won) | comes[graph.after(np.minimum(policy, graph.won - 1))]
        comes |= ends.any(axis=1)
    closed = Course(levels, policy, turns_sign=turns_sign).closed()
    assert closed[np.isin(levels.order, [one, two, before])].all()
    assert np.array_equal(closed, ~comes[levels.order])
