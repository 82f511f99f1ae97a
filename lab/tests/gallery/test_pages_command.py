"""`five-lines pages` draws pictures, and says what is wrong when asked for something there is not."""

from pathlib import Path

import pygame
import pytest

from companion.cli import main
from companion.display.pages import PAGES
from five_lines_lab.gallery.examples import examples


@pytest.mark.slow
def test_one_page_in_one_language_at_one_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["--size", "480x320", "--language", "el", "--page", "welcome"]
    assert main(["pages", "--out", str(tmp_path), *wanted]) == 0
    drawn = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.png"))
    assert drawn == [f"480x320/el/{theme}/welcome.png" for theme in ("bright", "high-contrast", "low-light")]
    assert pygame.image.load(tmp_path / drawn[0]).get_size() == (480, 320)
    assert "3 pages" in capsys.readouterr().out


def test_a_page_on_which_a_text_does_not_fit_is_reported_and_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ["--size", "240x240", "--language", "de", "--page", "not-so-entry"]
    assert main(["pages", "--out", str(tmp_path), *wanted]) == 1
    assert "not every text fits its box" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["--size", "big"], "write width and height"),
        (["--size", "100x100"], "each at least 240"),
        (["--language", "xx"], "there are en, de, fr, it, el"),
        (["--page", "nothing"], "there are welcome,"),
    ],
)
def test_what_is_not_there_is_refused_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: list[str], told: str
) -> None:
    assert main(["pages", "--out", str(tmp_path / "new"), *wrong]) == 2
    error = capsys.readouterr().err
    assert error.startswith("five-lines: ")
    assert error.count("\n") == 1
    assert told in error


def test_the_examples_show_every_page() -> None:
    kinds = {type(view) for view in examples().values()}
    assert kinds == set(PAGES)
