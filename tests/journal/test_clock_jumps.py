"""Whatever the clock shows, and however it jumps, the journal keeps all in the order in which it happened."""

from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import DICE
from companion.journal import Database, DeviceFault, Journal

ANY_TIME = st.datetimes(timezones=st.timezones())


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(ANY_TIME, st.sampled_from(["restart", "game", "fault"])), min_size=1, max_size=12))
def test_no_sequence_of_clock_jumps_and_restarts_loses_or_reorders_an_entry(
    new_folder: Callable[[], Path], steps: list[tuple[datetime, str]]
) -> None:
    """Each step: what the clock shows, and whether the station starts again, or a game begins, first."""
    path = new_folder() / "journal.sqlite"
    clock, games = steps[0][0], 0

    def now() -> datetime:
        return clock

    journal = Journal(path, now)
    for number, (time, first) in enumerate(steps):
        clock = time
        if first == "restart":
            journal.close()
            journal = Journal(path, now)
        elif first == "game":
            games = journal.begin(DICE["d6"])
        journal.append(None, (DeviceFault("camera", str(number)),))
        assert journal.trouble is None
    journal.close()
    with closing(Database.for_reading(path)) as database:
        entries = [database.entry(number) for number in range(1, database.last_number() + 1)]
        assert list(database.games()) == list(range(1, games + 1))
    assert games == sum(first == "game" for _, first in steps)
    faults = [it for it in entries if it is not None and isinstance(it.happening, DeviceFault)]
    assert [(it.at.isoformat(), it.happening) for it in faults] == [
        (time.isoformat(), DeviceFault("camera", str(number))) for number, (time, _) in enumerate(steps)
    ]
