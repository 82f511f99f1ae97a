"""A release archive is made by one command, installs without a network, and tells when it is damaged.

Made with wheels that are stand-ins; with FIVE_LINES_NETWORK=yes also with the real ones, which takes minutes.
"""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from companion import __version__
from tests.support.releases import Run, git, unpacked
from tests.support.root import ROOT

pytestmark = pytest.mark.slow

SUMMED = (("one", b"1"), ("two", b"2"))


def test_an_archive_has_the_committed_files_all_wheels_and_their_checksums(
    run: Run, clone: Path, tmp_path: Path
) -> None:
    (clone / "companion" / "draft.py").touch()
    asked_for = tmp_path / "asked-for.txt"
    done = run(ASKED_FOR=str(asked_for))
    assert done.returncode == 0, done.stderr
    assert "What is not committed is left out." in done.stdout
    asked = asked_for.read_text().split()
    assert {"pip", "setuptools>=77.0.3", "opencv-python-headless>=4.8.1.78", "numpy>=1.24"} <= set(asked)
    # pip reads a marker for the Python it runs on, not for the release's.
    assert [it for it in asked if it.startswith("pygame") or ";" in it] == ["pygame>=2.1"]
    folder = unpacked(tmp_path, "five-lines-7.0-aarch64")
    assert (folder / "deploy" / "install").exists()
    assert not (folder / "companion" / "draft.py").exists()
    wheels = {file.name for file in (folder / "wheels").glob("*.whl")}
    assert wheels == {f"numpy-{it}-for-this-machine.whl" for it in ("3.11", "3.13")} | {
        "polib-1.2.0-py2.py3-none-any.whl"
    }
    sums = (folder / "wheels" / "SHA256SUMS").read_text().splitlines()
    assert sums == [
        f"{hashlib.sha256((folder / 'wheels' / it).read_bytes()).hexdigest()}  {it}" for it in sorted(wheels)
    ]
    said = (tmp_path / "out" / "five-lines-7.0-aarch64.tar.gz.sha256").read_text().split()[0]
    assert said == hashlib.sha256((tmp_path / "out/five-lines-7.0-aarch64.tar.gz").read_bytes()).hexdigest()


def test_the_atlas_is_made_of_its_survey(run: Run, clone: Path, tmp_path: Path) -> None:
    shutil.copytree(
        ROOT / "companion",
        clone / "companion",
        ignore=shutil.ignore_patterns("__pycache__"),
        dirs_exist_ok=True,
    )
    kept = ROOT / "deploy" / "atlas" / "survey.sqlite"
    (clone / "deploy" / "atlas").mkdir()
    shutil.copy(kept, clone / "deploy" / "atlas")
    git(clone, "add", ".")
    git(clone, "commit", "--quiet", "--message", "with a survey")
    done = run()
    assert done.returncode == 0, done.stderr
    page = unpacked(tmp_path, f"five-lines-{__version__}-aarch64") / "deploy" / "atlas"
    assert {"index.html", "atlas.css", "atlas.js", "data.js", "survey.csv"} <= {
        it.name for it in page.iterdir()
    }
    assert (page / "survey.sqlite").read_bytes() == kept.read_bytes()


def test_made_again_it_is_the_same_to_the_byte(run: Run, tmp_path: Path) -> None:
    assert run("--arch", "x86_64").returncode == 0
    first = (tmp_path / "out/five-lines-7.0-x86_64.tar.gz").read_bytes()
    assert run("--arch", "x86_64").returncode == 0
    assert (tmp_path / "out/five-lines-7.0-x86_64.tar.gz").read_bytes() == first


def test_packages_of_the_system_are_put_in_when_they_are_given(run: Run, tmp_path: Path) -> None:
    stick = tmp_path / "a stick"
    stick.mkdir()
    assert "no package (.deb)" in run("--add", str(stick)).stderr
    (stick / "python3-pygame_2.1_arm64.deb").write_text("a package")
    assert run("--add", str(stick)).returncode == 0
    folder = unpacked(tmp_path, "five-lines-7.0-aarch64")
    assert "python3-pygame_2.1_arm64.deb" in (folder / "wheels" / "SHA256SUMS").read_text()


