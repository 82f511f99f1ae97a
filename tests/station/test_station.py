"""Every page of the station and what it does, with a clock that is set and no devices."""

from dataclasses import replace

import pygame
import pytest

from companion.game import (
    DICE,
    GOAL_HALF,
    RING,
    Halves,
    Outcome,
    Point,
    Seat,
    Termination,
    play,
    point_at,
    rules_for,
    start_position,
)
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.offers import OFFERS
from companion.interface.presentation import Theme
from companion.interface.sight import OwnDice, Sight, Unclear
from companion.interface.summary import LongStay
from companion.interface.views import (
    CameraView,
    ChooseGameView,
    CorrectView,
    DiceAuditView,
    GamesView,
    LanguagesView,
    NotSoView,
    OutOfOrderView,
    PassView,
    PauseView,
    PlayView,
    RulesView,
    SealView,
    SettingsView,
    SetUpView,
    StaffView,
    StillThereView,
    ThrowOffView,
    View,
    WelcomeView,
    WonView,
)
from companion.journal import Abandoned, DieThrown, ReadingCorrected, SeedRevealed
from companion.referee.events import (
    Ended,
    Event,
    Flagged,
    Lifted,
    Moved,
    Passed,
    Restored,
    Started,
    TakenBack,
    Thrown,
)
from companion.settings.sections import Location, Settings, StationSettings
from companion.station.board.observation import Observation
from companion.station.effects import (
    Append,
    BeginGame,
    CountThrows,
    Do,
    LearnBackground,
    SetLanguage,
    SetVolume,
)
from companion.station.pages.play import PlayPage
from companion.station.stimuli import (
    FaultCleared,
    FaultRaised,
    Signal,
)
from companion.station.upkeep.faults import BUG_AGAIN_S
from hardware.audio.tones import Cue
from hardware.lamps import Lamp, Pattern
from tests.support.screens import screen_on
from tests.support.table import COVERED, MOVING, NOTHING, SCHAEDLER, TIMINGS, Table, clear, shown
from vision.reading import Cause, Doubt, Reading

FULL = start_position(SCHAEDLER).halves()


def without(halves: Halves, seat: Seat, point: Point, onto: Point | None = None) -> Halves:
    """The halves with one counter taken off a half, perhaps put onto another."""
    left = halves.with_count(seat, point, halves.count(seat, point) - 1)
    return left if onto is None else left.with_count(seat, onto, left.count(seat, onto) + 1)


def kinds(table: Table) -> list[type]:
    return [type(event) for event in table.events]


def wrong_halves(table: Table) -> Halves:
    """A board that no throw makes legal: a counter of the seat that is not due is elsewhere."""
    other = table.seat.other
    halves = table.position.halves()
    source = next(p for p in RING if halves.count(other, p))
    target = next(p for p in RING if not halves.count(other, p) and not halves.count(table.seat, p))
    return without(halves, other, source, target)


# Before play.


def test_from_the_welcome_to_the_first_throw_by_the_button_alone() -> None:
    table = Table()
    assert table.view == WelcomeView(SCHAEDLER)
    table.press()
    assert isinstance(table.view, SetUpView)
    assert not table.view.ready
    table.show(FULL)
    assert isinstance(table.view, SetUpView)
    assert table.view.ready
    table.wait(1.9)
    assert isinstance(table.view, SetUpView)
    table.wait(0.1)
    assert isinstance(table.view, PlayView)
    assert kinds(table) == [Started]
    told = [type(effect) for effect in table.done if isinstance(effect, BeginGame | Append)]
    assert told == [Append, BeginGame, Append], "the seal, the game, its start"


def test_a_board_that_is_not_laid_right_does_not_begin_a_game() -> None:
    table = Table()
    table.press()
    table.show(without(FULL, Seat.B, Point.B2))
    table.wait(60)
    table.press()
    assert isinstance(table.view, SetUpView)
    assert Cue.REFUSED in table.cues


def test_what_is_chosen_is_played_and_a_clash_names_the_two_options() -> None:
    table = Table()
    table.ask(Ask.NEW_GAME)
    table.ask(Ask.SHOW_ALL_RULES)
    table.ask(intents.Pick(intents.Named.RULES, "kidd"))
    table.ask(intents.SetOption("to-win", "4"))
    table.ask(intents.SetOption("last-may-stay", "yes"))
    view = table.view
    assert isinstance(view, ChooseGameView)
    assert view.rules == rules_for("kidd", ["to-win=4"])
    assert view.clash is not None
    assert set(view.clash) == {"to-win=4", "last-may-stay=yes"}
    assert view.advice == ("sacred-line=safe",)
    table.ask(intents.SetOption("starter", "B"))
    assert isinstance(table.view, ChooseGameView)
    assert table.view.clash is None
    table.ask(Ask.BEGIN)
    table.show(Halves())
    table.wait(2)
    assert isinstance(table.view, PlayView)
    assert table.view.state.rules == rules_for("kidd", ["to-win=4", "starter=B"])
    assert table.view.state.seat is Seat.B


