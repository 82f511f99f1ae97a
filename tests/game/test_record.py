"""Moves and whole games as text, both ways, and what a damaged text is told."""

import contextlib
import datetime
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import (
    AmbiguousMoveError,
    GameError,
    GameRecord,
    IllegalMoveError,
    Move,
    NotationError,
    Outcome,
    Position,
    Reason,
    Seat,
    Stay,
    Termination,
    Turn,
    game_as_json,
    legal_moves,
    next_seat,
    outcome,
    parse_action,
    play,
    read_game,
    rules_for,
    start_position,
    write_game,
)
from companion.game.record import record
from tests.support.games import MIXES, patient

names = st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=12).map(str.strip)


@st.composite
def games(draw: st.DrawFn) -> GameRecord:
    name, options = draw(st.sampled_from(MIXES))
    rules = rules_for(name, options)
    position, seat = start_position(rules), draw(st.sampled_from(Seat))
    turns: list[Turn] = []
    for number in draw(st.lists(st.integers(0, 10_000), max_size=60)):
        if outcome(position, rules, len(turns), turns[-1].seat if turns else None) is not None:
            break
        throw = rules.die.faces[number % len(rules.die.faces)]
        choices = legal_moves(position, seat, throw, rules).choices
        action = choices[number // 10 % len(choices)]
        flags = (Reason.WRONG_DISTANCE,) if number % 7 == 0 else ()
        turns.append(Turn(seat, throw, action, flags))
        position, seat = play(position, action), next_seat(seat, action)
    ended = outcome(position, rules, len(turns), turns[-1].seat if turns else None) or draw(
        st.sampled_from([None, Outcome(Termination.AGREED), Outcome(Termination.RESIGNED, Seat.B)])
    )
    played_on = draw(st.none() | st.dates())
    helped = draw(st.booleans())
    return GameRecord(rules, tuple(turns), ended, (draw(names), draw(names)), played_on, helped=helped)


@pytest.mark.slow
@patient
@given(games())
def test_a_game_reads_back_from_its_text(game: GameRecord) -> None:
    assert read_game(write_game(game)) == game


@patient
@given(games())
@pytest.mark.slow
def test_json_holds_every_turn(game: GameRecord) -> None:
    told = json.loads(game_as_json(game))
    assert len(told["turns"]) == len(game.turns)
    assert (told["rules"], told["helped"]) == (game.rules.name, game.helped)
    assert [turn["throw"] for turn in told["turns"]] == [turn.throw for turn in game.turns]


@pytest.mark.slow
@patient
@given(games(), st.data())
def test_a_damaged_text_is_read_or_reported_the_line(game: GameRecord, data: st.DataObject) -> None:
    text = write_game(game)
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.sampled_from(["", "x", "7", "\n", "=", "A "])) + text[at + 1 :]
    with contextlib.suppress(NotationError):
        assert read_game(damaged).rules.name in damaged
        return
    with pytest.raises(NotationError, match=r"^line \d+, column \d+: "):
        read_game(damaged)


EXAMPLE = """
A: Achilles
B: Ajax
date: 2026-03-21
rules: kidd
1. A 4 hand-4A
2. B 6 !entered-on-wrong-point hand-1A
3. A 1 hand
B 1 hand-1B
result: B wins by resignation
"""


def test_a_game_may_be_written_by_hand() -> None:
    game = read_game(EXAMPLE)
    assert game.players == ("Achilles", "Ajax")
    assert game.date == datetime.date(2026, 3, 21)
    assert game.outcome == Outcome(Termination.RESIGNED, Seat.B)
    assert [str(turn.action) for turn in game.turns] == ["hand-4A", "hand-1A", "hand-1A", "hand-1B"]
    third = game.turns[2].action
    assert isinstance(third, Move)
    assert third.hits
    assert "3. A 1 hand-1A*\n" in write_game(game)


def test_the_example_in_the_grammar_is_a_game() -> None:
    documented = record.__doc__ or ""
    example = documented.partition("::\n")[2].partition("Its grammar")[0]
    assert len(read_game(example).turns) == 4


