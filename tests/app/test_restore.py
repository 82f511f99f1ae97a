"""A backup comes back whole or not at all, and only into this station's own folders."""

import errno
import hashlib
import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from calibration.board_toml import read_board
from companion import FiveLinesError
from companion.app.backups import SWAPPING, UNPACKING
from companion.app.backups.backup import (
    MAX_FILES,
    BackupError,
    DamagedBackupError,
    NewerBackupError,
    check_backup,
    write_backup,
)
from companion.app.backups.restore import restore_backup, undo_restore
from companion.board.spec import BoardSpec
from companion.cli import main
from companion.journal import Database
from companion.settings.settings_file import read_settings
from companion.system.atomic_file import remove_leftovers
from hardware.settings import CameraSettings
from tests.support.backed_up import SETTINGS, now_there, station, tree
from tests.support.dying import change


def backup(path: Path, file: Path) -> Path:
    write_backup(path, file, read_settings(file).located(file.parent))
    return path


def archive(path: Path, files: dict[str, bytes], links: tuple[str, ...] = (), version: str = "x") -> Path:
    """A backup as somebody may make one by hand."""
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o120777 if name in links else 0o100644) << 16
            packed.writestr(info, data)
        sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
        packed.writestr("manifest.json", json.dumps({"format": 1, "version": version, "sha256": sums}))
    return path


def unpacked(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist() if name != "manifest.json"}


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A folder that every user can reach; pytest's own are root's alone."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("saved")
    return backup(folder / "station.zip", station(folder / "there", "el", 3))


