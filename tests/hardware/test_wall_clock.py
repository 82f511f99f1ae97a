"""The time of the day is believed once something has set it."""

from pathlib import Path

import pytest

from hardware.wall_clock import (
    BATTERY_CLOCK,
    CHECK_INTERVAL_S,
    RELEASED,
    SYNCHRONISED,
    MachineClock,
    has_battery_clock,
)

NOON_S = RELEASED.timestamp() + 400 * 86400.0


def set_by(root: Path, file: Path, text: str = "") -> None:
    (root / file).parent.mkdir(parents=True)
    (root / file).write_text(text, encoding="ascii")


@pytest.mark.parametrize(("file", "text"), [(SYNCHRONISED, ""), (BATTERY_CLOCK, f"{NOON_S:.0f}\n")])
def test_on_a_pi_the_time_is_believed_once_it_was_set(tmp_path: Path, file: Path, text: str) -> None:
    times = [NOON_S]
    clock = MachineClock(on_pi=True, now_s=lambda: times[-1], root=tmp_path)
    assert clock() is None
    set_by(tmp_path, file, text)
    assert clock() is None
    times.append(NOON_S + CHECK_INTERVAL_S + 1)
    assert clock() == times[-1]
    (tmp_path / file).unlink()
    times.append(NOON_S + 3600.0)
    assert clock() == times[-1]


def test_a_clock_without_its_battery_sets_nothing(tmp_path: Path) -> None:
    set_by(tmp_path, BATTERY_CLOCK, "93\n")
    assert not has_battery_clock(tmp_path)
    assert MachineClock(on_pi=True, now_s=lambda: NOON_S, root=tmp_path)() is None


def test_elsewhere_the_machine_is_believed_unless_its_time_can_not_be(tmp_path: Path) -> None:
    assert MachineClock(on_pi=False, now_s=lambda: NOON_S, root=tmp_path)() == NOON_S
    assert MachineClock(on_pi=False, now_s=lambda: 1000.0, root=tmp_path)() is None


def test_a_clock_that_is_set_back_is_looked_at_at_once(tmp_path: Path) -> None:
    times = [NOON_S]
    clock = MachineClock(on_pi=True, now_s=lambda: times[-1], root=tmp_path)
    assert clock() is None
    set_by(tmp_path, SYNCHRONISED)
    times.append(NOON_S - 86400.0)
    assert clock() == times[-1]
