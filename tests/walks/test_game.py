"""From the welcome page to a move, through the real program."""

from pathlib import Path

import pytest

from companion.game import play
from companion.interface.intents import Ask
from companion.interface.views import PlayView, WelcomeView
from companion.referee.events import Moved
from tests.support.walk import SIZES, walk


@pytest.mark.parametrize("size", SIZES)
def test_from_the_welcome_page_to_a_move(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size) as person:
        assert person.it.station.faults == ()
        person.shows(WelcomeView)
        person.begin_game()
        person.wait_for(lambda: isinstance(person.view, PlayView), 60.0)
        person.picture("game")
        while (state := person.shows(PlayView).state).legal is None or not state.legal.moves:
            person.touch(Ask.THROW)
            person.wait(2.0)
        person.table.lay(play(state.position, state.legal[0]).halves())
        person.wait(2.0)
        assert isinstance(person.shows(PlayView).last, Moved)
