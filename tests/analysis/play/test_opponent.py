"""The computer opponent's levels, hints, and what is told about luck and skill."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import cv2
import pytest

from companion import cli
from companion.analysis.play.insight import insight
from companion.analysis.play.opponent import best_of, choose
from companion.analysis.play.value_table import ValueTable, as_table, path_of
from companion.game import (
    GameRecord,
    IllegalMoveError,
    Seat,
    Turn,
    legal_moves,
    next_seat,
    outcome,
    play,
    start_position,
    write_game,
)
from companion.game.levels import LEVELS
from companion.journal import Journal
from five_lines_lab.commands._plot_file import save_plot
from five_lines_lab.report.plot import chance_over_time
from five_lines_lab.svg import Dot, Polyline
from tests.support.playing import Table, noon
from tests.support.solved import solved


@pytest.fixture(scope="module")
def table() -> ValueTable:
    return as_table(solved("kalkhoven"))


def played(table: ValueTable, level_number: int, random: Random) -> GameRecord:
    """A game between two players of a level."""
    rules, position, seat, turns = table.rules, start_position(table.rules), Seat.A, list[Turn]()
    while (ended := outcome(position, rules, len(turns))) is None:
        throw = rules.die.throw(random)
        legal = legal_moves(position, seat, throw, rules)
        action = choose(table, position, legal, LEVELS[level_number], random)
        turns.append(Turn(seat, throw, action))
        position, seat = play(position, action), next_seat(seat, action)
    return GameRecord(rules, tuple(turns), ended)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 2, 4])
def test_a_level_gives_away_what_it_says(table: ValueTable, number: int) -> None:
    random = Random(number)
    losses = [turn.loss for _ in range(40) for turn in insight(played(table, number, random), table).turns]
    mean = sum(losses) / len(losses)
    spread = (sum((loss - mean) ** 2 for loss in losses) / len(losses) ** 2) ** 0.5
    stated = table.strengths[number].loss
    assert mean == pytest.approx(stated, abs=4 * spread + 0.03 * stated)


@pytest.mark.slow
def test_levels_give_away_less_and_less(table: ValueTable) -> None:
    losses = [strength.loss for strength in table.strengths]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == 0
    for level, loss in zip(LEVELS, losses, strict=True):
        assert loss == pytest.approx(level.share_of_random * losses[0], rel=0.03, abs=1e-6)


@pytest.mark.slow
def test_the_perfect_level_always_makes_the_best_choice(table: ValueTable) -> None:
    random = Random(1)
    position, seat = start_position(table.rules), Seat.A
    for _ in range(40):
        if outcome(position, table.rules) is not None:
            break
        legal = legal_moves(position, seat, table.rules.die.throw(random), table.rules)
        action = choose(table, position, legal, LEVELS[-1], random)
        prospects = table.prospects(position, legal)
        assert next(p.chance for p in prospects if p.action == action) == best_of(prospects).chance
        assert {p.action for p in prospects} == set(legal.choices)
        position, seat = play(position, action), next_seat(seat, action)


@pytest.mark.slow
def test_luck_and_losses_add_up_to_the_result(table: ValueTable) -> None:
    told = insight(played(table, 1, Random(8)), table)
    a, b = told.of(Seat.A), told.of(Seat.B)
    way = (a.luck - a.loss) - (b.luck - b.loss)
    last = told.turns[-1].chance_a_after
    assert last in (0, 1)
    assert way == pytest.approx(last - told.chance_a_at_start, abs=len(told.turns) / 65534)
    assert a.loss > 0
    assert told.worst is not None
    assert told.finest is not None
    assert not told.finest.wins
    assert a.best_choices <= a.real_choices <= a.throws


@pytest.mark.slow
def test_a_game_that_does_not_follow_from_its_rules_is_named_by_its_turn(table: ValueTable) -> None:
    game = played(table, 1, Random(8))
    first, second, *rest = game.turns
    wrong = replace(second, throw=second.throw % 6 + 1)
    with pytest.raises(IllegalMoveError, match="turn 2: "):
        insight(replace(game, turns=(first, wrong, *rest)), table)


@pytest.mark.slow
def test_the_command_analyses_a_game(
    table: ValueTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = played(table, 1, Random(8))
    (tmp_path / "game.txt").write_text(write_game(game), encoding="utf-8")
    table.save(path_of(tmp_path, table.rules))
    arguments = ["analyse", str(tmp_path / "game.txt"), "--tables", str(tmp_path)]
    assert cli.main([*arguments, "--json"]) == 0
    *turns, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert len(turns) == len(game.turns)
    assert sum(turn["loss"] for turn in turns if turn["seat"] == "A") == pytest.approx(
        last["totals"]["A"]["loss"], abs=1e-4
    )
    assert last["options"] == [f"die={table.rules.die}"] * (str(table.rules.die) != "d6")
    assert last["die"] == str(table.rules.die)
    assert cli.main(["plot", *arguments[1:], "-o", str(tmp_path / "plot.svg")]) == 0
    assert ElementTree.parse(tmp_path / "plot.svg").getroot().tag.endswith("svg")
    capsys.readouterr()
    assert cli.main(arguments) == 0
    assert "worst move: turn" in capsys.readouterr().out
    (tmp_path / "game.txt").write_text("rules: kalkhoven\n1. A 9 3A\n", encoding="utf-8")
    assert cli.main(arguments) == 2
    assert "game.txt: line 2, column 6" in capsys.readouterr().err


@pytest.mark.slow
def test_a_game_of_the_journal_is_analysed_by_its_number(
    table: ValueTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The station's own journal: a whole game as number 1, and one that was broken off as the last."""
    journal = tmp_path / "journal.sqlite"
    with Journal(journal, noon) as writer:
        Table(writer, table.rules, Random(3)).play()
        Table(writer, table.rules, Random(4)).play(throws=5)
    table.save(path_of(tmp_path, table.rules))
    common = ["--journal", str(journal), "--tables", str(tmp_path)]
    assert cli.main(["games", "export", "1", "--journal", str(journal)]) == 0
    (tmp_path / "game.txt").write_text(capsys.readouterr().out, encoding="utf-8")
    assert cli.main(["analyse", "1", *common]) == 0
    by_number = capsys.readouterr().out
    assert cli.main(["analyse", str(tmp_path / "game.txt"), *common]) == 0
    assert capsys.readouterr().out == by_number
    assert "choices were the best" in by_number
    assert cli.main(["analyse", "last", *common, "--json"]) == 0
    *turns, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert last["totals"]["A"]["throws"] + last["totals"]["B"]["throws"] == len(turns) <= 5
    assert cli.main(["analyse", "7", *common]) == 2
    assert "game 7" in capsys.readouterr().err


@pytest.mark.slow
def test_the_plot_as_a_picture_shows_the_chance_and_who_erred(table: ValueTable, tmp_path: Path) -> None:
    drawing = chance_over_time(insight(played(table, 1, Random(8)), table))
    save_plot(drawing, tmp_path / "plot.png")
    picture = cv2.imread(str(tmp_path / "plot.png"))
    assert picture is not None
    assert picture.shape == (2 * drawing.height, 2 * drawing.width, 3)
    for dot in (shape for shape in drawing.shapes if isinstance(shape, Dot)):
        blue, green, red = (int(dot.colour[at : at + 2], 16) for at in (5, 3, 1))
        assert picture[round(2 * dot.y), round(2 * dot.x)].tolist() == [blue, green, red]
    line = next(shape for shape in drawing.shapes if isinstance(shape, Polyline) and len(shape.points) > 2)
    x, y = line.points[0]
    assert picture[round(2 * y), round(2 * x)].max() < 40


def test_a_plot_is_refused_before_the_game_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["plot", "last", "-o", "chances.jpg"])
    assert "a plot is written as .svg or .png" in capsys.readouterr().err
