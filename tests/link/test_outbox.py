"""Entries are box in order, from where a receiver has acknowledged, whatever becomes of the journal."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.link.common import Memory
from companion.link.follower import Follower, JournalEntry
from companion.link.mqtt import outbox
from companion.link.mqtt.outbox import Outbox


def write(path: Path, numbers: range) -> None:
    """Add entries of these numbers to a journal."""
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(
            "CREATE TABLE IF NOT EXISTS entries (number INTEGER PRIMARY KEY, game, at, kind, fields)"
        )
        rows = [(number, 1, f"2026-01-01T00:00:{number:02d}Z", "Thrown", "{}") for number in numbers]
        base.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)


def test_after_a_journal_was_restored_its_new_entries_are_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSE_S", 0.0)
    journal, sent = tmp_path / "journal.sqlite", []

    def send(entry: JournalEntry) -> int:
        sent.append(entry.number)
        return entry.number

    def deliver(now_s: float) -> list[int]:
        sent.clear()
        box.go_on(now_s)
        for number in sent:
            box.acknowledge(number)
        box.keep(now_s)
        return list(sent)

    write(journal, range(1, 6))
    saved = journal.read_bytes()
    box = Outbox(Follower(journal), Memory(tmp_path), "hall", send)
    assert deliver(0.0) == []
    write(journal, range(6, 16))
    assert deliver(1.0) == list(range(6, 16))
    journal.unlink()
    journal.write_bytes(saved)
    assert deliver(2.0) == []
    write(journal, range(6, 9))
    assert deliver(3.0) == [6, 7, 8]


def test_what_follows_waits_until_all_that_is_sent_again_has_arrived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSE_S", 0.0)
    journal, sent = tmp_path / "journal.sqlite", []

    def send(entry: JournalEntry) -> int:
        sent.append(entry.number)
        return entry.number

    write(journal, range(1, 2))
    box = Outbox(Follower(journal), Memory(tmp_path), "hall", send)
    box.go_on(0.0)
    write(journal, range(2, 7))
    box.go_on(1.0)
    assert sent == list(range(2, 7))
    box.reconnected()
    write(journal, range(7, 9))
    for number in range(2, 7):
        box.go_on(number)
        assert sent == list(range(2, 7))
        box.acknowledge(number)
    box.go_on(9.0)
    assert sent == list(range(2, 9))
