"""Games at random: whole games against the engine, draws, starters, figures and their trust."""

import json
import random

import numpy as np
import pytest

from companion import cli
from companion.game import Seat, legal_moves, next_seat, outcome, play, rules_for, start_position
from five_lines_lab.measure.estimates import Share, mean
from five_lines_lab.report.simulate import simulate
from tests.support.games import STUCK

pytestmark = pytest.mark.slow


def engine_game(name: str, dice: random.Random) -> tuple[int, int, bool]:
    """Throws, passes and whether nobody won, of one game at random."""
    rules = rules_for(name)
    position, seat, throws, passes = start_position(rules), Seat.A, 0, 0
    while (ended := outcome(position, rules, throws)) is None:
        legal = legal_moves(position, seat, rules.die.throw(dice), rules)
        action = dice.choice(legal.choices)
        position, seat = play(position, action), next_seat(seat, action)
        throws, passes = throws + 1, passes + legal.passes
    return throws, passes, ended.winner is None


@pytest.mark.parametrize("name", ["kalkhoven", "ludii-race"])
def test_whole_games_go_as_the_engines(name: str) -> None:
    """In ludii-race one game in ten ends because nobody can ever move again, which must end it in time."""
    dice = random.Random(2)
    slow = np.array([engine_game(name, dice) for _ in range(300)])
    fast = simulate(rules_for(name), 5000, seed=2)
    assert (fast.draws.count > 0) == (name == "ludii-race")
    for of_engine, of_batch in zip(slow.T, (fast.throws, fast.passes, fast.winners == 2), strict=True):
        one, other = mean(of_engine), mean(of_batch.astype(np.int64))
        assert abs(one.value - other.value) <= 4 * np.hypot(one.standard_error, other.standard_error)


def test_the_same_seed_plays_the_same_games() -> None:
    one, same, another = (simulate(rules_for("kalkhoven"), 300, seed) for seed in (4, 4, 5))
    assert np.array_equal(one.throws, same.throws)
    assert np.array_equal(one.winners, same.winners)
    assert not np.array_equal(one.throws, another.throws)


def test_every_game_begun_is_counted_with_few_lanes_too() -> None:
    simulation = simulate(rules_for("ludii-race"), 101, seed=1, lanes=7)
    assert simulation.games == 101
    ends = simulation.wins(Seat.A), simulation.wins(Seat.B), simulation.draws
    assert sum(share.count for share in ends) == 101
    assert (simulation.declines == 0).all()
    assert (simulation.moves + simulation.passes == simulation.throws).all()


def test_nobody_can_ever_move_is_a_draw_before_the_first_throw() -> None:
    simulation = simulate(STUCK, 20, seed=1)
    assert simulation.draws.count == 20
    assert simulation.throws.max() == simulation.passes.max() == 0


def test_the_limit_draws_after_so_many_throws() -> None:
    simulation = simulate(rules_for("kidd", ["limit=40"]), 200, seed=1)
    assert simulation.draws.count == 200
    assert set(simulation.throws.tolist()) == {40}


def test_the_first_throw_is_worth_as_much_to_either_seat() -> None:
    options = ["to-win=4", "larger-throw-enters=yes"]
    first = simulate(rules_for("schaedler-adapted", [*options, "starter=A"]), 8000, seed=6).wins(Seat.A)
    second = simulate(rules_for("schaedler-adapted", [*options, "starter=B"]), 8000, seed=7).wins(Seat.B)
    assert first.value == pytest.approx(second.value, abs=0.03)
    assert first.interval[0] > 0.5


def test_the_loser_starts_the_next_game() -> None:
    """The seat that throws first wins some 54 % of these games, so winners change more often than not."""
    rules = rules_for("schaedler-adapted", ["to-win=4", "larger-throw-enters=yes", "starter=loser"])
    one_lane = simulate(rules, 500, seed=3, lanes=1).winners
    assert np.mean(one_lane[1:] != one_lane[:-1]) > 0.51


def test_intervals_hold_what_they_should() -> None:
    low, high = Share(0, 50).interval
    assert low == 0
    assert high == pytest.approx(0.0713, abs=0.0002)
    assert Share(8, 10).interval == pytest.approx((0.4902, 0.9433), abs=0.0002)
    assert mean(np.array([1, 2, 3, 4])).standard_error == pytest.approx(0.6455, abs=0.0001)


def test_few_games_are_named_with_few_digits(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "--rules", "kidd", "--games", "20"]) == 0
    told = {line[:28].strip(): line[28:].split() for line in capsys.readouterr().out.splitlines()}
    assert told["throws a game"][0].isdecimal()
    assert told["A wins"][1].removesuffix("%").isdecimal()


def test_the_command_prints_what_happened(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--rules", "kalkhoven", "--games", "50", "--seed", "3", "--die", "knucklebone"]
    assert cli.main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rules"] == "kalkhoven"
    assert told["options"] == ["die=knucklebone"]
    assert sum(told["wins"].values()) == told["games"] == 50
    assert told["mean_throws"] > 10
    assert told["stderr_throws"] > 0
    assert cli.main(arguments) == 0
    table = capsys.readouterr()
    assert "50 games of kalkhoven die=knucklebone" in table.out
    assert table.err == ""


def test_players_meet_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--rules", "schaedler", "--option", "larger-throw-enters=yes", "--games", "3000"]
    assert cli.main([*arguments, "--players", "two-rules,random", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["players"] == ["two-rules", "random"]
    assert sum(told["wins"]) + told["draws"] == 3000
    assert told["wins_95"][0][0] > 0.8
    assert told["throws_5"] < told["throws_50"] < told["mean_throws"] + 5
    assert cli.main([*arguments, "--players", "good,perfect"]) == 0
    table = capsys.readouterr().out
    assert "3000 games of schaedler larger-throw-enters=yes, good against perfect, each begins half" in table
    good, perfect = (int(line.split()[2]) for line in table.splitlines() if " wins " in line)
    assert 0.35 < good / (good + perfect) < 0.52


@pytest.mark.parametrize(
    ("players", "says"),
    [("good,mother", "no player is called 'mother'; there are random, keeps-goal, two-rules, first-game")],
)
def test_players_that_are_unknown_are_reported(
    players: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", "--rules", "schaedler", "--players", players]) == 2
    assert says in capsys.readouterr().err


def test_two_players_are_needed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["simulate", "--rules", "schaedler", "--players", "good"])
    assert "two players are written good,two-rules" in capsys.readouterr().err
