"""Puzzles from a journal with games that are of no use, and a table that is damaged."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.analysis.play.value_table import path_of
from companion.journal import FILE_NAME, Journal
from companion.station.effects import Asking, FindPuzzles
from companion.station.services import Services
from companion.station.stimuli import Call
from companion.station.worker import Lane, Worker
from tests.support.chances import QUICK, quick_table
from tests.support.playing import Table, noon

pytestmark = pytest.mark.slow


def found(services: Services, journal: Journal, *known: int) -> list[tuple[int, int]]:
    """The games that are looked through, each with the number of its puzzles."""
    request = Asking(FindPuzzles(frozenset(known)), lambda context, answer: None)
    at_once = list(services.do(request, journal))
    answers: list[Any] = [it.value for it in services.worker.poll() if isinstance(it, Call)]
    assert [it.value for it in at_once if isinstance(it, Call)] == ([] if answers else [None])
    return [(number, len(puzzles)) for number, puzzles in answers]


def test_only_games_that_are_of_use_are_looked_through(tmp_path: Path) -> None:
    services = Services(Worker({Lane.CHANCES}), tables=tmp_path)
    path = tmp_path / FILE_NAME
    with Journal(path, noon) as journal, journal.together():
        for seed in (1, 2):
            Table(journal, QUICK, Random(seed)).play()
        Table(journal, QUICK, Random(3)).play(throws=5)
    table = path_of(tmp_path, QUICK)
    with Journal(path, noon) as journal:
        assert found(services, journal) == []
        table.write_bytes(b"damaged")
        assert found(services, journal) == [(2, 0)]
        quick_table().save(table)
        ((game, count),) = found(services, journal)
        assert (game, count > 0) == (2, True)
        ((game, count),) = found(services, journal, 2)
        assert (game, count > 0) == (1, True)
        assert found(services, journal, 1, 2) == []
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM entries WHERE game = 2 AND kind = 'Moved'")
    with Journal(path, noon) as journal:
        assert [number for number, _ in found(services, journal)] == [1]
    services.close()
