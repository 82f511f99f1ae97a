"""`five-lines watch` referees filmed games ply by ply as they were played."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import EXIT_USER_ERROR
from companion.film.film_folder import FIRST_GAME
from tests.support.film_events import played, told

SETUP = "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B"


def five_lines(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_the_film_that_ships_is_refereed_as_it_was_played() -> None:
    done = five_lines("watch", "--json")
    assert done.returncode == 0, done.stderr
    truth = json.loads((FIRST_GAME / "truth.json").read_text(encoding="utf-8"))
    assert told(done.stdout) == played(truth)
    assert json.loads(done.stdout.splitlines()[-1])["event"] == "won"


@pytest.mark.slow
def test_a_film_from_elsewhere_is_refereed_with_a_station_of_its_own(boards: Path, tmp_path: Path) -> None:
    film = boards / "film_00"
    truth = json.loads((film / "truth.json").read_text(encoding="utf-8"))
    throws = [{"throw": ply["die"]} for ply in truth["plies"] if ply["type"] != "correction"]
    (tmp_path / "throws.json").write_text(json.dumps(throws))
    reference = film / "reference"
    learned = five_lines(
        *("calibrate", "--empty", str(reference / "empty.jpg"), "--board", str(film / "board.toml")),
        *("--known", str(reference / "setup_a.jpg"), SETUP, "--out", str(tmp_path / "station")),
    )
    assert learned.returncode == 0, learned.stderr
    done = five_lines(
        *("watch", "--station", str(tmp_path / "station"), "--rules", "schaedler", "--json"),
        *("--throws", str(tmp_path / "throws.json"), str(film / "frames")),
    )
    assert done.returncode == 0, done.stderr
    assert told(done.stdout) == played(truth)


@pytest.mark.slow
def test_said_in_words_a_film_has_throws_a_pass_mistakes_with_their_remedy_and_a_winner() -> None:
    said = five_lines("watch").stdout
    for words in ("A throws 1.", "has no move with", "Not so:", "(Schädler 6)", "back to", "B has won!"):
        assert words in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "nowhere/film.toml: can't be read"),
        (["--station", "nowhere"], "--rules is missing"),
        (["--station", "nowhere", "--rules", "kidd"], "--throws is missing"),
        (["--throws", "nowhere.json"], "nowhere.json: the throws can't be read"),
        (["--starter", "C"], "there are A, B"),
    ],
)
def test_what_can_not_be_watched_is_said_in_a_line(arguments: list[str], said: str) -> None:
    done = five_lines("watch", *arguments)
    assert done.returncode == EXIT_USER_ERROR
    assert said in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_picture_that_is_cut_short_stops_the_film_with_its_name(tmp_path: Path) -> None:
    film = tmp_path / "film"
    (film / "frames").mkdir(parents=True)
    (film / "reference").mkdir()
    for name in ("film.toml", "board.toml", "throws.json", "reference/empty.jpg", "reference/setup.jpg"):
        (film / name).write_bytes((FIRST_GAME / name).read_bytes())
    first, second = sorted((FIRST_GAME / "frames").iterdir())[:2]
    (film / "frames" / first.name).write_bytes(first.read_bytes())
    (film / "frames" / second.name).write_bytes(second.read_bytes()[:9000])
    done = five_lines("watch", str(film), "--json")
    assert done.returncode == EXIT_USER_ERROR
    assert f"{second.name}: the file is cut short" in done.stderr
    assert json.loads(done.stdout.splitlines()[0])["event"] == "thrown"
