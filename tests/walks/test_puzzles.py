"""From a game that was played here to a puzzle that is solved, through the real program."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.analysis.play.puzzles import puzzles_in
from companion.analysis.play.reasons import why_better
from companion.analysis.play.value_table import path_of
from companion.game import Seat
from companion.interface.intents import Ask, Enter, Number, PlayAgainst, Switch, Toggle
from companion.interface.views import GamesView, PuzzleView, WelcomeView
from companion.journal import FILE_NAME, Abandoned, Journal
from companion.journal.export import as_record
from companion.presentation.words.labels import why_text
from companion.referee.words import english
from tests.support.chances import QUICK, quick_table
from tests.support.playing import NOON, Table, noon
from tests.support.walk import Walk, walk


def played_here(data: Path) -> int:
    """Play a game, and leave one in the throw-off; return how many puzzles there are."""
    with Journal(data / FILE_NAME, noon) as journal, journal.together():
        Table(journal, QUICK, Random(1)).play()
        assert journal.newest is not None
        game = as_record(journal.newest)
        journal.append(journal.begin(QUICK.die, QUICK), (Abandoned("left"),))
    return len(puzzles_in([game], lambda rules: quick_table()))


def choose(person: Walk) -> None:
    person.touch(PlayAgainst(Seat.B))
    person.shows(GamesView)


def chances_lost(view: PuzzleView) -> list[float]:
    legal = view.state.legal
    assert legal is not None
    worth = [it.chance for it in quick_table().prospects(view.state.position, legal)]
    return [max(worth) - each for each in worth]


def test_each_day_has_another_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = played_here(tmp_path / "data")
    quick_table().save(path_of(tmp_path / "data" / "tables", QUICK))
    asked = []
    for day in (0, 1, count):
        with walk(tmp_path, monkeypatch, wall=partial(float, day * 86_400 + 40_000)) as person:
            choose(person)
            person.wait_for(lambda: Ask.SHOW_PUZZLES in person.intents, 300.0)
            person.wait(1.0)
            person.touch(Ask.SHOW_PUZZLES)
            asked.append(person.shows(PuzzleView).state)
    assert asked[0] == asked[2] != asked[1]


def test_the_puzzle_of_the_day_stays_when_more_games_are_played_and_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_table().save(path_of(tmp_path / "data" / "tables", QUICK))
    today = NOON + timedelta(days=1)
    asked = []
    for began, seed in ((NOON, 1), (today, 2), (today, 3), (today, 4), (today + timedelta(days=1), 5)):
        with (
            Journal(
                tmp_path / "data" / FILE_NAME, partial(datetime.fromtimestamp, began.timestamp(), UTC)
            ) as journal,
            journal.together(),
        ):
            Table(journal, QUICK, Random(seed)).play()
        with walk(tmp_path, monkeypatch, wall=today.timestamp) as person:
            choose(person)
            person.wait_for(lambda: Ask.SHOW_PUZZLES in person.intents, 300.0)
            person.wait(3.0)
            person.touch(Ask.SHOW_PUZZLES)
            asked.append(person.shows(PuzzleView).state)
    assert asked == asked[:1] * 5


def test_a_visitor_solves_puzzles_from_games_that_were_played_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = tmp_path / "data" / "tables"
    count = played_here(tmp_path / "data")
    assert count > 1
    with walk(tmp_path, monkeypatch) as person:
        choose(person)
        person.wait(1.0)
        assert Ask.SHOW_PUZZLES not in person.intents  # nothing is known of these games yet
        person.touch(Ask.BACK)

        quick_table().save(path_of(tables, QUICK))
        choose(person)
        person.wait_for(lambda: Ask.SHOW_PUZZLES in person.intents, 300.0)
        person.wait(1.0)
        person.touch(Ask.SHOW_PUZZLES)
        first = person.shows(PuzzleView)
        assert (first.leaf, first.picked, first.best, first.played) == (0, None, None, None)
        assert "Puzzle of the day" in person.texts
        lost = chances_lost(first)
        worst = lost.index(max(lost))
        person.touch(Enter(Number.CHOICE, worst))
        solved = person.shows(PuzzleView)
        assert solved.loss == pytest.approx(lost[worst])
        assert first.state.legal is not None
        assert (solved.picked, solved.best) == (first.state.legal[worst], first.state.legal[lost.index(0)])
        assert "This move is better." in person.texts
        best, yours = round(100 * solved.chance), round(100 * (solved.chance - lost[worst]))
        assert any(f"It wins {best} of 100 games, yours {yours}." in text for text in person.texts)
        assert solved.best is not None
        at, legal = solved.state.position, first.state.legal
        assert solved.why == why_better(quick_table(), at, legal, solved.best, solved.picked)
        assert solved.why is not None
        other = "White" if solved.state.seat is Seat.A else "Black"
        reason = why_text(solved.why, other, english)
        assert any(reason in text for text in person.texts)
        person.picture("puzzle-worse")
        # What was seen is seen: there is no second try.
        assert not [it for it in person.intents if isinstance(it, Enter) and it.what is Number.CHOICE]

        person.touch(Enter(Number.LEAF, 1))
        second = person.shows(PuzzleView)
        assert "Find the best move" in person.texts
        person.touch(Enter(Number.CHOICE, chances_lost(second).index(0)))
        assert "Well done! That is the best move." in person.texts
        person.touch(Enter(Number.LEAF, 0))
        assert person.shows(PuzzleView) == solved
        person.wait(120.0, turn_s=2.0)
        person.shows(WelcomeView)

        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.SHOW_OFFER)
        person.find(Switch(Toggle.PUZZLES, False))
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        choose(person)
        person.wait(1.0)
        assert Ask.SHOW_PUZZLES not in person.intents
