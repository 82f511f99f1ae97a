"""Who is on the wireless network reaches the page and nothing else; tried in networks of the kernel's own."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.root import ROOT

GUARD = ROOT / "deploy" / "service" / "hotspot-guard"
PAGE, SSH, BROKER = 8123, 22, 1883
SERVES = """
import socket, sys
held = [socket.create_server(("0.0.0.0", int(port))) for port in sys.argv[1:]]
print("ready", flush=True)
sys.stdin.read()
"""
ASKS = "import socket, sys; socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=2).close()"

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("nft") is None or shutil.which("ip") is None,
    reason="networks are made by root, with ip and nft (apt install iproute2 nftables)",
)


def run(*words: str | Path) -> None:
    subprocess.run(words, check=True, capture_output=True, timeout=30)


@pytest.fixture
def names() -> Iterator[tuple[str, str, str]]:
    """A guest's phone on the wireless network, the station, and the house behind the station's cable."""
    guest, station, house = (f"fl-{os.getpid()}-{name}" for name in ("guest", "station", "house"))
    with ExitStack() as stack:
        for name in (guest, station, house):
            run("ip", "netns", "add", name)
            stack.callback(run, "ip", "netns", "delete", name)
            run("ip", "-n", name, "link", "set", "lo", "up")
        for other, wire, net in ((guest, "wlan9", "10.42.0"), (house, "eth9", "192.168.77")):
            run(
                "ip",
                "-n",
                station,
                "link",
                "add",
                wire,
                "type",
                "veth",
                "peer",
                "name",
                "up0",
                "netns",
                other,
            )
            run("ip", "-n", station, "address", "add", f"{net}.1/24", "dev", wire)
            run("ip", "-n", other, "address", "add", f"{net}.2/24", "dev", "up0")
            run("ip", "-n", station, "link", "set", wire, "up")
            run("ip", "-n", other, "link", "set", "up0", "up")
            run("ip", "-n", other, "route", "add", "default", "via", f"{net}.1")
        # As NetworkManager leaves a machine that shares its connection.
        run("ip", "netns", "exec", station, "sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward")
        for name, ports in ((station, (PAGE, SSH)), (house, (SSH, BROKER))):
            server = stack.enter_context(
                subprocess.Popen(
                    ["ip", "netns", "exec", name, "python3", "-c", SERVES, *map(str, ports)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            )
            stack.callback(server.kill)
            assert server.stdout is not None
            assert server.stdout.readline() == b"ready\n"
        yield guest, station, house


def reaches(name: str, address: str, port: int) -> bool:
    words = ["ip", "netns", "exec", name, "python3", "-c", ASKS, address, str(port)]
    return subprocess.run(words, capture_output=True, check=False, timeout=60).returncode == 0


def guard(
    folder: Path, station: str, *words: str, nmcli: str = "printf 'eth9:ethernet\\nwlan9:wifi\\n'"
) -> int:
    (folder / "nmcli").write_text(f"#!/bin/sh\n{nmcli}\n")
    (folder / "nmcli").chmod(0o755)
    (folder / "run").mkdir(exist_ok=True)
    settings = folder / "station.toml"
    settings.write_text(f"[link]\npage_port = {PAGE}  # the page\n")
    path = f"{folder}:{os.environ['PATH']}"
    done = subprocess.run(
        ["ip", "netns", "exec", station, "sh", GUARD, *words, settings],
        env={"PATH": path, "RUNTIME_DIRECTORY": str(folder / "run")}, check=False, timeout=60,
    )  # fmt: skip
    return done.returncode


def test_the_wireless_network_leads_to_the_page_and_nowhere_else(
    tmp_path: Path, names: tuple[str, str, str]
) -> None:
    guest, station, house = names
    # Without the guard, as the network is shared: all the house, and ssh.
    assert reaches(guest, "192.168.77.2", BROKER)
    assert reaches(guest, "10.42.0.1", SSH)
    for _ in range(2):  # shutting again changes nothing
        assert guard(tmp_path, station, "shut") == 0
        assert (tmp_path / "run" / "interface").read_text() == "wlan9\n"
        assert reaches(guest, "10.42.0.1", PAGE)
        assert not reaches(guest, "10.42.0.1", SSH)
        assert not reaches(guest, "192.168.77.1", SSH)
        assert not reaches(guest, "192.168.77.2", BROKER)
        assert not reaches(guest, "192.168.77.2", SSH)
    # The house still reaches the station, and the station the house.
    assert reaches(house, "192.168.77.1", SSH)
    assert reaches(station, "192.168.77.2", BROKER)
    assert not reaches(house, "10.42.0.2", PAGE)
    assert guard(tmp_path, station, "away") == 0
    assert reaches(guest, "10.42.0.1", SSH)


def test_no_network_is_opened_where_it_cannot_be_shut(tmp_path: Path, names: tuple[str, str, str]) -> None:
    assert guard(tmp_path, names[1], "shut", nmcli="echo 'eth9:ethernet'") != 0
    assert (tmp_path / "run" / "failed").read_text() == "no-wifi\n"
    assert not (tmp_path / "run" / "interface").exists()
    done = subprocess.run(
        ["sh", GUARD.with_name("hotspot"), "0"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "RUNTIME_DIRECTORY": str(tmp_path / "run")},
        check=False, capture_output=True, timeout=60,
    )  # fmt: skip
    assert done.returncode != 0
    assert not (tmp_path / "run" / "open").exists()
