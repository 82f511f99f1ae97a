"""A Friday at home as docs/home.md tells it: from a new camera to the third game, in the real program."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.game import GOAL_HALF, Halves, Seat, play, point_at
from companion.interface.intents import Ask, Enter, Named, Number, Pick
from companion.interface.setting_up import StepPlace
from companion.interface.views import (
    EveningView,
    GamesView,
    LeftView,
    PlayView,
    ResumeView,
    SetUpView,
    Standing,
    ThrowOffView,
    WelcomeView,
    WonView,
)
from companion.journal import FILE_NAME
from companion.referee.match import HomeMatch
from companion.settings.settings_file import read_settings
from companion.station.board.calibrating import LAID
from tests.support.at_home import begin_two, give_up
from tests.support.walk import EVERY_SIZE, Walk, walk


def set_up(person: Walk) -> None:
    """The seven steps, with what stands first on each page."""
    person.table.lay(Halves())
    person.touch(Pick(Named.LANGUAGE, "en"))
    person.touch(Pick(Named.PLACE, "home"))
    for _ in range(3):
        person.wait(2.0)
        person.touch(Ask.GO_ON)
    person.wait(1.0)
    assert "Is this your board?" in person.texts
    for laid in (Halves(), Halves(), LAID, LAID):
        person.table.lay(laid)
        person.wait(1.0)
        person.touch(Ask.GO_ON)
        person.wait(1.0)
    assert person.view.place == StepPlace(7, 7)  # type: ignore[attr-defined]
    person.touch(Ask.GO_ON)


def add(person: Walk, *names: str) -> None:
    for name in names:
        person.touch(Ask.ADD_NAME)
        for letter in name:
            person.touch(Pick(Named.LETTER, letter.upper()))
        person.touch(Ask.GO_ON)


def begin(person: Walk) -> tuple[str, ...]:
    """Lay the board until the first throw in play; the names at the seats meanwhile."""
    position = person.shows(SetUpView).position
    person.wait(0.5)
    # On the smallest screens what to do takes their room.
    named = person.it.window.screen.players
    person.table.lay(position.halves())
    person.wait(4.0)
    while isinstance(person.view, ThrowOffView):
        person.press()
        person.wait(2.0)
    return named


def has_moved(person: Walk, ply: int) -> bool:
    """True once a move has been read, or has ended the game."""
    view = person.view
    return not isinstance(view, PlayView) or (view.state.ply > ply or view.state.throw is None)


def play_on(person: Walk, throws: int) -> None:
    """Play so many throws, or until somebody has won."""
    for _ in range(throws):
        if not isinstance(person.view, PlayView):
            break
        if person.shows(PlayView).state.throw is None:
            person.press()
            person.wait(3.0)
        state = person.shows(PlayView).state
        if state.throw is None:
            continue  # nothing could be moved
        assert state.legal is not None
        # With the furthest counter: it comes home soonest, and leaves it last.
        home = point_at(state.seat, GOAL_HALF)
        moves = sorted(state.legal.moves, key=lambda it: (it.target is not home, it.source is home))
        person.table.lay(play(state.position, moves[0]).halves())
        person.wait_for(lambda ply=state.ply: has_moved(person, ply), 6.0)  # type: ignore[misc]


@pytest.mark.slow
@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_friday_from_the_first_setup_to_the_third_game(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = str(tmp_path / "data" / FILE_NAME)

    def printed(*words: str) -> str:
        capsys.readouterr()
        assert main([*words, "--journal", journal]) == 0
        return capsys.readouterr().out

    with walk(tmp_path, monkeypatch, size, new=True) as person:
        set_up(person)
        # The first game, of a match of three; a third waits.
        begin_two(person)
        add(person, "Anna", "Nikos", "Maria")
        person.touch(Enter(Number.BEST_OF, 3))
        assert person.shows(EveningView).match == HomeMatch(("Anna", "Nikos"), waits="Maria", best_of=3)
        person.touch(Ask.GO_ON)
        person.touch(Pick(Named.GAME, "quick"))
        assert begin(person) == ("Anna", "Nikos")
        play_on(person, 3)
        first = give_up(person, Seat.A).match
        assert first is not None
        assert sorted(first.won) == [0, 1]
        person.touch(Ask.BEGIN)
        begin(person)
        winner = Seat.A if first.won[0] else Seat.B
        second = give_up(person, winner.other).match
        assert second is not None
        assert second.loser is not None
        # Who waited takes the seat of who lost, and is named while the board is laid.
        person.touch(Ask.BEGIN)
        person.picture("friday-set-up")
        best = first.players[list(Seat).index(winner)]
        seats = tuple("Maria" if it != best else it for it in first.players)
        assert begin(person) == seats
        play_on(person, 4)
        third = person.shows(PlayView).state.position
        # It gets late for one of them: it waits, and two others begin another.
        person.touch(Ask.PAUSE)
        person.touch(Ask.NEW_GAME)
        assert person.shows(WelcomeView).left == 1
        begin_two(person)
        person.picture("friday-names")
        [gone] = {"Anna", "Nikos"} - {best}
        last = person.shows(EveningView).match  # who played last may go on; all of them get up
        for name in (*filter(None, (last.waits, *last.players)), "Maria", gone):
            person.touch(Pick(Named.PLAYER, name))
        view = person.shows(EveningView)
        others = view.match.players
        assert {*others} == {"Maria", gone}
        assert Standing(best, (2, 2), (2, 2)) in view.standings
        assert Standing(gone, (0, 2), (0, 2)) in view.standings
        person.touch(Ask.GO_ON)
        person.touch(Pick(Named.GAME, person.shows(GamesView).offers[0]))
        assert begin(person) == others
        play_on(person, 3)
        fourth = person.shows(PlayView).state.position
    assert read_settings(tmp_path / "station.toml").station.at_home
    # The next day both wait, with names and positions, and one is laid out and played to its end.
    with walk(tmp_path, monkeypatch, size) as person:
        assert person.shows(ResumeView).state.position == fourth
        person.touch(Ask.SHOW_LEFT)
        games = person.shows(LeftView).games
        assert [(it.players, it.position) for it in games] == [(others, fourth), (seats, third)]
        person.picture("friday-left")
        person.touch(Pick(Named.LEFT, str(games[1].number)))
        person.table.lay(third.halves())
        person.wait(3.0)
        assert person.shows(ResumeView).steps == ()
        person.touch(Ask.GO_ON)
        assert person.shows(PlayView).state.position == third
        play_on(person, 400)
        assert {*(person.shows(WonView).match or HomeMatch()).players} == {"Maria", best}
        person.picture("friday-won")
    # The names stand in lists, records and replays.
    assert " – ".join(seats) in printed("games", "list")
    record = json.loads(printed("games", "export", "3", "--json"))
    assert record["players"] == dict(zip("AB", seats, strict=True))
    for what in ("show", "replay"):
        assert " – ".join(seats) in printed("games", what, "3")
    assert ",".join(seats) in printed("games", "export", "--all", "--csv")
