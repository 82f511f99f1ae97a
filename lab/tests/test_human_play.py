"""Players with planted habits play games, and the fit finds these habits again."""

import hashlib
import json
import math
import random
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev

import pytest

from companion import cli
from companion.analysis.play.value_table import ValueTable, as_table
from companion.analysis.solve.backups import backups
from companion.game import (
    GOAL_HALF,
    Action,
    GameRecord,
    LegalMoves,
    Move,
    Position,
    Rules,
    Seat,
    Turn,
    index_of,
    legal_moves,
    next_seat,
    outcome,
    play,
    rules_for,
    start_position,
    write_game,
)
from companion.interface.offers import OFFERS, QUICK, Offer
from companion.journal import Journal
from companion.station.effects import Asking, Do
from companion.station.services import Services
from companion.station.stimuli import Call
from five_lines_lab.measure.measures import against_best
from five_lines_lab.measure.players import Softmax
from tests.support.playing import Table, noon
from tests.support.solved import solved

PLANTED = {"Achilles": (0.05, 1.0, 0.8), "Ajax": (0.2, 0.0, 1.5)}
"""Temperature, and how much each player keeps counters on the goal and brings them there."""


def weight(action: Action, loss: float, habits: tuple[float, float, float]) -> float:
    temperature, keeps, seeks = habits
    on_goal = isinstance(action, Move) and index_of(action.seat, action.target) == GOAL_HALF
    leaves = isinstance(action, Move) and action.leaves_goal_half
    return math.exp(-loss / temperature - keeps * leaves + seeks * on_goal)


def choose(
    table: ValueTable,
    position: Position,
    legal: LegalMoves,
    habits: tuple[float, float, float],
    chance: random.Random,
) -> Action:
    prospects = table.prospects(position, legal)
    best = max(it.chance for it in prospects)
    weights = [weight(it.action, best - it.chance, habits) for it in prospects]
    return chance.choices(prospects, weights)[0].action


def played(rules: Rules, table: ValueTable, names: tuple[str, str], chance: random.Random) -> GameRecord:
    position, seat, turns, ended = start_position(rules), chance.choice(list(Seat)), [], None
    while ended is None:
        throw = chance.choice(rules.die.faces)
        legal = legal_moves(position, seat, throw, rules)
        name = names[seat is Seat.B]
        action = choose(table, position, legal, PLANTED[name], chance)
        position = play(position, action)
        turns.append(Turn(seat, throw, action))
        ended = outcome(position, rules, len(turns), seat)
        seat = next_seat(seat, action)
    return GameRecord(rules, tuple(turns), ended, names)


@pytest.mark.slow
@pytest.mark.nightly
def test_what_was_planted_in_500_games_is_found_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, options = random.Random(36), ("to-win=4",)
    rules, table = rules_for("schaedler", options), as_table(solved("schaedler", *options))
    names = list(PLANTED)
    files = []
    for number in range(500):
        game = played(rules, table, (names[number % 2], names[1 - number % 2]), chance)
        files.append(tmp_path / f"{number}.txt")
        files[-1].write_text(write_game(game), encoding="utf-8")
    command = ["players", *map(str, files), "--tables", str(tmp_path), "--json"]
    assert cli.main(command) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {it["player"] for it in found} == set(PLANTED)
    for it in found:
        assert it["rules"] == "schaedler to-win=4"
        figures = (it["temperature"], it["keeps_goal"], it["seeks_goal"])
        for planted, figure in zip(PLANTED[it["player"]], figures, strict=True):
            assert figure["low"] < planted < figure["high"]
        assert it["log_loss"] < it["level_log_loss"]


@pytest.mark.slow
def test_skill_against_people_is_kept_for_the_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, habits = random.Random(7), "Achilles"
    solution = solved("schaedler", "to-win=4")
    table, files = as_table(solution), []
    for number in range(60):
        game = played(table.rules, table, (habits, habits), chance)
        files.append(str(tmp_path / f"{number}.txt"))
        Path(files[-1]).write_text(write_game(replace(game, players=("", ""))), encoding="utf-8")
    command = ["--tables", str(tmp_path), "--cards"]
    assert cli.main(["players", *files[:29], *command]) == 2
    assert "no game of the cards has 30 games" in capsys.readouterr().err
    assert cli.main(["players", *files, *command]) == 0
    with backups(solution.graph) as backup:
        planted = against_best(solution, backup, Softmax(solution, *PLANTED[habits]), games=1, seed=1)
    (offer,) = here(tmp_path)
    assert (offer.name, offer.minutes) == (QUICK, OFFERS[QUICK].minutes)
    assert offer.skill == pytest.approx(100 * planted.value, abs=3)
    assert offer.skill < OFFERS[QUICK].skill - 5


