"""An example of every page, taken from refereed games: for pictures and for tests."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

import numpy as np

from companion import __version__
from companion.board.motion import RigidMotion
from companion.board.signals import Cause, Flaw
from companion.display.attract_scene import game_s, loop_s
from companion.game import (
    DICE,
    RING,
    Halves,
    Outcome,
    Point,
    Position,
    Rules,
    Seat,
    Termination,
    legal_moves,
    play,
    rules_for,
    start_position,
)
from companion.game.levels import LEVELS
from companion.interface import views
from companion.interface.faults import Fault
from companion.interface.offers import OFFERS
from companion.interface.presentation import Theme
from companion.interface.sight import (
    CameraPicture,
    FlawNote,
    Grade,
    LastReading,
    OwnDice,
    SeenBoard,
    Sight,
    Unclear,
)
from companion.interface.summary import GameSummary, LongStay
from companion.interface.texts import STORY_PAGES, FlawKind, HousePicture, TextFlaw, Texts
from companion.presentation.words import LANGUAGES
from companion.presentation.words.story import TIMES
from companion.referee.events import Event, Flagged, Look, Moved, Passed, Step, Throw
from companion.referee.match import HomeMatch
from companion.referee.referee import Referee, State, begin
from five_lines_lab.gallery.home import home_examples
from five_lines_lab.gallery.insight import INSIGHT, puzzle_examples
from five_lines_lab.gallery.opponent import COMPUTER, opponent_examples
from five_lines_lab.gallery.pictures import corners, frame, read, seen, seen_of
from five_lines_lab.gallery.setting_up import setting_up_examples

HOUSE = Texts(
    "Museum of Games",
    "Come and play",
    "Boards of five lines were cut into the steps of temples and into marble tables.\n"
    "Ours is a copy of one from Epidauros, carved by hand.",
)
HOUSE_STORY = Texts("Our board", "A copy, cut by hand in 1931.", "Inv. 12")
LOGO = HousePicture(np.full((60, 90, 4), (166, 42, 26, 255), np.uint8))

_SEED = "7f3a91c4" * 8
_ADDRESS = "http://five-lines.museum.lan:8016/"
_COMMITMENT = "0b5d82ee" * 8


@cache
def examples() -> Mapping[str, views.View]:
    """Return every page at least once, by the name of its picture."""
    schaedler, kidd = rules_for("schaedler"), rules_for("kidd")
    cube, bone, won = DICE["d6"], DICE["knucklebone"], _won(schaedler)
    paused = views.PauseView(_state(schaedler, "A 1A 2A 3A 4A 3B / B 1B 2B 3B 4B 5B"), True, True)
    audit = views.DiceAuditView(bone, (103, 391, 412, 94), 0.71)
    about = views.AboutView(__version__)
    offered = tuple(OFFERS)[:-2]
    camera = views.CameraView(*read("A 1A 2A 3Bx3 / B 1B 2B 3Ax2 4B"), Sight.CLEAR)
    house = views.WelcomeView(schaedler, texts=HOUSE, logo=LOGO)
    shown: dict[str, views.View] = {
        "welcome": views.WelcomeView(schaedler),
        "attract-throw": views.AttractView(3.8, schaedler),
        "attract-move": views.AttractView(6.0, schaedler),
        "attract-won": views.AttractView(game_s(schaedler) - 1.0, schaedler),
        "attract-enters": views.AttractView(6.0, kidd),
        **{
            f"attract-story-{page + 1}": views.AttractView(
                loop_s(schaedler) * page + game_s(schaedler), schaedler
            )
            for page in range(TIMES)
        },
        **{f"story-{page + 1}": views.StoryView(page, page, STORY_PAGES) for page in range(STORY_PAGES)},
        "story-house": views.StoryView(0, 0, STORY_PAGES, HOUSE_STORY, LOGO),
        "languages": views.LanguagesView(),
        "games": views.GamesView(offered, opponent=COMPUTER, puzzles=True),
        "games-own": views.GamesView(
            ("schaedler",), rules_for("kidd", ["to-win=4"]), researchers=False, puzzles=True
        ),
        "games-here": views.GamesView(offered, here=(replace(OFFERS["kidd"], skill=68),)),
        "games-more": views.GamesView(offered, leaf=1),
        "choose-game": views.ChooseGameView(schaedler),
        "choose-players": views.ChooseGameView(schaedler, leaf=1, opponent=COMPUTER),
        "choose-dice": views.ChooseGameView(
            rules_for("schaedler", ["die=knucklebone"]), leaf=2, advice=("last-may-stay=yes", "to-win=4")
        ),
        "choose-starter": views.ChooseGameView(schaedler, leaf=3),
        "choose-options": views.ChooseGameView(kidd, leaf=5),
        "choose-clash": views.ChooseGameView(kidd, leaf=4, clash=("to-win=4", "last-may-stay=yes")),
        "set-up": views.SetUpView(
            schaedler, start_position(schaedler), seen("A 1A 2A 3A 4B / B 1B 2B 5B"), sealed=True
        ),
        "set-up-ready": views.SetUpView(
            kidd, start_position(kidd), seen("A hand x5 / B hand x5"), ready=True, sealed=True
        ),
        "lesson-ready": views.SetUpView(
            schaedler,
            start_position(schaedler),
            seen("A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B"),
            ready=True,
            sealed=True,
            teaching=True,
        ),
        "throw-off": views.ThrowOffView(cube, Seat.B, (views.Roll(cube, 4), None)),
        "throw-off-own-dice": views.ThrowOffView(cube, Seat.A, own_dice=True, tied=True),
        "throw-off-decided": views.ThrowOffView(
            bone,
            None,
            (views.Roll(bone, 4), views.Roll(bone, 3)),
            winner=Seat.A,
        ),
        **_play_examples(),
        **opponent_examples(),
        **_not_so_examples(),
        "passed": _passed(),
        "won": won,
        "won-harder": replace(won, opponent=COMPUTER, rung=LEVELS[2]),
        "won-easier": replace(
            won, outcome=Outcome(Termination.WON, Seat.B), opponent=COMPUTER, rung=LEVELS[0]
        ),
        "won-running": replace(won, shown=0.4),
        "insight": INSIGHT,
        "insight-luck": replace(INSIGHT, leaf=1),
        "insight-finest": replace(INSIGHT, leaf=2),
        "insight-worst": replace(INSIGHT, leaf=3),
        "insight-solving": views.InsightView(INSIGHT.outcome, solving=0.4),
        **puzzle_examples(),
        "seal": views.SealView(_COMMITMENT),
        "seal-before": views.SealView(_COMMITMENT, "20260321", may_add=True, before=True),
        "seal-revealed": views.SealView(_COMMITMENT, "20260321", _SEED),
        "seal-digits": views.SealView(_COMMITMENT, "20260321", _SEED, leaf=1),
        "number": views.NumberView("20260321"),
        **home_examples(),
        "won-match": replace(won, match=HomeMatch(("Anna", "Nikos"), (2, 1), "Maria", 3)),
        "rules": views.RulesView(kidd),
        "rules-last": views.RulesView(rules_for("kalkhoven"), leaf=99),
        "pause": paused,
        "pause-guarded": replace(paused, for_staff=False),
        "pause-follow": replace(paused, may_follow=True),
        "follow-code": views.FollowCodeView(f"{_ADDRESS}?key=0b5d82ee0b5d82ee0b5d", _ADDRESS),
        "ending-draw": views.EndingView(views.Ending.DRAW, tuple(Seat), (Seat.B,)),
        "ending-given-up": views.EndingView(views.Ending.GIVEN_UP, (Seat.B,)),
        "ending-another": views.EndingView(views.Ending.ANOTHER_GAME, (Seat.A,)),
        "still-playing": views.StillThereView(12, in_game=True),
        "message": views.MessageView("The museum closes in ten minutes. Your game is kept until tomorrow."),
        "closing": views.ClosingView(47, in_game=True),
        "closing-last": views.ClosingView(9, in_game=False, last=True),
        "closed": views.ClosedView(),
        "still-there": views.StillThereView(9, in_game=False),
        "resume": _resume(schaedler),
        "correct": views.CorrectView(Position.parse("A 1A 2A 3Bx3 / B 1B 2B 3Ax2 4B").halves(), Seat.B, -1),
        "welcome-greets": views.WelcomeView(schaedler, for_staff=False, greets=True),
        "choose-offered": views.ChooseGameView(
            schaedler, offered=("schaedler", "kalkhoven"), house_rules=False
        ),
        "sound": views.SoundView(40, muted=False),
        "sound-voice": views.SoundView(40, muted=False, speaks=True),
        "pin": views.PinView(views.PinAsked.PRESENT, 4, may_enter=True),
        "pin-wrong": views.PinView(views.PinAsked.PRESENT, wrong=True),
        "pin-wait": views.PinView(views.PinAsked.PRESENT, wait_s=60, may_type=False),
        "pin-new": views.PinView(views.PinAsked.NEW),
        "pin-again": views.PinView(views.PinAsked.AGAIN, 8, may_type=False, may_enter=True),
        "pin-differs": views.PinView(views.PinAsked.NEW, wrong=True),
        "staff": views.StaffView(locked=True),
        "staff-open": views.StaffView(locked=False),
        "staff-report": views.StaffView(True, "/var/lib/five-lines/reports/report-20260415-101500.zip"),
        "settings": views.SettingsView(70, muted=False, theme=Theme.BRIGHT),
        "offer": views.OfferView("schaedler", ("schaedler", "kalkhoven"), house_rules=False),
        "welcome-house": replace(house, for_staff=False),
        "welcome-house-open": house,
        "about-board": views.AboutBoardView(HOUSE, LOGO, 1 + STORY_PAGES),
        "texts": views.TextsView(
            (
                views.TextRow("en", True, True, True),
                *(views.TextRow(code) for code in LANGUAGES if code != "en"),
            )
        ),
        "texts-flaws": views.TextsView(
            (),
            flaws=(TextFlaw(FlawKind.TITLE_TOO_LONG, "de.txt"), TextFlaw(FlawKind.NO_PICTURE, "logo.png")),
            folder="/media/stick/five-lines",
        ),
        "texts-preview": views.PreviewView(house, "de", 2, 10, may_keep=True),
        "texts-kept": views.PreviewView(views.AboutBoardView(HOUSE, LOGO), "en", 1, 10),
        "hours": views.HoursView(
            (
                (),
                ("10:00-18:00",),
                ("10:00-12:30", "14:00-18:00"),
                ("10:00-20:00",),
                ("18:00-02:00",),
                ("00:00-24:00",),
                ("10:00-17:00",),
            ),
            3,
            now=views.DayTime(3, "17:32"),
            until=views.DayTime(3, "20:00"),
        ),
        "hours-unsure": views.HoursView((("00:00-24:00",),) * 7),
        "hours-day": views.DayView(2, views.DayKind.HOURS, (("21:00", "02:00"),)),
        "hours-day-several": views.DayView(2, views.DayKind.HOURS, (("10:00", "12:30"), ("14:00", "18:00"))),
        "hours-day-closed": views.DayView(0, views.DayKind.CLOSED),
        "closed-days": views.ClosedDaysView("2026-12-24", 3, None, ("01-01", "2026-12-25 to 2027-01-02")),
        "closed-days-taken": views.ClosedDaysView(
            "2026-12-27", 6, "2026-12-25 to 2027-01-02", ("2026-12-25 to 2027-01-02",)
        ),
        "today": views.TodayView(132, (98, 91, 88, 80, 61), 47.5, 213),
        "today-nobody": views.TodayView(),
        "today-undated": views.TodayView(3, (2, 2, 1, 1, 0), 41.0, 1, dated=False),
        "about": about,
        "about-hotspot": replace(about, hotspot=views.Hotspot("Five Lines", "wq7m4zt2bk")),
        "about-no-hotspot": replace(about, hotspot=views.Hotspot(failure="no-wifi")),
        **_calibration_examples(),
        **setting_up_examples(),
        "camera": camera,
        "camera-unsure": views.CameraView(
            CameraPicture(frame(Halves())),
            LastReading(Sight.UNSURE, None, (), 0.0, Cause.PLACE_BETWEEN),
            Sight.MOVING,
        ),
        "camera-frozen": replace(camera, frozen=True, saved="pictures/0001.png"),
        **_study_examples(),
        "camera-hand": views.CameraView(
            CameraPicture(frame(Halves())), None, Sight.COVERED, hand=views.HandTest.HOLD
        ),
        "dice-audit": audit,
        "dice-audit-damaged": replace(audit, damaged=2),
        "out-of-order": views.OutOfOrderView(Fault.CAMERA_LOST),
        "board-pushed": views.OutOfOrderView(
            Fault.BOARD_MOVED, motion=RigidMotion(14.0, -11.0), may_stay=True
        ),
        "board-turned": views.OutOfOrderView(Fault.BOARD_MOVED, motion=RigidMotion(1.0, 0.0, 0.15)),
        "board-away": views.OutOfOrderView(
            Fault.BOARD_MOVED, picture=CameraPicture(np.full((480, 640, 3), 150, np.uint8)), place=corners()
        ),
    }
    return MappingProxyType(shown)


def _study_examples() -> dict[str, views.View]:
    kidd = rules_for("kidd")
    state = State(kidd, Position.parse("A 1A 2Ax2 hand x2 / B 1B 3A 5Ax2 hand x1"), Seat.A, throw=4)
    best = legal_moves(state.position, Seat.A, 4, kidd)[0]
    study = views.StudyView(state, seen_of(state), best, 0.43)
    over = replace(state, position=Position.parse("A 3Bx5 / B 1B 5B 3Ax3"), throw=None)
    return {
        "study": study,
        "study-throw": replace(study, state=replace(state, throw=None), best=None, may_correct=False),
        "study-solving": replace(study, best=None, chance_a=None, solving=0.4),
        "study-cannot-be": replace(study, best=None, chance_a=None),
        "study-over": views.StudyView(over, seen_of(over), chance_a=1.0),
        "study-hidden": replace(study, seen=SeenBoard(Sight.COVERED)),
    }


def _calibration_examples() -> dict[str, views.View]:
    empty = views.CalibrationView(views.CalibrationStep.EMPTY, CameraPicture(frame(Halves())), corners())
    full = start_position(rules_for("schaedler")).halves()
    picture, reading = read("A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B")
    searching = replace(empty, step=views.CalibrationStep.FIND, corners=())
    found = replace(searching, corners=corners(), found=True, has_last=True)
    laying = replace(empty, step=views.CalibrationStep.LAY, laid=full, noticed=(Point.A1, Point.A2, Point.B4))
    result = views.CalibrationView(
        views.CalibrationStep.RESULT, picture, corners(), reading=reading, grade=Grade.VERY_WELL
    )
    return {
        "calibration-searching": searching,
        "calibration": found,
        "calibration-dragged": replace(found, chosen=Point.A5),
        "calibration-not-found": replace(found, found=False, has_last=False),
        "calibration-empty": empty,
        "calibration-lay": laying,
        "calibration-learning": replace(laying, step=views.CalibrationStep.LEARN),
        "calibration-result": result,
        "calibration-guessed": replace(result, guessed=True),
        "calibration-remark": replace(result, grade=Grade.JUST, remarks=(FlawNote(Flaw.LIKE_BOARD, Seat.B),)),
        "calibration-failed": replace(result, reading=None, grade=None),
    }


def _play_examples() -> dict[str, views.View]:
    schaedler, kidd = rules_for("schaedler"), rules_for("kidd")
    middle = "A 1A 2A 4A 3Bx2 / B 1B 5B 4B 3Ax2"
    throwing = Referee(begin(schaedler, Seat.A, Position.parse("A 1A 2A 4A 2B 3B / B 1B 5B 3B 3Ax2")))
    last = _move(throwing, 5)
    bones = rules_for("schaedler", ["die=knucklebone", "zugzwang=may-pass"])
    zugzwang = _state(bones, "A 3Bx4 2B / B 1B 2A 4B 3Ax2", throw=4)
    hit = Referee(begin(kidd, Seat.A, Position.parse("A 2Ax2 4A hand x2 / B 1B 3A 5Ax2")))
    mid_state = _state(schaedler, middle, throw=4)
    first = Referee(begin(schaedler, Seat.A)).state
    unclear = views.PlayView(mid_state, SeenBoard(Sight.UNSURE), views.Roll(DICE["d6"], 4))
    die = SeenBoard(Sight.DIE, unclear=Unclear(Cause.DIE, (Point.B2,)))
    own = views.PlayView(throwing.state, die, last=last, own_dice=True, offered=OwnDice(4))
    return {
        "play-throw": views.PlayView(throwing.state, seen_of(throwing.state), last=last, may_take_back=True),
        "play-rolling": views.PlayView(
            mid_state, seen_of(mid_state), roll=views.Roll(DICE["d6"], 4, progress=0.35)
        ),
        "play-move": views.PlayView(
            mid_state,
            seen_of(mid_state),
            roll=views.Roll(DICE["d6"], 4),
            hints=legal_moves(mid_state.position, Seat.A, 4, schaedler),
        ),
        "play-unclear": replace(unclear, unclear=Unclear(Cause.PLACE_BETWEEN, (Point.A3, Point.B3))),
        "play-thing": replace(unclear, unclear=Unclear(Cause.ODD_THING, (Point.B2,))),
        "lesson-aim": views.PlayView(first, seen_of(first), topic=views.Topic.AIM, teaching=True),
        "lesson-move": views.PlayView(
            mid_state,
            seen_of(mid_state),
            roll=views.Roll(DICE["d6"], 4),
            hints=legal_moves(mid_state.position, Seat.A, 4, schaedler),
            topic=views.Topic.MOVE,
            teaching=True,
        ),
        "play-zugzwang": views.PlayView(
            zugzwang,
            SeenBoard(Sight.COVERED),
            roll=views.Roll(DICE["knucklebone"], 4),
            zugzwang=True,
            may_decline=True,
        ),
        "play-own-dice": views.PlayView(
            hit.state, seen_of(hit.state), last=_move(hit, 3, hits=True), own_dice=True, counted=2
        ),
        "play-die": own,
        "play-dice": replace(own, offered=OwnDice(are_several=True)),
        "play-beside": replace(own, offered=OwnDice(4, is_beside=True)),
    }


def _not_so_examples() -> dict[str, views.View]:
    distance = _flagged(rules_for("schaedler"), "A 1A 2A 4A 3Bx2 / B 1B 5B 4B 3Ax2", 6, "4A", "2B")
    entry = _flagged(rules_for("kidd", ["entry=must-else-pass"]), "A 2A hand x4 / B 1B 5Ax4", 3, "2A", "5A")
    assert distance[0].flag is not None
    strewn = distance[0].flag.with_count(Seat.B, Point.B4, 0).with_count(Seat.B, Point.B5, 0)
    many = replace(distance[0], flag=strewn.with_count(Seat.B, Point.A5, 1))
    back = (*distance[1].remedy, Step(Seat.B, Point.A5, Point.B4), Step(Seat.B, None, Point.B5))
    return {
        "not-so": views.NotSoView(distance[0], seen_of(distance[0]), distance[1], distance[1].remedy),
        "not-so-entry": views.NotSoView(entry[0], seen_of(entry[0]), entry[1], entry[1].remedy),
        "not-so-many": views.NotSoView(many, seen_of(many), distance[1], back),
    }


def _flagged(rules: Rules, text: str, throw: int, source: str, target: str) -> tuple[State, Flagged]:
    """Return the state and the flag after seat A has made an illegal move."""
    referee = Referee(begin(rules, Seat.A, Position.parse(text)))
    referee.on(Throw(throw))
    shown = referee.state.position.halves()
    counts = list(shown.a)
    counts[RING.index(Point(source))] -= 1
    counts[RING.index(Point(target))] += 1
    (flag,) = referee.on(Look(Halves(tuple(counts), shown.b)))
    assert isinstance(flag, Flagged)
    return referee.state, flag


def _move(referee: Referee, throw: int, *, hits: bool = False) -> Event:
    """Return the event of the first legal move with a throw, or of the first hit."""
    referee.on(Throw(throw))
    legal = referee.state.legal
    assert legal
    move = next(move for move in legal if move.hits or not hits)
    (moved,) = referee.on(Look(play(referee.state.position, move).halves()))
    assert isinstance(moved, Moved)
    return moved


def _passed() -> views.View:
    rules = rules_for("schaedler")
    referee = Referee(begin(rules, Seat.A, Position.parse("A 1A 3Bx4 / B 2A 4B 3Ax3")))
    passed = next(event for event in referee.on(Throw(1)) if isinstance(event, Passed))
    return views.PassView(referee.state, seen_of(referee.state), passed, views.Roll(rules.die, 1))


def _won(rules: Rules) -> views.WonView:
    state = replace(_state(rules, "A 3Bx5 / B 1B 5B 3Ax3", seat=Seat.B), ply=61)
    summary = GameSummary(17, LongStay(Seat.A, 38))
    return views.WonView(
        state,
        Outcome(Termination.WON, Seat.A),
        summary,
        sealed=True,
        shortest=49,
        address=f"{_ADDRESS}games/12",
    )


def _resume(rules: Rules) -> views.View:
    state = _state(rules, "A 1A 2A 4A 3Bx2 / B 1B 5B 4B 3Ax2")
    return views.ResumeView(
        state, seen("A 1A 2A 5A 3Bx2 / B 1B 5B 4B 3Ax2"), (Step(Seat.A, Point.A5, Point.A4),)
    )


def _state(rules: Rules, text: str, *, seat: Seat = Seat.A, throw: int | None = None) -> State:
    return State(rules, Position.parse(text), seat, ply=12, throw=throw)
