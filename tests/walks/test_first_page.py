"""From the first page to a game: who plays, which game, and what stays behind for researchers."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.game import Outcome, Point, Seat, Termination, rules_for, start_position
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.offers import FOR_RESEARCHERS, OFFERS
from companion.interface.views import (
    ChooseGameView,
    GamesView,
    PlayView,
    SetUpView,
    ThrowOffView,
    WelcomeView,
)
from companion.journal import FILE_NAME, Journal
from companion.journal.happenings import DeviceFault
from companion.referee.events import Ended
from companion.referee.referee import begin
from companion.settings.sections import GameSettings, VisitorsSettings
from tests.support.walk import EVERY_SIZE, USUAL, Walk, walk

every_size = pytest.mark.parametrize("size", EVERY_SIZE)


def games_on_all_leaves(person: Walk) -> list[str]:
    """The games that can be touched, turning the leaves as far as they go."""
    found = person.named(intents.Named.GAME)
    while (
        following := intents.Enter(intents.Number.LEAF, person.shows(GamesView).leaf + 1)
    ) in person.intents:
        person.touch(following)
        found += person.named(intents.Named.GAME)
    return found


@every_size
def test_one_player_comes_to_a_quick_game_against_a_beginner_with_two_touches(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size) as person:
        person.picture("welcome")
        person.touch(intents.PlayAgainst(Seat.B))
        assert "The computer plays: Beginner" in person.texts
        person.picture("games")
        person.touch(intents.Pick(intents.Named.GAME, "quick"))
        view = person.shows(SetUpView)
        assert view.rules == OFFERS["quick"].rules
        assert view.opponent is not None
        assert view.opponent.level.name == "beginner"
        person.table.lay(start_position(view.rules).halves())
        person.wait(4.0)
        assert isinstance(person.view, ThrowOffView | PlayView)


def test_cards_have_the_minutes_of_beginners_until_thirty_games_were_won_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, now = rules_for("schaedler"), [datetime(2026, 11, 27, 12, tzinfo=UTC)]

    def played_here(games: int) -> None:
        """Half of the games take 20 minutes, the others 40."""
        with Journal(tmp_path / "data" / FILE_NAME, lambda: now[0]) as journal:
            for number in range(games):
                game = journal.begin(rules.die, rules)
                journal.append(game, (begin(rules, Seat.A),))
                for _ in range(2 + number % 2 * 2):
                    now[0] += timedelta(minutes=10)
                    journal.append(game, (DeviceFault("camera", ""),))
                journal.append(game, (Ended(1, Outcome(Termination.WON, Seat.A)),))

    def minutes() -> list[str]:
        with walk(tmp_path, monkeypatch, (1280, 720)) as person:
            person.touch(intents.PlayAgainst(None))
            person.wait(1.0)
            return [text for text in person.texts if "minutes" in text]

    (tmp_path / "data").mkdir()
    played_here(29)
    assert minutes() == ["10 to 29 minutes", "4 to 12 minutes"]
    played_here(1)
    assert minutes() == ["20 to 40 minutes", "4 to 12 minutes"]


@every_size
def test_two_players_find_all_games_behind_the_first_and_researchers_the_rest(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size) as person:
        person.touch(intents.PlayAgainst(None))
        assert person.shows(GamesView).opponent is None
        others = [name for name in OFFERS if name not in FOR_RESEARCHERS and name != "schaedler"]
        assert games_on_all_leaves(person) == ["schaedler", *others]
        person.touch(Ask.SHOW_ALL_RULES)
        while not any(it == intents.Pick(intents.Named.RULES, "ludii-race") for it in person.intents):
            person.touch(intents.Enter(intents.Number.LEAF, person.shows(ChooseGameView).leaf + 1))
        shown = set(person.named(intents.Named.RULES))
        assert shown >= set(FOR_RESEARCHERS)
        person.touch(Ask.BACK)
        person.shows(GamesView)
        person.touch(Ask.BACK)
        person.shows(WelcomeView)


def test_what_staff_offer_holds_and_the_stations_own_game_is_among_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors = VisitorsSettings(offered=("kalkhoven", "schaedler"), house_rules=False)
    game = GameSettings(rules="schaedler", options=("last-may-stay=yes",))
    with walk(tmp_path, monkeypatch, settings=replace(USUAL, visitors=visitors, game=game)) as person:
        person.touch(intents.PlayAgainst(None))
        assert games_on_all_leaves(person) == ["", "kalkhoven", "schaedler"]
        assert Ask.SHOW_ALL_RULES not in person.intents
        person.find(intents.Pick(intents.Named.GAME, ""))
        assert person.shows(SetUpView).rules == person.rules


def test_how_strong_the_computer_is_can_be_changed_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.touch(intents.PlayAgainst(Seat.B))
        person.touch(intents.Pick(intents.Named.LEVEL, "learner"))
        assert "The computer plays: Learner" in person.texts
        person.touch(intents.Pick(intents.Named.LEVEL, "beginner"))
        person.touch(intents.Pick(intents.Named.LEVEL, "first-game"))
        strengths = person.named(intents.Named.LEVEL)
        assert strengths == ["beginner"]


def test_researchers_see_what_is_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.touch(intents.PlayAgainst(None))
        person.find(Ask.SHOW_ALL_RULES)
        person.find(intents.Pick(intents.Named.RULES, "ludii-race"))
        assert person.shows(ChooseGameView).rules.name == "ludii-race"
        person.touch(Ask.BEGIN)
        assert person.shows(SetUpView).rules.name == "ludii-race"


def test_one_offered_game_is_begun_without_a_question_with_the_die_of_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors = VisitorsSettings(offered=("kidd",))
    for own in ("kidd", "schaedler"):
        game = GameSettings(rules=own, die="knucklebone-roman")
        folder = tmp_path / own
        folder.mkdir()
        with walk(folder, monkeypatch, settings=replace(USUAL, visitors=visitors, game=game)) as person:
            offered = rules_for("kidd", ["die=knucklebone-roman"])
            assert person.shows(WelcomeView).rules == offered
            person.touch(intents.PlayAgainst(None))
            assert person.shows(SetUpView).rules == offered
            person.touch(Ask.BACK)
            person.shows(WelcomeView)


def test_the_game_of_the_house_comes_first_and_dark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GameSettings(rules="kidd", die="knucklebone-roman")
    with walk(tmp_path, monkeypatch, settings=replace(USUAL, game=game)) as person:
        person.touch(intents.PlayAgainst(None))
        view = person.shows(GamesView)
        assert (view.offers[0], view.own) == ("kidd", None)
        person.touch(intents.Pick(intents.Named.GAME, "kidd"))
        assert person.shows(SetUpView).rules.die.name == "knucklebone-roman"


def test_the_last_counter_to_lay_is_named_with_its_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.press()
        wanted = person.shows(SetUpView).position.halves()
        person.table.lay(wanted.with_count(Seat.A, Point.A5, 0).with_count(Seat.A, Point.B2, 1))
        person.wait(3.0)
        assert "Move the blue counter from 2B to 5A." in person.texts


def test_both_lay_their_last_counters_one_at_a_time_whatever_way_they_cross(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.press()
        wanted = person.shows(SetUpView).position.halves()
        crossed = wanted.with_count(Seat.A, Point.A5, 0).with_count(Seat.A, Point.B4, 1)
        crossed = crossed.with_count(Seat.B, Point.B4, 0).with_count(Seat.B, Point.A4, 1)
        person.table.lay(crossed)
        person.wait(3.0)
        assert {"Move the blue counter from 4B to 5A.", "4 of 5 are in place."} <= set(person.texts)
        assert not any("white counter" in text for text in person.texts)
        person.picture("crossed")
        person.table.lay(crossed.with_count(Seat.A, Point.B4, 0).with_count(Seat.A, Point.A5, 1))
        person.wait(3.0)
        assert {"Move the white counter from 4A to 4B.", "They're all there"} <= set(person.texts)
