"""The PIN's throttle: an attacker waits longer and longer, also after a restart, and others hardly."""

import json
from pathlib import Path

import pytest

from companion.system.pin_guard import (
    FORGOTTEN_S,
    FREE_TRIES,
    FREE_TRIES_OF_ALL,
    MAX_WAIT_OF_ALL_S,
    MAX_WAIT_S,
    WAIT_S,
    PinGuard,
)

DAY_S = 24 * 3600.0
CLOCK_S = 1_800_000_000.0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "pin-tries.json"


def restarted(file: Path, at_s: float, now_s: float = 0.0) -> PinGuard:
    """The guard of a station that starts at this second of the wall's clock."""
    return PinGuard(file, now_s, lambda: CLOCK_S + at_s)


def guess(guard: PinGuard, clients: list[str], until_s: float) -> int:
    """How many wrong PINs these clients get looked at, each as soon as it may."""
    now_s, count = 0.0, 0
    while True:
        now_s += min(guard.wait_s(now_s, client) for client in clients)
        if now_s >= until_s:
            return count
        client = next(client for client in clients if guard.wait_s(now_s, client) == 0)
        guard.take(now_s, client, right=False)
        count += 1
        now_s += 0.1


def wrong(guard: PinGuard, client: str, times: int, now_s: float = 0.0) -> None:
    for _ in range(times):
        guard.take(now_s, client, right=False)


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3, 4, 20])
def test_a_day_of_guessing_comes_to_a_few_hundred_pins_however_many_guess(file: Path, count: int) -> None:
    clients = [f"10.0.0.{number}" for number in range(count)]
    assert guess(PinGuard(file), clients, DAY_S) <= DAY_S / MAX_WAIT_OF_ALL_S + 25


def test_an_attacker_has_to_wait_and_a_restart_changes_nothing(file: Path) -> None:
    guard = restarted(file, 0)
    wrong(guard, "attacker", FREE_TRIES + 3)
    wait_s = guard.wait_s(0.0, "attacker")
    assert wait_s == 8 * WAIT_S
    again = restarted(file, 10, now_s=5000.0)
    assert again.wait_s(5000.0, "attacker") == pytest.approx(wait_s - 10)
    # A clock that was never set makes the wait no shorter.
    assert restarted(file, -500_000_000, now_s=7.0).wait_s(7.0, "attacker") == pytest.approx(wait_s)


@pytest.mark.slow
def test_restarts_amid_an_attack_give_no_further_tries(file: Path) -> None:
    looked_at = 0
    for start in range(40):
        guard = restarted(file, start)
        for number in range(250):
            if guard.wait_s(0.0, f"10.0.0.{number}") == 0:
                guard.take(0.0, f"10.0.0.{number}", right=False)
                looked_at += 1
    assert looked_at <= FREE_TRIES_OF_ALL + 6


def test_one_address_alone_keeps_nobody_else_out(file: Path) -> None:
    guard = PinGuard(file)
    wrong(guard, "attacker", 30)
    assert guard.wait_s(0.0, "attacker") == MAX_WAIT_S
    assert guard.wait_s(0.0, "staff") == 0
    wrong(guard, "staff", 1)
    assert guard.wait_s(0.0, "staff") == 0


def test_many_addresses_make_all_wait_for_a_while(file: Path) -> None:
    guard = PinGuard(file)
    for number in range(FREE_TRIES_OF_ALL):
        assert guard.wait_s(0.0, "staff") == 0
        wrong(guard, f"10.0.0.{number}", 1)
    assert guard.wait_s(0.0, "staff") == 1
    wrong(guard, "10.0.1.1", 1)
    assert guard.wait_s(0.0, "staff") == 2
    for number in range(50):
        wrong(guard, f"10.0.2.{number}", 1)
    assert guard.wait_s(0.0, "staff") == MAX_WAIT_OF_ALL_S
    assert guard.wait_s(MAX_WAIT_OF_ALL_S, "staff") == 0


def test_the_right_pin_clears_a_clients_own_tries_and_no_others(file: Path) -> None:
    guard = PinGuard(file)
    wrong(guard, "attacker", FREE_TRIES)
    wrong(guard, "staff", FREE_TRIES - 1)
    guard.take(0.0, "staff", right=True)
    wrong(guard, "staff", FREE_TRIES - 1)
    assert guard.wait_s(0.0, "staff") == 0
    assert guard.wait_s(0.0, "attacker") == WAIT_S
    assert list(json.loads(file.read_text())) == ["attacker", "staff"]


def test_a_day_without_a_try_makes_a_client_new(file: Path) -> None:
    guard = PinGuard(file)
    wrong(guard, "10.0.0.1", FREE_TRIES + 9)
    wrong(guard, "10.0.0.1", 1, FORGOTTEN_S)
    assert guard.wait_s(FORGOTTEN_S, "10.0.0.1") == 0
    wrong(restarted(file, 0), "10.0.0.2", FREE_TRIES)
    assert restarted(file, FORGOTTEN_S + 1).wait_s(0.0, "10.0.0.2") == 0


def test_the_stations_own_screen_waits_a_minute_at_most_whatever_happens_outside(file: Path) -> None:
    screen = PinGuard()
    for _ in range(3):
        wrong(screen, "", FREE_TRIES - 1)
        assert screen.wait_s(0.0) == 0
        wrong(screen, "", 1)
        assert screen.wait_s(0.0) == WAIT_S
        assert screen.wait_s(WAIT_S) == 0
    wrong(PinGuard(file), "", 100)
    assert PinGuard().wait_s(0.0) == 0


def test_all_addresses_of_a_machines_own_network_are_one_client(file: Path) -> None:
    guard = PinGuard(file)
    for number in range(FREE_TRIES):
        wrong(guard, f"2001:db8::{number:x}", 1)
    assert guard.wait_s(0.0, "2001:db8::ffff") == WAIT_S
    assert guard.wait_s(0.0, "2001:db8:0:1::1") == 0
    wrong(guard, "10.0.0.1", FREE_TRIES - 1)
    wrong(guard, "::ffff:10.0.0.1", 1)
    assert guard.wait_s(0.0, "10.0.0.1") >= WAIT_S


def test_a_flood_of_addresses_stays_within_bounds(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.system.pin_guard.MAX_CLIENTS", 20)
    guard = PinGuard(file)
    for number in range(50):
        wrong(guard, f"10.0.0.{number}", 1)
    assert list(json.loads(file.read_text())) == [f"10.0.0.{number}" for number in range(30, 50)]


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[]", '{"a": 1}', '{"a": {"wrong": "x", "at": 0}}', '{"a": {"wrong": 1}}', "[" * 5000],
)
def test_a_damaged_file_counts_as_none_and_is_replaced(file: Path, text: str) -> None:
    file.write_text(text)
    guard = PinGuard(file)
    assert guard.wait_s(0.0, "a") == 0
    wrong(guard, "b", 1)
    assert list(json.loads(file.read_text())) == ["b"]


def test_where_nothing_can_be_written_it_counts_in_memory(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guard = PinGuard(tmp_path / "missing" / "tries.json")
    wrong(guard, "a", FREE_TRIES)
    assert guard.wait_s(0.0, "a") == WAIT_S
    assert "can't be kept" in capsys.readouterr().err