def test_the_throw_off_is_thrown_again_when_tied_and_its_throw_is_not_played() -> None:
    for seed in range(40):
        table = Table(rules_for("schaedler"), seed=seed).start()
        tied = False
        while isinstance(table.view, ThrowOffView) and table.view.winner is None:
            table.press()
            table.wait(1.0)
            tied |= isinstance(table.view, ThrowOffView) and table.view.tied
        faces = [it.face for it in table.stored if isinstance(it, DieThrown)]
        a, b = faces[-2:]
        assert a != b
        assert all(one == other for one, other in zip(faces[:-2:2], faces[1:-2:2], strict=True))
        assert tied == (len(faces) > 2)
        started = table.events[-1]
        assert isinstance(started, Started)
        assert started.seat is (Seat.A if a > b else Seat.B)
        table.wait(2.5)
        assert isinstance(table.view, PlayView)
        assert table.view.state.throw is None
        if tied:
            return
    pytest.fail("no throw-off was tied")


def test_what_a_die_shows_is_not_reported_while_it_rolls() -> None:
    for seed in range(40):
        table = Table(rules_for("schaedler"), seed=seed).start()
        tied = False
        while not tied and isinstance(table.view, ThrowOffView) and table.view.winner is None:
            thrower = table.view.seat
            table.press()
            rolling = table.view
            assert isinstance(rolling, ThrowOffView)
            assert (rolling.seat, rolling.winner) == (thrower, None)
            assert not (rolling.tied and thrower is Seat.B)
            table.wait(1.0)
            tied = isinstance(table.view, ThrowOffView) and table.view.tied
        if tied:
            return
    pytest.fail("no throw-off was tied")


def test_both_dice_fall_at_once_by_themselves_and_a_press_while_they_roll_throws_nothing_more() -> None:
    table = Table(rules_for("schaedler"), seed=3).start()
    assert isinstance(table.view, ThrowOffView)
    while table.view.roll_of(Seat.A) is None:
        table.wait(0.1)
        assert isinstance(table.view, ThrowOffView)
    rolling = table.view
    assert isinstance(rolling, ThrowOffView)
    assert None not in rolling.rolls
    assert (rolling.seat, rolling.winner) == (None, None)
    table.press()
    table.wait(1.0)
    assert isinstance(table.view, ThrowOffView)
    assert table.view.winner is not None
    table.press()
    assert isinstance(table.view, PlayView)
    assert table.view.state.throw is not None


def test_the_loser_of_the_last_game_starts_when_that_is_the_rule() -> None:
    table = Table(rules_for("schaedler", ["starter=loser"])).start()
    assert isinstance(table.view, ThrowOffView)
    while isinstance(table.view, ThrowOffView):
        table.press()
        table.wait(3)
    table.ask(intents.GiveUp(Seat.B))
    table.ask(intents.Agree(Seat.B))
    assert isinstance(table.view, WonView)
    table.wait(5)
    table.press()
    table.wait(2)
    assert isinstance(table.view, PlayView)
    assert table.view.state.seat is Seat.B


# Throws.


def test_a_throw_is_stored_before_it_is_shown_and_rolls_before_moves_can_be_asked() -> None:
    table = Table().start()
    effects = table.press()
    thrown = [it for it in table.stored if isinstance(it, DieThrown)]
    assert [type(it) for it in table.stored[-2:]] == [DieThrown, Thrown]
    assert len(effects) >= 2
    view = table.view
    assert isinstance(view, PlayView)
    assert view.roll is not None
    assert (view.roll.face, view.roll.progress) == (thrown[-1].face, 0.0)
    table.ask(Ask.KNOW_IT)
    table.ask(Ask.WHAT_CAN_I_PLAY)
    assert isinstance(table.view, PlayView)
    assert table.view.hints is None
    table.wait(1)
    assert isinstance(table.view, PlayView)
    assert table.view.hints is not None
    assert list(table.view.hints) == list(table.station.game.state.legal)


