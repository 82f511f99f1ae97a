"""A path that the locale's file names can't spell is a plain error, and no fault of the program."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.settings.errors import SettingsError
from companion.settings.settings_file import parse_settings
from tests.support.root import ROOT

LOCALE = "de_DE.ISO-8859-1"


@pytest.fixture(scope="module")
def latin1(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of somebody whose locale is not UTF-8."""
    folder = tmp_path_factory.mktemp("locales")
    if shutil.which("localedef") is None or not Path("/usr/share/i18n/charmaps/ISO-8859-1.gz").exists():
        pytest.skip("no locale can be made here")
    made = [shutil.which("localedef") or "", "-i", "de_DE", "-f", "ISO-8859-1", str(folder / LOCALE)]
    subprocess.run(made, check=True, capture_output=True)
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "PYTHON"))}
    return {**plain, "LOCPATH": str(folder), "LC_ALL": LOCALE, "SDL_VIDEODRIVER": "dummy"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("settings check FILE", 2),
        ("doctor --settings FILE", 1),  # a finding among others
        ("station --virtual --headless --autoplay 1 --settings FILE", 2),
        ("backup b.zip --settings FILE", 2),
    ],
)
def test_a_greek_folder_in_a_latin_locale(
    command: str, status: int, latin1: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "station.toml"
    file.write_text('[station]\ndata = "Μουσείο"\n', encoding="utf-8")
    words = command.replace("FILE", str(file)).split()
    ended = subprocess.run(
        [sys.executable, "-m", "companion.cli", *words],
        env={**latin1, "PYTHONPATH": str(ROOT)}, cwd=tmp_path, capture_output=True, timeout=60,
    )  # fmt: skip
    said = " ".join((ended.stdout + ended.stderr).decode("latin-1").split())
    assert ended.returncode == status, said
    assert "line 2" in said
    assert "iso8859-1, which lacks U+039C; set a UTF-8 locale" in said


def test_what_no_file_name_can_hold_is_a_mistake_in_the_settings() -> None:
    with pytest.raises(SettingsError, match=r"line 2.*data.*U\+0000"):
        parse_settings('[station]\ndata = "a\\u0000b"\n')
    assert parse_settings('[station]\ndata = "Μουσείο"\n').station.data == Path("Μουσείο")


def test_other_file_names_that_cannot_be_spelled_are_reported_as_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "iso8859-1")

    def fail(_: object) -> int:
        "Μουσείο".encode("latin-1")
        return 0

    monkeypatch.setattr("companion.commands.rules.rules.run", fail)
    assert main(["rules"]) == 2
    assert "lacks U+039C" in capsys.readouterr().err
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "utf-8")
    assert main(["rules"]) == 70
