"""A move against the computer is taken back through the real program, until the person throws again."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.game import Seat, play
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.views import PlayView, ResumeView, SetUpView, ThrowOffView
from tests.support.walk import EVERY_SIZE, USUAL, Walk, walk

AT_RANDOM = replace(USUAL, opponent=replace(USUAL.opponent, level="first-game"))


@pytest.mark.slow
@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_move_is_taken_back_with_the_answer_of_the_computer_until_the_next_throw(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, AT_RANDOM) as person:
        thrown = begin_against_the_computer(person).state
        assert thrown.legal
        move = thrown.legal[0]
        person.table.lay(play(thrown.position, move).halves())
        person.wait_for(lambda: Ask.TAKE_BACK in person.intents, 15.0)
        person.touch(Ask.TAKE_BACK)
        put_back = f"Move the blue counter from {move.target} back to {move.source}."
        assert {"The move is taken back.", put_back} <= set(person.texts)
        person.picture("put-back")
        person.table.lay(thrown.position.halves())
        person.wait(2.0)
        assert put_back not in person.texts
        move_and_answer(person)
        person.picture("answered")
        assert person.shows(PlayView).state.throw is None
        person.touch(Ask.TAKE_BACK)
        person.picture("taken-back")
        assert len(person.shows(ResumeView).steps or ()) == 2
        person.table.lay(thrown.position.halves())
        person.wait(2.0)
        now = person.shows(PlayView).state
        assert (now.position, now.seat, now.throw) == (thrown.position, thrown.seat, thrown.throw)
        move_and_answer(person)
        person.press()
        assert Ask.TAKE_BACK not in person.intents


def begin_against_the_computer(person: Walk) -> PlayView:
    """From the welcome page to a throw of the person's own with which there is something to move."""
    person.touch(intents.PlayAgainst(Seat.B))
    person.touch(intents.Pick(intents.Named.GAME, "quick"))
    person.table.lay(person.shows(SetUpView).position.halves())
    person.wait(4.0)
    while isinstance(shown := person.view, ThrowOffView):
        if shown.winner is None:
            person.press()
        person.wait(1.0)
    while not (view := person.shows(PlayView)).state.legal or view.state.seat is Seat.B:
        if view.chosen is not None:
            person.table.lay(play(view.state.position, view.chosen).halves())
        elif view.state.seat is Seat.A:
            person.press()
        person.wait(1.0)
    return view


def move_and_answer(person: Walk) -> None:
    """Make a move, and carry out the computer's answer."""
    state = person.shows(PlayView).state
    assert state.legal
    person.table.lay(play(state.position, state.legal[0]).halves())
    person.wait_for(lambda: isinstance(view := person.view, PlayView) and view.chosen is not None, 15.0)
    view = person.shows(PlayView)
    assert view.chosen is not None
    person.table.lay(play(view.state.position, view.chosen).halves())
    person.wait(3.0)
