"""The Debian packages: what is in them, and the program runs from them; tests/deploy/roots installs them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__
from tests.support.root import ROOT

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")


def make(folder: Path) -> dict[str, Path]:
    """Make the packages and return their files by name."""
    made = ["sh", str(ROOT / "deploy/package"), "--out", str(folder)]
    subprocess.run(made, check=True, capture_output=True, text=True)
    return {file.name.partition("_")[0]: file for file in folder.glob("*.deb")}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return make(tmp_path_factory.mktemp("packages"))


def field(package: Path, name: str) -> str:
    read = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(read, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.slow
def test_both_packages_are_made(packages: dict[str, Path]) -> None:
    assert set(packages) == {"five-lines", "five-lines-link"}


@pytest.mark.nightly
def test_packages_are_the_same_when_made_again(packages: dict[str, Path], tmp_path: Path) -> None:
    again = make(tmp_path)
    assert {name: file.read_bytes() for name, file in again.items()} == {
        name: file.read_bytes() for name, file in packages.items()
    }


@pytest.mark.slow
def test_the_version_is_the_program_s_and_one_still_being_made_comes_before_the_finished_one(
    packages: dict[str, Path],
) -> None:
    version = field(packages["five-lines"], "Version")
    assert version.replace("~", ".") == __version__
    older = ["dpkg", "--compare-versions", version, "le", __version__.partition(".dev")[0]]
    assert subprocess.run(older, check=False).returncode == 0
    assert field(packages["five-lines-link"], "Depends").startswith(f"five-lines (= {version}),")


@pytest.mark.slow
def test_every_library_of_the_program_is_asked_of_apt(packages: dict[str, Path]) -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = re.findall(r'^    "([a-z-]+)>=', project, flags=re.MULTILINE)
    assert "numpy" in wanted
    asked = set(re.findall(r"python3-([a-z]+)", field(packages["five-lines"], "Depends")))
    # Completion is made with the package.
    assert asked == {name.partition("-")[0] for name in wanted} - {"shtab"}


@pytest.mark.slow
def test_the_program_runs_from_where_the_package_puts_it(packages: dict[str, Path], tmp_path: Path) -> None:
    for package in packages.values():
        subprocess.run(["dpkg-deb", "--extract", str(package), str(tmp_path)], check=True)
    private = tmp_path / "usr/lib/five-lines"
    assert not (tmp_path / "usr/lib/python3").exists()
    environment = {**os.environ, "PYTHONPATH": str(private), "PYTHONDONTWRITEBYTECODE": "1"}
    for words in (["--version"], ["watch"], ["link", "--help"]):
        run = [sys.executable, "-P", "-m", "companion", *words]
        done = subprocess.run(run, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    where = [sys.executable, "-P", "-c", "import companion; print(companion.__file__)"]
    found = subprocess.run(where, env=environment, capture_output=True, text=True, check=True).stdout.strip()
    assert found == str(private / "companion/__init__.py")
    assert "five-lines" in (tmp_path / "usr/share/bash-completion/completions/five-lines").read_text()


@pytest.mark.skipif(shutil.which("lintian") is None, reason="needs lintian")
@pytest.mark.slow
def test_lintian_finds_no_error(packages: dict[str, Path]) -> None:
    checked = ["lintian", "--no-cfg", "--fail-on", "error", *map(str, packages.values())]
    done = subprocess.run(checked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_no_unit_names_a_file_that_no_package_brings(packages: dict[str, Path], tmp_path: Path) -> None:
    for package in packages.values():
        subprocess.run(["dpkg-deb", "--extract", str(package), str(tmp_path)], check=True)
    units = [file for file in (tmp_path / "usr/lib/systemd/system").rglob("*") if file.is_file()]
    assert len(units) > 6
    for unit in units:
        text = unit.read_text(encoding="utf-8")
        assert "/opt/" not in text, unit
        for named in re.findall(r"/usr/(?:bin|lib)/five-lines[\w./-]*", text):
            assert (tmp_path / named.lstrip("/")).exists(), (unit, named)


def test_what_is_not_known_is_refused(tmp_path: Path) -> None:
    run = ["sh", str(ROOT / "deploy/package"), "--outt", str(tmp_path)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--outt is not known" in done.stderr
