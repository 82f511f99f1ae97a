"""`five-lines capture`: the pictures that calibrate wants, taken as the station takes its own."""

import io
import shlex
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.command_line import POSITION, Run
from tests.support.drawn_board import Scene, draw, setup
from vision.picture_file import read_picture

VIRTUAL = '[station]\ncalibration = "board"\n[camera]\ndevice = "virtual"\n'


def settings(folder: Path, text: str = VIRTUAL) -> Path:
    path = folder / "station.toml"
    path.write_text(text, encoding="utf-8")
    return path


def press_enter(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * times))


@pytest.mark.slow
def test_what_it_takes_and_says_next_calibrates_the_board(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    press_enter(monkeypatch, 2)
    status, told, _ = run("capture", "--settings", settings(tmp_path), "--out", tmp_path / "pictures")
    assert status == 0
    assert "Take everything off the board." in told
    assert POSITION in told
    (line,) = [line for line in told.splitlines() if line.startswith("Now calibrate: ")]
    _, *words = shlex.split(line.removeprefix("Now calibrate: "))
    assert run(*words, "--a-side", "bottom")[0] == 0
    status, read, _ = run(
        "read", "--station", tmp_path / "board", tmp_path / "pictures" / "known.png", "--json"
    )
    assert status == 0
    assert '"status": "clear"' in read


@pytest.mark.slow
def test_it_takes_the_very_picture_that_the_camera_gives(run: Run, tmp_path: Path) -> None:
    film = tmp_path / "film"
    film.mkdir()
    shown = draw(Scene(setup(), seed=1))
    cv2.imwrite(str(film / "1.png"), shown)
    file = settings(tmp_path, '[camera]\ndevice = "film"\nfilm = "film"\n')
    status, told, _ = run("capture", "--settings", file, "--only", "known", "--out", tmp_path / "out")
    assert status == 0
    assert np.array_equal(read_picture(tmp_path / "out" / "known.png"), shown)
    assert not (tmp_path / "out" / "empty.png").exists()
    assert f"{shown.shape[1]} x {shown.shape[0]}" in told


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[camera]\ndevice = "film"\nfilm = "nowhere"\n', ("nowhere", "film")),
        (VIRTUAL, ("nobody", "--only")),
        ("[camera]\nnumber = -1\n", ("number",)),
    ],
)
def test_what_keeps_it_from_that_is_said_in_a_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: tuple[str, ...]
) -> None:
    press_enter(monkeypatch, 0)
    status, _, complaint = run("capture", "--settings", settings(tmp_path, text), "--out", tmp_path / "out")
    assert status == 2
    assert complaint.startswith("five-lines: ")
    assert complaint.count("\n") == 1
    for word in words:
        assert word in complaint
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_dark_and_soft_picture_is_remarked_on(run: Run, tmp_path: Path) -> None:
    film = tmp_path / "film"
    film.mkdir()
    dark = draw(Scene(setup(), gain_bgr=(0.1, 0.1, 0.1), seed=1))
    cv2.imwrite(str(film / "1.png"), dark)
    file = settings(tmp_path, '[camera]\ndevice = "film"\nfilm = "film"\n')
    status, _, complaint = run("capture", "--settings", file, "--only", "empty", "--out", tmp_path / "out")
    assert status == 0
    assert "it is dark" in complaint
