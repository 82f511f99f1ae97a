"""An unfinished game is found again with its die, its throw and its board."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.game import Position, rules_for
from companion.interface.intents import Ask
from companion.interface.views import GamesView, NotSoView, PlayView, ResumeView, WelcomeView
from companion.journal import Abandoned, DieThrown, Journal, SeedRevealed
from companion.referee.events import Step
from companion.referee.match import NOBODY, HomeMatch
from companion.settings.sections import Location, Settings
from companion.station.effects import Append, BeginGame, Effect, SetPlayers
from companion.station.station import Station
from companion.station.stimuli import Signal
from tests.support.table import Table, clear, seeds

TIED_FIRST = 1
"""With this seed the first two throws are equal, and the next two are not."""


def journal_at(folder: Path) -> Journal:
    return Journal(folder / "games.db", lambda: datetime(2026, 1, 1, tzinfo=UTC))


def store(journal: Journal, effects: list[Effect]) -> None:
    game = None
    for effect in effects:
        match effect:
            case BeginGame(die, rules):
                game = journal.begin(die, rules)
            case Append(happenings):
                journal.append(game, happenings)


def played(folder: Path, throws: int) -> Table:
    """A game that stops after so many throws, the last of them not played, stored as it went."""
    table = Table().start()
    for number in range(throws):
        table.throw()
        game = table.station.game
        assert game is not None
        if game.state.throw is not None and number < throws - 1:
            table.play(table.legal_move())
    with journal_at(folder) as journal:
        store(journal, table.done)
    return table


def resumed(folder: Path) -> tuple[Station, tuple[Effect, ...]]:
    station = Station(rules_for("kidd"), Settings(), seeds(9))
    with journal_at(folder) as journal:
        stored = journal.unfinished()
        assert stored is not None
        return station, station.resume(stored, 100.0)


def test_the_game_is_offered_with_what_has_to_be_put_where(tmp_path: Path) -> None:
    table = played(tmp_path, 5)
    station, effects = resumed(tmp_path)
    assert effects == ()
    view = station.view(100.0)
    assert isinstance(view, ResumeView)
    assert view.steps is None
    assert view.state == table.station.game.state  # type: ignore[union-attr]
    halves = Position.parse("A hand x5 / B hand x5").halves()
    station.on(clear(halves), 101.0)
    view = station.view(101.0)
    assert isinstance(view, ResumeView)
    assert view.steps is not None
    assert len(view.steps) == 10
    assert all(isinstance(step, Step) and step.source is None for step in view.steps)
    station.on(clear(table.position.halves()), 102.0)
    view = station.view(102.0)
    assert isinstance(view, ResumeView)
    assert view.steps == ()


def test_the_throw_on_the_table_stays_and_the_next_ones_are_those_of_the_seed(tmp_path: Path) -> None:
    table = played(tmp_path, 4)
    station, _ = resumed(tmp_path)
    station.on(clear(table.position.halves()), 101.0)
    station.on(Signal.BUTTON_PRESSED, 102.0)
    view, before = station.view(103.0), table.view
    assert isinstance(view, PlayView)
    assert isinstance(before, PlayView)
    assert view.roll == before.roll
    both = []
    for which in (table.station, station):
        table.station = which
        table.now_s += 1000.0
        if table.station.game is not None and table.station.game.state.throw is not None:
            table.play(table.legal_move())
        effects = table.press()
        both.append(
            [it for e in effects if isinstance(e, Append) for it in e.happenings if isinstance(it, DieThrown)]
        )
    assert both[0] == both[1]
    assert both[0] != []


def test_on_another_board_going_on_tells_what_is_wrong(tmp_path: Path) -> None:
    played(tmp_path, 4)
    station, _ = resumed(tmp_path)
    station.on(clear(Position.parse("A 1A 2A / B 1B 2B").halves()), 101.0)
    station.on(Ask.GO_ON, 102.0)
    station.on(clear(Position.parse("A 1A 2A 5B / B 1B 2B").halves()), 105.0)
    assert isinstance(station.view(110.0), NotSoView)


def test_another_game_can_be_begun_instead(tmp_path: Path) -> None:
    played(tmp_path, 3)
    station, _ = resumed(tmp_path)
    effects = station.on(Ask.NEW_GAME, 101.0)
    assert [type(it) for effect in effects if isinstance(effect, Append) for it in effect.happenings] == [
        Abandoned,
        SeedRevealed,
    ]
    assert isinstance(station.view(101.0), GamesView)


def test_at_home_another_game_is_not_played_in_the_names_of_the_one_put_aside(tmp_path: Path) -> None:
    usual = Settings()
    home = replace(usual, station=replace(usual.station, place=Location.HOME))
    station = Station(rules_for("kidd"), home, seeds(9))
    played(tmp_path, 3)
    with journal_at(tmp_path) as journal:
        stored = journal.unfinished()
    assert stored is not None
    station.resume(replace(stored, match=HomeMatch(players=("Anna", "Nikos"))), 100.0)
    effects = station.on(Ask.NEW_GAME, 101.0)
    assert [it for it in effects if isinstance(it, SetPlayers)] == [SetPlayers(NOBODY.players)]
    assert isinstance(station.view(101.0), WelcomeView)
    assert not any(isinstance(it, Append) for it in effects), "it waits"


@pytest.mark.parametrize("throws", [0, 1, 2, 3, 4])
def test_a_game_left_in_the_throw_off_goes_on_there(tmp_path: Path, throws: int) -> None:
    """Whatever has been thrown stands, and what comes is what would have come; the first round is a tie."""
    table = Table(rules_for("schaedler"), seed=TIED_FIRST).start()
    for _ in range(throws):
        table.press()
        table.wait(1.0)
    with journal_at(tmp_path) as journal:
        store(journal, table.done)
    if throws == 4:
        assert isinstance(resumed(tmp_path)[0].view(100.0), ResumeView)
        return
    station, effects = resumed(tmp_path)
    assert effects == ()
    assert station.view(200.0) == table.view
    for second in range(4 - throws):
        table.wait(1.0)
        again = station.on(Signal.BUTTON_PRESSED, 201.0 + second)
        assert [it for it in again if isinstance(it, Append)] == [
            it for it in table.press() if isinstance(it, Append)
        ]
    game = station.game
    assert game is not None
    assert game.state.rules == rules_for("schaedler")


def test_one_whose_rules_were_not_stored_is_abandoned(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        journal.append(journal.begin(rules_for("schaedler").die), (DieThrown(3, None),))
    station, effects = resumed(tmp_path)
    assert [type(it) for effect in effects if isinstance(effect, Append) for it in effect.happenings] == [
        Abandoned
    ]
    assert isinstance(station.view(100.0), WelcomeView)
