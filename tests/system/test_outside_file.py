"""No file from outside is read that is larger than files of its kind are, nor one that has no end."""

import hashlib
import json
import os
import random
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from calibration.board_toml import read_board
from calibration.calibration_folder import load
from companion import FiveLinesError
from companion.app.backups.backup import write_backup
from companion.app.backups.restore import restore_backup
from companion.cli import main
from companion.film.film_folder import load_film
from companion.film.throws import read_throws
from companion.game import DICE
from companion.journal import Abandoned, Database, Entry, GameBegun
from companion.settings.settings_file import read_settings
from companion.system.data import (
    MAX_DATA_BYTES,
    MAX_LISTS,
    MAX_TOML_BYTES,
    DataError,
    bytes_of,
    json_data,
    text_of,
)
from five_lines_lab.evaluation.truth import read_truth
from five_lines_lab.report.comparison_record import read_rows
from five_lines_lab.survey.space import read_space


def test_a_text_as_windows_writes_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "throws.json").write_bytes(b'\xef\xbb\xbf[\r\n{"throw": 4}]\r\n')
    assert read_throws(tmp_path / "throws.json", DICE["d6"]) == [4]


def test_a_file_is_read_up_to_its_limit_and_no_further(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_bytes(b"12345")
    assert bytes_of(path, 5) == b"12345"
    with pytest.raises(DataError, match="more than 0 kB"):
        bytes_of(path, 4)
    with pytest.raises(OSError, match="a pipe or a device"):
        bytes_of(Path("/dev/zero"), 3000)


def test_a_pipe_is_refused_and_not_waited_for_but_a_shells_own_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "it")
    with pytest.raises(OSError, match="a pipe or a device and no file"):
        bytes_of(tmp_path / "it", 5)
    read, write = os.pipe()
    os.write(write, b"12345")
    os.close(write)
    assert bytes_of(Path(f"/dev/fd/{read}"), 5) == b"12345"
    os.close(read)


def test_lines_of_a_text_end_alike_wherever_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_bytes("a\r\nä\rb\n".encode())
    assert text_of(path, 100) == "a\nä\nb\n"


@pytest.mark.parametrize(
    ("name", "read", "max_bytes"),
    [
        ("station.toml", read_settings, MAX_TOML_BYTES),
        ("board.toml", read_board, MAX_TOML_BYTES),
        ("space.toml", read_space, MAX_TOML_BYTES),
        ("film.toml", lambda path: load_film(path.parent), MAX_TOML_BYTES),
        ("calibration.toml", lambda path: load(path.parent), MAX_TOML_BYTES),
        ("throws.json", lambda path: read_throws(path, DICE["d6"]), MAX_DATA_BYTES),
        ("truth.json", read_truth, MAX_DATA_BYTES),
        ("rows.jsonl", read_rows, MAX_DATA_BYTES),
    ],
)
def test_what_is_too_large_is_refused_by_its_name(
    name: str, read: Callable[[Path], object], max_bytes: int, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(b"\n" * (max_bytes + 1))
    with pytest.raises(FiveLinesError, match=rf"{name}.* {max_bytes // 1000} kB"):
        read(path)


def test_a_game_without_an_end_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "/dev/zero"]) == 2
    assert "/dev/zero: this is a pipe or a device" in capsys.readouterr().err


def test_lists_without_number_are_refused_before_they_are_made() -> None:
    with pytest.raises(DataError, match="more lists"):
        json_data("[" + "{}," * MAX_LISTS + "1]")
    assert len(json_data("[" + "{}," * 1000 + "1]").items()) == 1001


@pytest.mark.slow
def test_a_backup_of_some_kilobytes_takes_no_gigabyte(tmp_path: Path) -> None:
    path, much = tmp_path / "backup.zip", 100_000_000
    sums = {"station.toml": hashlib.sha256(b"").hexdigest(), "journal.sqlite": "another"}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("manifest.json", json.dumps({"format": 1, "sha256": sums}))
        file.writestr("station.toml", "")
        with file.open("journal.sqlite", "w") as packed:
            for _ in range(much // 10_000_000):
                packed.write(bytes(10_000_000))
    assert path.stat().st_size < much / 500
    tracemalloc.start()
    try:
        with pytest.raises(FiveLinesError, match="in it is damaged"):
            restore_backup(path, tmp_path / "station.toml", replace=True)
        assert tracemalloc.get_traced_memory()[1] < much / 10
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_a_busy_museums_games_are_saved_and_put_back_piece_by_piece(tmp_path: Path) -> None:
    """A journal of hundreds of megabytes must not be in memory, nor in a folder that is memory."""
    settings = tmp_path / "station.toml"
    settings.write_text('[station]\ndata = "data"\ncalibration = "calibration"\n', encoding="utf-8")
    located = read_settings(settings).located(tmp_path)
    (tmp_path / "data").mkdir()
    with closing(Database.for_writing(tmp_path / "data" / "journal.sqlite")) as database:
        noon, long = datetime(2026, 11, 25, 12, tzinfo=UTC), os.urandom(500_000).hex()
        for game in range(1, 61):
            begun = Entry(2 * game - 1, game, noon, GameBegun(DICE["d6"]))
            database.store((begun, Entry(2 * game, game, noon, Abandoned(long))))
    tracemalloc.start()
    try:
        write_backup(tmp_path / "saved.zip", settings, located)
        restore_backup(tmp_path / "saved.zip", settings, replace=True)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    with zipfile.ZipFile(tmp_path / "saved.zip") as file:
        assert file.getinfo("journal.sqlite").file_size > 60_000_000
    assert not list(tmp_path.glob(".*"))


def test_a_backup_that_is_none_and_one_whose_settings_are_no_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FiveLinesError, match="/dev/zero: this is no file"):
        restore_backup(Path("/dev/zero"), tmp_path / "station.toml", replace=True)
    path, settings = tmp_path / "backup.zip", b"\xff\xfe"
    with zipfile.ZipFile(path, "w") as file:
        sums = {"station.toml": hashlib.sha256(settings).hexdigest()}
        file.writestr("manifest.json", json.dumps({"format": 1, "sha256": sums}))
        file.writestr("station.toml", settings)
    with pytest.raises(FiveLinesError, match="no text"):
        restore_backup(path, tmp_path / "station.toml", replace=True)
    assert not (tmp_path / "station.toml").exists()


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_backup_that_is_packed_in_another_way_is_refused_before_it_is_unpacked(
    packing: int, tmp_path: Path
) -> None:
    path = tmp_path / "backup.zip"
    with zipfile.ZipFile(path, "w", packing) as file:
        file.writestr("manifest.json", random.Random(1).randbytes(1000))
    data = bytearray(path.read_bytes())
    # Within what is packed.
    data[100:110] = bytes(10)
    path.write_bytes(data)
    with pytest.raises(FiveLinesError, match="no backup is packed like this"):
        restore_backup(path, tmp_path / "station.toml", replace=True)


def test_a_backup_with_a_password_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "backup.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("manifest.json", "{}")
    data = bytearray(path.read_bytes())
    # The flag stands before the file, and in the list at the end.
    data[6] |= 1
    data[data.find(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    with pytest.raises(FiveLinesError, match="no backup is packed like this"):
        restore_backup(path, tmp_path / "station.toml", replace=True)
