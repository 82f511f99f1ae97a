"""Solved games against a plain solution by the engine, and against games played out."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion import cli
from companion.analysis.errors import TableError, UnsolvedError
from companion.analysis.play.value_table import as_table, open_table, path_of, table_for
from companion.analysis.solve.backups import Values, backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.rule_tables import Flags
from companion.analysis.solve.solution import Solution, bracket, solve
from companion.game import (
    Action,
    Move,
    Position,
    Rules,
    Seat,
    legal_moves,
    next_seat,
    nobody_can_move,
    outcome,
    play,
    rules_for,
    start_position,
    winner,
)
from five_lines_lab.commands.rules.solve import ENDLESS_LIMIT
from five_lines_lab.measure.estimates import mean
from five_lines_lab.measure.players import Best, Rule, rule_player
from five_lines_lab.measure.yardsticks import chance_between, throws_between
from five_lines_lab.report.simulate import simulate
from five_lines_lab.solve.limited import solve_limited
from tests.support.games import STUCK
from tests.support.solved import solved

ENDGAMES = [
    ("ludii-race", (), "A 1A 2A 3Bx3 / B 1B 3Ax4"),
    ("ludii-capture", ("die=knucklebone",), "A 1A 2A 3Bx3 / B 1B 3Ax4"),
    ("kalkhoven", ("leaving=never",), "A 3A 3Bx3 home x1 / B 2A 3Ax4"),
    pytest.param(
        "ludii-race",
        ("end-test=on-board",),
        "A 4A 3Bx3 hand x1 / B 1A 3Ax3 hand x1",
        marks=pytest.mark.nightly,
    ),
    ("schaedler", ("leaving=never", "last-may-stay=yes", "die=knucklebone"), "A 1A 3A 3Bx3 / B 1B 3Ax4"),
]
"""Counters on the goal half stay there, so that few positions follow from these."""


def plain_solution(rules: Rules, start: Position) -> dict[tuple[Position, Seat], float]:
    """The values, for the seat to throw, of all that follows: sweeps over a list until all is still."""
    numbers = {(start, Seat.A): 0}
    new, values = [(start, Seat.A)], [0.5]
    turns: dict[int, list[tuple[int, list[tuple[int | None, bool]]]]] = {}
    while new:
        position, seat = node = new.pop()
        faces = turns.setdefault(numbers[node], [])
        for face, weight in zip(rules.die.faces, rules.die.weights, strict=True):
            choices = legal_moves(position, seat, face, rules).choices
            after = [(play(position, action), next_seat(seat, action)) for action in choices]
            goes_on = [end for end in after if winner(end[0], rules, seat) is not seat]
            for end in goes_on:
                if end not in numbers:
                    numbers[end] = len(values)
                    values.append(0.5)
                    new.append(end)
            # None: the seat has won.
            faces.append(
                (weight, [(numbers.get(end) if end in goes_on else None, end[1] is seat) for end in after])
            )
        if nobody_can_move(position, rules):
            del turns[numbers[node]]
    for _ in range(2000):
        off = 0.0
        for number, faces in turns.items():
            value = 0.0
            for weight, ends in faces:
                value += weight * max(
                    1.0 if end is None else values[end] if same else 1 - values[end] for end, same in ends
                )
            value /= sum(rules.die.weights)
            off = max(off, abs(value - values[number]))
            values[number] = value
        if off < 1e-12:
            break
    return {node: values[number] for node, number in numbers.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "text"), ENDGAMES)
def test_endgames_are_worth_what_a_plain_solution_by_the_engine_says(
    name: str, options: tuple[str, ...], text: str
) -> None:
    solution = solved(name, *options)
    plain = plain_solution(solution.graph.rules, Position.parse(text))
    compared = 0
    for (position, seat), value in plain.items():
        rank = solution.graph.ranking.rank_of(position, seat)
        assert rank is not None
        if solution.graph.reachable[rank]:
            compared += 1
            assert solution.values[rank] == pytest.approx(value, abs=1e-6)
    assert compared > 100


@pytest.mark.slow
@pytest.mark.parametrize("name", ["schaedler", "ludii-race", "kalkhoven"])
def test_everywhere_a_position_is_worth_its_best_moves_by_the_engine(name: str) -> None:
    solution = solved(name)
    graph, rules = solution.graph, solution.graph.rules
    tables, (mover, other) = graph.ranking.tables, graph.ranking.arrangements()
    random = np.random.default_rng(1)
    for node in random.choice(np.flatnonzero(graph.reachable), 150, replace=False):
        position = Position(
            tables.arrangements.counters(int(mover[node])), tables.arrangements.counters(int(other[node]))
        )
        assert graph.ranking.rank_of(position, Seat.A) == node

        def worth(action: Action, position: Position = position) -> float:
            if isinstance(action, Move) and action.wins:
                return 1.0
            seat = next_seat(Seat.A, action)
            rank = graph.ranking.rank_of(play(position, action), seat)
            assert rank is not None
            return float(solution.values[rank]) if seat is Seat.A else 1 - float(solution.values[rank])

        best = [
            max(worth(action) for action in legal_moves(position, Seat.A, face, rules).choices)
            for face in rules.die.faces
        ]
        assert solution.values[node] == pytest.approx(np.mean(best), abs=1e-12)
    assert solution.bracket <= 1e-9


def played_out(solution: Solution, plays_best: Flags) -> tuple[Values, Values]:
    """What who throws first gets in each game, and its throws; seats that don't play the best choose evenly.

    `plays_best` has shape (games, 2): who throws first, and the other.
    """
    graph, random, games = solution.graph, np.random.default_rng(2), len(plays_best)
    counts = np.diff(graph.starts)
    node, seat = np.full(games, graph.start), np.zeros(games, dtype=np.intp)
    points, throws = np.full(games, np.nan), np.zeros(games)
    while (playing := np.flatnonzero(np.isnan(points))).size:
        face = random.choice(len(graph.weights), len(playing), p=graph.weights)
        row = node[playing] * len(graph.weights) + face
        edge = graph.edges[graph.starts[row] + random.integers(counts[row])]
        best = plays_best[playing, seat[playing]]
        edge[best] = solution.policy[node[playing], face][best]
        drawn, won = edge == graph.drawn, edge == graph.won
        throws[playing[~drawn]] += 1
        points[playing[drawn]] = 0.5
        points[playing[won]] = seat[playing[won]] == 0
        goes_on = ~won & ~drawn
        edge, playing = edge[goes_on], playing[goes_on]
        seat[playing] ^= edge < graph.nodes
        node[playing] = graph.after(edge)
    return points, throws


def assert_mean(sample: Values, expected: float) -> None:
    assert sample.mean() == pytest.approx(expected, abs=4 * sample.std() / len(sample) ** 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["schaedler", "kalkhoven", "ludii-race"])
def test_best_play_wins_as_often_and_lasts_as_long_as_stated(name: str) -> None:
    solution = solved(name)
    points, throws = played_out(solution, np.ones((20_000, 2), dtype=np.bool_))
    assert_mean(points, solution.first_player)
    assert_mean(throws, float(solution.throws[solution.graph.start]))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["schaedler", "kalkhoven", "ludii-race"])
def test_the_best_player_wins_against_a_random_one_as_often_and_as_soon_as_stated(name: str) -> None:
    solution = solved(name)
    with backups(solution.graph) as backup:
        best, at_random = Best(solution, backup), rule_player(Rule.RANDOM, solution.graph, backup)
        told = chance_between(solution.graph, best, at_random)
        told_throws = throws_between(solution.graph, best, at_random)
    first_is_best = np.arange(20_000) % 2 == 0
    points, throws = played_out(solution, np.stack([first_is_best, ~first_is_best], axis=1))
    assert_mean(np.where(first_is_best, points, 1 - points), told)
    assert_mean(throws, told_throws)


@pytest.mark.slow
def test_positions_are_counted_as_a_walk_of_the_engine_counts_them() -> None:
    """A seat's positions are the other's turned round: a walk with both meets every one twice."""
    counted = {name: solved(name).graph.positions for name in ("schaedler", "kalkhoven", "ludii-race")}
    assert counted == {"schaedler": 66225, "kalkhoven": 185615, "ludii-race": 188150}


@pytest.mark.slow
def test_random_play_lasts_as_long_as_simulated() -> None:
    solution = solved("kalkhoven")
    with backups(solution.graph) as backup:
        at_random = rule_player(Rule.RANDOM, solution.graph, backup)
        told = throws_between(solution.graph, at_random, at_random)
    throws = mean(simulate(solution.graph.rules, 4000, seed=4).throws)
    assert throws.value == pytest.approx(told, abs=4 * throws.standard_error)


def with_throws_left(rules: Rules, throws: int) -> float:
    """What the first player gets when a game is a draw after so many throws, by the whole tree."""

    @cache
    def worth(position: Position, seat: Seat, left: int) -> float:
        ended = outcome(position, rules, throws - left)
        if ended is not None:
            return 0.5 if ended.winner is None else float(ended.winner is seat)
        value = 0.0
        for face, weight in zip(rules.die.faces, rules.die.weights, strict=True):
            found = []
            for action in legal_moves(position, seat, face, rules).choices:
                thrower = next_seat(seat, action)
                after = worth(play(position, action), thrower, left - 1)
                found.append(after if thrower is seat else 1 - after)
            value += weight * max(found)
        return value / sum(rules.die.weights)

    return worth(start_position(rules), Seat.A, throws)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("schaedler", ("goal=anywhere", "to-win=4", "die=3:1,5:2")),
        ("kalkhoven", ("goal-point=free", "to-win=4", "die=5:3,6:1")),
    ],
)
def test_a_game_with_a_limit_is_worth_what_its_tree_says(name: str, options: tuple[str, ...]) -> None:
    rules = rules_for(name, [*options, "limit=9"])
    told = solve_limited(build(replace(rules, limit=None)), 9)
    assert told.first_player == pytest.approx(with_throws_left(rules, 9), abs=1e-12)
    assert 0 < told.draws <= 1
    assert told.throws <= 9


@pytest.mark.slow
def test_a_long_limit_changes_little(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "solve",
        "--rules",
        "schaedler",
        "--option",
        "larger-throw-enters=yes",
        "--option",
        "limit=150",
    ]
    assert cli.main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["options"] == ["larger-throw-enters=yes", "limit=150"]
    assert told["first_player"] == pytest.approx(0.548024, abs=1e-6)
    assert told["throws"] == pytest.approx(15.7590, abs=1e-3)
    assert told["draws"] < 1e-4
    assert cli.main([*arguments, "--keep"]) == 2
    assert "with limit=150 there is no table to keep" in capsys.readouterr().err
    assert cli.main(["measure", *arguments[1:]]) == 2
    assert "leave the limit out" in capsys.readouterr().err


WITHOUT_END = (
    "start=hand",
    "entry=must-else-pass",
    "hitting=yes",
    "entry-hits=blocked",
    "sacred-line=safe",
    "own-half=closed",
)
"""Play from some positions has no end; that of the start has a value, 0.545455."""


@pytest.mark.slow
def test_a_game_that_may_go_on_for_ever_is_reported_as_a_draw_after_many_throws(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = [f"--option={option}" for option in WITHOUT_END]
    arguments = ["solve", "--rules", "schaedler", *options, "--budget", "2"]
    assert cli.main(arguments) == 0
    told = capsys.readouterr()
    assert f"solved as a draw after {ENDLESS_LIMIT} throws" in told.err
    assert told.out.partition("\n")[0].endswith(f" limit={ENDLESS_LIMIT}")
    assert "without a limit stopped: the first player's chance lies between" in told.out
    half = f"limit={ENDLESS_LIMIT // 2}"
    assert cli.main([*arguments, "--option", half, "--json"]) == 0
    by_half = json.loads(capsys.readouterr().out)["first_player"]
    assert f"with half of the limit{by_half:32.9f}" in told.out
    assert cli.main([*arguments, "--keep", "--tables", str(tmp_path)]) == 2
    assert "may have no end" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_position_without_an_end_is_named() -> None:
    """An independent program found this one pair: each last counter shuts the other's goal, and both stay."""
    with pytest.raises(
        UnsolvedError, match=re.escape("from A 3A 3Bx4 / B 3Ax4 3B, with A to throw, neither")
    ):
        solve(build(rules_for("kalkhoven", ["last-may-stay=yes"])))