def test_holding_the_button_shows_what_can_be_played() -> None:
    table = Table().start()
    table.ask(Ask.KNOW_IT)
    table.throw()
    table.hold()
    assert isinstance(table.view, PlayView)
    assert table.view.hints is not None
    assert kinds(table).count(Thrown) == 1
    table.hold()
    assert isinstance(table.view, PlayView)
    assert table.view.hints is None


def test_nobody_throws_twice() -> None:
    table = Table().start()
    table.throw()
    table.press()
    assert kinds(table).count(Thrown) == 1
    assert table.cues[-1] is Cue.REFUSED


def test_a_press_while_the_hand_is_still_over_the_board_counts_once_the_move_is_seen() -> None:
    table = Table().start()
    table.throw()
    move = table.legal_move()
    after = play(table.position, move).halves()
    table.tell(MOVING)
    table.press()
    assert kinds(table).count(Thrown) == 1
    table.wait(0.6)
    table.tell(clear(after))
    assert kinds(table).count(Thrown) == 2


def test_the_same_press_is_forgotten_when_the_move_takes_long() -> None:
    table = Table().start()
    table.throw()
    after = play(table.position, table.legal_move()).halves()
    table.tell(MOVING)
    table.press()
    table.wait(4)
    table.tell(clear(after))
    assert kinds(table).count(Thrown) == 1


def own_dice() -> Table:
    table = Table()
    table.ask(Ask.NEW_GAME)
    table.ask(intents.Switch(intents.Toggle.OWN_DICE, True))
    table.ask(Ask.BEGIN)
    table.show(FULL)
    table.wait(2)
    return table


def test_with_own_dice_the_number_is_tapped() -> None:
    table = own_dice()
    table.ask(Ask.THROW)
    table.ask(intents.Enter(intents.Number.THROW, 7))
    assert kinds(table) == [Started]
    table.ask(intents.Enter(intents.Number.THROW, 4))
    thrown = table.events[-1]
    assert isinstance(thrown, Thrown)
    assert thrown.throw == 4
    assert table.stored[-2] == DieThrown(4, None)


def test_with_own_dice_the_button_is_pressed_as_often_as_the_die_shows() -> None:
    table = own_dice()
    for _ in range(3):
        table.press()
        table.wait(0.4)
    assert isinstance(table.view, PlayView)
    assert table.view.counted == 3
    assert kinds(table) == [Started]
    table.wait(1.2)
    thrown = table.events[-1]
    assert isinstance(thrown, Thrown)
    assert thrown.throw == 3


def test_with_own_dice_the_face_of_a_die_on_the_board_is_offered_and_a_person_confirms_it() -> None:
    table = own_dice()
    doubt = Doubt(Cause.DIE, "a die lies on 2B", (Point.B2,))
    die = Observation(Reading(doubt, None, (), (), 0.0, dice=(4,)))
    table.tell(die)
    table.wait(4)
    assert isinstance(table.view, PlayView)
    assert table.view.offered == OwnDice(4)
    assert table.view.unclear is None, "it lies there to be read"
    assert kinds(table) == [Started], "nothing is thrown before somebody says so"
    screen = screen_on(pygame.Surface((1024, 600)))
    screen.show(table.view)
    assert "Is it a 4? Tap the 4." in [text.string for text in screen.texts]
    table.ask(intents.Enter(intents.Number.THROW, 4))
    assert kinds(table) == [Started, Thrown]
    view: View = table.view
    assert isinstance(view, PlayView)
    assert view.unclear == Unclear(Cause.DIE, (Point.B2,))
    assert view.offered is None
    screen.show(view)
    assert "Take the die off 2B." in [text.string for text in screen.texts]
    table.show(table.position.halves())
    assert isinstance(table.view, PlayView)
    assert table.view.unclear is None


TWO_ON_BOARD = Doubt(Cause.DIE, "a die lies on 2B and on 3A", (Point.B2, Point.A3))


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        (Reading(TWO_ON_BOARD, None, (), (), 0.0, dice=(None, None)), "Two dice? Throw just one."),
        (Reading(None, FULL, (), (), 1.0, dice=(None, None)), "Two dice? Throw just one."),
        (Reading(None, FULL, (), (), 1.0, dice=(4,)), "Off the board? Tap its number."),
        (Reading(None, FULL, (), (), 1.0), "Throw, then tap what you threw."),
    ],
)
def test_two_dice_and_one_beside_the_board_are_named_until_the_throw(reading: Reading, said: str) -> None:
    table, screen = own_dice(), screen_on(pygame.Surface((1024, 600)))

    def texts() -> list[str]:
        screen.show(table.view)
        return [text.string for text in screen.texts]

    table.tell(Observation(reading))
    table.wait(4)
    assert said in texts()
    table.ask(intents.Enter(intents.Number.THROW, 4))
    table.tell(Observation(reading))
    assert said not in texts()


