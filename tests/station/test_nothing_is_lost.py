"""Pulling the plug at any moment: what was shown is stored, and no throw changes."""

import random
import sys
from contextlib import closing
from pathlib import Path

import pytest

from calibration.calibration_folder import save
from companion.app.virtual.autoplay import learned_reader
from companion.journal import Database, DieThrown, GameBegun
from companion.referee.events import Event
from companion.referee.words import say
from hardware.virtual_table.table import virtual_table
from tests.support.plug import shown_until_killed

pytestmark = pytest.mark.slow

KILLS = 5
SPINS = 3_000_000
SEED = 3

STATION = f"""
import sys
from functools import partial
from pathlib import Path
from calibration.calibration_folder import load
from companion.app.virtual.autoplay import autoplay
from companion.game import rules_for
from vision.board_reader import BoardReader

reader = BoardReader(load(Path(sys.argv[2])))
rules = rules_for("locus-ludi-race", ["starter=A"])
autoplay(rules, 50, {SEED}, Path(sys.argv[1]), partial(print, flush=True), reader=reader)
"""
"""The station that `five-lines --headless --autoplay` opens, but the board is learned once for all starts."""


def told(journal: Path) -> list[str]:
    """Everything the referee has said in all games of a journal, line by line."""
    with closing(Database.for_reading(journal)) as database:
        entries = [entry for number in database.games() for entry in database.game(number).entries]
    events = [entry.happening for entry in entries if isinstance(entry.happening, Event)]
    return [line for event in events for line in say(event).splitlines()]


def check_throws(journal: Path) -> int:
    """Every throw is the one that its game's seed settled at the beginning; how many there are."""
    checked = 0
    with closing(Database.for_reading(journal)) as database:
        for number in database.games():
            happenings = [entry.happening for entry in database.game(number).entries]
            begun = happenings[0]
            assert isinstance(begun, GameBegun)
            assert begun.fair_die is not None
            throws = [it for it in happenings if isinstance(it, DieThrown)]
            assert [throw.number for throw in throws] == list(range(1, len(throws) + 1))
            for throw in throws:
                assert throw.number is not None
                assert throw.face == begun.fair_die.throw(throw.number)
            checked += len(throws)
    return checked


def test_killed_at_random_moments_nothing_shown_is_missing_and_no_throw_changes(tmp_path: Path) -> None:
    journal = tmp_path / "games.db"
    moments = random.Random(7)
    save(learned_reader(virtual_table(SEED)).calibration, tmp_path / "board")
    command = [sys.executable, "-c", STATION, str(journal), str(tmp_path / "board")]
    before: list[str] = []
    for _ in range(KILLS):
        # A line that was cut short was not shown whole, but what it begins to say is stored as well.
        printed = shown_until_killed(command, moments.randrange(1, 9), moments.randrange(SPINS))
        shown = [line.rstrip("\n") for line in printed]
        after = told(journal)
        assert after[: len(before)] == before
        new = after[len(before) :]
        assert len(shown) <= len(new)
        assert all(stored.startswith(line) for line, stored in zip(shown, new, strict=False))
        before = after
    with closing(Database.for_reading(journal)) as database:
        assert list(database.games()) == [1]
    assert len(before) > KILLS
    assert check_throws(journal) > KILLS
