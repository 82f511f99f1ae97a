"""The page as the link serves it: off, then for this machine alone, then by the names that are set."""

import random
import socket
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.doctor.findings import Severity
from companion.doctor.link import judge_link
from companion.game import rules_for
from companion.journal import FILE_NAME, Journal
from companion.link.common import LinkError
from companion.link.demo import free_port
from companion.link.page.connector import PageConnector, site_config
from companion.settings.sections import LinkSettings, Settings, StationSettings
from tests.support.page_server import AnsweringStation, Served
from tests.support.playing import Table, noon


def settings_in(folder: Path, **link: object) -> Settings:
    return Settings(
        station=StationSettings(data=folder),
        link=LinkSettings(enabled=True, page=True, page_port=free_port(), **link),  # type: ignore[arg-type]
    )


def test_it_serves_a_journal_that_a_station_writes_and_ends(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, page_open=True)
    with Journal(tmp_path / FILE_NAME, noon) as journal:
        Table(journal, rules_for("schaedler"), random.Random(1)).play(2)
        part = PageConnector(settings)
        part.start()
        page = Served(settings.link.page_port, AnsweringStation())
        assert 'id="things"' in page.get("/")[2]
        part.stop()
        with pytest.raises(ConnectionRefusedError):
            page.get("/")


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_a_page_at_all_addresses_answers_this_machine_and_no_foreign_name(
    tmp_path: Path, address: str
) -> None:
    settings = settings_in(tmp_path, page_open=True, page_host="::")
    part = PageConnector(settings)
    part.start()
    try:
        for name, status in ((address, 200), ("localhost", 200), ("rebound.example", 421), ("[", 421)):
            host = f"[{name}]" if ":" in name else name
            with closing(HTTPConnection(address, settings.link.page_port, timeout=10)) as line:
                line.request("GET", "/", headers={"Host": f"{host}:{settings.link.page_port}"})
                assert line.getresponse().status == status, name
    finally:
        part.stop()


@pytest.mark.slow
def test_where_its_address_is_taken_it_says_so_and_serves_as_soon_as_it_is_free(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = settings_in(tmp_path, page_open=True)
    part = PageConnector(settings)
    with closing(socket.create_server(("127.0.0.1", settings.link.page_port))):
        part.start()
        assert "page_port" in capfd.readouterr().err
    try:
        page, deadline_s = Served(settings.link.page_port, AnsweringStation()), time.monotonic() + 20
        while True:
            try:
                assert page.get("/")[0] == 200
                break
            except ConnectionRefusedError:
                assert time.monotonic() < deadline_s
                time.sleep(0.05)
    finally:
        part.stop()


def test_it_is_off_then_for_this_machine_then_by_the_names_that_are_set() -> None:
    assert not Settings().link.page
    alone = Settings(link=LinkSettings(enabled=True, page=True))
    assert site_config(alone).names == ("127.0.0.1", "localhost", "::1")
    assert not site_config(alone).open_to_all
    assert alone.link.page_address is None
    at_home = replace(alone, link=replace(alone.link, page_host="192.168.1.5"))
    assert site_config(at_home).names == ("192.168.1.5",)
    assert at_home.link.page_address == "http://192.168.1.5:8016/"
    named = replace(alone, link=replace(alone.link, page_host="0.0.0.0", page_names=("five-lines.lan",)))
    assert site_config(named).names == ("127.0.0.1", "localhost", "::1", "five-lines.lan")
    assert named.link.page_address == "http://five-lines.lan:8016/"
    assert replace(named, link=replace(named.link, enabled=False)).link.page_address is None
    behind = replace(alone, link=replace(alone.link, page_url="https://five-lines.lan"))
    assert behind.link.page_address == "https://five-lines.lan/"
    assert site_config(behind).public == "https://five-lines.lan"


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ({"page_url": "five-lines.lan"}, "page_url"),
        ({"page_url": "https://five-lines.lan/board"}, "page_url"),
        ({"page_url": "https://five-lines.lan:port"}, "page_url"),
        ({"page_proxy": "*"}, "page_proxy"),
        ({"page_proxy": "10.0.0.0/8"}, "page_proxy"),
    ],
)
def test_what_can_not_be_meant_is_said_before_anything_is_served_and_by_the_doctor(
    tmp_path: Path, link: dict[str, str], said: str
) -> None:
    settings = Settings(
        station=StationSettings(data=tmp_path),
        link=replace(LinkSettings(enabled=True, page=True), **link),  # type: ignore[arg-type]
    )
    with pytest.raises(LinkError, match=said):
        PageConnector(settings)
    (finding,) = judge_link(settings)
    assert finding.mark is Severity.WRONG
    assert said in finding.what


@pytest.mark.slow
def test_its_process_loads_nothing_of_screen_and_camera() -> None:
    script = """
import sys, companion.commands.remote.link, companion.link.connectors
import companion.link.mqtt.connector, companion.link.page.connector
from companion.presentation.themed import palette_of
palette_of("966a3e-143c82-e68c3c.bright.")
print(sorted({"pygame", "cv2", "numpy"} & set(sys.modules)))
"""
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
