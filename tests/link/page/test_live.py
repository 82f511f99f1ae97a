"""The game that is followed, when its journal is another: set aside, or restored under its name."""

import asyncio
import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from companion.game import rules_for
from companion.journal import Journal
from companion.link.follower import Follower
from companion.link.page.chances import Chances
from companion.link.page.live import Live
from tests.support.playing import Table, noon

RULES = rules_for("schaedler")


def play(path: Path, throws: int, seed: int) -> int:
    """Play on, or begin a game; the number of the last entry."""
    with Journal(path, noon) as journal:
        Table(journal, RULES, random.Random(seed)).play(throws)
        return journal.newest_number


def numbers(live: Live) -> list[int]:
    return [telling.number for telling in live.tellings]


def test_a_restored_journal_is_followed_from_where_it_was_saved(tmp_path: Path) -> None:
    path, saved = tmp_path / "journal.sqlite", tmp_path / "saved.sqlite"
    play(path, 20, seed=1)
    shutil.copy(path, saved)
    last = play(path, 30, seed=2)
    with closing(Follower(path)) as follower:
        live = Live(follower)
        live.look()
        assert numbers(live)[-1] == last
        before = live.name
        path.unlink()
        saved.rename(path)
        live.look()
        newest = follower.newest()
        assert newest < last
        assert (numbers(live)[-1], live.name) != (last, before)
        assert numbers(live)[-1] == newest
        again = play(path, 4, seed=3)
        assert again < last
        live.look()
        assert numbers(live)[-1] == again


def test_chances_are_unknown_where_no_process_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", str(tmp_path / "not-there"))
    chances = Chances(tmp_path / "journal.sqlite", tmp_path)
    assert asyncio.run(chances.now(1)) is None
    assert asyncio.run(chances.course("name", 1)) == []


def test_one_that_has_grown_beyond_it_meanwhile_is_none_of_the_old_game(tmp_path: Path) -> None:
    path, saved = tmp_path / "journal.sqlite", tmp_path / "saved.sqlite"
    play(path, 20, seed=1)
    shutil.copy(path, saved)
    last = play(path, 3, seed=2)
    with closing(Follower(path)) as follower:
        live = Live(follower)
        live.look()
        path.unlink()
        saved.rename(path)
        assert play(path, 30, seed=3) > last
        live.look()
        (newest,) = follower.games(1)
        assert numbers(live) == [told.number for told in follower.game(newest)]
