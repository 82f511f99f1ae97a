"""The game that is followed, when its journal is another: set aside, or restored under its name."""

import asyncio
import gc
import random
import shutil
import tracemalloc
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.game import Seat, rules_for
from companion.game.fair_die import FairDie
from companion.journal import DieThrown, Journal
from companion.link.follower import Follower
from companion.link.page.live import LiveGame, Votes
from companion.link.page.station_chances import StationChances
from companion.link.page.stream import EventCache
from companion.referee.referee import begin
from tests.support.playing import Table, noon

RULES = rules_for("schaedler")


def play(path: Path, throws: int, seed: int) -> int:
    """Play on, or begin a game; the number of the last entry."""
    with Journal(path, noon) as journal:
        Table(journal, RULES, random.Random(seed)).play(throws)
        return journal.newest_number


def numbers(live: LiveGame) -> list[int]:
    return [snapshot.number for snapshot in live.snapshots]


@pytest.mark.slow
def test_a_restored_journal_is_followed_from_where_it_was_saved(tmp_path: Path) -> None:
    path, saved = tmp_path / "journal.sqlite", tmp_path / "saved.sqlite"
    play(path, 20, seed=1)
    shutil.copy(path, saved)
    last = play(path, 30, seed=2)
    with closing(Follower(path)) as follower:
        live = LiveGame(follower)
        live.poll()
        assert numbers(live)[-1] == last
        before = live.name
        path.unlink()
        saved.rename(path)
        live.poll()
        newest = follower.newest()
        assert newest < last
        assert (numbers(live)[-1], live.name) != (last, before)
        assert numbers(live)[-1] == newest
        again = play(path, 4, seed=3)
        assert again < last
        live.poll()
        assert numbers(live)[-1] == again


def test_a_game_that_was_left_and_goes_on_is_followed_whole(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, noon) as journal, closing(Follower(path)) as follower:
        live = LiveGame(follower)
        for seed in (1, 2):
            journal.begin(FairDie(RULES.die, bytes([seed] * 32)), RULES, leaves=True)
            journal.append(seed, (begin(RULES, Seat.A),))
        live.poll()
        assert live.game == 2
        stored = journal.take_up(1)
        journal.append(1, (DieThrown(3, 1),))
        live.poll()
        assert live.game == 1
        assert numbers(live) == [*(entry.number for entry in stored.entries), journal.newest_number]
        assert live.newest is not None
        assert live.newest.state is not None
    with closing(Follower(path)) as follower:
        again = LiveGame(follower)
        again.poll()
        assert numbers(again) == numbers(live)


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"ok": False, "why": "phones show no chances during a game"},
        {"ok": True, "course": None, "now": None},
        {"ok": True, "course": [["a"]], "now": [1]},
        {"ok": True, "course": [], "now": [1, "x", []]},
    ],
)
def test_chances_are_unknown_if_the_station_does_not_answer_with_any(answer: dict[str, object]) -> None:
    async def ask(question: dict[str, object]) -> dict[str, object]:
        return answer

    chances = StationChances(ask)
    assert asyncio.run(chances.now(1)) is None
    assert asyncio.run(chances.course("name", 1)) == []


def test_the_course_of_a_game_is_asked_for_once_it_is_known() -> None:
    asked: list[object] = []
    answers = [{}, {"ok": True, "course": [[3, 0.5, None], [5, 0.25, [1, None]]]}]

    async def ask(question: dict[str, object]) -> dict[str, object]:
        asked.append(question["game"])
        return dict(answers[min(len(asked), 2) - 1])

    async def thrice() -> list[object]:
        chances = StationChances(ask)
        return [await chances.course("name", 7) for _ in range(3)]

    known = [(3, 0.5, None), (5, 0.25, [1, None])]
    assert asyncio.run(thrice()) == [[], known, known]
    assert asked == [7, 7]


@pytest.mark.slow
def test_one_that_has_grown_beyond_it_meanwhile_is_not_of_the_old_game(tmp_path: Path) -> None:
    path, saved = tmp_path / "journal.sqlite", tmp_path / "saved.sqlite"
    play(path, 20, seed=1)
    shutil.copy(path, saved)
    last = play(path, 3, seed=2)
    with closing(Follower(path)) as follower:
        live = LiveGame(follower)
        live.poll()
        path.unlink()
        saved.rename(path)
        assert play(path, 30, seed=3) > last
        live.poll()
        (newest,) = follower.games(1)
        assert numbers(live) == [entry.number for entry in follower.game(newest)]


@pytest.mark.slow
def test_events_of_a_long_game_take_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    play(path, 4, seed=1)
    with closing(Follower(path)) as follower:
        live, events = LiveGame(follower), EventCache()
        live.poll()
        newest = live.snapshots[-1]
    size = len(events.event(live.name, newest, "en"))
    tracemalloc.start()
    try:
        for number in range(300):
            events.event(live.name, replace(newest, number=number), "en")
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 200 * size


def test_a_network_has_as_many_votes_as_phones_that_follow_from_it() -> None:
    votes = Votes()
    assert votes.take("turn", "one", 0, "2001:db8::1", most=2)
    assert votes.take("turn", "two", 0, "2001:db8::2", most=2)
    # One machine may use every address of an IPv6 network.
    assert not votes.take("turn", "three", 0, "2001:db8::3", most=2)
    assert votes.take("turn", "far", 0, "2001:db8:1::1", most=1)
    # A phone that has gone dark follows no longer; the other changes its mind all the same.
    assert votes.take("turn", "two", 1, "2001:db8::2", most=1)
    assert votes.counts(2) == [2, 1]