@pytest.mark.slow
def test_all_of_it_comes_back_and_what_was_there_is_kept(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = station(tmp_path / "here", "de", 5)
    before = tree(file.parent)
    assert main(["restore", "--replace", str(saved), "--settings", str(file)]) == 0
    said = capsys.readouterr().out
    for line in ("games: 3", "visits: 1, on 1 days", "texts: 1 files", "language = 'el' (until now 'de')"):
        assert line in said
    with closing(Database.for_reading(file.parent / "data" / "journal.sqlite")) as database:
        assert len(list(database.games())) == 3
    kept = {
        name.split(".before-restore-")[0]: data
        for name, data in tree(file.parent).items()
        if ".before-" in name
    }
    assert (file.parent / "data" / "boards" / "0123456789abcdef.jpg").read_bytes() == b"a board (el)"
    assert kept["station.toml"] == before["station.toml"]
    assert kept["data/journal.sqlite"] == before["data/journal.sqlite"]
    assert not list(file.parent.rglob(".*"))


A4 = "line_length_mm = 204\nline_pitch_mm = 34\n"


@pytest.mark.parametrize(
    ("own_board", "named", "is_in_it", "said"),
    [
        ("", "measured/b.toml", True, "board = 'board.toml' (the backup says 'measured/b.toml')"),
        ("mine.toml", "board.toml", True, "board = 'board.toml' (until now 'mine.toml')"),
        ("mine.toml", "", False, "board = '' (until now 'mine.toml')"),
        ("", "gone.toml", False, "board = '' (the backup says 'gone.toml')"),
    ],
)
def test_the_measures_of_the_board_come_back_or_those_of_the_calibration_count(
    own_board: str, named: str, is_in_it: bool, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there, here = station(tmp_path / "there", "el", 0), station(tmp_path / "here", "el", 0)
    there.write_text(f'{there.read_text(encoding="utf-8")}board = "{named}"\n', encoding="utf-8")
    here.write_text(f'{here.read_text(encoding="utf-8")}board = "{own_board}"\n', encoding="utf-8")
    if is_in_it:
        (there.parent / named).parent.mkdir(exist_ok=True)
        (there.parent / named).write_text(A4, encoding="utf-8")
    saved = tmp_path / "station.zip"
    assert main(["backup", str(saved), "--settings", str(there)]) == 0
    assert main(["restore", "--replace", str(saved), "--settings", str(here)]) == 0
    assert f"[station] {said}" in capsys.readouterr().out
    board = read_settings(here).located(here.parent).station.board
    if is_in_it:
        assert read_board(board) == BoardSpec(line_length_mm=204, line_pitch_mm=34)
    else:
        assert board == Path()


def test_a_station_that_watched_a_film_comes_back_to_one_with_a_camera(tmp_path: Path) -> None:
    film = '[camera]\ndevice = "film"\nfilm = "games/one"\nframe_rate = 5\n'
    saved = archive(tmp_path / "film.zip", {"station.toml": film.encode()})
    assert main(["restore", str(saved), "--settings", str(tmp_path / "station.toml")]) == 0
    camera = read_settings(tmp_path / "station.toml").camera
    assert (camera.device, camera.film, camera.frame_rate) == (CameraSettings().device, Path(), 5)


OPENING = """[link]
enabled = true
broker = "collect.example.net"
tls = false
page_host = "0.0.0.0"
reboot = true
"""
"""Settings of another station that open the machine."""


@pytest.mark.parametrize(
    ("own_broker", "take", "taken"),
    [
        ("", [], {}),
        ("", ["--take", "link"], {"broker": "", "tls": True, "reboot": True}),
        ("own.museum.lan", [], {}),
        ("own.museum.lan", ["--take", "link"], {"broker": "own.museum.lan", "tls": True, "reboot": True}),
    ],
)
def test_what_opens_the_machine_is_taken_only_if_asked_for_and_no_password_goes_elsewhere(
    own_broker: str,
    take: list[str],
    taken: dict[str, object],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    foreign = archive(tmp_path / "foreign.zip", {"station.toml": OPENING.encode()})
    file = tmp_path / "station.toml"
    file.write_text(f'[station]\ndata = "data"\n[link]\nbroker = "{own_broker}"\n', encoding="utf-8")
    before = read_settings(file).link
    assert main(["restore", str(foreign), "--settings", str(file), *take]) == 0
    assert "collect.example.net" in capsys.readouterr().out
    found = read_settings(file).link
    assert {name: getattr(found, name) for name in taken} == taken
    if not take:
        assert found == before


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")
@pytest.mark.parametrize("note", [UNPACKING, SWAPPING])
def test_what_the_stations_user_wrote_leads_root_nowhere(note: str, saved: Path, reachable: Path) -> None:
    here, victim = reachable / "here", reachable / "victim"
    for folder in (here, victim):
        folder.mkdir()
        (folder / "kept").write_text("kept")
    renames = [[str(victim / "moved"), str(here / "kept")]]
    text = json.dumps({"journal": str(here / "j"), "staged": [str(victim)], "renames": renames})
    (here / note).write_text(text)
    for path in (here, *here.iterdir()):
        os.chown(path, 1234, 2345)
    with pytest.raises(FiveLinesError):
        restore_backup(saved, here / "station.toml", replace=True)
    assert [it.name for it in victim.iterdir()] == ["kept"]
    assert os.geteuid() == 0


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")
def test_a_backup_by_root_holds_nothing_that_the_stations_user_cannot_read(reachable: Path) -> None:
    settings, secret = station(reachable / "here", "en", 1), reachable / "secret"
    secret.write_text("of root")
    secret.chmod(0o600)
    (settings.parent / "data" / "texts" / "de.txt").symlink_to(secret)
    for path in (settings.parent, *settings.parent.rglob("*")):
        os.chown(path, 1234, 2345, follow_symlinks=False)
    said: list[str] = []
    found = read_settings(settings).located(settings.parent)
    write_backup(reachable / "b.zip", settings, found, show=said.append)
    # The rest is there, and what is left out is named.
    assert "texts/de.txt" not in zipfile.ZipFile(reachable / "b.zip").namelist()
    assert [it for it in said if "texts/de.txt is left out: it can't be read (Permission denied)" in it]


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")
@pytest.mark.parametrize("folders", [("here",), ("here", "here/data")])
def test_what_root_restores_belongs_to_the_owner_of_the_data(
    folders: tuple[str, ...], saved: Path, reachable: Path
) -> None:
    for folder in folders:
        (reachable / folder).mkdir()
        os.chown(reachable / folder, 1234, 2345)
    restore_backup(saved, reachable / "here" / "station.toml", replace=True)
    owners = {it: (it.stat().st_uid, it.stat().st_gid) for it in reachable.glob("here/**/*")}
    assert len(owners) > 10
    assert set(owners.values()) == {(1234, 2345)}, owners


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("journal.sqlite", b"no database", "not sound"),
        ("journal.sqlite", b"", "not sound"),
        ("visits.sqlite", b"no database, but as long as one is" * 90, "not sound"),
        ("calibration/calibration.toml", b"version = 1\n", "not sound"),
        ("calibration/reference.png/b", b"", "can't be unpacked"),
        ("station.toml", b"[station]\nplace = true\n", "place"),
        ("texts/" + "n" * 300, b"", "can't be unpacked"),
    ],
)
def test_a_part_that_is_not_sound_changes_nothing(
    name: str, data: bytes, says: str, saved: Path, tmp_path: Path
) -> None:
    file = station(tmp_path / "here", "de", 5)
    before = tree(tmp_path / "here")
    wrong = archive(tmp_path / "wrong.zip", unpacked(saved) | {name: data})
    with pytest.raises(FiveLinesError, match=says):
        restore_backup(wrong, file, replace=True)
    assert tree(tmp_path / "here") == before


@pytest.mark.parametrize(("version", "kind"), [("0.9", DamagedBackupError), ("99.10.0", NewerBackupError)])
def test_settings_that_this_version_has_not_are_the_backups_fault(
    version: str, kind: type[BackupError], saved: Path, tmp_path: Path
) -> None:
    file = station(tmp_path / "here", "de", 5)
    unknown = unpacked(saved) | {"station.toml": b"[station]\nshape = 7\n"}
    with pytest.raises(kind, match="shape"):
        restore_backup(archive(tmp_path / "new.zip", unknown, version=version), file, replace=True)


def test_a_backup_of_thousands_of_files_is_refused_at_once(saved: Path, tmp_path: Path) -> None:
    many = {f"calibration/{number}": b"" for number in range(MAX_FILES)}
    with pytest.raises(BackupError, match="larger than any backup"):
        check_backup(archive(tmp_path / "many.zip", unpacked(saved) | many))


@pytest.mark.parametrize(
    ("database", "statement"),
    [
        ("visits", "CREATE TRIGGER t AFTER INSERT ON visits BEGIN DELETE FROM visits; END"),
        ("journal", "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END"),
        (
            "visits",
            "DROP TABLE days; CREATE VIEW days AS WITH RECURSIVE d (day) AS "
            "(SELECT 1 UNION ALL SELECT 1 FROM d) SELECT day, day AS sums FROM d",
        ),
    ],
)
def test_a_database_with_code_of_its_own_changes_nothing(
    database: str, statement: str, saved: Path, tmp_path: Path
) -> None:
    files, foreign, name = unpacked(saved), tmp_path / "foreign", f"{database}.sqlite"
    foreign.write_bytes(files[name])
    with closing(sqlite3.connect(foreign)) as connection:
        connection.executescript(statement)
    wrong = archive(tmp_path / "wrong.zip", files | {name: foreign.read_bytes()})
    with pytest.raises(BackupError, match="code of its own"):
        restore_backup(wrong, tmp_path / "new" / "station.toml", replace=True)
    assert not (tmp_path / "new").exists()


def test_two_files_of_one_name_change_nothing(saved: Path, tmp_path: Path) -> None:
    wrong = archive(tmp_path / "wrong.zip", unpacked(saved))
    with zipfile.ZipFile(wrong, "a") as packed, pytest.warns(UserWarning, match="Duplicate"):
        packed.writestr("station.toml", unpacked(saved)["station.toml"])
    with pytest.raises(BackupError, match="not what its list says"):
        restore_backup(wrong, tmp_path / "new" / "station.toml", replace=False)
    assert not (tmp_path / "new").exists()


def test_a_changed_entry_in_the_journal_is_found(saved: Path, tmp_path: Path) -> None:
    files = unpacked(saved)
    at = files["journal.sqlite"].index(b"2026-11-25T12")
    files["journal.sqlite"] = files["journal.sqlite"][:at] + b"2025" + files["journal.sqlite"][at + 4 :]
    wrong = archive(tmp_path / "wrong.zip", files)
    with pytest.raises(FiveLinesError, match=r"entry 6 .* checksum .* games export"):
        restore_backup(wrong, tmp_path / "new" / "station.toml", replace=True)
    assert not (tmp_path / "new").exists()
    # What the message says saves the games before and after it.
    with zipfile.ZipFile(wrong) as file:
        file.extract("journal.sqlite", tmp_path)
    journal, out = str(tmp_path / "journal.sqlite"), str(tmp_path / "games.csv")
    assert main(["games", "export", "--all", "--csv", "--journal", journal, "-o", out]) == 1
    assert len(Path(out).read_text(encoding="utf-8").splitlines()) == 3


def test_a_folder_that_is_no_calibration_is_not_replaced(saved: Path, tmp_path: Path) -> None:
    (tmp_path / "new" / "calibration").mkdir(parents=True)
    (tmp_path / "new" / "calibration" / "key").write_text("mine", encoding="utf-8")
    with pytest.raises(FiveLinesError, match="is no calibration"):
        restore_backup(saved, tmp_path / "new" / "station.toml", replace=True)
    assert tree(tmp_path / "new") == {"calibration/key": b"mine"}


def is_old_or_new(folder: Path, old: dict[str, bytes], new: dict[str, bytes]) -> str:
    there = now_there(folder)
    assert there in (old, new), there.keys()
    return "old" if there == old else "new"


def start_again(file: Path) -> None:
    """Do what a station does first with the folder of its settings."""
    remove_leftovers(file.parent)
    undo_restore(file)


def copied(tmp_path: Path, number: int) -> Path:
    return Path(shutil.copytree(tmp_path / "here", tmp_path / str(number), symlinks=True)) / "station.toml"


every_change = pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.nightly)])
"""One change in three by day, each at night."""


