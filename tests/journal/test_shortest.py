"""The shortest of today's games, and how long games have taken here."""

import random
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from companion.game import rules_for
from companion.journal import FILE_NAME, Database, Journal, StoredGame
from companion.journal.export import COLUMNS, row
from companion.journal.games import MAX_BREAK_S
from companion.referee.events import Thrown
from tests.support.playing import NOON, Table

QUICK = rules_for("schaedler", ["to-win=4", "larger-throw-enters=yes"])
OTHER = rules_for("locus-ludi-race", ["to-win=4"])


@pytest.mark.parametrize("days", [0, 1])
def test_it_is_among_todays_games_with_the_same_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    path, chance, now = tmp_path / FILE_NAME, random.Random(1), [NOON]
    lengths = []
    with Journal(path, lambda: now[0]) as journal:
        assert journal.shortest_today() is None
        for number, rules in enumerate((QUICK, OTHER, QUICK, QUICK)):
            now[0] = NOON + timedelta(days=0 if number < 2 else days, minutes=number)
            table = Table(journal, rules, chance)
            table.play()
            with closing(Database.for_reading(path)) as database:
                events = database.game(table.game).events
            lengths.append(sum(isinstance(event, Thrown) for event in events))
            if number < 2:
                assert journal.shortest_today() is None
        today = [lengths[2], lengths[3]] if days else [lengths[0], lengths[2], lengths[3]]
        assert journal.shortest_today() == min(today)
        # A game in which the next throw was known when a move was taken back is no record.
        monkeypatch.setattr(StoredGame, "foreseen", (3,))
        assert journal.shortest_today() is None


def test_every_won_game_has_its_rules_and_the_minutes_of_play(tmp_path: Path) -> None:
    now = [NOON]
    with Journal(tmp_path / FILE_NAME, lambda: now[0]) as journal:
        assert journal.ended() == []
        for rules in (QUICK, OTHER):
            table = Table(journal, rules, random.Random(2))
            now[0] += timedelta(minutes=7)
            table.play()
        ended = [(began, rules, minutes) for began, rules, minutes, _ in journal.ended()]
        assert ended == [(NOON, QUICK, 7), (NOON + timedelta(minutes=7), OTHER, 7)]


@pytest.mark.parametrize("aside", [timedelta(days=7), timedelta(seconds=MAX_BREAK_S + 1), -timedelta(days=1)])
def test_a_time_in_which_a_game_waited_is_no_time_of_play(tmp_path: Path, aside: timedelta) -> None:
    now = [NOON]
    with Journal(tmp_path / FILE_NAME, lambda: now[0]) as journal:
        table = Table(journal, QUICK, random.Random(2))
        now[0] += timedelta(minutes=7)
        table.play(1)
        now[0] += aside
        table.play(1)
        now[0] += timedelta(seconds=MAX_BREAK_S)
        table.play()
        [(_, _, minutes, _)] = journal.ended()
        assert journal.newest is not None
        assert minutes == journal.newest.played_s / 60 == 22
        assert dict(zip(COLUMNS, row(journal.newest), strict=True))["seconds"] == 22 * 60
