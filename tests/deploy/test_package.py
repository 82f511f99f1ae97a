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

pytestmark = pytest.mark.skipif(
    not (shutil.which("dh_python3") and shutil.which("ssh-keygen")),
    reason="needs debhelper, dh-python and openssh-client",
)


def make(folder: Path, *more: str) -> dict[str, Path]:
    """Make the packages and return their files by name."""
    made = ["sh", str(ROOT / "deploy/package"), "--out", str(folder), *more]
    subprocess.run(made, check=True, capture_output=True, text=True)
    return {file.name.partition("_")[0]: file for file in folder.glob("*.deb")}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    key = tmp_path_factory.mktemp("key") / "ours"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    made = make(tmp_path_factory.mktemp("packages"), "--sign", str(key))
    made["five-lines"].with_name("keys").write_text(f"releases {key.with_suffix('.pub').read_text()}")
    return made


def field(package: Path, name: str) -> str:
    read = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(read, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.slow
def test_all_packages_are_made(packages: dict[str, Path]) -> None:
    assert set(packages) == {"five-lines", "five-lines-lab", "five-lines-link", "five-lines-make"}
    (sums,) = packages["five-lines"].parent.glob("*.sha256")
    check = ["sha256sum", "--check", "--strict", sums.name]
    subprocess.run(check, cwd=sums.parent, check=True, capture_output=True)


@pytest.mark.slow
def test_the_package_s_own_check_says_who_has_signed_the_packages(
    packages: dict[str, Path], tmp_path: Path
) -> None:
    subprocess.run(["dpkg-deb", "--extract", str(packages["five-lines"]), str(tmp_path)], check=True)
    (sums,) = packages["five-lines"].parent.glob("*.sha256")
    checker = tmp_path / "usr/lib/five-lines/share/check-release"
    assert "/etc/five-lines-release-keys" in checker.read_text(encoding="utf-8")
    command = ["sh", str(checker), str(sums), str(sums.with_name("keys"))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.count(": OK") == len(packages), done.stderr
    assert done.stdout.endswith("are as releases has signed them.\n")


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
    version, number = field(packages["five-lines"], "Version"), __version__.partition(".dev")[0]
    assert re.fullmatch(rf"{re.escape(number)}(~git\d{{12}}\.[0-9a-f]+)?", version)
    for one, other in (
        (version, number),
        (f"{number}~dev0", version),
        (f"{number}~git202611280000.f", version),
    ):
        older = ["dpkg", "--compare-versions", one, "le", other]
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
    measure = [sys.executable, "-P", "-m", "companion", "measure", "--help"]
    subprocess.run(measure, env=environment, cwd=tmp_path, capture_output=True, check=True)
    where = [sys.executable, "-P", "-c", "import companion; print(companion.__file__)"]
    found = subprocess.run(where, env=environment, capture_output=True, text=True, check=True).stdout.strip()
    assert found == str(private / "companion/__init__.py")
    assert "five-lines" in (tmp_path / "usr/share/bash-completion/completions/five-lines").read_text()


@pytest.mark.skipif(shutil.which("lintian") is None, reason="needs lintian")
@pytest.mark.slow
def test_lintian_finds_no_error_and_warns_of_nothing(packages: dict[str, Path]) -> None:
    checked = ["lintian", "--no-cfg", "--fail-on", "error,warning", *map(str, packages.values())]
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
