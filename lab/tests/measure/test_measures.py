"""Measures against games that the engine plays out, against a plain reckoning, and as they are told."""

import json
from collections import Counter
from dataclasses import fields
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from companion import cli
from companion.analysis.solve.backups import backups
from companion.analysis.solve.solution import Solution
from companion.game import (
    GOAL_HALF,
    Action,
    Move,
    Position,
    Seat,
    counters_home,
    index_of,
    legal_moves,
    next_seat,
    outcome,
    play,
    start_position,
)
from companion.system.data import Data
from five_lines_lab.measure.definitions import DEFINITIONS, markdown
from five_lines_lab.measure.estimates import SHARES, sampled_quantiles
from five_lines_lab.measure.match import play_match
from five_lines_lab.measure.measures import CIRCLING_THROWS, Measures, measure
from five_lines_lab.measure.players import YARDSTICKS, Best, Even, Player, Rule, Softmax, rule_player
from five_lines_lab.measure.record import as_plain, from_plain
from five_lines_lab.measure.turns import TurnSums, turns
from five_lines_lab.measure.yardsticks import chance_between, throws_between
from tests.support.root import ROOT
from tests.support.shared import shared
from tests.support.solved import solved

GAMES = [
    ("schaedler", ("to-win=4",)),
    pytest.param("ludii-race", (), marks=pytest.mark.nightly),
    ("schaedler", ("goal=anywhere", "extra-throw=both")),
]


def measured(name: str, *options: str) -> Measures:
    def make() -> Measures:
        solution = solved(name, *options)
        with backups(solution.graph) as backup:
            return measure(solution, backup)

    return shared("-".join(["measured", name, *options]), make)


class Played:
    """Games of best play by the engine: the choices are valued by the solution, all else is the engine's."""

    def __init__(self, solution: Solution, games: int) -> None:
        self._solution, self._rules = solution, solution.graph.rules
        self._random = Random(5)
        self.games = [self._game() for _ in range(games)]

    def worth(self, position: Position, seat: Seat) -> float:
        rank = self._solution.graph.ranking.rank_of(position, seat)
        assert rank is not None
        return float(self._solution.values[rank])

    def _after(self, position: Position, seat: Seat, action: Action) -> float:
        if isinstance(action, Move) and action.wins:
            return 1.0
        after, thrower = play(position, action), next_seat(seat, action)
        worth = self.worth(after, thrower)
        return worth if thrower is seat else 1 - worth

    def _gathered(self, position: Position, seat: Seat) -> int:
        return counters_home(position.of(seat), self._rules)

    def _game(self) -> Counter[str]:
        rules, told = self._rules, Counter[str]()
        position, seat = start_position(rules), Seat.A
        chances, circling = [], 0
        while (ended := outcome(position, rules)) is None:
            before = self.worth(position, seat)
            chances.append(before if seat is Seat.A else 1 - before)
            one_left = {it for it in Seat if self._gathered(position, it) == rules.to_win - 1}
            circling += bool(circling or one_left)
            legal = legal_moves(position, seat, rules.die.throw(self._random), rules)
            worths = [self._after(position, seat, action) for action in legal.choices]
            # The first of those that rounding leaves equal, as the solution takes it.
            action = next(
                it for it, worth in zip(legal.choices, worths, strict=True) if worth >= max(worths) - 1e-12
            )
            told["throws"] += 1
            told["turns_with_choice"] += len(legal.choices) > 1
            told["choices"] += len(legal.choices)
            told["stake"] += max(worths) - min(worths)  # type: ignore[assignment]
            told["luck"] += abs(max(worths) - before)  # type: ignore[assignment]
            told["last_counter_throws"] += seat in one_left
            after = play(position, action)
            leaving = [
                self._gathered(play(position, it), seat) < self._gathered(position, seat)
                for it in legal.choices
            ]
            if self._gathered(after, seat) < self._gathered(position, seat):
                told["left_forced" if all(leaving) else "left_by_choice"] += 1
            elif seat in one_left and isinstance(action, Move) and not action.wins:
                told["goal_passed"] += self._passes(action, legal.throw)
            told["goes_on"] += 0
            position, seat = after, next_seat(seat, action)
        final = 0.5 if ended.winner is None else float(ended.winner is Seat.A)
        chances.append(final)
        told["draws"] += ended.winner is None
        changes = [
            number
            for number, (one, two) in enumerate(pairwise(chances), start=1)
            if (one - 0.5) * (two - 0.5) < 0
        ]
        told["lead_changes"] += len(changes)
        told["throws_after_turning"] += told["throws"] - (changes[-1] if changes else 0)
        if ended.winner is not None:
            told["drama"] += sum(max(0.0, (1 - 2 * it) * (1 if final else -1)) for it in chances[:-1])  # type: ignore[assignment]
        told["first_player"] += final  # type: ignore[assignment]
        told["circling"] += circling > CIRCLING_THROWS
        for what in ("left_forced", "left_by_choice", "goal_passed"):
            told[f"games_{what}"] += told[what] > 0
        return told

    def _passes(self, move: Move, throw: int) -> bool:
        """True if the points from the next one to the one before the target hold a goal of the seat."""
        target = index_of(move.seat, move.target)
        goals = (2, GOAL_HALF) if self._rules.goal.value == "anywhere" else (GOAL_HALF,)
        return any((target - back) % 10 in goals for back in range(1, throw))


