"""The report of a running station: what it looks at, and what it leaves to the doctor."""

import json
import zipfile
from pathlib import Path

import pytest

from companion.app.exports import write_report
from companion.doctor.checkup import DEVICES
from companion.doctor.findings import Check
from companion.link.demo import free_port
from tests.support.stand_in_voice import stand_in_espeak


def test_it_asks_neither_the_network_nor_the_voice_nor_what_the_station_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    espeak = stand_in_espeak(tmp_path / "bin", monkeypatch)
    settings = tmp_path / "station.toml"
    settings.write_text(
        '[visitors]\nvoice = "on"\n'
        f'[link]\nenabled = true\nstation = "hall-1"\nbroker = "localhost"\nport = {free_port()}\n'
    )
    with zipfile.ZipFile(write_report(tmp_path / "reports", settings)) as report:
        found = [json.loads(line) for line in report.read("findings.json").splitlines()]
    looked_at = {Check(finding["check"]) for finding in found}
    assert looked_at == set(Check) - {*DEVICES, Check.LINK, Check.VOICE}
    assert espeak.spoken == []
