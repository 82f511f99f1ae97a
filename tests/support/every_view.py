"""Views that between them show every text there is."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace

from companion.board.signals import Flaw, ViewProblem
from companion.display.screen import Screen
from companion.game import (
    RECONSTRUCTIONS,
    Halves,
    Move,
    Outcome,
    Point,
    Reason,
    Reserve,
    Rules,
    Seat,
    Stay,
    Termination,
    citation,
    rules_for,
    start_position,
)
from companion.game.levels import LEVELS
from companion.interface.commands import MAX_MESSAGE_LENGTH, MAX_WORD_LENGTH
from companion.interface.faults import Fault
from companion.interface.intents import Enter, Number
from companion.interface.offers import OFFERS
from companion.interface.setting_up import (
    CameraStepView,
    DevicesStepView,
    DeviceState,
    GameStepView,
    SettingUpView,
    SetUp,
)
from companion.interface.sight import FlawNote, Grade, SeenBoard, Sight
from companion.interface.summary import MIN_LOSS, Balance
from companion.interface.texts import FlawKind, TextFlaw
from companion.interface.views import (
    AttractView,
    CalibrationStep,
    CalibrationView,
    CameraView,
    ChooseGameView,
    ClosedDaysView,
    DayKind,
    DayTime,
    DayView,
    GamesView,
    HandTest,
    HoursView,
    InsightView,
    MessageView,
    NotSoView,
    OfferView,
    Opponent,
    OutOfOrderView,
    PassView,
    PauseView,
    PlayView,
    RulesView,
    ScreenTrial,
    SetUpView,
    StaffView,
    TextRow,
    TextsView,
    ThrowOffView,
    Topic,
    View,
    WelcomeView,
    WonView,
)
from companion.presentation.words import LANGUAGES
from companion.referee.events import Flagged, Restored, Step
from companion.referee.referee import State
from five_lines_lab.gallery.examples import examples
from five_lines_lab.gallery.insight import INSIGHT

HOUSE_RULES = ["larger-throw-enters=yes", "leaving=last-resort", "own-half=one", "limit=200"]


def all_rules() -> Iterator[Rules]:
    """Games that between them have every value of every option."""
    yield from (rules_for(name) for name in ("schaedler", "kidd", "kalkhoven"))
    yield rules_for("schaedler", [*HOUSE_RULES, "last-may-stay=yes", "extra-throw=goal", "zugzwang=may-pass"])
    yield rules_for("locus-ludi-capture", ["entry-hits=blocked", "goal-point=blocked", "to-win=4"])
    yield rules_for("kidd", ["entry=must-else-pass", "sacred-line=safe", "own-half=closed", "leaving=never"])
    yield rules_for("kidd", ["goal=anywhere", "sacred-line=safe", "entry=free", "end-test=on-board"])
    yield rules_for("schaedler", ["start=own-sacred"])


DUTIES = (Reason.MOVED_THOUGH_MUST_ENTER, Reason.MOVED_THOUGH_TURN_PASSES)


def not_so(reason: Reason, rules: Rules, seat: Seat) -> NotSoView:
    """A flag for a reason, as it may come from a table."""
    moved = Step(seat, Point.A4, Point.B2)
    done = {
        Reason.COUNTER_MISSING: (Step(seat, Point.A4, None), Step(seat.other, Point.B1, None)),
        Reason.COUNTER_TOO_MANY: (Step(seat, None, Point.A4), Step(seat.other, None, Point.B1)),
        Reason.MOVE_NOT_FINISHED: (Step(seat, Point.A4, None),),
        Reason.ENTERED_ON_WRONG_POINT: (Step(seat, None, Point.A4),),
    }.get(reason, (moved,))
    remedy = tuple(Step(step.seat, step.target, step.source) for step in done)
    state = State(rules, start_position(rules), seat, ply=7, throw=6)
    rule = str(citation(rules, reason, done[0].target))
    nearer = Reason.POINT_TAKEN_BY_OTHER_COUNTER if reason in DUTIES else None
    flagged = Flagged(7, seat, 6, reason, rule, Halves(), done, remedy, None, nearer)
    return NotSoView(state, SeenBoard(Sight.CLEAR, Halves()), flagged, remedy)


def every_view() -> Iterator[View]:
    """Every page with everything it can say."""
    yield from examples().values()
    yield from (WelcomeView(rules_for(name)) for name in RECONSTRUCTIONS)
    yield AttractView(0.0, rules_for("schaedler"), still=True)
    for level in LEVELS:
        yield GamesView(tuple(OFFERS), rules_for("kidd", ["to-win=4"]), opponent=Opponent(Seat.B, level))
    for rules in all_rules():
        yield ChooseGameView(rules)
        yield RulesView(rules)
        yield SetUpView(rules, start_position(rules), SeenBoard(Sight.CLEAR, Halves()))
    for reason in Reason:
        # The longest citations, one with a mode that is not the game's own, and one by a house rule.
        for name in ("schaedler-adapted", "locus-ludi-capture", "kidd"):
            yield not_so(reason, rules_for(name), Seat.A)
        yield not_so(reason, rules_for("schaedler-adapted", HOUSE_RULES), Seat.B)
    yield from (OutOfOrderView(fault) for fault in Fault)
    play = examples()["play-throw"]
    assert isinstance(play, PlayView)
    yield from (replace(play, seen=SeenBoard(sight)) for sight in Sight)
    hours = examples()["hours"]
    assert isinstance(hours, HoursView)
    calibration = examples()["calibration"]
    assert isinstance(calibration, CalibrationView)
    for step, moving in itertools.product(CalibrationStep, (True, False)):
        yield replace(calibration, step=step, moving=moving)
    for flaw, grade in itertools.product(Flaw, (*Grade, None)):
        remarks = (FlawNote(flaw, Seat.B, Point.B4),)
        yield replace(calibration, step=CalibrationStep.RESULT, grade=grade, remarks=remarks)
    yield from (replace(calibration, step=CalibrationStep.RESULT, grade=grade) for grade in Grade)
    for weekday in range(7):
        day = DayTime(weekday, "20:00")
        yield replace(hours, is_open=False, now=day, until=day)
        yield DayView(weekday, DayKind.HOURS, (("10:00", "18:00"),))
    yield ClosedDaysView(
        "2026-12-24", 6, None, tuple(f"2026-12-{day:02} to 2027-01-{day:02}" for day in range(1, 31))
    )
    yield ClosedDaysView("2026-12-24", 2)
    rows = tuple(TextRow(str(code), True, True, True) for code in LANGUAGES)
    yield TextsView(rows, logo=True, story=tuple(range(1, 7)))
    for kind in FlawKind:
        said = TextFlaw(kind, "logo.jpeg", "the world’s museums" if kind.endswith("long") else "")
        yield TextsView(rows, flaws=(said,) * 6, folder="/media/pi/MUSEUM OF GAMES/five-lines")
    yield MessageView("W" * MAX_WORD_LENGTH)
    yield MessageView(("DAS MUSEUM SCHLIESST UM ACHTZEHN UHR. " * 4)[:MAX_MESSAGE_LENGTH])
    yield from (replace(hours, trial=trial) for trial in ScreenTrial)
    camera = examples()["camera-hand"]
    assert isinstance(camera, CameraView)
    yield from (replace(camera, hand=hand) for hand in HandTest)
    yield replace(camera, hand=None, saved="")
    lesson = examples()["lesson-move"]
    assert isinstance(lesson, PlayView)
    for topic, rules in itertools.product(Topic, (rules_for("kidd"), rules_for("kidd", ["goal=anywhere"]))):
        yield replace(lesson, state=replace(lesson.state, rules=rules), topic=topic)
    thrower = replace(lesson.state, throw=None)
    for topic in (Topic.AIM, Topic.THROW, Topic.AGAIN):
        yield replace(lesson, state=thrower, hints=None, topic=topic)
    yield from setting_up()
    yield from against_the_computer()
    yield from every_insight()
    won = examples()["won"]
    assert isinstance(won, WonView)
    yield replace(won, outcome=Outcome(Termination.RESIGNED, Seat.B))
    for seat, winner, rung in itertools.product(Seat, Seat, LEVELS[:2]):
        opponent = Opponent(seat, LEVELS[0])
        yield replace(won, outcome=Outcome(Termination.WON, winner), opponent=opponent, rung=rung)
    for termination in (Termination.AGREED, Termination.LIMIT, Termination.NOBODY_CAN_MOVE):
        yield replace(won, outcome=Outcome(termination))


def setting_up() -> Iterator[View]:
    """Every step of setting up with everything that can be said there."""
    shown = examples()
    devices, camera, game = shown["step-devices"], shown["step-camera"], shown["step-game"]
    assert isinstance(devices, DevicesStepView)
    assert isinstance(camera, CameraStepView)
    assert isinstance(game, GameStepView)
    yield from (replace(devices, button=state, lamps=state, sound=state) for state in DeviceState)
    yield from (replace(camera, advice=advice) for advice in ViewProblem)
    yield from (replace(game, name=name) for name in RECONSTRUCTIONS)
    yield SettingUpView(tuple(SetUp))


def against_the_computer() -> Iterator[View]:
    """Every page that says something else while the computer has a seat."""
    shown = examples()
    for level, seat in zip(LEVELS, itertools.cycle(Seat), strict=False):
        yield ChooseGameView(rules_for("kidd"), leaf=1, opponent=Opponent(seat, level))
        waits = shown["computer-waits"]
        assert isinstance(waits, PlayView)
        yield replace(waits, last=None, opponent=Opponent(Seat.B, level))
    for seat in Seat:
        computer = Opponent(seat, LEVELS[0])
        for name in ("set-up", "throw-off", "throw-off-decided", "not-so", "passed", "won"):
            view = shown[name]
            assert isinstance(view, SetUpView | ThrowOffView | NotSoView | PassView | WonView)
            yield replace(view, opponent=computer)
        for name in ("play-throw", "play-rolling", "play-own-dice"):
            view = shown[name]
            assert isinstance(view, PlayView)
            yield replace(view, opponent=computer)
        throw_off = shown["throw-off-decided"]
        assert isinstance(throw_off, ThrowOffView)
        yield replace(throw_off, winner=Seat.B, opponent=computer)
    pause, best, moves = shown["pause"], shown["play-best"], shown["computer-moves"]
    assert isinstance(pause, PauseView)
    yield replace(pause, chance_shown=True)
    assert isinstance(best, PlayView)
    yield replace(best, best=Stay.DECLINE, may_decline=True, chance_a=None, solving=0.07)
    assert isinstance(moves, PlayView)
    yield replace(moves, last=Restored(12, Seat.B, None), own_dice=True)
    yield replace(moves, chosen=Stay.PASS)


def every_insight() -> Iterator[View]:
    """What can be told of a game, the longest of it; and of games of which there is little to tell."""
    chances, balances = INSIGHT.chances_a, (Balance(-1.4, 0.0), Balance(0.01, 0.1))
    yield replace(INSIGHT, balances=balances, finest=None, worst=None)
    yield replace(INSIGHT, chances_a=(0.5, 0.48), finest=None, worst=None, balances=(Balance(0, 0),) * 2)
    yield replace(INSIGHT, chances_a=(0.5,), balances=None, finest=None, worst=None)
    yield InsightView(Outcome(Termination.RESIGNED, Seat.B))
    worst = INSIGHT.worst
    assert worst is not None
    stayed = replace(worst, ply=299, action=Stay.DECLINE, share=MIN_LOSS)
    entered = replace(worst, ply=200, best=Move(Seat.B, Reserve.HAND, Point.B4), seat=Seat.B)
    long = tuple(0.5 + 0.49 * math.sin(turn / 7) for turn in range(301))
    yield replace(INSIGHT, chances_a=long, finest=stayed, worst=entered, balances=balances[::-1])
    yield replace(INSIGHT, chances_a=(*chances[:-1], 0.0), outcome=Outcome(Termination.WON, Seat.B))
    for dice, choices in ((0.4, 0.01), (0.01, 0.4), (0.2, 0.2), (-0.1, -0.1)):
        told = Balance(dice, 0.0), Balance(0.0, max(choices, 0))
        yield replace(INSIGHT, balances=told, leaf=1)


def leaves(screen: Screen, view: View) -> Iterator[View]:
    """Show a page, and every further leaf that it leads to; yields each while it is shown."""
    screen.show(view)
    yield view
    while isinstance(
        view, GamesView | ChooseGameView | HoursView | InsightView | OfferView | RulesView | StaffView
    ):
        following = Enter(Number.LEAF, view.leaf + 1)
        if following not in [target.intent for target in screen.targets]:
            return
        view = replace(view, leaf=view.leaf + 1)
        screen.show(view)
        yield view
