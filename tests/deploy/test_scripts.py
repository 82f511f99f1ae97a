"""Installing, updating and uninstalling below a folder, with a stand-in for Python."""

import hashlib
import os
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from tests.support.releases import Run
from tests.support.root import ROOT

SCRIPTS = (
    *("setup", "try", "test", "check", "install", "update", "uninstall", "versions"),
    *("archive", "package", "release", "site", "image", "debian/tests/film", "debian/tests/game"),
)
SERVICE_SCRIPTS = ("out-of-order", "command", "check-release", "stick")


@pytest.mark.slow
@pytest.mark.parametrize(
    "script",
    [
        *(f"deploy/{name}" for name in SCRIPTS),
        *(f"deploy/service/{name}" for name in SERVICE_SCRIPTS),
        "tests/deploy/arm",
        "tests/deploy/pythons",
        "tests/deploy/roots",
        "tests/support/debian_root",
        "bench/machine/inside/hotspot",
        "tests/hardware/camera/libcamera_virtual/run",
    ],
)
def test_shellcheck_finds_nothing(script: str) -> None:
    tool = shutil.which("shellcheck")
    if tool is None:
        pytest.skip("shellcheck is not installed (apt install shellcheck)")
    done = subprocess.run(
        [tool, "--external-sources", "--shell=sh", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What the scripts need of a clone, small."""
    folder = tmp_path / "clone"
    for name in ("companion", "vision", "calibration", "hardware", "make"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").touch()
    shutil.copytree(ROOT / "deploy", folder / "deploy")
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "companion" / "__init__.py").write_text('__version__ = "7.0"\n')
    (folder / "README.md").touch()
    (folder / "LICENSE").touch()
    return folder


@pytest.fixture
def run(clone: Path, deploy: Run) -> Run:
    """Runs one of the clone's scripts."""
    return partial(deploy, clone)


def running(root: Path) -> str:
    return (root / "opt/five-lines/current").readlink().name


def release(clone: Path, version: str) -> None:
    """Make the clone another version."""
    (clone / "companion" / "__init__.py").write_text(f'__version__ = "{version}"\n')


HOTSPOT = ("five-lines-hotspot.path", "five-lines-hotspot.service", "five-lines-hotspot-guard.service")


def everything_below(folder: Path) -> list[Path]:
    return sorted(path.relative_to(folder) for path in folder.rglob("*"))


def test_a_dry_run_tells_everything_and_changes_nothing(run: Run, tmp_path: Path) -> None:
    done = run("install", "--dry-run")
    assert done.returncode == 0, done.stderr
    for told in ("Building version", "station.toml", "Self-check", "Switching", "five-lines.service"):
        assert told in done.stdout
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize("end", ["", "\n"])
def test_the_line_for_a_stick_is_a_line_of_its_own_and_goes_again(tmp_path: Path, end: str) -> None:
    fstab = tmp_path / "etc/fstab"
    fstab.parent.mkdir()
    others = "UUID=1 / ext4 defaults 0 1"
    fstab.write_text(f"{others}{end}")
    script = ["sh", str(ROOT / "deploy/service/stick")]
    around = os.environ | {"FIVE_LINES_ROOT": str(tmp_path)}
    for _ in range(2):
        subprocess.run(script, env=around, check=True)
    first, line = fstab.read_text().splitlines()
    assert first == others
    # Earlier documents had people write one with which only root can write.
    fstab.write_text(fstab.read_text().replace("umask=0000", "umask=0022"))
    subprocess.run(script, env=around, check=True)
    assert fstab.read_text() == f"{others}\n{line}\n"
    subprocess.run([*script, "--remove"], env=around, check=True)
    assert fstab.read_text() == f"{others}\n"


def test_systemd_mounts_a_stick_when_it_is_used_by_what_the_package_ships(tmp_path: Path) -> None:
    generator = Path("/usr/lib/systemd/system-generators/systemd-fstab-generator")
    analyze = shutil.which("systemd-analyze")
    if not generator.exists() or analyze is None:
        pytest.skip("systemd's generator of mounts is not installed")
    debian = ROOT / "deploy/debian"
    assert "deploy/service/stick" in (debian / "five-lines.install").read_text()
    assert "\nsh /usr/lib/five-lines/share/stick\n" in (debian / "five-lines.postinst").read_text()
    script = ["sh", str(ROOT / "deploy/service/stick")]
    subprocess.run(script, env=os.environ | {"FIVE_LINES_ROOT": str(tmp_path)}, check=True)
    units = tmp_path / "units"
    units.mkdir()
    fstab = {"SYSTEMD_FSTAB": str(tmp_path / "etc/fstab")}
    subprocess.run([generator, *[units] * 3], env=os.environ | fstab, check=True, capture_output=True)
    made = [units / "media-stick.automount", units / "media-stick.mount"]
    automount, mount = (it.read_text() for it in made)
    assert "TimeoutIdleSec=10s" in automount
    assert (units / "local-fs.target.wants" / made[0].name).is_symlink()
    assert not (units / "local-fs.target.wants" / made[1].name).exists()
    assert "What=/dev/disk/by-label/FIVELINES\nWhere=/media/stick\n" in mount
    assert "umask=0000" in mount
    done = subprocess.run([analyze, "verify", *made], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_installation_has_program_settings_service_and_command(run: Run, tmp_path: Path) -> None:
    done = run("install")
    assert done.returncode == 0, done.stderr
    root = tmp_path / "root"
    assert (root / "opt/five-lines/current/bin/five-lines").exists()
    assert (root / "var/lib/five-lines/station.toml").exists()
    place = (root / "etc/systemd/system/five-lines.service.d/place.conf").read_text()
    assert "SDL_VIDEODRIVER=kmsdrm" in place
    # Without libGL, which no station needs to have, SDL's own choice leaves the screen black.
    assert "SDL_FRAMEBUFFER_ACCELERATION=opengles2" in place
    assert (
        "User=five-lines" in (root / "etc/systemd/system/five-lines-tables.service.d/place.conf").read_text()
    )
    for unit in HOTSPOT:
        assert (root / "etc/systemd/system" / unit).is_file()
    for unit in HOTSPOT[1:]:
        # The station that shows the password is in that group.
        assert "Group=five-lines" in (root / "etc/systemd/system" / f"{unit}.d/place.conf").read_text()
    stick = (root / "etc/fstab").read_text()
    # The station, which is nobody special, writes backups to a stick that is mounted when it is used.
    assert stick.startswith("LABEL=FIVELINES /media/stick auto rw,")
    assert {"umask=0000", "x-systemd.automount", "nofail"} <= {*stick.split()[3].split(",")}
    share = root / "usr/local/share"
    for shell, script in (
        ("bash", "bash-completion/completions/five-lines"),
        ("zsh", "zsh/site-functions/_five-lines"),
        ("fish", "fish/vendor_completions.d/five-lines.fish"),
    ):
        assert (share / script).read_text() == f"{shell}\n"
    assert (root / "usr/local/bin/five-lines").resolve() == (
        root / "opt/five-lines/current/share/command"
    ).resolve()


@pytest.mark.slow
def test_installing_twice_changes_nothing(run: Run, tmp_path: Path) -> None:
    run("install")
    settings = tmp_path / "root/var/lib/five-lines/station.toml"
    settings.write_text("mine\n")
    before = everything_below(tmp_path / "root")
    done = run("install")
    assert done.returncode == 0, done.stderr
    assert "is built already" in done.stdout
    assert everything_below(tmp_path / "root") == before
    assert settings.read_text() == "mine\n"


@pytest.mark.slow
def test_an_update_runs_the_new_version_keeps_the_old_and_goes_back(
    run: Run, clone: Path, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    run("install")
    first = running(root)
    release(clone, "8.0")
    assert run("update").returncode == 0
    second = running(root)
    assert second.startswith("8.0-")
    assert run("update", "--back").returncode == 0
    assert running(root) == first
    assert run("update").returncode == 0
    release(clone, "9.0")
    assert run("update").returncode == 0
    kept = {path.name for path in (root / "opt/five-lines/versions").iterdir()}
    assert kept == {running(root), second}


@pytest.mark.slow
def test_an_older_version_is_installed_only_when_that_is_asked_for(
    run: Run, clone: Path, tmp_path: Path
) -> None:
    """Its faults are known: who brings it may want them back."""
    root = tmp_path / "root"
    release(clone, "7.10")
    run("install")
    before = everything_below(root)
    release(clone, "7.9")
    done = run("update")
    assert done.returncode == 4
    assert "is older than 7.10-" in done.stderr
    assert "--older" in done.stderr
    assert everything_below(root) == before
    assert run("update", "--older").returncode == 0
    assert running(root).startswith("7.9-")


@pytest.mark.parametrize("fault", ["PIP_FAILS", "CHECK_FAILS"])
def test_an_update_that_fails_leaves_the_old_version_running_and_nothing_behind(
    fault: str, run: Run, clone: Path, tmp_path: Path
) -> None:
    run("install")
    before = everything_below(tmp_path / "root")
    release(clone, "8.0")
    done = run("update", **{fault: "yes"})
    assert done.returncode == 1
    assert "five-lines: the " in done.stderr
    assert everything_below(tmp_path / "root") == before


def test_an_update_to_the_version_that_runs_does_nothing(run: Run) -> None:
    run("install")
    done = run("update")
    assert done.returncode == 0
    assert "nothing is to be done" in done.stdout


def test_without_an_installation_there_is_nothing_to_update(run: Run) -> None:
    done = run("update")
    assert done.returncode == 1
    assert "install with: sudo sh deploy/install" in done.stderr


@pytest.mark.parametrize("script", ["install", "update"])
def test_packages_without_checksums_are_not_installed_from_a_folder(
    script: str, run: Run, tmp_path: Path
) -> None:
    """Whatever is in them is run as root."""
    if script == "update":
        assert run("install").returncode == 0
    before = everything_below(tmp_path)
    stick = tmp_path / "a stick"
    stick.mkdir()
    (stick / "polib-1.2.0-py2.py3-none-any.whl").write_text("whose?")
    done = run(script, "--wheels", str(stick))
    assert done.returncode == 1
    assert "no checksums" in done.stderr
    assert "Nothing was changed." in done.stderr
    shutil.rmtree(stick)
    assert everything_below(tmp_path) == before


def test_of_a_folder_with_checksums_pip_takes_wheels_and_builds_nothing(run: Run, tmp_path: Path) -> None:
    stick = a_stick(tmp_path)
    asked = tmp_path / "asked"
    done = run("install", "--wheels", str(stick), PIP_ASKED=str(asked))
    assert done.returncode == 0, done.stderr
    for line in asked.read_text().splitlines():
        assert f"--no-index --find-links {stick} --only-binary :all:" in line


def test_a_package_that_the_release_brings_too_has_to_be_the_releases(
    run: Run, clone: Path, tmp_path: Path
) -> None:
    """Whoever filled the folder wrote its checksums as well."""
    stick = a_stick(tmp_path)
    (clone / "wheels").mkdir()
    theirs = hashlib.sha256(b"another").hexdigest()
    (clone / "wheels" / "SHA256SUMS").write_text(f"{theirs}  polib-1.2.0-py2.py3-none-any.whl\n")
    done = run("install", "--wheels", str(stick))
    assert done.returncode == 1
    assert "is not the one of this release" in done.stderr
    assert not (tmp_path / "root").exists()


def test_a_folder_that_is_filled_has_wheels_and_their_checksums_also_with_a_blank_in_its_name(
    run: Run, tmp_path: Path
) -> None:
    stick, asked = tmp_path / "my stick", tmp_path / "asked"
    stick.mkdir()
    (stick / "polib-1.2.0-py2.py3-none-any.whl").write_bytes(b"one")
    done = run("install", "--keep", str(stick), PIP_ASKED=str(asked), MISSING="polib>=1.2")
    assert done.returncode == 0, done.stderr
    assert f"wheel --quiet --wheel-dir {stick} " in asked.read_text()
    assert (stick / "SHA256SUMS").read_text() == (
        f"{hashlib.sha256(b'one').hexdigest()}  polib-1.2.0-py2.py3-none-any.whl\n"
    )
    assert [it.name for it in tmp_path.iterdir() if it.name.startswith("my")] == ["my stick"]


def a_stick(tmp_path: Path) -> Path:
    """A folder with a package and its checksum, as --keep fills it."""
    stick = tmp_path / "a stick"
    stick.mkdir()
    name = "polib-1.2.0-py2.py3-none-any.whl"
    (stick / name).write_bytes(b"one")
    (stick / "SHA256SUMS").write_text(f"{hashlib.sha256(b'one').hexdigest()}  {name}\n")
    return stick


def test_a_line_for_sticks_is_written_once_and_others_stay(tmp_path: Path) -> None:
    fstab = tmp_path / "etc/fstab"
    fstab.parent.mkdir()
    others = "PARTUUID=1-2 / ext4 defaults,noatime 0 1\n"
    fstab.write_text(others)
    settle = [shutil.which("sh") or "sh", str(ROOT / "deploy/service/stick")]
    env = os.environ | {"FIVE_LINES_ROOT": str(tmp_path)}
    for _ in range(2):
        subprocess.run(settle, env=env, check=True)
        assert fstab.read_text().count("LABEL=FIVELINES") == 1
    assert fstab.read_text().startswith(others)
    findmnt = shutil.which("findmnt")
    if findmnt is not None:
        listed = [findmnt, "--tab-file", str(fstab), "--noheadings", "--output", "SOURCE,TARGET"]
        told = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
        assert "LABEL=FIVELINES /media/stick" in " ".join(told.split())
    subprocess.run([*settle, "--remove"], env=env, check=True)
    assert fstab.read_text() == others
    mine = "LABEL=FIVELINES /mnt/mine auto ro 0 0\n"
    fstab.write_text(mine)
    subprocess.run(settle, env=env, check=True)
    assert fstab.read_text() == mine


def test_uninstalling_keeps_the_games_and_purging_leaves_nothing(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "root"
    run("install")
    assert run("uninstall").returncode == 0
    assert [str(path) for path in everything_below(root) if (root / path).is_file()] == [
        "var/lib/five-lines/station.toml"
    ]
    for kept in ("var/lib/private/five-lines-link", "var/lib/five-lines-link"):
        (root / kept).mkdir(parents=True)
        (root / kept / "mqtt-password").write_text("secret\n")
    assert run("uninstall").returncode == 0
    assert (root / "var/lib/five-lines-link/mqtt-password").exists()
    assert run("uninstall", "--purge").returncode == 0
    assert not any((root / path).is_file() for path in everything_below(root))
    again = run("uninstall")
    assert again.returncode == 0
    assert "Removing" not in again.stdout


@pytest.mark.parametrize("script", ["install", "update", "uninstall"])
def test_an_unknown_option_is_named_and_help_is_given(script: str, run: Run) -> None:
    done = run(script, "--frobnicate")
    assert done.returncode == 2
    assert "--frobnicate is not known" in done.stderr
    assert f"deploy/{script}" in run(script, "--help").stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="root may do all this")
def test_without_root_it_says_how() -> None:
    done = subprocess.run(["sh", str(ROOT / "deploy/install")], capture_output=True, text=True, check=False)
    assert "sudo sh deploy/install" in done.stderr
