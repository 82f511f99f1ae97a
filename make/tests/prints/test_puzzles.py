"""Puzzles from recorded games: which choices make one, and the sheet with the solutions on its back."""

from functools import cache
from pathlib import Path
from random import Random

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from companion.analysis.play.opponent import choose
from companion.analysis.play.puzzles import MIN_CHOICES, MIN_MARGIN, puzzles_in
from companion.analysis.play.value_table import ValueTable, path_of
from companion.cli import main
from companion.game import (
    GameRecord,
    Rules,
    Seat,
    Turn,
    legal_moves,
    next_seat,
    outcome,
    play,
    start_position,
    write_game,
)
from companion.game.levels import LEVELS
from companion.interface.summary import StandOut
from companion.presentation.words import LANGUAGES
from five_lines_make.commands.puzzles import printed
from five_lines_make.prints.puzzle_sheet import draw_puzzles
from tests.support.chances import QUICK, quick_table

pytestmark = pytest.mark.slow


@cache
def games() -> tuple[GameRecord, ...]:
    """Some games of learners."""
    return tuple(played(Random(number)) for number in range(20))


def played(random: Random) -> GameRecord:
    position, seat, turns = start_position(QUICK), Seat.A, list[Turn]()
    while (ended := outcome(position, QUICK, len(turns))) is None:
        throw = QUICK.die.throw(random)
        legal = legal_moves(position, seat, throw, QUICK)
        action = choose(quick_table(), position, legal, LEVELS[2], random)
        turns.append(Turn(seat, throw, action))
        position, seat = play(position, action), next_seat(seat, action)
    return GameRecord(QUICK, tuple(turns), ended)


def table_of(rules: Rules) -> ValueTable:
    return quick_table()


def puzzles() -> list[StandOut]:
    return [printed(puzzle)[1] for puzzle in puzzles_in(games(), table_of)]


def test_the_best_choice_of_a_puzzle_is_clear_and_others_are_there() -> None:
    for it in puzzles():
        legal = legal_moves(it.position, it.seat, it.throw, QUICK)
        chances = sorted(one.chance for one in quick_table().prospects(it.position, legal))
        assert len(chances) >= MIN_CHOICES
        assert chances[-1] - chances[-2] == pytest.approx(it.share)
        assert it.share >= MIN_MARGIN
        assert chances[-1] < 1


def test_nobody_finds_it_by_reaching_the_goal_wherever_that_can_be_done() -> None:
    goals = {Seat.A: "3B", Seat.B: "3A"}
    for it in puzzles():
        legal = legal_moves(it.position, it.seat, it.throw, QUICK)
        reach = [move for move in legal if move.target == goals[it.seat] and move.source != goals[it.seat]]
        assert reach != [it.best]


def test_those_that_were_missed_come_first_and_none_comes_twice() -> None:
    missed = [it.action != it.best for it in puzzles()]
    assert missed == sorted(missed, reverse=True)
    assert {True, False} == set(missed)
    twice = [*games(), *games()]
    assert puzzles_in(twice, table_of) == puzzles_in(games(), table_of)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_on_both_sides_fits_and_only_the_back_tells(language: str) -> None:
    some = [printed(puzzle) for puzzle in puzzles_in(games(), table_of)[:6]]
    front, back = (draw_puzzles(some, language, solved=solved) for solved in (False, True))
    for side in (front, back):
        assert [text.string for text in side.texts if not text.fits] == []
        assert len(side.boards) == 6
    told = [{word for text in side.texts for word in text.string.split()} for side in (front, back)]
    assert "→" in told[1]
    assert "→" not in told[0]


def test_the_command_writes_a_front_and_a_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quick_table().save(path_of(tmp_path, QUICK))
    for number, game in enumerate(games()):
        (tmp_path / f"{number}.txt").write_text(write_game(game), encoding="utf-8")
    files = [str(path) for path in sorted(tmp_path.glob("*.txt"))]
    out = tmp_path / "puzzles.pdf"
    arguments = ["--tables", str(tmp_path), "-o", str(out)]
    assert main(["puzzles", *files, *arguments, "--count", "5"]) == 0
    assert capsys.readouterr().out.startswith("5 of ")
    pdf = pypdfium2.PdfDocument(out)
    assert len(pdf) == 2
    pdf.close()
    assert main(["puzzles", *files, *arguments]) == 2
    assert "the file exists" in capsys.readouterr().err
    (tmp_path / "short.txt").write_text(write_game(GameRecord(QUICK, (), None)), encoding="utf-8")
    assert main(["puzzles", str(tmp_path / "short.txt"), *arguments, "--force"]) == 2
    assert "no choice of 1 games makes a puzzle" in capsys.readouterr().err
    assert main(["puzzles", *files, "-o", "puzzles.doc"]) == 2
    assert "end the name with .pdf, .svg or .png" in capsys.readouterr().err


def test_twelve_come_without_any_game_and_the_same_ones_for_every_class(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "other"):
        arguments = ["--count", "12", "--language", "fr", "--tables", str(tmp_path)]
        assert main(["puzzles", *arguments, "-o", str(tmp_path / f"{name}.png")]) == 0
        assert capsys.readouterr().out.startswith("12 of 21 puzzles from 20 games: ")
    for side in ("1", "1-back", "2", "2-back"):
        assert (tmp_path / f"one-{side}.png").read_bytes() == (tmp_path / f"other-{side}.png").read_bytes()
