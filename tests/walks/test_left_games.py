"""Games that wait at home: each is found again with its names, its position and its throws."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.game import Seat, play, start_position
from companion.game.fair_die import FairDie
from companion.interface.intents import Ask, Enter, Named, Number, Pick
from companion.interface.views import GamesView, LeftView, PlayView, ResumeView, WelcomeView
from companion.settings.sections import Location, StationSettings
from tests.support.at_home import AT_HOME, add, begin_two, give_up, lay_and_begin, lose
from tests.support.walk import EVERY_SIZE, Walk, walk


def play_some(person: Walk, moves: int) -> list[int]:
    """Begin the game that is chosen, and make so many moves; the faces thrown, the last not yet played."""
    lay_and_begin(person)
    thrown: list[int] = []
    while len(thrown) <= moves:
        view = person.shows(PlayView)
        if view.state.throw is None:
            person.press()
            person.wait(3.0)
            view = person.shows(PlayView)
        assert view.state.throw is not None
        thrown.append(view.state.throw)
        if len(thrown) <= moves:
            legal = view.state.legal
            assert legal is not None
            person.table.lay(play(view.state.position, legal.moves[0]).halves())
            person.wait(3.0)
    return thrown


def faces(person: Walk, count: int) -> list[int]:
    """The first throws in play of the game at the table, by its seed."""
    game = person.it.station.game
    assert game is not None
    die = game.fair_die
    assert isinstance(die, FairDie)
    return [die.throw(len(game.throw_off) + number + 1) for number in range(count)]


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_two_games_wait_over_restarts_and_each_goes_on_with_its_throws(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, AT_HOME) as person:
        assert person.shows(WelcomeView).left == 0
        begin_two(person)
        for name in ("Anna", "Nikos"):
            add(person, name)
        person.touch(Enter(Number.BEST_OF, 3))
        person.touch(Ask.GO_ON)
        person.touch(Pick(Named.GAME, person.shows(GamesView).offers[0]))
        first = play_some(person, 2)
        assert first == faces(person, 3)
        assert {"Anna", "Nikos"} <= set(person.texts)
        person.picture("play-named")
        position = person.shows(PlayView).state.position
    # Over night. Another game is begun, and this one waits.
    with walk(tmp_path, monkeypatch, size, AT_HOME) as person:
        view = person.shows(ResumeView)
        assert (view.state.position, view.others) == (position, False)
        assert {"Anna", "Nikos"} <= set(person.texts)
        person.touch(Ask.NEW_GAME)
        assert person.shows(WelcomeView).left == 1
        person.picture("welcome-left")
        begin_two(person)
        add(person, "Maria")
        person.touch(Pick(Named.PLAYER, "Nikos"))
        person.touch(Pick(Named.PLAYER, "Maria"))
        person.touch(Pick(Named.PLAYER, "Maria"))
        person.touch(Ask.GO_ON)
        person.touch(Pick(Named.GAME, person.shows(GamesView).offers[0]))
        second = play_some(person, 1)
    with walk(tmp_path, monkeypatch, size, AT_HOME) as person:
        assert person.shows(ResumeView).others
        person.picture("resume-others")
        person.touch(Ask.SHOW_LEFT)
        games = person.shows(LeftView).games
        assert [game.number for game in games] == [2, 1]
        assert games[1].players == ("Anna", "Nikos")
        assert games[1].position == position
        person.picture("left")
        person.touch(Pick(Named.LEFT, "1"))
        person.table.lay(start_position(person.rules).halves())
        person.wait(3.0)
        view = person.shows(ResumeView)
        assert view.state.position == position
        assert view.steps
        person.picture("resume-laid")
        person.table.lay(position.halves())
        person.wait(3.0)
        assert person.shows(ResumeView).steps == ()
        person.touch(Ask.GO_ON)
        assert person.shows(PlayView).state.throw == first[-1]
        assert faces(person, 3) == first
        # Its match goes on as it stood: the end of this game counts.
        assert person.it.station.context.match.best_of == 3
    # Nothing was stored meanwhile, and yet nothing is lost.
    with walk(tmp_path, monkeypatch, size, AT_HOME) as person:
        person.touch(Ask.SHOW_LEFT)
        person.touch(Pick(Named.LEFT, "2"))
        person.shows(ResumeView)
        assert faces(person, 2) == second


def test_the_score_of_a_match_survives_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        begin_two(person)
        for name in ("Anna", "Nikos", "Maria"):
            add(person, name)
        person.touch(Pick(Named.PLAYER, "Maria"))
        person.touch(Enter(Number.BEST_OF, 3))
        person.touch(Pick(Named.PLAYER, "Maria"))
        person.touch(Ask.GO_ON)
        person.touch(Pick(Named.GAME, person.shows(GamesView).offers[0]))
        match = lose(person, Seat.A)
        assert (match.won, match.waits) == ((0, 1), "Maria")
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        begin_two(person)
        assert person.it.station.context.match == match
        person.touch(Ask.GO_ON)
        person.touch(Pick(Named.GAME, person.shows(GamesView).offers[0]))
        play_some(person, 1)
    # In the middle of the second game, too.
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        assert person.it.station.context.match == match
        person.shows(ResumeView)


def test_a_hall_keeps_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = replace(AT_HOME, station=StationSettings(place=Location.HALL))
    with walk(tmp_path, monkeypatch, settings=hall) as person:
        person.touch(Ask.SHOW_RULES)
        person.touch(Ask.BACK)
        person.begin_game()
        person.press()
        person.wait(3.0)
    with walk(tmp_path, monkeypatch, settings=hall) as person:
        assert not person.shows(ResumeView).others
        person.touch(Ask.NEW_GAME)
        person.touch(Ask.BACK)
        assert person.shows(WelcomeView).left == 0


def test_damaged_names_are_refused_on_the_page_and_left_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = tmp_path / "data" / "names.json"
    names.parent.mkdir()
    names.write_text('{"names": ["Anna", "Nik', encoding="utf-8")
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        begin_two(person)
        assert any("The names can't be read" in text for text in person.texts)
        assert Ask.ADD_NAME not in person.intents
        person.touch(Ask.GO_ON)
        person.touch(Pick(Named.GAME, person.shows(GamesView).offers[0]))
        lay_and_begin(person)
        assert give_up(person, Seat.A).match is None
        assert names.read_text(encoding="utf-8") == '{"names": ["Anna", "Nik'
