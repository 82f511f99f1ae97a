"""A release on a stick is installed by root, who trusts neither the stick nor the station, and back."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.releases import Run, git, unpacked

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a stick, and installs"),
]

MACHINE = os.uname().machine

Update = Callable[..., list[str]]


def name(version: str) -> str:
    return f"five-lines-{version}-{MACHINE}"


@pytest.fixture
def root(tmp_path: Path, whole: Path, run: Run, keys: Path, deploy: Run) -> Path:
    """Where 7.0 is installed, with a key that is known."""
    make(whole, run, "7.0", keys / "ours")
    done = deploy(unpacked(tmp_path, name("7.0")), "install", "--key", str(keys / "known"))
    assert done.returncode == 0, done.stderr
    return tmp_path / "root"


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, where sticks are mounted."""
    folder = tmp_path / "root" / "media" / "stick"
    folder.mkdir(parents=True, exist_ok=True)
    if subprocess.run(["mount", "-t", "tmpfs", "stick", folder], check=False).returncode:
        pytest.skip("no right to mount a stick")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=False)


@pytest.fixture
def update(root: Path, tmp_path: Path) -> Update:
    """Does what the unit does, and returns the words that the page is told."""
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    script = root / "opt/five-lines/current/share/update-from-stick"

    def update(*, back: bool = False, **more: str) -> list[str]:
        (runtime / "back").touch() if back else (runtime / "back").unlink(missing_ok=True)
        environment = {
            "PATH": f"{tmp_path / 'stand-in'}:{os.environ['PATH']}",
            "FIVE_LINES_ROOT": str(root),
            "RUNTIME_DIRECTORY": str(runtime),
            **more,
        }
        subprocess.run(["sh", script], env=environment, check=False, timeout=300)
        assert not (root / "opt/five-lines/.from-stick").exists()
        return (runtime / "state").read_text().split()

    return update


def make(clone: Path, run: Run, version: str, key: Path | None) -> Path:
    """Make a release of a version; its archive."""
    (clone / "companion" / "__init__.py").write_text(f'__version__ = "{version}"\n')
    git(clone, "commit", "--quiet", "--allow-empty", "--all", "--message", version)
    done = run("--arch", MACHINE, *(("--sign", str(key)) if key else ()))
    assert done.returncode == 0, done.stderr
    return clone.parent / "out" / f"{name(version)}.tar.gz"


def installed(root: Path) -> str:
    return (root / "opt/five-lines/current").readlink().name.partition("-")[0]


def test_a_newer_release_is_installed_and_the_one_before_comes_back(
    root: Path, stick: Path, update: Update, whole: Path, run: Run, keys: Path
) -> None:
    # What an update left behind that a power cut ended goes at once, or it would take the room.
    (root / "opt/five-lines/.from-stick/in").mkdir(parents=True)
    assert update() == ["no-release"]
    shutil.copy(make(whole, run, "7.1", keys / "ours"), stick)
    (stick / f"{name('7.0.9')}.tar.gz").write_text("an older one beside it")
    (stick / f"{name('7.2rc1')}.tar.gz").write_text("the page doesn't offer it either")
    # An install from before the unit was there didn't write this.
    group = root / "etc/systemd/system/five-lines-update.service.d/place.conf"
    group.unlink()
    assert update() == ["done", "7.1"]
    assert installed(root) == "7.1"
    assert group.read_text() == "[Service]\nGroup=five-lines\n"
    assert not list((root / "etc/systemd/system").glob(".*"))
    program = root / "opt/five-lines/current"
    assert (program / "share/update-from-stick").stat().st_mode & 0o044 == 0o044
    assert not any(file.lstat().st_uid for file in (root / "opt/five-lines").rglob("*"))
    assert update() == ["older", "7.1"]
    assert update(back=True) == ["done", "7.0"]
    assert installed(root) == "7.0"
    assert update(back=True) == ["done", "7.1"]


def test_an_older_release_is_refused(
    root: Path, stick: Path, update: Update, whole: Path, run: Run, keys: Path
) -> None:
    shutil.copy(make(whole, run, "6.9", keys / "ours"), stick)
    assert update() == ["older", "6.9"]
    # Nor under a name that makes it newer.
    (stick / f"{name('6.9')}.tar.gz").rename(stick / f"{name('9.9')}.tar.gz")
    assert update() == ["damaged", "9.9"]
    assert installed(root) == "7.0"


@pytest.mark.parametrize(("key", "said"), [("", "unsigned"), ("other", "unsigned")])
def test_what_no_known_key_has_signed_is_refused_and_nothing_of_it_runs(
    key: str, said: str, root: Path, stick: Path, update: Update, whole: Path, run: Run, keys: Path
) -> None:
    for script in ("deploy/update", "deploy/service/check-release"):
        (whole / script).write_text(f"touch {root}/ran\n")
    shutil.copy(make(whole, run, "7.1", keys / key if key else None), stick)
    (stick / "release-keys").write_text(f"releases@museum {(keys / 'other.pub').read_text()}")
    assert update() == [said, "7.1"]
    assert installed(root) == "7.0"
    assert not (root / "ran").exists()


def test_a_station_without_a_key_takes_nothing_from_a_stick(
    root: Path, stick: Path, update: Update, whole: Path, run: Run, keys: Path
) -> None:
    shutil.copy(make(whole, run, "7.1", keys / "ours"), stick)
    (root / "opt/five-lines/release-keys").unlink()
    assert update() == ["no-key"]
    assert installed(root) == "7.0"


def changed(archive: Path, folder: Path, how: Callable[[Path], object]) -> None:
    """Change something in an archive after it was signed."""
    subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)
    how(folder / name("7.1"))
    subprocess.run(["tar", "-czf", archive, "-C", folder, name("7.1")], check=True)