@pytest.fixture
def old_and_new(saved: Path, tmp_path: Path) -> tuple[dict[str, bytes], dict[str, bytes]]:
    station(tmp_path / "here", "de", 5)
    file = copied(tmp_path, 0)
    restore_backup(saved, file, replace=True)
    return tree(tmp_path / "here"), now_there(file.parent)


@pytest.mark.slow
@every_change
def test_killed_at_any_change_all_is_old_or_new_after_the_next_start(
    step: int, saved: Path, tmp_path: Path, old_and_new: tuple[dict[str, bytes], dict[str, bytes]]
) -> None:
    found = []
    for number in count(1, step):
        file = copied(tmp_path, number)
        ended = change(number, partial(restore_backup, saved, file, replace=True), lambda: os._exit(9))
        if ended == 9:
            # The start that undoes it is killed as well, at another change each time.
            change(1 + number % 7, partial(undo_restore, file), lambda: os._exit(9))
        start_again(file)
        found.append(is_old_or_new(file.parent, *old_and_new))
        if ended == 0:
            break
        assert ended == 9
        shutil.rmtree(file.parent)
    assert found == ["old"] * (len(found) - 1) + ["new"]
    assert len(found) * step > 20


@pytest.mark.slow
@every_change
def test_an_error_at_any_change_leaves_all_as_it_was_at_once(
    step: int, saved: Path, tmp_path: Path, old_and_new: tuple[dict[str, bytes], dict[str, bytes]]
) -> None:
    def fail() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    found = []
    for number in count(1, step):
        file = copied(tmp_path, number)
        ended = change(number, partial(restore_backup, saved, file, replace=True), fail)
        assert ended in (0, 1, 2)
        found.append(is_old_or_new(file.parent, *old_and_new))
        # What is put aside while it is cleaned up may fail too: the next start does that.
        undo_restore(file)
        assert found[-1] == is_old_or_new(file.parent, *old_and_new)
        if ended == 0:
            break
        assert found[-1] == ("old" if ended == 2 else "new")
        shutil.rmtree(file.parent)
    assert len(found) * step > 20


