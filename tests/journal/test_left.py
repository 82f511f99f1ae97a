"""Games that were left at home wait: a station that is killed after any step has lost none."""

import os
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Outcome, Seat, Termination, rules_for
from companion.game.fair_die import FairDie
from companion.journal import (
    FILE_NAME,
    Abandoned,
    Database,
    DieThrown,
    Journal,
    NoSuchGameError,
    SeedRevealed,
)
from companion.journal.database import copy_without_sealed
from companion.journal.home.names import NameBook
from companion.journal.journal import MAX_LEFT
from companion.referee.events import Ended
from companion.referee.match import HomeMatch
from companion.referee.referee import begin
from tests.support.playing import NOON

RULES = rules_for("schaedler")
OVER = Outcome(Termination.RESIGNED, Seat.B)
STEPS = ("begin", "throw", "take up", "end", "seal nothing")


def die(number: int) -> FairDie:
    return FairDie(RULES.die, number.to_bytes(32))


def killed_after(path: Path, number: int, run: Callable[[Journal], object]) -> None:
    """Open the journal in a process that does something and is gone without closing it."""
    child = os.fork()
    if not child:
        code = 1
        try:
            run(Journal(path, lambda: NOON + timedelta(seconds=number)))
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0


@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 9)), min_size=4, max_size=14))
def test_a_restart_after_each_step_loses_no_game(steps: list[tuple[str, int]]) -> None:
    waiting: list[int] = []  # the numbers of the games that are not over, the one played last at the end
    thrown: dict[int, int] = {}
    begun = 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / FILE_NAME
        for at, (step, which) in enumerate(steps):
            number = waiting[which % len(waiting)] if waiting else 0
            match step:
                case "begin":
                    begun += 1
                    waiting.append(begun)
                    thrown[begun] = 0
                    fair = die(begun)

                    def begin_one(journal: Journal, fair: FairDie = fair) -> None:
                        journal.append(journal.begin(fair, RULES, leaves=True), (begin(RULES, Seat.A),))

                    killed_after(path, at, begin_one)
                case "throw" | "take up" if number:

                    def go_on(journal: Journal, number: int = number) -> None:
                        stored = journal.take_up(number)
                        fair, count = stored.begun.fair_die, len(stored.throws) + 1
                        assert fair is not None
                        journal.append(number, (DieThrown(fair.throw(count), count),))

                    killed_after(path, at, go_on)
                    waiting.remove(number)
                    waiting.append(number)
                    thrown[number] += 1
                case "end" if number:

                    def end(journal: Journal, number: int = number) -> None:
                        journal.take_up(number)
                        journal.append(number, (Ended(1, OVER), SeedRevealed(die(number).seed.hex())))

                    killed_after(path, at, end)
                    waiting.remove(number)
                case _:
                    killed_after(path, at, lambda journal: journal.append(None, ()))
            with Journal(path, lambda: NOON) as journal:
                left = journal.left()
                assert [game.number for game in left] == waiting[::-1]
                # The same throws as ever: those of each game's own seed.
                for game in left:
                    expected = [die(game.number).throw(count + 1) for count in range(thrown[game.number])]
                    assert [it.face for it in game.throws] == expected
                at_table = journal.unfinished()
                assert at_table is None or at_table == left[0]


def test_a_hall_abandons_the_game_that_is_left(tmp_path: Path) -> None:
    with Journal(tmp_path / FILE_NAME, lambda: NOON) as journal:
        journal.append(journal.begin(die(1), RULES), (begin(RULES, Seat.A),))
        journal.begin(die(2), RULES)
        assert [game.number for game in journal.left()] == [2]


def test_a_game_keeps_its_match_while_it_waits(tmp_path: Path) -> None:
    match, now = HomeMatch(("Anna", "Nikos"), (1, 0), "Maria", 3), [NOON]
    with Journal(tmp_path / FILE_NAME, lambda: now[0]) as journal:
        journal.names.keep(NameBook(("Anna", "Nikos", "Maria")))
        journal.begin(die(1), RULES, match=match, leaves=True)
        now[0] += timedelta(days=7)
        journal.begin(die(2), RULES, leaves=True)
        assert journal.take_up(1).match == match
        assert journal.newest is not None
        assert journal.newest.match == match
        journal.append(1, (DieThrown(3, None),))
        # The next game's number follows that of the newest, whichever is at the table.
        assert journal.begin(die(3), RULES, leaves=True) == 3
    with Journal(tmp_path / FILE_NAME, lambda: now[0]) as journal:
        assert [game.number for game in journal.left()] == [3, 1, 2]


def test_a_game_that_is_over_is_not_taken_up(tmp_path: Path) -> None:
    with Journal(tmp_path / FILE_NAME, lambda: NOON) as journal:
        journal.append(journal.begin(die(1), RULES, leaves=True), (Abandoned("over"),))
        journal.begin(die(2), RULES, leaves=True)
        for number in (1, 7):
            with pytest.raises(NoSuchGameError):
                journal.take_up(number)
        assert journal.unfinished() is not None


def test_as_many_are_offered_as_some_pages_hold(tmp_path: Path) -> None:
    with Journal(tmp_path / FILE_NAME, lambda: NOON) as journal:
        for number in range(MAX_LEFT + 2):
            journal.begin(die(number), RULES, leaves=True)
        assert [game.number for game in journal.left()] == list(range(MAX_LEFT + 2, 2, -1))


def test_a_backup_has_no_seed_of_a_game_that_waits(tmp_path: Path) -> None:
    path, copy = tmp_path / FILE_NAME, tmp_path / "copy.sqlite"
    with Journal(path, lambda: NOON) as journal:
        journal.append(journal.begin(die(1), RULES, leaves=True), (begin(RULES, Seat.A),))
        journal.append(journal.begin(die(2), RULES, leaves=True), (begin(RULES, Seat.A), Ended(0, OVER)))
        journal.begin(die(3), RULES, leaves=True)
        journal.take_up(1)
        journal.append(1, (DieThrown(1, 1),))
        assert copy_without_sealed(path, copy) == [1, 3]
    with closing(Database.for_reading(copy)) as database:
        database.check_pages()
        assert list(database.games()) == [2]
        assert database.game(2).over
    assert die(1).seed.hex().encode() not in copy.read_bytes()
