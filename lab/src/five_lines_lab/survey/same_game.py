"""Recognise sets of rules that are the same game by what can be done in them, not by their options.

Two positions are equivalent if every face of the die leads from both to equivalent positions, in equally many
ways (a bisimulation). The classes are found by colour refinement: every position is coloured by the colours
that its edges lead to, until no round splits a class any more.
"""

from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.graph import Graph, build
from companion.analysis.solve.rule_tables import Tables
from companion.game import RECONSTRUCTIONS, ClashError, reconstruction
from five_lines_lab.survey.fingerprint import fingerprint
from five_lines_lab.survey.store import Solved, SurveyStore
from five_lines_lab.survey.task import OPTION_FIELDS

Colours = NDArray[np.uint64]

_SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""An odd number with bits all over: the golden ratio's, as in SplitMix64."""

_MAX_OFF = 1e-8
"""Largest difference of the chances of one game under two names; they are solved to 1e-9."""


def are_same(one: Graph, two: Graph) -> bool:
    """True if two games are the same from their starts on, whatever their positions are called.

    Both have the same die. Colours are 64-bit hashes: two of 10^6 classes get the same one in 1 of 10^7 runs.
    """
    of_one, of_two = (np.zeros(game.nodes, dtype=np.uint64) for game in (one, two))
    classes = 0
    while of_one[one.start] == of_two[two.start]:
        before, classes = classes, len(np.unique(np.concatenate([of_one, of_two])))
        if classes == before:
            return True
        of_one, of_two = _refined(one, of_one), _refined(two, of_two)
    return False


def fold_same_games(store: SurveyStore) -> None:
    """Mark each solved set of a survey that is the same game as another.

    Only sets with one die and one chance are compared. Other figures may differ: best play takes the first
    of equally good moves, and their order is no part of the game.
    """
    groups = list[list[Solved]]()
    for one in store.solved():
        if groups and _may_be_same(groups[-1][-1], one):
            groups[-1].append(one)
        else:
            groups.append([one])
    for group in groups:
        if len(group) > 1:
            _fold(group, store)


def _may_be_same(one: Solved, two: Solved) -> bool:
    return one.rules.die == two.rules.die and abs(one.first_player - two.first_player) <= _MAX_OFF


def _fold(group: list[Solved], store: SurveyStore) -> None:
    different = list[tuple[Solved, Graph]]()
    for one in group:
        graph = build(one.rules)
        same = next((it for it, other in different if are_same(other, graph)), None)
        if same is None:
            different.append((one, graph))
        else:
            store.fold(one.fingerprint, same.fingerprint)


def same_as(graph: Graph) -> str | None:
    """Return a published set that is this very game, or else these rules with an option fewer that are.

    They are given by name and options, as in `schaedler to-win=4`.
    """
    rules = graph.rules
    known, base = fingerprint(graph.ranking.tables), reconstruction(rules.name).rules
    for name, published in RECONSTRUCTIONS.items():
        other = replace(published.rules, die=rules.die)
        if name != rules.name and fingerprint(Tables(other)) == known:
            return " ".join([name, *other.differences(published.rules)])
    for field in OPTION_FIELDS:
        with suppress(ClashError):
            other = rules.with_options({field: getattr(base, field)})
            if other != rules and are_same(graph, build(other)):
                return " ".join([rules.name, *other.differences(base)])
    return None


def _refined(game: Graph, colours: Colours) -> Colours:
    """Return new colours of positions, by those that each face leads to in whatever order."""
    faces = len(game.weights)
    ends = _SPREAD * np.arange(1, 3, dtype=np.uint64)
    # By edge: the other seat throws, the same seat throws again, a win, a draw.
    colour_of = np.concatenate([_hash(colours[game.turned]), _hash(~colours), ends])
    factors = _SPREAD * np.arange(1, 2 * faces, 2, dtype=np.uint64)
    refined = np.empty_like(colours)
    for block in game.blocks():
        edges, firsts = game.rows(block)
        by_face = np.add.reduceat(colour_of[edges], firsts[:-1]).reshape(-1, faces)
        refined[block] = _hash(_hash(by_face) @ factors)
    return refined


def _hash(numbers: Colours) -> Colours:
    """Return numbers mixed by the last steps of SplitMix64."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers = (numbers ^ numbers >> np.uint64(shift)) * np.uint64(factor)
    return numbers ^ numbers >> np.uint64(31)
