"""The product's wheel alone, in an environment without the others, and the others."""

import os
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
        if (folder / name).is_file() and not name.startswith(("lab/", "make/", "tests/", "bench/", "docs/")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((folder / name).read_bytes())
    subprocess.run([sys.executable, "-c", BUILD, str(out)], cwd=copy, check=True, capture_output=True)
    (wheel,) = out.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with this project's libraries and its wheel, and no more of it."""
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


@pytest.mark.parametrize(("folder", "command"), [("lab", "measure"), ("make", "hall")])
def test_a_command_of_another_wheel_says_how_to_get_it(
    folder: str, command: str, alone: Path, tmp_path: Path
) -> None:
    done = subprocess.run(
        [str(alone), "-m", "companion", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"pip install -e {folder}" in done.stderr


@pytest.mark.parametrize(
    ("folder", "files"),
    [
        (
            "lab",
            ("atlas/page/atlas.js", "commands/commands.toml", "report/comparison.md", "testimonies.toml"),
        ),
        ("make", ("commands/commands.toml", "prints/hall/notices-en.txt", "py.typed")),
    ],
)
def test_lab_and_make_are_wheels_of_their_own(folder: str, files: tuple[str, ...], tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel_of(ROOT / folder, tmp_path)) as packed:
        names = packed.namelist()
    assert {name.partition("/")[0] for name in names if "dist-info" not in name} == {f"five_lines_{folder}"}
    assert not {f"five_lines_{folder}/{name}" for name in files} - set(names)


def test_make_beside_the_product_draws_a_board(alone: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel_of(ROOT / "make", tmp_path / "wheel")) as packed:
        packed.extractall(tmp_path / "beside")
    command = [str(alone), "-m", "companion", "board", "--size", "A4", "-o", "board.pdf"]
    beside = {**os.environ, "PYTHONPATH": str(tmp_path / "beside")}
    subprocess.run(command, cwd=tmp_path, env=beside, check=True)
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")