def run_as_root(release: Path) -> None:
    (release / "deploy/update").write_text("touch $FIVE_LINES_ROOT/ran\n")


def link_to_shadow(release: Path) -> None:
    (release / "README.md").unlink()
    (release / "README.md").symlink_to("/etc/shadow")


def lead_out(release: Path) -> None:
    (release / "out").symlink_to("/etc")


def link_signature(release: Path) -> None:
    (release / "SHA256SUMS.sig").unlink()
    (release / "SHA256SUMS.sig").symlink_to("/etc/passwd")


def become_root(release: Path) -> None:
    (release / "README.md").chmod(0o4755)


def pipe(release: Path) -> None:
    os.mkfifo(release / "pipe")


def device(release: Path) -> None:
    subprocess.run(["mknod", release / "disk", "b", "8", "0"], check=True)


@pytest.mark.parametrize("how", [run_as_root, link_to_shadow, link_signature, lead_out, pipe, device])
def test_what_was_changed_after_signing_is_refused(
    how: Callable[[Path], object],
    root: Path,
    stick: Path,
    update: Update,
    whole: Path,
    run: Run,
    keys: Path,
    tmp_path: Path,
) -> None:
    archive = stick / shutil.copy(make(whole, run, "7.1", keys / "ours"), stick)
    (tmp_path / "changed").mkdir()
    changed(archive, tmp_path / "changed", how)
    assert update() == ["damaged", "7.1"]
    assert installed(root) == "7.0"
    assert not (root / "ran").exists()


def test_nothing_runs_as_somebody_else_because_the_archive_says_so(
    root: Path, stick: Path, update: Update, whole: Path, run: Run, keys: Path, tmp_path: Path
) -> None:
    archive = stick / shutil.copy(make(whole, run, "7.1", keys / "ours"), stick)
    (tmp_path / "changed").mkdir()
    changed(archive, tmp_path / "changed", become_root)
    assert update() == ["done", "7.1"]
    assert not any(it.lstat().st_mode & 0o7000 for it in (root / "opt/five-lines").rglob("*"))


def test_neither_a_link_nor_a_pipe_nor_half_an_archive_nor_a_flood_is_read(
    root: Path, stick: Path, update: Update, whole: Path, run: Run, keys: Path, tmp_path: Path
) -> None:
    good = make(whole, run, "7.1", keys / "ours")
    archive = stick / good.name
    archive.symlink_to(good)
    assert update() == ["damaged", "7.1"]
    archive.unlink()
    os.mkfifo(archive)
    assert update() == ["damaged", "7.1"]
    archive.unlink()
    archive.write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    assert update() == ["damaged", "7.1"]
    flood = tmp_path / "flood" / name("7.1")
    flood.mkdir(parents=True)
    with (flood / "zeros").open("wb") as file:
        file.truncate(300_000_000)
    subprocess.run(["tar", "-czf", archive, "-C", flood.parent, flood.name], check=True)
    assert update() == ["damaged", "7.1"]
    for odd in ("", "7.1\n7.2", "7.1; touch ran", "../../7.1"):
        archive.unlink(missing_ok=True)
        archive = stick / f"{name(odd).replace('/', '_')}.tar.gz"
        archive.write_bytes(good.read_bytes())
        assert update() == ["no-release"]
    assert installed(root) == "7.0"


def test_what_is_installed_is_what_was_checked_whatever_happens_to_the_stick(
    root: Path, stick: Path, update: Update, whole: Path, run: Run, keys: Path, tmp_path: Path
) -> None:
    archive = stick / shutil.copy(make(whole, run, "7.1", keys / "ours"), stick)
    run_as_root_too = tmp_path / "evil" / name("7.1") / "deploy"
    run_as_root_too.mkdir(parents=True)
    run_as_root(run_as_root_too.parent)
    evil = tmp_path / "evil.tar.gz"
    subprocess.run(["tar", "-czf", evil, "-C", tmp_path / "evil", name("7.1")], check=True)
    # The check itself swaps the stick.
    checker = root / "opt/five-lines/current/share/check-release"
    checker.write_text(f"cp {evil} {archive}\n{checker.read_text()}")
    assert update() == ["done", "7.1"]
    assert archive.read_bytes() == evil.read_bytes()
    assert installed(root) == "7.1"
    assert not (root / "ran").exists()


def test_a_release_that_fails_its_check_leaves_the_one_before(
    root: Path, stick: Path, update: Update, whole: Path, run: Run, keys: Path
) -> None:
    # A power cut left it half built.
    (root / "opt/five-lines/versions/6.9-1/bin").mkdir(parents=True)
    shutil.copy(make(whole, run, "7.1", keys / "ours"), stick)
    assert update(CHECK_FAILS="yes") == ["failed", "7.1"]
    assert installed(root) == "7.0"
    assert [it.name.partition("-")[0] for it in (root / "opt/five-lines/versions").iterdir()] == ["7.0"]


def test_without_room_or_on_a_root_that_forgets_nothing_is_unpacked(
    root: Path, stick: Path, update: Update, whole: Path, run: Run, keys: Path, tmp_path: Path
) -> None:
    shutil.copy(make(whole, run, "7.1", keys / "ours"), stick)
    for tool, answer, said in (
        ("df", "Avail\n1000", ["no-room", "7.1"]),
        ("findmnt", "overlay", ["read-only"]),
    ):
        stand_in = tmp_path / "stand-in" / tool
        stand_in.write_text(f"#!/bin/sh\nprintf '{answer}\\n'\n")
        stand_in.chmod(0o755)
        assert update() == said
        stand_in.unlink()
    assert installed(root) == "7.0"