def here(tables: Path) -> tuple[Offer, ...]:
    """What a station without games of its own puts on its cards."""
    ask = Asking(Do.FIND_LENGTHS, lambda *_: None)
    with Journal(tables / "journal.sqlite", noon) as journal, closing(Services(tables=tables)) as services:
        (call,) = services.do(ask, journal)
    assert isinstance(call, Call)
    assert isinstance(call.value, tuple)
    return call.value


def test_people_and_the_computer_in_a_station_s_games_are_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, games = random.Random(4), str(tmp_path / "games.jsonl")
    with Journal(tmp_path / "journal.sqlite", noon) as journal:
        for _ in range(2):
            Table(journal, rules_for("schaedler", ["to-win=4"]), chance).play()
    assert (
        cli.main(["games", "export", "--all", "-o", games, "--journal", str(tmp_path / "journal.sqlite")])
        == 0
    )
    capsys.readouterr()
    assert cli.main(["players", games, "--tables", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("schaedler to-win=4, people: 2 games, ")
    assert "of the nearest level        0." in told


@pytest.mark.slow
def test_people_play_as_long_in_simulated_games_as_their_own_games_last(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules, table = rules_for("schaedler", ["to-win=4"]), as_table(solved("schaedler", "to-win=4"))
    chance, names = random.Random(5), tuple(PLANTED)
    lengths = [len(played(rules, table, (names[0], names[1]), chance).turns) for _ in range(400)]
    people = [":".join(map(str, habits)) for habits in PLANTED.values()]
    command = ["--rules", "schaedler", "--option", "to-win=4", "--json", "--players"]
    assert cli.main(["simulate", *command, ",".join(people)]) == 0
    simulated = json.loads(capsys.readouterr().out)
    error = math.hypot(stdev(lengths) / math.sqrt(len(lengths)), simulated["stderr_throws"])
    assert simulated["mean_throws"] == pytest.approx(mean(lengths), abs=3 * error)
    assert cli.main(["traffic", *command, *people]) == 0
    throws = json.loads(capsys.readouterr().out)["throws"]
    assert simulated["mean_throws"] == pytest.approx(throws, abs=3 * simulated["stderr_throws"])
    assert cli.main(["simulate", *command, "0:1:1,perfect"]) == 2
    assert "a person: 0.05:1:0.8" in capsys.readouterr().err


def test_a_file_that_is_no_game_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, what in (("{}\n", "this is no file of games"), ("hello", "line 1, column 1"), ("", "rules:")):
        (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
        assert cli.main(["players", str(tmp_path / "mine.txt")]) == 2
        said = capsys.readouterr().err
        assert str(tmp_path / "mine.txt") in said
        assert what in said


def test_games_without_a_choice_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.txt"
    game.write_text(write_game(GameRecord(rules_for("schaedler", ["to-win=4"]))), encoding="utf-8")
    assert cli.main(["players", str(game), "--tables", str(tmp_path)]) == 2
    assert "nobody had a choice in these games" in capsys.readouterr().err


def test_a_helped_game_is_left_out_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.txt"
    record = GameRecord(rules_for("schaedler", ["to-win=4"]), helped=True)
    game.write_text(write_game(record), encoding="utf-8")
    assert cli.main(["players", str(game)]) == 2
    said = capsys.readouterr().err
    assert "left out, as a move was taken back with the next throw known: 1 games" in said


def test_a_move_that_the_rules_forbid_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal, games = tmp_path / "journal.sqlite", tmp_path / "games.jsonl"
    with Journal(journal, noon) as open_journal:
        Table(open_journal, rules_for("schaedler", ["to-win=4"]), random.Random(4)).play()
    assert cli.main(["games", "export", "--all", "-o", str(games), "--journal", str(journal)]) == 0
    *lines, _ = games.read_bytes().splitlines(keepends=True)
    data = json.loads(lines[1])
    moved = next(entry for entry in data["entries"] if entry["kind"] == "Moved")
    moved["fields"]["move"]["target"] = "5A"
    lines[1] = json.dumps(data).encode() + b"\n"
    end = {"games": 1, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    games.write_bytes(b"".join([*lines, json.dumps(end).encode() + b"\n"]))
    capsys.readouterr()
    assert cli.main(["players", str(games), "--tables", str(tmp_path)]) == 2
    assert "game 1" in capsys.readouterr().err