@pytest.mark.parametrize("script", ["install", "update"])
@pytest.mark.parametrize("damage", ["changed", "missing", "strange"])
def test_an_archive_with_damaged_wheels_is_not_installed(
    script: str, damage: str, run: Run, tmp_path: Path
) -> None:
    assert run().returncode == 0
    folder = unpacked(tmp_path, "five-lines-7.0-aarch64")
    match damage:
        case "changed":
            (folder / "wheels" / "numpy-3.11-for-this-machine.whl").write_text("other")
        case "missing":
            (folder / "wheels" / "numpy-3.11-for-this-machine.whl").unlink()
        case _:
            (folder / "wheels" / "stranger-1.0-py3-none-any.whl").write_text("mine")
    done = subprocess.run(
        ["sh", str(folder / "deploy" / script)],
        env={"PATH": os.environ["PATH"], "FIVE_LINES_ROOT": str(tmp_path / "root")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Nothing was changed." in done.stderr
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--arch", "armv6l"], "not for armv6l"), (["--frobnicate"], "--frobnicate is not known")],
)
def test_what_cannot_be_made_is_reported(arguments: list[str], said: str, run: Run, tmp_path: Path) -> None:
    done = run(*arguments)
    assert done.returncode != 0
    assert said in done.stderr
    assert not list(tmp_path.glob("out/*"))


def test_a_station_that_knows_a_key_takes_only_what_it_has_signed(
    whole: Path, run: Run, keys: Path, deploy: Run, tmp_path: Path
) -> None:
    done = run("--sign", str(keys / "ours"))
    assert done.returncode == 0, done.stderr
    folder = unpacked(tmp_path, "five-lines-7.0-aarch64")
    done = deploy(folder, "install", "--key", str(keys / "known"))
    assert done.returncode == 0, done.stderr
    assert "as releases@museum has signed it" in done.stdout
    current = tmp_path / "root" / "opt" / "five-lines" / "current"
    first = current.readlink()

    (whole / "companion" / "__init__.py").write_text('__version__ = "7.1"\n')
    git(whole, "commit", "--quiet", "--all", "--message", "7.1")
    assert run().returncode == 0
    newer = unpacked(tmp_path, "five-lines-7.1-aarch64")
    done = deploy(newer, "update")
    assert done.returncode == 1
    assert "is not signed" in done.stderr
    assert current.readlink() == first

    assert run("--sign", str(keys / "other")).returncode == 0
    newer = unpacked(tmp_path, "five-lines-7.1-aarch64")
    # What came with it can't speak for itself: the installed version checks.
    (newer / "deploy" / "service" / "check-release").write_text("exit 0\n")
    done = deploy(newer, "update")
    assert done.returncode == 1
    assert "no key that is known here" in done.stderr
    assert current.readlink() == first

    shutil.rmtree(newer)
    assert run("--sign", str(keys / "ours")).returncode == 0
    newer = unpacked(tmp_path, "five-lines-7.1-aarch64")
    done = deploy(newer, "update")
    assert done.returncode == 0, done.stderr
    assert current.readlink().name.startswith("7.1-")


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("companion/__init__.py", "not as it was signed"),
        ("SHA256SUMS", "signature of this version is wrong"),
        ("companion/stranger.py", "files here that are not of this version"),
        ("SHA256SUMS.sig", "no key that is known here"),
    ],
)
def test_what_was_changed_after_signing_is_not_installed(
    file: str, said: str, whole: Path, run: Run, keys: Path, deploy: Run, tmp_path: Path
) -> None:
    assert run("--sign", str(keys / "ours")).returncode == 0
    folder = unpacked(tmp_path, "five-lines-7.0-aarch64")
    (folder / file).write_text("changed\n")
    done = deploy(folder, "install", "--key", str(keys / "known"))
    assert done.returncode == 1
    assert said in done.stderr
    assert "Nothing was changed." in done.stderr
    assert not (tmp_path / "root").exists()
    assert deploy(folder, "install", "--key", str(keys / "known"), "--unsigned").returncode == 0


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (["ln", "-s", "{file}", "companion/__init__.py"], "./companion/__init__.py is a link"),
        (["ln", "{file}", "companion/__init__.py"], "./companion/__init__.py is a link"),
        (["chmod", "u+s", "companion/__init__.py"], "./companion/__init__.py is a link"),
        (["ln", "-s", "/etc", "companion/odd"], "./companion/odd is a link"),
        (["mkfifo", "companion/odd"], "./companion/odd is a link"),
    ],
)
def test_nothing_that_leads_out_of_a_release_or_runs_as_somebody_else_is_installed(
    command: list[str], names: str, run: Run, keys: Path, tmp_path: Path
) -> None:
    """Links to the same bytes could be turned after the check."""
    assert run("--sign", str(keys / "ours")).returncode == 0
    folder = unpacked(tmp_path, "five-lines-7.0-aarch64")
    file = tmp_path / "outside"
    shutil.copy(folder / "companion" / "__init__.py", file)
    if command[0] == "ln" and command[-1].endswith(".py"):
        (folder / "companion" / "__init__.py").unlink()
    subprocess.run([it.format(file=file) for it in command], cwd=folder, check=True)
    checker = ["sh", str(folder / "deploy/service/check-release"), str(folder), str(keys / "known")]
    done = subprocess.run(checker, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert names in done.stderr


def test_a_list_of_sums_is_checked_for_the_files_that_lie_beside_it(keys: Path, tmp_path: Path) -> None:
    """As the packages have it; somebody may have taken one of three."""
    folder = tmp_path / "packages"
    folder.mkdir()
    (folder / "one.deb").write_text("1")
    listed = "".join(f"{hashlib.sha256(text).hexdigest()}  ./{name}.deb\n" for name, text in SUMMED)
    (folder / "sums").write_text(listed)

    def check(signer: str = "ours") -> subprocess.CompletedProcess[str]:
        (folder / "sums.sig").unlink(missing_ok=True)
        sign = ["ssh-keygen", "-Y", "sign", "-n", "five-lines-release", "-f", str(keys / signer), "sums"]
        subprocess.run(sign, cwd=folder, check=True, capture_output=True)
        command = ["sh", str(ROOT / "deploy/service/check-release"), "packages/sums", str(keys / "known")]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    good = "./one.deb: OK\nThe files named above are as releases@museum has signed them.\n"
    assert (check().returncode, check().stdout) == (0, good)
    assert "no key that is known here" in check("other").stderr
    (folder / "one.deb").write_text("2")
    assert "a file is not as it was signed" in check().stderr
    (folder / "one.deb").unlink()
    assert check().returncode == 1
    (folder / "sums.sig").unlink()
    bare = ["sh", str(ROOT / "deploy/service/check-release"), str(folder / "sums"), str(keys / "known")]
    assert "is not signed" in subprocess.run(bare, capture_output=True, text=True, check=False).stderr


def test_a_file_of_keys_may_be_named_from_where_one_stands(run: Run, keys: Path, tmp_path: Path) -> None:
    assert run("--sign", str(keys / "ours")).returncode == 0
    folder = unpacked(tmp_path, "five-lines-7.0-aarch64")
    command = ["sh", str(folder / "deploy/service/check-release"), str(folder), "known"]
    done = subprocess.run(command, cwd=keys, capture_output=True, text=True, check=False)
    assert done.stdout == "This version is as releases@museum has signed it.\n", done.stderr


def test_what_nothing_here_can_check_has_a_status_of_its_own(keys: Path, tmp_path: Path) -> None:
    """A station without ssh-keygen says so, and not that the release is damaged."""
    command = ["/bin/sh", str(ROOT / "deploy/service/check-release"), str(tmp_path), str(keys / "known")]
    nothing = {"PATH": str(tmp_path)}
    done = subprocess.run(command, env=nothing, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "needs ssh-keygen" in done.stderr


def test_without_git_there_is_no_release(clone: Path, run: Run) -> None:
    shutil.rmtree(clone / ".git")
    assert "from a clone that git knows" in run().stderr


@pytest.mark.slow
@pytest.mark.skipif("FIVE_LINES_NETWORK" not in os.environ, reason="400 MB; set FIVE_LINES_NETWORK=yes")
@pytest.mark.parametrize("arch", ["aarch64", "x86_64"])
def test_the_real_archive_is_for_that_machine_and_installs_without_a_network(
    arch: str, tmp_path: Path
) -> None:
    made = subprocess.run(
        ["sh", str(ROOT / "deploy/archive"), "--arch", arch, "--out", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    (archive,) = (tmp_path / "out").glob("*.tar.gz")
    folder = unpacked(tmp_path, archive.name.removesuffix(".tar.gz"))
    wheels = [file.name for file in (folder / "wheels").glob("*.whl")]
    assert [it for it in wheels if not it.removesuffix(".whl").endswith(("-none-any", arch))] == []
    for python in ("cp311", "cp313"):
        for name in ("numpy", "pygame", "pillow"):
            assert [it for it in wheels if it.startswith(f"{name}-") and f"-{python}-" in it], (name, python)
    if arch != os.uname().machine:
        return
    bare = ["unshare", "--net"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*bare, "sh", str(folder / "deploy/install")],
        env=os.environ | {"FIVE_LINES_ROOT": str(tmp_path / "root"), "PIP_CONFIG_FILE": "/dev/null"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "The film that ships with it was refereed without a fault." in done.stdout
    command = tmp_path / "root/opt/five-lines/current/bin/five-lines"
    assert subprocess.run([command, "--version"], capture_output=True, check=False).returncode == 0