def test_a_die_that_was_taken_as_a_throw_is_offered_to_nobody_else_before_it_is_thrown_again() -> None:
    table = Table()
    table.ask(Ask.NEW_GAME)
    table.ask(intents.Switch(intents.Toggle.OWN_DICE, True))
    table.ask(intents.SetOption("starter", "throw-off"))
    table.ask(Ask.BEGIN)
    table.show(FULL)
    table.wait(2)

    def offered() -> OwnDice | None:
        assert isinstance(table.view, ThrowOffView)
        return table.view.offered

    lies = Doubt(Cause.DIE, "a die", (Point.B2,))
    observed = [Observation(Reading(lies, None, (), (), 0.0, dice=(face,))) for face in (4, 6)]
    table.tell(observed[0])
    assert offered() == OwnDice(4)
    table.ask(intents.Enter(intents.Number.THROW, 4))
    table.wait(2)
    table.tell(observed[0])
    assert offered() is None
    table.tell(MOVING)
    table.tell(observed[1])
    assert offered() == OwnDice(6)


def test_more_presses_than_the_die_has_faces_are_no_throw() -> None:
    table = own_dice()
    for _ in range(7):
        table.press()
    table.wait(1.6)
    assert kinds(table) == [Started]
    assert table.cues[-1] is Cue.REFUSED


# The board.


def test_a_legal_move_is_seen_and_the_board_reader_may_learn_from_it() -> None:
    table = Table().start()
    table.throw()
    move = table.legal_move()
    effects = table.play(move)
    moved = table.events[-1]
    assert isinstance(moved, Moved)
    assert moved.move == move
    assert LearnBackground(table.position.halves()) in effects


def test_nothing_is_judged_while_a_hand_is_over_the_board() -> None:
    table = Table().start()
    table.throw()
    before = list(table.events)
    table.tell(MOVING)
    table.wait(30)
    table.tell(COVERED)
    table.wait(30)
    assert table.events == before


def test_an_illegal_move_has_its_page_until_the_board_is_right_again() -> None:
    table = Table().start()
    table.throw()
    table.play(table.legal_move())
    table.throw()
    right, wrong = table.position.halves(), wrong_halves(table)
    table.show(wrong)
    view = table.view
    assert isinstance(view, NotSoView)
    assert view.remedy == view.flagged.remedy
    assert table.cues[-1] is Cue.REFUSED
    assert table.station.lamps(table.now_s)[Lamp.REFUSED] is Pattern.BECKON
    table.press()
    assert kinds(table).count(Thrown) == 2
    table.show(right)
    assert isinstance(table.view, PlayView)
    assert isinstance(table.events[-1], Restored)


def test_no_throw_is_made_on_a_wrong_board() -> None:
    table = Table().start()
    table.throw()
    table.play(table.legal_move())
    table.show(wrong_halves(table))
    assert isinstance(table.events[-1], Flagged)
    table.press()
    assert isinstance(table.events[-1], Flagged)
    assert table.cues[-1] is Cue.REFUSED


def test_a_counter_knocked_off_and_put_back_soon_is_not_even_mentioned() -> None:
    table = Table().start()
    table.throw()
    before = list(table.events)
    table.show(without(FULL, Seat.B, Point.B4))
    table.wait(1.5)
    table.show(FULL)
    table.wait(10)
    assert table.events == before
    assert isinstance(table.view, PlayView)


def test_a_counter_that_stays_off_is_asked_for_without_penalty() -> None:
    table = Table().start()
    table.throw()
    table.show(without(FULL, Seat.B, Point.B4))
    table.wait(2.1)
    assert isinstance(table.view, NotSoView)
    assert kinds(table)[-2:] == [Lifted, Flagged]
    table.show(FULL)
    assert isinstance(table.view, PlayView)
    assert table.view.state.throw is not None


def test_the_last_move_is_taken_back_on_the_board() -> None:
    table = Table().start()
    table.throw()
    throw = table.station.game.state.throw  # type: ignore[union-attr]
    table.play(table.legal_move())
    table.show(FULL)
    assert isinstance(table.events[-1], TakenBack)
    view = table.view
    assert isinstance(view, PlayView)
    assert view.state.throw == throw
    assert view.roll is not None
    assert (view.roll.face, view.roll.progress) == (throw, 1.0)


