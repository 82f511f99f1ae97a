"""Measures the page for phones: its weight, its first paint, and the delay of a new entry.

    python bench/page.py [--entries 100]

The link runs as a process of its own, as it is shipped, over a journal that is written here. The phone is the
machine's Chromium, driven by playwright; without it, a client that reads the stream over HTTP.
"""

import argparse
import contextlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.processes import cpu_s, memory_mb
from companion.game import rules_for
from companion.journal import FILE_NAME, Happening, Journal
from companion.link.demo import free_port
from companion.settings.sections import LinkSettings, Settings, StationSettings
from companion.settings.settings_file import settings_text
from tests.support.page_server import Stream
from tests.support.playing import Table

MAX_BYTES, MAX_MS = 150_000, 300
"""Limits: the weight of the whole page, and the median from an entry to the page."""

BEGIN_S = 30.0
PAUSES_S = (0.15, 0.35)
"""Pauses between throws, so that they fall anywhere between two polls of the journal."""

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
"""A phone on a poor network: 1.6 Mbit/s, and 150 ms to the station and back."""


def main() -> int:
    """Measure and print; 1 where something is not reached."""
    parser = argparse.ArgumentParser(description="Measure the page for phones.")
    parser.add_argument("--entries", type=int, default=100, help="how many are waited for (100)")
    parser.add_argument(
        "--idle", type=float, default=10.0, help="seconds for which the link is left alone (10)"
    )
    args = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="five-lines-page-")))
        journal = stack.enter_context(Journal(folder / FILE_NAME, lambda: datetime.now(UTC)))
        stored: dict[int, float] = {}

        def note(_: int, __: Happening) -> None:
            stored[journal.newest_number] = time.time()

        rules = rules_for("schaedler")
        Table(journal, rules, random.Random(1)).play()
        table = Table(journal, rules, random.Random(2), note)
        table.play(20)
        link, port = stack.enter_context(_link(folder))
        weight, sent = _weight(port)
        print(f"the page whole         {weight:7} bytes, {sent} as they are sent   (to reach: {MAX_BYTES})")
        before_s, at_s = cpu_s(link), time.monotonic()
        time.sleep(args.idle)
        share = (cpu_s(link) - before_s) / (time.monotonic() - at_s)
        print(f"the link while nobody follows   {100 * share:.2f} % of a core, {memory_mb(link):.0f} MB")

        def play() -> None:
            stored.clear()
            while len(stored) < args.entries:
                if table.referee.state.ended is not None:
                    break
                table.play(1)
                time.sleep(random.uniform(*PAUSES_S))

        browser = shutil.which("chromium") or shutil.which("google-chrome")
        with contextlib.suppress(ModuleNotFoundError):
            from playwright import sync_api

            if browser is not None:
                shown = _in_browser(sync_api, browser, port, play, stored)
                return _report("from an entry to the page in Chromium", shown, stored, weight)
        return _report("from an entry to who reads the stream", _by_http(port, play, stored), stored, weight)


def _report(what: str, shown: dict[int, float], stored: dict[int, float], weight: int) -> int:
    took_ms = sorted(1000 * (shown[number] - at) for number, at in stored.items() if number in shown)
    if not took_ms:
        print("nothing came", file=sys.stderr)
        return 1
    median, most = statistics.median(took_ms), took_ms[-1]
    print(f"{what}   median {median:.0f} ms, most {most:.0f} of {len(took_ms)}   (to reach: {MAX_MS})")
    missing = len(stored) - len(took_ms)
    if missing:
        print(f"{missing} never came", file=sys.stderr)
    return int(bool(missing) or median > MAX_MS or weight > MAX_BYTES)


