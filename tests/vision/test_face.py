"""The package's face: what its docstring shows is so, and what it offers is there."""

import doctest
from pathlib import Path

import pytest

import vision
from calibration.calibration_folder import save
from tests.support.drawn_board import Scene, draw, setup


@pytest.mark.slow
def test_the_example_reads_a_board(
    calibration: vision.Calibration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(calibration, tmp_path / "calibration")
    (tmp_path / "frame.png").write_bytes(vision.encode_picture(draw(Scene(setup(), seed=4))))
    monkeypatch.chdir(tmp_path)
    (example,) = doctest.DocTestFinder(recurse=False).find(vision, "vision")
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert len(example.examples) == 7
    assert not said


def test_everything_that_it_offers_is_there() -> None:
    assert all(hasattr(vision, name) for name in vision.__all__)