def test_a_move_taken_back_on_the_screen_is_not_made_again_by_the_board_that_still_shows_it() -> None:
    table = Table().start()
    table.throw()
    table.play(table.legal_move())
    table.ask(Ask.PAUSE)
    assert isinstance(table.view, PauseView)
    assert table.view.may_take_back
    table.ask(Ask.TAKE_BACK)
    assert isinstance(table.view, PlayView)
    assert isinstance(table.events[-1], TakenBack)
    table.wait(10)
    assert isinstance(table.events[-1], TakenBack)
    table.show(FULL)
    assert isinstance(table.events[-1], TakenBack)


def test_a_board_that_has_only_just_settled_shows_a_whole_move_but_nothing_wrong() -> None:
    table = Table().start()
    table.throw()
    move, before = table.legal_move(), table.position.halves()
    wrong = before.with_count(move.seat, move.target, before.count(move.seat, move.target) + 1)
    for halves in (wrong, before):
        table.tell(MOVING)
        table.tell(replace(clear(halves), is_early=True))
        table.wait(10)
        assert isinstance(table.events[-1], Thrown)
        assert shown(table).seen.sight is Sight.MOVING
    table.tell(replace(clear(play(table.position, move).halves()), is_early=True))
    assert isinstance(table.events[-1], Moved)
    # And the same without the haste.
    table.press()
    table.wait(1.0)
    table.show(wrong)
    table.wait(10)
    assert isinstance(table.events[-1], Flagged)


def test_a_board_swept_clean_and_laid_for_a_start_means_a_new_game() -> None:
    table = Table(rules_for("locus-ludi-race")).start()
    while sum(table.position.halves().a) + sum(table.position.halves().b) < 4:
        table.throw()
        if isinstance(table.view, PlayView) and table.view.state.throw is not None:
            table.play(table.legal_move())
    table.show(Halves())
    assert not isinstance(table.view, SetUpView)
    table.wait(2.1)
    assert isinstance(table.view, SetUpView)
    table.wait(2.1)
    assert isinstance(table.view, PlayView)
    assert any(isinstance(it, Abandoned) for it in table.stored)
    assert kinds(table).count(Started) == 2


def test_a_pass_has_its_page_until_the_next_throw() -> None:
    for seed in range(60):
        table = Table(rules_for("schaedler", ["starter=A"]), seed=seed).start()
        for _ in range(12):
            table.throw()
            if isinstance(table.view, PassView):
                assert isinstance(table.events[-1], Passed)
                assert table.view.roll is not None
                table.throw()
                assert not isinstance(table.events[-1], Passed) or table.events[-2] != table.events[-1]
                return
            if isinstance(table.view, PlayView) and table.view.state.throw is not None:
                table.play(table.legal_move())
    pytest.fail("nobody had to pass")


def finished_game() -> Table:
    """A game played to its end by the first legal moves."""
    table = Table(rules_for("locus-ludi-race", ["to-win=4"]), seed=3).start()
    for _ in range(2000):
        table.wait(5)
        if isinstance(table.view, WonView):
            return table
        table.throw()
        game = table.station.game
        assert game is not None
        legal = game.state.legal
        if legal:
            table.play(max(legal, key=lambda move: (move.wins, not move.leaves_goal_half)))
    pytest.fail("the game did not come to an end")


def longest_stay(events: list[Event]) -> LongStay:
    """The longest run of throws at which a seat had a counter on its goal, found in the events."""
    started = next(event for event in events if isinstance(event, Started))
    position, runs = started.position, {seat: [0] for seat in Seat}
    for event in events:
        if isinstance(event, Moved):
            position = play(position, event.move)
        if isinstance(event, Thrown):
            for seat in Seat:
                there = position.halves().count(seat, point_at(seat, GOAL_HALF)) > 0
                runs[seat].append(runs[seat][-1] + 1 if there else 0)
    seat = max(Seat, key=lambda seat: max(runs[seat]))
    return LongStay(seat, max(runs[seat]))


def test_a_won_game_has_its_summary_and_reveals_the_seed() -> None:
    table = finished_game()
    view = table.view
    assert isinstance(view, WonView)
    assert view.outcome.termination is Termination.WON
    assert view.sealed
    assert view.state.ply == sum(isinstance(event, Thrown) for event in table.events)
    assert view.summary.longest_stay == longest_stay(table.events)
    assert table.wants(Do.FIND_ENDED)
    table.answer(Do.FIND_ENDED, (7, 1500.0, 12))
    assert isinstance(table.view, WonView)
    assert (table.view.summary.minutes, table.view.shortest, table.view.address) == (25, 12, None)
    seed = table.stored[-1]
    assert isinstance(seed, SeedRevealed)
    table.ask(Ask.SHOW_SEAL)
    assert isinstance(table.view, SealView)
    assert table.view.seed == seed.seed


