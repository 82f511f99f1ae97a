"""Pull the plug at any moment: what was shown is stored, and no throw ever changes."""

import random
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Database, Entry
from companion.journal.dice_audit import verify
from companion.journal.replay import replay
from tests.support.playing import line
from tests.support.plug import shown_until_killed

pytestmark = pytest.mark.slow

KILLS = 30


def play_until_killed(path: Path, seed: int, lines: int, spins: int) -> list[str]:
    """Every line that a station printed until it was killed, some moments after so many lines."""
    command = [sys.executable, "-m", "tests.support.playing", str(path), str(seed)]
    # A line without its end was still being shown when the plug was pulled.
    printed = shown_until_killed(command, lines, spins)
    return [text.rstrip("\n") for text in printed if text.endswith("\n")]


def stored(path: Path) -> list[Entry]:
    with closing(Database.for_reading(path)) as journal:
        entries = [entry for number in journal.games() for entry in journal.game(number).entries]
    return sorted(entries, key=lambda entry: entry.number)


def test_no_event_that_was_shown_is_missing_and_no_throw_changes(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    chance = random.Random(20260321)
    shown: list[str] = []
    before: list[Entry] = []
    for kill in range(KILLS):
        shown += play_until_killed(path, kill, chance.randrange(1, 150), chance.randrange(30_000))
        entries = stored(path)
        assert entries[: len(before)] == before, "what was stored has changed"
        assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
        before = entries
        told = iter([line(entry.game, entry.happening) for entry in entries])
        missing = [text for text in shown if text not in told]
        assert not missing, f"shown, and not in the journal in this order: {missing[0]}"
    with closing(Database.for_reading(path)) as journal:
        games = [journal.game(number) for number in journal.games()]
    assert sum(game.over for game in games) > 5
    for game in games:
        assert [step.event for step in replay(game)] == list(game.events)
        die = game.begun.fair_die
        assert die is not None
        assert [throw.face for throw in game.throws] == [
            die.throw(number) for number, _ in enumerate(game.throws, start=1)
        ]
        if game.over:
            assert verify(game).misfits == ()
