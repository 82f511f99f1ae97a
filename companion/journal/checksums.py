"""Checksums of a journal's entries, each chained to the one before: an entry that changes later is found.

They lie in a table of their own, so that earlier versions can go on in the same file; entries that those
stored get theirs when the file is next opened to write. Anyone who can write the file can also work the
checksums out again: they find failing disks and careless edits. Proof for strangers is the dice's seal.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable

CHECKSUMS = """
CREATE TABLE IF NOT EXISTS checksums (
    number INTEGER PRIMARY KEY,  -- of an entry
    chained BLOB NOT NULL        -- SHA-256 of the checksum before and the entry
);
"""
FIRST = bytes(32)  # checksum that the first entry is chained to

Row = tuple[int, int | None, object, object, object]
"""A row of the table of entries: number, game, at, kind, fields."""


def chained(before: object, row: Row) -> bytes:
    """Return the checksum of an entry after the one with this checksum, which may be damaged itself."""
    # As text whatever it is: a damaged column may hold bytes, and has to have a checksum that does not fit.
    said = json.dumps([str(column) for column in row], ensure_ascii=False)
    known = before if isinstance(before, bytes) else b""
    return hashlib.sha256(known + said.encode("utf-8", "surrogatepass")).digest()


def chain_up(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Insert the checksums of entries that follow the last one that has its own."""
    found = connection.execute("SELECT chained FROM checksums ORDER BY number DESC LIMIT 1").fetchone()
    before = found[0] if found else FIRST
    for row in rows:
        before = chained(before, row)
        connection.execute("INSERT INTO checksums (number, chained) VALUES (?, ?)", (row[0], before))


def are_kept(connection: sqlite3.Connection) -> bool:
    """True if a journal has checksums; those of earlier versions have none."""
    wanted = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'checksums'"
    return bool(connection.execute(wanted).fetchone()[0])


def last_checked(connection: sqlite3.Connection) -> int:
    """Return the number of the last entry that has a checksum; 0 if none has."""
    return int(connection.execute("SELECT max(number) FROM checksums").fetchone()[0] or 0)


def changed(connection: sqlite3.Connection, rows: Iterable[Row]) -> int | None:
    """Return the number of the first of these entries that was changed after it was stored, or None."""
    last = last_checked(connection)
    for row in rows:
        # Those that an earlier version has stored since have none yet.
        if row[0] > last:
            continue
        two = connection.execute(
            "SELECT number, chained FROM checksums WHERE number <= ? ORDER BY number DESC LIMIT 2", (row[0],)
        ).fetchall()
        before = two[1][1] if len(two) == 2 else FIRST
        if not two or two[0] != (row[0], chained(before, row)):
            return row[0]
    return None


def missing(connection: sqlite3.Connection, first: int, last: int) -> int | None:
    """Return the number of an entry missing between these two, or right after them; None if all are there."""
    following = "coalesce((SELECT min(number) FROM entries WHERE number > :last), :last + 2)"
    gone = connection.execute(
        "SELECT min(number) FROM checksums WHERE number NOT IN (SELECT number FROM entries) "
        f"AND number > :first AND number < {following}",
        {"first": first, "last": last},
    ).fetchone()[0]
    return None if gone is None else int(gone)