def test_the_card_of_the_station_s_own_game_begins_it_with_its_die_and_options() -> None:
    own = replace(rules_for("schaedler", ["limit=60"]), die=DICE["knucklebone"])
    table = Table(own)
    table.ask(Ask.NEW_GAME)
    assert isinstance(table.view, GamesView)
    table.ask(intents.Pick(intents.Named.GAME, table.view.offers[0]))
    assert isinstance(table.view, SetUpView)
    assert table.view.rules == own


def test_lengths_of_games_played_here_stand_on_the_cards() -> None:
    table = Table()
    table.ask(Ask.NEW_GAME)
    assert isinstance(table.view, GamesView)
    assert not table.view.here
    played = replace(OFFERS["kidd"], minutes=(20, 40), skill=90)
    table.answer(Do.FIND_LENGTHS, (played,))
    assert isinstance(table.view, GamesView)
    assert table.view.here == (played,)


def test_after_a_game_the_next_begins_by_the_button_or_by_laying_the_board() -> None:
    table = finished_game()
    table.wait(1)
    table.show(Halves())
    table.wait(2.1)
    assert isinstance(table.view, SetUpView)
    table = finished_game()
    table.wait(5)
    table.press()
    assert isinstance(table.view, SetUpView)


def test_who_cannot_reach_the_board_points_at_the_drawn_one_and_another_moves() -> None:
    table = Table().start()
    table.ask(intents.ShowPlace(Point.A1))
    assert shown(table).pointed == ()
    table.throw()
    move = table.legal_move()
    assert isinstance(move.source, Point)
    for point, pointed in ((move.source, (move.source,)), (move.target, (move.source, move.target))):
        table.ask(intents.ShowPlace(point))
        assert shown(table).pointed == pointed
    table.ask(intents.ShowPlace(move.target))
    assert shown(table).pointed == ()
    table.ask(intents.ShowPlace(move.source))
    table.play(move)
    assert shown(table).pointed == ()


def test_players_can_agree_on_a_draw() -> None:
    table = Table().start()
    table.ask(Ask.PAUSE)
    table.ask(Ask.AGREE_DRAW)
    for seat in Seat:
        table.ask(intents.Agree(seat))
    assert isinstance(table.view, WonView)
    ended = [event for event in table.events if isinstance(event, Ended)]
    assert [event.outcome for event in ended] == [Outcome(Termination.AGREED)]


def test_the_lamps_tell_whose_turn_it_is_and_beckon_when_nothing_is_done_for_long() -> None:
    table = Table().start()
    assert table.station.lamps(table.now_s)[Lamp.SEAT_A] is Pattern.BREATHE
    table.throw()
    lamps = table.station.lamps(table.now_s)
    assert (lamps[Lamp.SEAT_A], lamps[Lamp.SEAT_B], lamps[Lamp.REFUSED]) == (
        Pattern.ON,
        Pattern.OFF,
        Pattern.OFF,
    )
    table.wait(60)
    assert table.station.lamps(table.now_s)[Lamp.SEAT_A] is Pattern.BECKON
    table.play(table.legal_move())
    assert table.station.lamps(table.now_s)[Lamp.SEAT_B] is Pattern.BREATHE


def test_the_lamps_shine_without_a_page_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table().start()
    before = table.station.lamps(table.now_s)

    def made(*_: object) -> None:
        raise AssertionError("a page was made")

    monkeypatch.setattr(PlayPage, "view", made)
    assert table.station.lamps(table.now_s) == before
    with pytest.raises(AssertionError, match="a page was made"):
        _ = table.view


# Pages laid over the game.


def test_the_rules_can_be_read_while_the_referee_goes_on_watching() -> None:
    table = Table().start()
    table.throw()
    table.ask(Ask.SHOW_RULES)
    table.ask(intents.Enter(intents.Number.LEAF, 2))
    assert table.view == RulesView(SCHAEDLER, 2)
    table.play(table.legal_move())
    assert isinstance(table.events[-1], Moved)
    table.press()
    assert isinstance(table.view, PlayView)
    assert kinds(table).count(Thrown) == 2


def test_the_language_changes_at_any_moment() -> None:
    table = Table().start()
    table.throw()
    table.ask(Ask.SHOW_LANGUAGES)
    assert table.view == LanguagesView()
    effects = table.ask(intents.Pick(intents.Named.LANGUAGE, "el"))
    assert SetLanguage("el") in effects
    assert isinstance(table.view, PlayView)