def test_nobody_can_move_at_the_start_is_a_draw() -> None:
    solution = solve(build(STUCK))
    assert solution.first_player == 0.5
    assert solution.throws[solution.graph.start] == solution.bracket == 0


@pytest.mark.slow
def test_the_command_tells_what_was_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["solve", "--rules", "schaedler"]
    assert cli.main([*arguments, "--json", "--keep", "--tables", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    keys = "rules options die positions share_with_choice first_player draws throws bracket seconds"
    assert list(told) == keys.split()
    assert told["options"] == []
    assert told["positions"] == 66225
    assert told["draws"] == 0
    assert told["first_player"] == pytest.approx(0.506455624, abs=1e-9)
    assert [path.suffix for path in tmp_path.iterdir()] == [".values"]
    assert cli.main(arguments) == 0
    table = capsys.readouterr().out
    assert f"where some throw leaves a choice{told['share_with_choice']:>22.2%}" in table
    assert "mean throws, best play" in table
    assert "best play's chance against random moves" in table


@pytest.mark.slow
def test_the_command_tells_which_options_it_solved_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "--rules", "schaedler", "--option", "to-win=4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == ["to-win=4"]


@pytest.mark.slow
def test_a_table_keeps_chances_to_16_bits_and_is_never_used_for_another_game(tmp_path: Path) -> None:
    rules = rules_for("schaedler", ["die=knucklebone"])
    solution = solved("schaedler", "die=knucklebone")
    graph, start = solution.graph, start_position(rules)
    path = path_of(tmp_path, rules)
    as_table(solution).save(path)
    made = table_for(rules, tmp_path)
    assert made.chance(start, Seat.B) == pytest.approx(solution.first_player, abs=1 / 131000)
    assert path.stat().st_size < 2 * graph.nodes + 1000
    assert path_of(tmp_path, rules_for("schaedler", ["die=knucklebone", "limit=60", "starter=B"])) == path
    other = rules_for("schaedler", ["die=painted-d6"])
    path_of(tmp_path, other).write_bytes(path.read_bytes())
    with pytest.raises(TableError, match="another game"):
        open_table(path_of(tmp_path, other), other)
    whole = bytearray(path.read_bytes())
    whole[-5] ^= 1
    path.write_bytes(whole)
    with pytest.raises(TableError, match="damaged"):
        open_table(path, rules)
    assert table_for(rules, tmp_path).chance(start, Seat.A) == made.chance(start, Seat.A)


@pytest.mark.slow
def test_a_table_with_any_damage_to_its_head_is_reported_as_damaged(tmp_path: Path) -> None:
    rules = rules_for("schaedler", ["die=knucklebone"])
    path = path_of(tmp_path, rules)
    as_table(solved("schaedler", "die=knucklebone")).save(path)
    whole = path.read_bytes()
    head = sum(len(line) + 1 for line in whole.split(b"\n", 4)[:4])
    for damaged in (b"", whole[:20], whole[: head - 1], whole[:-1], whole + b"x", whole.replace(b":", b";")):
        path.write_bytes(damaged)
        with pytest.raises(TableError, match="damaged"):
            open_table(path, rules)
    for at in range(head):
        path.write_bytes(whole[:at] + b"\xff" + whole[at + 1 :])
        with pytest.raises(TableError, match="damaged"):
            open_table(path, rules)


def test_nothing_half_written_is_left_when_a_table_cannot_be_kept(tmp_path: Path) -> None:
    graph = build(STUCK)
    table = as_table(solve(graph))
    (tmp_path / "taken.values").mkdir()
    with pytest.raises(OSError, match="taken"):
        table.save(tmp_path / "taken.values")
    assert [path.name for path in tmp_path.iterdir()] == ["taken.values"]


@pytest.mark.slow
def test_a_game_that_nobody_gains_by_ending_is_reported_before_its_values_are_found() -> None:
    """In it whoever moved on would lose by it, as is proven when values are known roughly."""
    options = ["start=home", "own-half=one", "goal-point=blocked", "leaving=last-resort", "last-may-stay=yes"]
    gaps = list[float]()
    with pytest.raises(UnsolvedError):
        solve(build(rules_for("schaedler", [*options, "extra-throw=both"])), gaps.append)
    assert 1e-8 < min(gaps) < 1e-5
    assert len(gaps) < 40


@pytest.mark.slow
def test_the_bounds_do_not_hold_around_wrong_values() -> None:
    """What the proof rests on fails when a single value is off by a millionth."""
    solution = solved("schaedler", "to-win=4")
    values = solution.values.copy()
    values[solution.graph.start] += 1e-6
    with backups(solution.graph) as backup, pytest.raises(UnsolvedError):
        bracket(backup, solution.levels, values, solution.throws)
