"""The product's wheel alone, in an environment without the lab, and the lab's."""

import select
import subprocess
import sys
import sysconfig
import time
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.link.demo import free_port, running
from tests.support.root import ROOT

pytestmark = pytest.mark.slow

BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"


def wheel_of(folder: Path, out: Path) -> Path:
    """Build the wheel of a project from a copy of what git knows of it, without a network."""
    copy = out / "source"
    listed = subprocess.run(["git", "ls-files"], cwd=folder, check=True, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        if (folder / name).is_file() and not name.startswith(("lab/", "tests/", "bench/", "docs/")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((folder / name).read_bytes())
    subprocess.run([sys.executable, "-c", BUILD, str(out)], cwd=copy, check=True, capture_output=True)
    (wheel,) = out.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with this project's libraries and its wheel, and without its lab."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git clone")
    wheel = wheel_of(ROOT, tmp_path_factory.mktemp("product"))
    home = tmp_path_factory.mktemp("alone")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    places = {name: str(home) for name in ("base", "platbase")}
    own = Path(sysconfig.get_path("purelib", "venv", places))
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if "five_lines" not in entry.name:
            (own / entry.name).symlink_to(entry)
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(own)
    return home / "bin" / "python"


def test_the_station_plays_a_game(alone: Path, tmp_path: Path) -> None:
    command = [str(alone), "-m", "companion", "--autoplay", "1", "--seed", "5", "--headless"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    asked = [str(alone), "-c", "import companion; print(companion.__file__)"]
    where = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert where.stdout.startswith(str(alone.parents[1]))


def test_the_link_serves_a_page(alone: Path, tmp_path: Path) -> None:
    port, file = free_port(), tmp_path / "station.toml"
    table = '[station]\ndata = "."\n[link]\nenabled = true\npage = true\n'
    file.write_text(f"{table}page_port = {port}\n", encoding="utf-8")
    given = ["--settings", str(file)]
    plays = ["station", "--virtual", "--autoplay", "100", "--headless", *given]
    with (
        running([str(alone), "-m", "companion", *plays], tmp_path / "station.log"),
        running([str(alone), "-m", "companion", "link", *given], tmp_path / "link.log"),
    ):
        page = first_page(port)
    assert "<html" in page, (tmp_path / "link.log").read_text(encoding="utf-8")


def first_page(port: int) -> str:
    """Return the page for phones, once it is served; empty after a minute without one."""
    until_s = time.monotonic() + 60
    while time.monotonic() < until_s:
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:
            select.select([], [], [], 0.2)
    return ""


def test_a_command_of_the_lab_says_how_to_get_it(alone: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [str(alone), "-m", "companion", "measure"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "pip install -e lab" in done.stderr


def test_the_lab_is_a_wheel_of_its_own(tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel_of(ROOT / "lab", tmp_path)) as packed:
        names = packed.namelist()
    assert {name.partition("/")[0] for name in names if "dist-info" not in name} == {"five_lines_lab"}
    for name in ("atlas/page/atlas.js", "commands/commands.toml", "report/comparison.md", "testimonies.toml"):
        assert f"five_lines_lab/{name}" in names
