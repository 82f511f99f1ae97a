"""Games of a thousand throws with very uneven dice, against figures of a program written independently."""

from dataclasses import replace

import numpy as np
import pytest

from companion.analysis.errors import InexactError
from companion.analysis.solve.backups import backups
from five_lines_lab.measure.chain import Chain
from five_lines_lab.measure.durations import Durations
from five_lines_lab.measure.measures import measure
from tests.support.solved import solved

KIDD = ("kidd", "leaving=last-resort", "hitting=no", "yoking=no", "die=4:1000,5:1000,6:40")
ADAPTED = ("schaedler-adapted", "own-half=ordinary", "die=1:1000,2:10,4:39")


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "throws"), [(KIDD, 843.57), (ADAPTED, 1141.6)])
def test_the_mean_of_a_long_game(game: tuple[str, ...], throws: float) -> None:
    solution = solved(*game)
    with backups(solution.graph) as backup:
        visits = Chain(solution, backup).visits(solution.graph.start)
    assert visits.sum() == pytest.approx(throws, rel=1e-4)
    assert solution.throws[solution.graph.start] == pytest.approx(throws, rel=1e-4)


@pytest.mark.nightly
def test_what_is_weighted_by_throws() -> None:
    solution = solved(*KIDD)
    with backups(solution.graph) as backup:
        found = measure(solution, backup)
    assert found.lengths.values == (42, 159, 518, 1188, 2757)
    assert found.throws == pytest.approx(843.57, rel=1e-4)
    assert found.turns_with_choice == pytest.approx(0.090, abs=5e-4)
    assert found.left_forced == pytest.approx(43.8, abs=0.05)
    assert found.lead_changes == pytest.approx(153, abs=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("factor", [0.9, 0.999, 1.001, 3.0])
def test_a_mean_that_contradicts_the_lengths_is_refused(factor: float) -> None:
    solution = solved("schaedler", "to-win=4")
    start = solution.graph.start
    with backups(solution.graph) as backup:
        chain = Chain(solution, backup)
        throws = float(chain.visits(start).sum())
        durations = Durations(chain, [start], 30)
        assert durations.quantiles(start, throws, solution.graph.positions)
        durations.check_mean(start, throws)
        with pytest.raises(InexactError, match="no figures are given"):
            durations.check_mean(start, factor * throws)


@pytest.mark.slow
def test_a_mean_is_compared_with_the_lengths_themselves() -> None:
    solution = solved("schaedler", "to-win=4")
    start = solution.graph.start
    wrong = replace(solution, throws=np.full_like(solution.throws, 3.0))
    with backups(solution.graph) as backup:
        durations = Durations(Chain(wrong, backup), [start], 30)
    # Both ways to compute the mean agree: only the lengths show that it is wrong.
    with pytest.raises(InexactError):
        durations.check_mean(start, 3.0)