def test_a_pause_watches_nothing_and_judges_the_board_when_it_is_over() -> None:
    table = Table().start()
    table.throw()
    move = table.legal_move()
    table.ask(Ask.PAUSE)
    assert isinstance(table.view, PauseView)
    table.play(move)
    table.wait(60)
    assert not isinstance(table.events[-1], Moved)
    table.ask(Ask.GO_ON)
    assert isinstance(table.events[-1], Moved)


def test_a_wrong_reading_is_put_right_by_hand_for_as_long_as_the_board_is_read_so() -> None:
    table = Table().start()
    table.throw()
    move = table.legal_move()
    meant = play(table.position, move).halves()
    read = without(meant, Seat.B, Point.B4, onto=move.source if isinstance(move.source, Point) else Point.A1)
    table.show(read)
    assert isinstance(table.view, NotSoView)
    table.ask(Ask.CORRECT)
    view = table.view
    assert isinstance(view, CorrectView)
    assert view.halves == read
    table.ask(intents.CorrectHalf(Point.B4, Seat.B, 1))
    table.ask(intents.CorrectHalf(move.source if isinstance(move.source, Point) else Point.A1, Seat.B, -1))
    table.ask(Ask.GO_ON)
    assert ReadingCorrected(read, meant) in table.stored
    assert isinstance(table.events[-1], Moved)
    table.show(read)
    assert isinstance(table.view, PlayView)
    table.wait(10)
    assert isinstance(table.events[-1], Moved)


def test_without_a_camera_moves_are_named_by_hand() -> None:
    table = Table()
    table.tell(FaultRaised(Fault.CAMERA_LOST, "no picture"))
    table.press()
    table.press()
    assert isinstance(table.view, SetUpView)
    table.press()
    assert isinstance(table.view, PlayView)
    table.throw()
    move = table.legal_move()
    table.ask(Ask.CORRECT)
    if isinstance(move.source, Point):
        table.ask(intents.CorrectHalf(move.source, Seat.A, -1))
    table.ask(intents.CorrectHalf(move.target, Seat.A, 1))
    table.ask(Ask.GO_ON)
    assert isinstance(table.events[-1], Moved)
    assert table.station.faults == (Fault.CAMERA_LOST,)


def test_the_staff_reach_their_pages_and_come_back_to_the_game() -> None:
    table = Table().start()
    table.ask(Ask.OPEN_STAFF)
    assert table.view == StaffView(locked=False)
    table.ask(Ask.SHOW_LOOK)
    assert isinstance(table.view, SettingsView)
    assert SetVolume(30, muted=False) in table.ask(intents.Enter(intents.Number.VOLUME, 30))
    assert SetVolume(30, muted=True) in table.ask(intents.Switch(intents.Toggle.MUTED, True))
    assert Theme.LOW_LIGHT in table.ask(intents.Pick(intents.Named.THEME, Theme.LOW_LIGHT))
    assert table.view == SettingsView(30, True, Theme.LOW_LIGHT)
    table.ask(Ask.BACK)
    table.ask(Ask.SHOW_CAMERA)
    assert isinstance(table.view, CameraView)
    assert table.station.context.top.wants_pictures
    table.ask(Ask.BACK)
    table.ask(Ask.AUDIT_DICE)
    audit = DiceAuditView(SCHAEDLER.die, (1, 2, 3, 4, 5, 6), 0.5)
    table.answer(CountThrows(SCHAEDLER.die), audit)
    assert table.station.view(table.now_s) == audit
    table.ask(Ask.BACK)
    table.ask(Ask.BACK)
    assert isinstance(table.view, PlayView)


# Faults, idling, resuming.


def test_a_fault_has_its_page_and_afterwards_the_game_is_where_it_was() -> None:
    table = Table().start()
    table.throw()
    before = table.view
    table.tell(FaultRaised(Fault.CAMERA_LOST, "the cable is out"))
    assert table.view == OutOfOrderView(Fault.CAMERA_LOST, may_go_without=True)
    table.tell(FaultCleared(Fault.CAMERA_LOST))
    assert table.view == before
    assert table.station.faults == ()


def test_a_small_fault_is_only_mentioned() -> None:
    table = Table().start()
    table.tell(FaultRaised(Fault.SOUND_MISSING, "no loudspeaker"))
    assert isinstance(table.view, PlayView)
    assert table.station.faults == (Fault.SOUND_MISSING,)