@pytest.mark.parametrize(
    ("old", "new", "where", "about"),
    [
        ("rules: kidd", "rules: kid", "line 5, column 8", "no rules are called 'kid'"),
        ("rules: kidd", "rules: kidd to-win=3", "line 5, column 13", "'3' is no value; there are 5, 4"),
        ("rules: kidd", "rules: kidd goal-point=blocked", "line 5, column 13", "clash"),
        ("rules: kidd\n", "", "line 5, column 1", "'rules: NAME' is missing before this"),
        ("2026-03-21", "2026-02-30", "line 4, column 7", "no day 2026-02-30"),
        ("A 4 hand-4A", "A 7 hand-4A", "line 6, column 6", "'7' is no throw of the die d6"),
        ("A 4 hand-4A", "A 4 hand-5A", "line 6, column 8", "entered-on-wrong-point"),
        ("A 4 hand-4A", "A 4 hand-4A*", "line 6, column 8", "the marks don't fit"),
        ("A 4 hand-4A", "A 4 hand-4A 3A", "line 6, column 16", "too much"),
        ("A 4 hand-4A", "A 4 hand-9A", "line 6, column 8", "'hand-9A' is no move"),
        ("A 4 hand-4A", "A 4", "line 6, column 7", "the move is missing"),
        ("A 4 hand-4A", "A 4 pass", "line 6, column 8", "A can't pass"),
        ("2. B", "2. A", "line 7, column 4", "it is for B to throw"),
        ("3. A", "4. A", "line 8, column 1", "this is turn 3, not 4"),
        ("!entered-on", "!fell-on", "line 7, column 8", "is no reason"),
        ("B wins by resignation", "B wins", "line 10, column 1", "the result is 'unfinished', not 'B wins'"),
        ("B wins by resignation", "lost", "line 10, column 1", "'lost' is no result"),
        ("result: B wins by resignation\n", "", "line 10, column 1", "is missing"),
        ("resignation\n", "resignation\n5. A 1 hand-1A\n", "line 11, column 1", "too much"),
    ],
)
def test_a_damaged_text_names_line_and_column(old: str, new: str, where: str, about: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(NotationError, match=f"^{where}: .*{re.escape(about)}"):
        read_game(EXAMPLE.replace(old, new))


def test_a_game_that_does_not_follow_the_rules_is_not_written() -> None:
    rules = rules_for("kidd")
    legal = legal_moves(start_position(rules), Seat.A, 4, rules)
    with pytest.raises(IllegalMoveError, match="entered-on-wrong-point"):
        write_game(GameRecord(rules, (Turn(Seat.A, 5, legal[0]),)))
    with pytest.raises(GameError, match="not for A"):
        write_game(GameRecord(rules, (Turn(Seat.A, 4, legal[0]), Turn(Seat.A, 4, legal[0]))))


def test_a_name_that_cant_be_written_on_one_line_is_refused() -> None:
    with pytest.raises(GameError, match="one line"):
        GameRecord(rules_for("kidd"), players=("A\nB", ""))


def test_a_move_is_read_or_said_precisely_why_not() -> None:
    rules = rules_for("schaedler", ["larger-throw-enters=yes", "last-may-stay=yes"])
    position = Position.parse("A 1B 3Bx4 / B 1A 3Ax4")

    def read(text: str) -> object:
        return parse_action(text, position, Seat.A, 4, rules)

    assert str(read("1b-5B")) == "1B-5B"
    assert str(read("3B")) == "3B-2A"
    assert read("decline") is Stay.DECLINE
    with pytest.raises(AmbiguousMoveError, match="1B may be short for 1B-5B or 1B-3B"):
        read("1B")
    with pytest.raises(
        IllegalMoveError, match=re.escape("wrong-distance (house rule larger-throw-enters=yes)")
    ):
        read("1B-2B")
    with pytest.raises(IllegalMoveError, match="no counter of A is on 5A"):
        read("5A-1B")
    with pytest.raises(IllegalMoveError, match="no move from 1A"):
        read("1A")
    with pytest.raises(IllegalMoveError, match="can't pass"):
        read("pass")
    with pytest.raises(NotationError, match="is no move"):
        read("e2-e4")


def test_an_option_that_is_repeated_is_refused_at_once() -> None:
    """Each one was read again with every other: 50,000 took minutes."""
    text = "rules: schaedler " + "to-win=4 " * 50_000
    with pytest.raises(NotationError, match="line 1, column 27: 'to-win=4' is given twice"):
        read_game(text)
