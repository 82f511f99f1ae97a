"""The game in other researchers' tools: each passes its own tests, and plays as the solver's engine does."""

import random
import re

import numpy as np
import pytest

from companion.analysis.solve.rule_tables import Tables
from companion.game import RECONSTRUCTIONS, Seat, rules_for
from five_lines_lab.doors.table import ACTIONS, DrawnTable, Table
from tests.support.root import ROOT


@pytest.mark.parametrize("most", [150, pytest.param(12_500, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_a_table_has_as_many_choices_and_comes_to_the_same_positions_as_the_engine_of_tables(
    name: str, most: int
) -> None:
    rules = RECONSTRUCTIONS[name].rules
    tables, source, plies = Tables(rules), random.Random(58), 0
    number = tables.arrangements.number
    while plies < most:
        table = DrawnTable(rules, source.randrange(2**32))
        while table.outcome is None:
            sides = [number(table.position.of(seat)) for seat in (table.seat, table.seat.other)]
            mover, other = (np.array([side], dtype=np.intp) for side in sides)
            face, seat = rules.die.faces.index(table.throw or 0), table.seat
            turn = tables.turn(mover, other, face)
            actions = table.actions()
            assert len(actions) == int(tables.n_choices(turn)[0])
            after = {
                (int(ply.mover[0]), int(ply.other[0]))
                for choice in range(len(actions))
                for ply in [tables.act(mover, other, face, turn, choice)]
            }
            table.act(source.choice(sorted(actions)))
            plies += 1
            assert (number(table.position.of(seat)), number(table.position.of(seat.other))) in after


def test_an_illegal_action_is_an_error() -> None:
    table = DrawnTable(rules_for("schaedler"), 1)
    with pytest.raises(KeyError):
        table.act(next(number for number in range(ACTIONS) if number not in table.actions()))


def test_nature_moves_in_between() -> None:
    table = Table(rules_for("schaedler"))
    assert table.actions() == {}
    table.cast(1)
    # With ten full points a 1 moves 2A-3A alone: from the second place of the ring to the third.
    assert {number: str(action) for number, action in table.actions().items()} == {12: "2A-3A"}
    assert table.observation(Seat.B)[-1] == 0 < table.observation(Seat.A)[-1]


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_nothing_wrong() -> None:
    pytest.importorskip("pettingzoo", reason="pip install 'five-lines-lab[pettingzoo]' brings it")
    from pettingzoo.test import api_test, seed_test

    from five_lines_lab.doors.pettingzoo_door import FiveLines

    api_test(FiveLines("kidd"), num_cycles=100)
    seed_test(FiveLines, num_cycles=50)


def test_gymnasium_finds_nothing_wrong_and_a_game_is_played_to_its_end() -> None:
    gymnasium = pytest.importorskip("gymnasium", reason="pip install 'five-lines-lab[gymnasium]' brings it")
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("five_lines_lab.doors.gymnasium_door:FiveLines-v0", rules="kidd")
    check_env(env.unwrapped, skip_render_check=True)
    _, info = env.reset(seed=58)
    over, reward = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert reward in (-1, 0, 1)
    env.reset(seed=58)
    assert env.step(121)[1:3] == (-1.0, True)


def test_open_spiel_finds_nothing_wrong() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="pip install 'five-lines-lab[open-spiel]' brings it")
    import five_lines_lab.doors.open_spiel_door  # noqa: F401

    for params in ({}, {"rules": "locus-ludi-capture", "options": "die=knucklebone"}):
        game = pyspiel.load_game("python_five_lines", params)
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("module", "number"), [("pettingzoo", 0), ("gymnasium", 1), ("pyspiel", 2)])
def test_the_examples_of_the_guide_run(module: str, number: int) -> None:
    pytest.importorskip(module, reason="an extra of five-lines-lab brings it: see lab/docs/doors.md")
    guide = (ROOT / "lab" / "docs" / "doors.md").read_text(encoding="utf-8")
    exec(re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[number], {})
