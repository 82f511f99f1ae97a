"""A wireless network that staff ask for on the screen, and a stand-in for NetworkManager's nmcli."""

import os
import subprocess
from pathlib import Path

import cv2
import pygame
import pytest

from companion.app import open_station
from companion.interface.intents import Ask
from companion.interface.setting_up import DevicesStepView
from companion.interface.views import AboutView, Hotspot
from companion.settings.sections import SystemRequest
from companion.station import staff_services
from tests.support.root import ROOT
from tests.support.walk import Walk, walk

SCRIPT = ROOT / "deploy" / "service" / "hotspot"
HOTSPOT = SystemRequest.HOTSPOT.file
LOOK_S = 2.0  # within which the page knows


def systemd_s_part(folder: Path, nmcli: str) -> list[str]:
    """Run the unit's script once, with an nmcli that does this; return what nmcli was asked."""
    asked = folder / "asked"
    (folder / "nmcli").write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >{asked}\n{nmcli}\n')
    (folder / "nmcli").chmod(0o755)
    said = folder / f"run-{HOTSPOT}"
    said.mkdir(exist_ok=True)
    # As `hotspot-guard` leaves it.
    (said / "failed").unlink(missing_ok=True)
    (said / "interface").write_text("wlan0\n")
    path = f"{folder}:{os.environ['PATH']}"
    subprocess.run(
        ["sh", SCRIPT, "0"], env={"PATH": path, "RUNTIME_DIRECTORY": str(said)}, check=True, timeout=60
    )
    return asked.read_text().splitlines()


def about(person: Walk) -> AboutView:
    person.wait(LOOK_S)
    return person.shows(AboutView)


def code_on_the_screen() -> str:
    page = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
    return cv2.QRCodeDetector().detectAndDecode(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY))[0]


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system that opens networks; the folder in which it is asked to."""
    run = tmp_path / "run"
    run.mkdir()
    (tmp_path / SystemRequest.HOTSPOT.unit).touch()
    monkeypatch.setattr(open_station, "RUN", run)
    monkeypatch.setattr(staff_services, "UNITS", (tmp_path / "none", tmp_path))
    return run


def test_the_page_opens_it_and_shows_name_and_password_or_why_there_is_none(
    tmp_path: Path, packaged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = packaged
    with walk(tmp_path, monkeypatch) as person:
        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.SHOW_ABOUT)
        assert about(person).hotspot == Hotspot()
        assert not (run / HOTSPOT).exists()
        person.touch(Ask.OPEN_HOTSPOT)
        assert (run / HOTSPOT).exists()
        assert about(person).opening
        assert Ask.OPEN_HOTSPOT not in person.intents
        words = systemd_s_part(tmp_path, "echo Error: No Wi-Fi device found.; exit 10")
        assert words[2:5] == ["device", "wifi", "hotspot"]
        assert about(person).hotspot == Hotspot(failure="not-opened")
        assert not any("Error" in text or str(tmp_path) in text for text in person.texts)
        person.touch(Ask.OPEN_HOTSPOT)
        words = systemd_s_part(tmp_path, "exit 0")
        asked = dict(zip(words[5::2], words[6::2], strict=False))
        view = about(person)
        assert view.hotspot == Hotspot(asked["ssid"], asked["password"])
        assert len(asked["password"]) == 10
        assert any(asked["password"] in text for text in person.texts)
        assert code_on_the_screen() == f"WIFI:T:WPA;S:{asked['ssid']};P:{asked['password']};;"
        (tmp_path / f"run-{HOTSPOT}" / "open").unlink()
        assert about(person).hotspot == Hotspot()


def test_where_the_system_opens_none_the_page_has_no_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.SHOW_ABOUT)
        assert about(person).hotspot is None
        assert Ask.OPEN_HOTSPOT not in person.intents


@pytest.mark.usefixtures("packaged")
def test_the_first_setup_leads_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch, new=True) as person:
        for _ in range(4):
            person.touch(Ask.LATER)
        person.wait(LOOK_S)
        assert person.shows(DevicesStepView).has_network
        person.touch(Ask.SHOW_ABOUT)
        assert about(person).hotspot == Hotspot()
        assert Ask.OPEN_HOTSPOT in person.intents
        person.touch(Ask.BACK)
        person.shows(DevicesStepView)


def test_what_a_code_takes_for_its_own_signs_is_marked_in_it() -> None:
    assert Hotspot("A;B", 'c:,"\\').code == 'WIFI:T:WPA;S:A\\;B;P:c\\:\\,\\"\\\\;;'