A_TURN = ("turns_with_choice", "choices", "stake", "luck", "last_counter_throws", "drama")
A_GAME = [
    "throws",
    "first_player",
    "draws",
    "lead_changes",
    "throws_after_turning",
    "left_forced",
    "left_by_choice",
    "games_left_forced",
    "games_left_by_choice",
    "goal_passed",
    "games_goal_passed",
    "circling",
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_games_that_the_engine_plays_have_the_measures_that_were_reckoned(
    name: str, options: tuple[str, ...]
) -> None:
    told = measured(name, *options)
    games = Played(solved(name, *options), 400).games
    throws = np.array([game["throws"] for game in games])
    for figure in (*A_GAME, *A_TURN):
        sample = np.array([float(game[figure]) for game in games])
        expected = getattr(told, figure)
        if figure in A_TURN:
            # A ratio of two means: its error is that of what remains of each game.
            error = (sample - expected * throws).std() / throws.mean() / len(games) ** 0.5
            found = sample.sum() / throws.sum()
        else:
            error, found = sample.std() / len(games) ** 0.5, sample.mean()
        assert found == pytest.approx(expected, abs=4 * error + 1e-9), figure
    for share, length in zip(SHARES, told.lengths.values, strict=True):
        spread = 4 * (share * (1 - share) / len(games)) ** 0.5
        assert np.mean(throws < length) - spread <= share <= np.mean(throws <= length) + spread


@pytest.mark.slow
def test_what_an_audit_reckoned_otherwise_comes_out() -> None:
    """Schädler's game by another program: quantiles, turns, stakes, leavings, three yardsticks."""
    told = measured("schaedler")
    assert told.lengths.values == (14, 22, 31, 44, 71)
    assert told.throws == pytest.approx(35.29601334, abs=1e-7)
    assert told.turns_with_choice == pytest.approx(0.7177, abs=5e-5)
    assert told.stakes[1] == pytest.approx(0.416, abs=5e-4)
    assert (told.left_forced, told.left_by_choice) == pytest.approx((2.14, 0.22), abs=5e-3)
    chances = [figure.value for figure in told.yardsticks]
    assert chances == pytest.approx([0.977465, 0.713, 0.556], abs=5e-4)
    assert told.stake_median <= told.stake <= told.stake_high


@pytest.mark.slow
@pytest.mark.parametrize("rule", [Rule.KEEPS_GOAL, Rule.TWO_RULES, None])
def test_players_win_as_often_and_last_as_long_as_reckoned(rule: Rule | None) -> None:
    solution = solved("schaedler", "goal=anywhere", "extra-throw=both")
    graph = solution.graph
    with backups(graph) as backup:
        best: Player = Best(solution, backup)
        other: Player = Softmax(solution, 0.02) if rule is None else rule_player(rule, graph, backup)
        chance, throws = chance_between(graph, best, other), throws_between(graph, best, other)
        match = play_match(graph, best, other, 6000, seed=3)
    assert match.points.mean() == pytest.approx(chance, abs=4 * match.points.std() / 6000**0.5)
    assert match.throws.mean() == pytest.approx(throws, abs=4 * match.throws.std() / 6000**0.5)
    assert match.points[match.one_began].mean() > match.points[~match.one_began].mean() - 0.05


@pytest.mark.slow
def test_a_player_with_a_rule_has_those_choices_left_that_the_engine_says() -> None:
    solution = solved("schaedler", "goal=anywhere", "extra-throw=both")
    graph, rules = solution.graph, solution.graph.rules
    tables, (mover, other) = graph.ranking.tables, graph.ranking.arrangements()
    with backups(graph) as backup:
        players = {rule: rule_player(rule, graph, backup) for rule in YARDSTICKS}
    random = np.random.default_rng(4)
    nodes = random.choice(np.flatnonzero(graph.reachable), 60)
    fewer = 0
    for node in nodes.tolist():
        position = Position(
            tables.arrangements.counters(int(mover[node])), tables.arrangements.counters(int(other[node]))
        )
        home = counters_home(position.a, rules)
        for face, throw in enumerate(rules.die.faces):
            choices = legal_moves(position, Seat.A, throw, rules).choices
            homes = [counters_home(play(position, it).a, rules) for it in choices]
            keeping = [it for it in homes if it >= home] or homes
            gathering = [it for it in keeping if it > home] or keeping
            expected = dict(zip(YARDSTICKS, (len(homes), len(keeping), len(gathering)), strict=True))
            for rule, player in players.items():
                assert len(_edges_left(player, node, face)) == expected[rule]
            fewer += len(gathering) < len(keeping) < len(homes)
    assert fewer > 5


def _edges_left(player: Even, node: int, face: int) -> set[int]:
    random = np.random.default_rng(1)
    rows = np.full(400, node), np.full(400, face)
    return set(player.choose(*rows, random).tolist())


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_every_turn_is_in_the_sums_by_its_stake(name: str, options: tuple[str, ...]) -> None:
    solution = solved(name, *options)
    blocks = list(turns(solution))
    assert any(block.leaves.any() or block.passes_goal.any() for block in blocks)
    visits = np.random.default_rng(8).random(solution.graph.nodes)
    sums = TurnSums()
    for block in blocks:
        sums.add(block, solution.values, visits, solution.graph.weights)
    assert sums.stakes.sum() == pytest.approx(visits.sum())


def test_quantiles_of_a_sample_lie_in_their_intervals() -> None:
    sample = np.random.default_rng(2).integers(1, 101, 10_000)
    quantiles = sampled_quantiles(sample)
    assert quantiles.values == pytest.approx((5, 25, 50, 75, 95), abs=2)
    assert quantiles.interval is not None
    for value, (low, high) in zip(quantiles.values, quantiles.interval, strict=True):
        assert low <= value <= high <= low + 5


@pytest.mark.slow
def test_measures_are_read_back_as_they_were_written() -> None:
    told = measured("schaedler")
    plain = json.loads(json.dumps(as_plain(told)))
    assert from_plain(Data(plain)) == told
    sampled = Data(
        plain | {f"throws_{share}_{end}": 9 for share in (5, 25, 50, 75, 95) for end in ("low", "high")}
    )
    assert from_plain(sampled).lengths.interval == ((9, 9),) * 5


def test_every_figure_is_defined_and_the_guide_has_the_definitions() -> None:
    assert [definition.field for definition in DEFINITIONS] == [field.name for field in fields(Measures)]
    assert (ROOT / "lab" / "docs" / "measures.md").read_text(encoding="utf-8") == markdown() + "\n"


@pytest.mark.slow
def test_the_command_measures_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "measure",
        "--rules",
        "schaedler",
        "--option",
        "larger-throw-enters=yes",
        "--option",
        "goal=anywhere",
    ]
    assert cli.main(arguments) == 0
    table = capsys.readouterr().out
    assert table.startswith("schaedler goal=anywhere larger-throw-enters=yes\n")
    assert all(f"\n{definition.title}" in table for definition in DEFINITIONS)
    assert cli.main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["options"] == ["goal=anywhere", "larger-throw-enters=yes"]
    assert f"{told['throws']:.1f}" in table
    assert told["best_against_two_rules"] < told["best_against_random"]
    assert cli.main(["measure", "--definitions"]) == 0
    assert capsys.readouterr().out == markdown() + "\n"
    assert cli.main(["measure"]) == 2
    assert "--rules NAME" in capsys.readouterr().err