def test_what_is_unexpected_has_its_page_again_when_it_happens_again_and_is_over_in_the_end() -> None:
    table = Table().start()
    mistake = FaultRaised(Fault.UNEXPECTED, "ValueError: 7")
    table.tell(mistake)
    table.wait(60)
    assert table.view == OutOfOrderView(Fault.UNEXPECTED)
    table.tell(mistake)
    table.press()
    table.tell(mistake)
    assert isinstance(table.view, PlayView)
    assert table.station.faults == (Fault.UNEXPECTED,)
    table.wait(BUG_AGAIN_S)
    assert isinstance(table.view, OutOfOrderView)
    table.press()
    table.wait(BUG_AGAIN_S)
    assert isinstance(table.view, PlayView)
    assert not table.station.faults
    table.tell(mistake)
    assert isinstance(table.view, OutOfOrderView)


def test_untouched_for_long_the_station_goes_back_to_its_first_page() -> None:
    table = Table(timings=replace(TIMINGS, quiet_s=285, warning_s=15)).start()
    table.throw()
    table.wait(280)
    table.tell(MOVING)
    table.wait(2)
    table.tell(NOTHING)
    table.wait(284)
    assert isinstance(table.view, PlayView)
    table.wait(14)
    asked: View = table.view
    assert asked == StillThereView(2, in_game=True)
    table.wait(2)
    assert isinstance(table.view, WelcomeView)
    assert isinstance(table.stored[-2], Abandoned)
    assert not table.station.is_resting(table.now_s - 300)
    assert table.station.is_resting(table.now_s)


def test_time_alone_changes_nothing_in_a_game() -> None:
    table = Table(settings=Settings(station=StationSettings(place=Location.HOME))).start()
    table.throw()
    events = list(table.events)
    for _ in range(50):
        table.now_s += 1000
        table.tell(Signal.TICK)
    assert table.events == events
    assert table.view.seen.sight is Sight.CLEAR  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("doubt", "said"),
    [
        (
            Doubt(Cause.PLACE_BETWEEN, "midway", (Point.A3, Point.B3)),
            "Push the counter between 3A and 3B to one side.",
        ),
        (Doubt(Cause.ODD_THING, "odd", (Point.B5,)), "Take the thing off 5B. It is no counter."),
        (Doubt(Cause.DIE, "a die", (Point.B5,)), "Take the die off 5B."),
    ],
    ids=lambda value: str(value.cause) if isinstance(value, Doubt) else "",
)
def test_what_keeps_the_board_from_being_read_is_named_after_some_seconds(doubt: Doubt, said: str) -> None:
    table = Table().start()
    table.press()
    table.wait(2.0)
    table.tell(Observation(Reading(doubt, None, (), (), 0.0)))
    table.wait(2.5)
    assert isinstance(table.view, PlayView)
    assert table.view.unclear is None
    table.wait(1.0)
    assert isinstance(table.view, PlayView)
    assert table.view.unclear == Unclear(doubt.cause, doubt.places)
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(table.view)
    assert said in [text.string for text in screen.texts]
    table.show(table.position.halves())
    assert isinstance(table.view, PlayView)
    assert table.view.unclear is None


@pytest.mark.parametrize(("die", "cue"), [("d6", Cue.THROW), ("knucklebone", Cue.BONES)])
def test_a_throw_sounds_like_what_is_thrown(die: str, cue: Cue) -> None:
    table = Table(replace(SCHAEDLER, die=DICE[die])).start()
    table.throw()
    assert {it for it in table.cues if it in (Cue.THROW, Cue.BONES)} == {cue}


def test_a_hit_and_a_counter_home_sound_other_than_one_set_down() -> None:
    heard = {}
    for rules in (rules_for("locus-ludi-race", ["to-win=4"]), rules_for("kidd", ["starter=A"])):
        table = Table(rules, seed=3).start()
        for _ in range(40):
            table.wait(5)
            game = table.station.game
            if game is None or game.over:
                break
            table.throw()
            legal = game.state.legal
            if not legal:
                continue
            move = max(legal, key=lambda move: (move.hits, move.target is point_at(move.seat, GOAL_HALF)))
            before = len(table.cues)
            table.play(move)
            kind = Cue.HIT if move.hits else Cue.YES
            if kind is Cue.YES and move.target is point_at(move.seat, GOAL_HALF):
                kind = Cue.HOME
            assert table.cues[before:][-1] in (kind, Cue.WIN)
            heard[kind] = True
    assert heard.keys() == {Cue.HIT, Cue.YES, Cue.HOME}
