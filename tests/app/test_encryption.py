"""A backup that is encrypted opens with its passphrase and with `age`, and with nothing else."""

import io
import os
import random
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.app.backups.encryption import CHUNK_BYTES, EncryptionError, decrypted, encrypting
from companion.cli import main
from companion.game import rules_for
from companion.journal import Journal
from tests.support.playing import Table, noon

pytestmark = pytest.mark.slow

PHRASE = "five lines on the sacred line"


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """The settings of a station with a game."""
    file = tmp_path / "here" / "station.toml"
    file.parent.mkdir()
    file.write_text('[station]\ndata = "data"\ncalibration = "calibration"\n', encoding="utf-8")
    with Journal(file.parent / "data" / "journal.sqlite", noon) as journal:
        Table(journal, rules_for("schaedler"), random.Random(1)).play()
    return file


def sealed(data: bytes, phrase: str = PHRASE) -> bytes:
    written = io.BytesIO()
    with encrypting(lambda piece: written.writelines([piece]), phrase) as take:
        for at in range(0, len(data), 50_000):
            take(data[at : at + 50_000])
    return written.getvalue()


def opened(data: bytes, phrase: str = PHRASE) -> bytes:
    return b"".join(decrypted(io.BytesIO(data), phrase))


@pytest.mark.parametrize("size", [1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])
def test_what_was_encrypted_comes_back(size: int) -> None:
    data = os.urandom(size)
    assert opened(sealed(data)) == data


def test_damage_another_passphrase_and_a_missing_end_are_reported() -> None:
    data = sealed(os.urandom(2 * CHUNK_BYTES))
    with pytest.raises(EncryptionError, match="another one"):
        opened(data, "five lines")
    for at in (60, 150, 250, len(data) - 1):
        changed = bytearray(data)
        changed[at] ^= 1
        with pytest.raises(EncryptionError):
            opened(bytes(changed))
    for end in (len(data) - 1, len(data) - CHUNK_BYTES - 16, 300):
        with pytest.raises(EncryptionError):
            opened(data[:end])
    with pytest.raises(EncryptionError, match="too much memory"):
        opened(data.replace(b" 16\n", b" 30\n", 1))


def age(*arguments: str, phrase: str = PHRASE) -> None:
    """Run `age`, which reads a passphrase from a terminal only."""
    command = ["script", "-qec", shlex.join(["age", *arguments]), "/dev/null"]
    subprocess.run(command, input=f"{phrase}\n".encode() * 2, capture_output=True, check=True)


@pytest.mark.skipif(not all(map(shutil.which, ("age", "script"))), reason="needs the programs age and script")
def test_age_opens_ours_and_we_open_what_age_wrote(tmp_path: Path) -> None:
    data = os.urandom(CHUNK_BYTES + 5)
    (tmp_path / "ours").write_bytes(sealed(data))
    age("-d", "-o", str(tmp_path / "clear"), str(tmp_path / "ours"))
    assert (tmp_path / "clear").read_bytes() == data
    age("-p", "-o", str(tmp_path / "theirs"), str(tmp_path / "clear"))
    assert opened((tmp_path / "theirs").read_bytes()) == data


def test_a_station_is_saved_and_put_back_with_a_passphrase(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stick, phrase = tmp_path / "stick", tmp_path / "phrase"
    stick.mkdir()
    phrase.write_text(f"{PHRASE}\n")
    file, there = str(stick / "station.age"), str(tmp_path / "there" / "station.toml")
    assert main(["backup", file, "--passphrase", str(phrase), "--settings", str(settings)]) == 0
    assert b"SQLite" not in Path(file).read_bytes()
    assert [it.name for it in stick.iterdir()] == ["station.age"]
    assert main(["restore", file, "--settings", there]) == 2
    assert "give its passphrase with --passphrase" in capsys.readouterr().err
    (tmp_path / "other").write_text("another\n")
    assert main(["restore", file, "--passphrase", str(tmp_path / "other"), "--settings", there]) == 2
    assert "the passphrase is another one; nothing was changed" in capsys.readouterr().err
    assert not Path(there).parent.exists()
    assert main(["restore", file, "--passphrase", str(phrase), "--settings", there]) == 0
    assert "games: 1" in capsys.readouterr().out
    assert (Path(there).parent / "data" / "journal.sqlite").is_file()
    assert not list(tmp_path.glob(".five-lines*"))


@pytest.mark.parametrize("held", [b"", b"\n", b"\xff\n", b"x" * 2000])
def test_a_file_without_a_passphrase_is_refused(
    settings: Path, tmp_path: Path, held: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "phrase").write_bytes(held)
    given = ["--passphrase", str(tmp_path / "phrase"), "--settings", str(settings)]
    assert main(["backup", str(tmp_path / "station.age"), *given]) == 2
    assert "passphrase" in capsys.readouterr().err
    assert not (tmp_path / "station.age").exists()