@pytest.mark.slow
def test_what_is_interrupted_is_not_saved_and_the_next_start_undoes_it(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = station(tmp_path / "here", "de", 5)
    before = tree(file.parent)

    def killed_in_the_middle() -> None:
        real = Path.rename

        def rename(path: Path, target: Path) -> Path:
            if path.name == "calibration":
                os._exit(9)
            return real(path, target)

        Path.rename = rename  # type: ignore[assignment, method-assign]
        restore_backup(saved, file, replace=True)

    assert change(10_000, killed_in_the_middle, lambda: None) == 9
    assert tree(file.parent) != before
    assert main(["backup", str(tmp_path / "b.zip"), "--settings", str(file)]) == 2
    assert "interrupted" in capsys.readouterr().err
    plays = ["station", "--headless", "--autoplay", "1", "--rules", "schaedler", "--option", "limit=2"]
    assert main([*plays, "--settings", str(file), "--journal", str(tmp_path / "journal.sqlite")]) == 0
    assert tree(file.parent) == before


hostile_paths = st.sampled_from(
    [
        "{victim}",
        "../victim",
        "x/../../victim",
        "~",
        "~/victim",
        "~root",
        "/",
        ".",
        "",
        "..",
        "victim-link",
        "data",
    ]
)
hostile_names = st.sampled_from(
    [
        "calibration/authorized_keys",
        "calibration/../../victim/new",
        "calibration//etc/new",
        "/{victim}/new",
        "../victim/new",
        "texts/../../../victim/new",
        "texts/victim-link/new",
        "texts/key",
        "calibration/a/b",
        "station.toml/new",
        "journal.sqlite/new",
    ]
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(
        st.sampled_from(
            [
                ("station", "data"),
                ("station", "calibration"),
                ("station", "board"),
                ("voice", "recordings"),
                ("link", "socket"),
                ("link", "folder"),
                ("link", "password"),
                ("camera", "film"),
            ]
        ),
        hostile_paths,
        max_size=4,
    ),
    st.sets(hostile_names, max_size=3),
    st.booleans(),
    st.booleans(),
)
@example({("station", "calibration"): "{victim}"}, {"calibration/authorized_keys"}, False, False)
@example({("station", "data"): "{victim}"}, {"texts/key"}, True, False)
def test_no_backup_changes_anything_outside_the_stations_folders(
    saved: Path,
    paths: dict[tuple[str, str], str],
    names: set[str],
    is_there: bool,
    sound: bool,
) -> None:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        root = Path(folder)
        victim = root / "victim"
        (victim / "texts").mkdir(parents=True)
        (victim / "key").write_text("mine", encoding="utf-8")
        patch.setenv("HOME", str(root / "home"))
        (root / "home").mkdir()
        here = root / "here"
        if is_there:
            here.mkdir()
            (here / "station.toml").write_text(SETTINGS.format("de"), encoding="utf-8")
            (here / "victim-link").symlink_to(victim)
        text = "".join(
            f"{section}.{key} = {json.dumps(path.format(victim=victim))}\n"
            for (section, key), path in paths.items()
        )
        files = (unpacked(saved) if sound else {}) | {
            name.format(victim=victim): b"not from here" for name in names
        }
        archive(root / "evil.zip", files | {"station.toml": text.encode()}, links=tuple(names))
        outside = {name: data for name, data in tree(root).items() if not name.startswith("here/")}
        for replace in (False, True):
            try:
                restore_backup(root / "evil.zip", here / "station.toml", replace=replace)
            except FiveLinesError:
                continue
            own = read_settings(here / "station.toml")
            assert (own.station.data, own.station.calibration) == (Path("data"), Path("calibration"))
            assert own.door.is_relative_to("data")
            assert {own.station.board, own.camera.film} == {Path()}
        assert {name: data for name, data in tree(root).items() if not name.startswith("here/")} == outside
        assert {it.name for it in here.glob("*")} <= {
            "station.toml",
            "data",
            "calibration",
            "victim-link",
            *(it.name for it in here.glob("*.before-restore-*")),
        }
