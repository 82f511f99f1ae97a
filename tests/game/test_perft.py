"""Counted trees. The literal counts were worked out by tests/support/independent.py, which shares no code."""

import pytest

from companion.game import RECONSTRUCTIONS, rules_for
from five_lines_lab.perft import Perft, perft
from tests.support import independent
from tests.support.games import HOUSE_RULES, STUCK

# Lines and positions at depths 1, 2, 3, 4.
COUNTS = {
    "schaedler": [(6, 6), (56, 56), (547, 362), (6176, 2078)],
    "kidd": [(6, 6), (36, 36), (216, 135), (1296, 499)],
    "locus-ludi-race": [(6, 6), (36, 36), (216, 127), (1296, 442)],
    "locus-ludi-capture": [(6, 6), (36, 36), (216, 127), (1296, 427)],
    "schaedler-adapted": [(6, 6), (36, 36), (216, 126), (1296, 427)],
    "kalkhoven": [(6, 6), (36, 36), (315, 159), (2813, 604)],
    "ludii-race": [(6, 6), (36, 36), (216, 125), (1296, 421)],
    "ludii-capture": [(6, 6), (36, 36), (216, 125), (1296, 405)],
}


def test_every_reconstruction_is_counted() -> None:
    assert COUNTS.keys() == RECONSTRUCTIONS.keys()


@pytest.mark.parametrize("name", COUNTS)
def test_the_engine_counts_what_was_worked_out_without_it(name: str) -> None:
    counted = [perft(rules_for(name), depth) for depth in range(1, 5)]
    assert [(tree.lines, tree.positions) for tree in counted] == COUNTS[name]


@pytest.mark.parametrize("name", COUNTS)
def test_the_second_opinion_counts_the_same(name: str) -> None:
    assert [independent.tree(name, depth) for depth in range(1, 5)] == COUNTS[name]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), HOUSE_RULES)
def test_mixes_of_options_are_counted_alike(name: str, options: str) -> None:
    house = dict(option.split("=") for option in options.split())
    rules = rules_for(name, options.split())
    for depth in (2, 3 if "start=full" in options else 4):
        assert perft(rules, depth) == Perft(depth, *independent.tree(name, depth, rules.die.faces, house))


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize("die", ["knucklebone", "knucklebone-roman"])
def test_other_dice_count_each_face_once(name: str, die: str) -> None:
    rules = rules_for(name, [f"die={die}"])
    assert perft(rules, 5) == Perft(5, *independent.tree(name, 5, rules.die.faces))


def test_nothing_thrown_is_one_line() -> None:
    assert perft(rules_for("kidd"), 0) == Perft(0, 1, 1)


def test_a_game_in_which_nobody_can_ever_move_is_one_line_at_every_depth() -> None:
    rules = STUCK
    assert perft(rules, 5) == Perft(5, 1, 1)


def test_a_game_drawn_by_the_limit_is_not_continued() -> None:
    tree = perft(rules_for("schaedler", ["limit=3"]), 6)
    assert (tree.lines, tree.positions) == COUNTS["schaedler"][2]


def test_declining_is_a_move_of_its_own() -> None:
    """All five on the own half: every first move leaves the sacred line except a 5, which stays on it."""
    strict = perft(rules_for("schaedler", ["start=own-sacred"]), 1)
    may_pass = perft(rules_for("schaedler", ["start=own-sacred", "zugzwang=may-pass"]), 1)
    assert (strict.lines, strict.positions) == (6, 6)
    assert (may_pass.lines, may_pass.positions) == (6 + 5, 6 + 1)