def _in_browser(
    sync_api: Any, browser: str, port: int, play: Callable[[], None], stored: dict[int, float]
) -> dict[int, float]:
    """Return when each entry appeared on the page, in seconds since 1970; print the first paint, too."""
    address = f"http://127.0.0.1:{port}/"
    with sync_api.sync_playwright() as drive:
        chromium = drive.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        phone = chromium.new_context(viewport={"width": 360, "height": 740}).new_page()
        phone.context.new_cdp_session(phone).send("Network.emulateNetworkConditions", SLOW)
        phone.route("**/stream*", lambda route: None)
        phone.goto(address, wait_until="load")
        painted = phone.evaluate(
            "performance.getEntriesByType('paint').find(it => it.name === 'first-contentful-paint').startTime"
        )
        counters = phone.locator("#things use").count()
        print(
            f"first paint on a poor network, its stream never answered: {painted:.0f} ms, {counters} counters"
        )
        phone.close()
        phone = chromium.new_page(viewport={"width": 360, "height": 740})
        phone.goto(address, wait_until="load")
        phone.wait_for_timeout(500)
        play()
        last = max(stored)
        phone.wait_for_selector(f"body[data-after='{last}']", timeout=20_000)
        marks = phone.evaluate(
            "performance.getEntriesByType('mark').map(it => [it.name, performance.timeOrigin + it.startTime])"
        )
        chromium.close()
    return {int(name.removeprefix("entry-")): at / 1000 for name, at in marks if name.startswith("entry-")}


def _by_http(port: int, play: Callable[[], None], stored: dict[int, float]) -> dict[int, float]:
    """Return when each entry reached a client of the stream."""
    import threading

    text = _get(port, "/")[0].decode()
    found = re.search(r'data-after="(\d+)" data-game="([^"]+)"', text)
    assert found is not None, "no game is followed"
    came: dict[int, float] = {}
    stream = Stream(port, f"/stream?game={found[2]}&after={found[1]}", {})
    player = threading.Thread(target=play)
    player.start()
    for number, kind, _ in stream.events():
        if kind == "entry":
            came[int(number)] = time.time()
        if not player.is_alive() and max(came, default=0) >= max(stored):
            break
    stream.close()
    return came


def _weight(port: int) -> tuple[int, int]:
    """Return the bytes of the page and of all that it names, and how many go over the network, compressed."""
    page, sent = _get(port, "/")
    sheet, _ = _get(port, "/static/page.css")
    named = set(re.findall(r'(?:src|href)="(/(?:static|colours)[^"]*)"', page.decode()))
    named |= set(re.findall(r'url\("([^"]+)"\)', sheet.decode()))
    whole = [(len(page), sent)]
    for name in sorted(named):
        data, packed = _get(port, name)
        whole.append((len(data), packed))
    return sum(size for size, _ in whole), sum(size for _, size in whole)


def _get(port: int, path: str) -> tuple[bytes, int]:
    """Return the content at a path, and its size in bytes as it is sent to a browser."""
    sizes = []
    for packed in ("identity", "gzip"):
        asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Accept-Encoding": packed})
        with urllib.request.urlopen(asked, timeout=10) as answer:
            sizes.append(answer.read())
    return sizes[0], len(sizes[1])


@contextmanager
def _link(folder: Path) -> Iterator[tuple[int, int]]:
    """Run the link over a folder's journal, as a process; yield its id, and the port of its page."""
    port = free_port()
    link = LinkSettings(enabled=True, page=True, page_open=True, page_port=port)
    settings = Settings(station=StationSettings(data=folder), link=link)
    (folder / "station.toml").write_text(settings_text(settings), encoding="utf-8")
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion.cli", "link", "--settings", str(folder / "station.toml")],
            stdout=log,
            stderr=log,
        )
    try:
        until_s = time.monotonic() + BEGIN_S
        while True:
            with contextlib.suppress(OSError):
                _get(port, "/rules")
                break
            if process.poll() is not None or time.monotonic() > until_s:
                raise SystemExit((folder / "log").read_text(encoding="utf-8"))
            time.sleep(0.1)
        yield process.pid, port
    finally:
        process.terminate()
        process.wait(timeout=20)


if __name__ == "__main__":
    sys.exit(main())
