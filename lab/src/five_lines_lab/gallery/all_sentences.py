"""Every sentence the voice may say, except those with points, house rules or a game's figures."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.layout import Metrics
from companion.display.pages.insight import LEAVES
from companion.display.speech import all_said
from companion.game import (
    DICE,
    Halves,
    Move,
    Outcome,
    Point,
    Reason,
    Rules,
    Seat,
    Stay,
    Termination,
    rules_for,
    start_position,
)
from companion.game.levels import LEVELS
from companion.game.merits import Merit, Why
from companion.interface import views
from companion.interface.faults import STOPPING, Fault
from companion.interface.offers import OFFERS
from companion.interface.sight import OwnDice, SeenBoard, Sight
from companion.interface.summary import Balance, GameSummary, LuckyThrow
from companion.interface.texts import STORY_PAGES
from companion.presentation.palette import Palette
from companion.presentation.words import translator
from companion.referee.events import Flagged, Moved, Passed, Restored, Step, TakenBack
from companion.referee.referee import State

UNRECORDED = re.compile(r"\b[1-5][AB]\b|\d[^\d?;]+\d")  # points and counts: there are too many
SEEN = SeenBoard(Sight.CLEAR)
THROWS = range(1, 7)
OPPONENTS = (None, *(views.Opponent(seat, LEVELS[0]) for seat in Seat))
ANYWHERE = ("goal=anywhere", "sacred-line=safe")  # house rules that change the aim
TWO_SIDES = (True, False)


def all_sentences(language: str, palette: Palette) -> list[str]:
    """Return the sentences in a language, each once; players are called by the colours of a palette."""
    sheet = pygame.Surface((1, 1))
    canvas = Canvas(sheet, palette, Metrics(800, 480), translator(language), two_sided=True)
    said = itertools.chain.from_iterable(all_said(canvas, view) for view in _views())
    return [sentence for sentence in dict.fromkeys(said) if sentence and not UNRECORDED.search(sentence)]


def _views() -> Iterator[views.View]:
    """Yield pages that between them say everything, in the order in which visitors meet them."""
    games = [*(offer.rules for offer in OFFERS.values()), rules_for("kidd", ANYWHERE)]
    yield from (
        views.WelcomeView(games[0]),
        views.GamesView(tuple(OFFERS)),
        views.SoundView(50, False, True),
    )
    yield from (views.SoundView(50, False, False), views.PauseView(_state(games[0])))
    for rules, ready, opponent in itertools.product(games, TWO_SIDES, OPPONENTS):
        yield views.SetUpView(rules, start_position(rules), SEEN, ready, opponent)
    yield from _throws_off()
    for rules in games:
        yield from _plays(rules)
    yield from _ends(games[0])
    for rules, reason, seat in itertools.product(games, Reason, Seat):
        yield from (_not_so(reason, rules, seat, throw) for throw in THROWS)
    yield from (views.EndingView(ending, tuple(Seat)) for ending in views.Ending)
    yield from (views.StillThereView(9, in_game) for in_game in TWO_SIDES)
    yield from (views.ClosingView(9, in_game) for in_game in TWO_SIDES)
    yield views.ResumeView(_state(games[0]), SEEN)
    yield from _insights()
    yield from _puzzles(games[0])
    yield from map(views.StoryView, range(STORY_PAGES))
    yield from (views.RulesView(rules) for rules in games)
    yield from (views.OutOfOrderView(fault) for fault in (*STOPPING, Fault.UNEXPECTED))


def _state(rules: Rules, seat: Seat = Seat.A, throw: int | None = None) -> State:
    return State(rules, start_position(rules), seat, 1, throw)


def _throws_off() -> Iterator[views.View]:
    for seat, tied, opponent, own in itertools.product(Seat, TWO_SIDES, OPPONENTS, TWO_SIDES):
        view = views.ThrowOffView(DICE["d6"], seat, tied=tied, own_dice=own, opponent=opponent)
        yield from (view, replace(view, seat=None, winner=seat))
    for dice in (*map(OwnDice, DICE["d6"].faces), OwnDice(are_several=True), OwnDice(is_beside=True)):
        yield views.ThrowOffView(DICE["d6"], Seat.A, own_dice=True, offered=dice)


def _plays(rules: Rules) -> Iterator[views.View]:
    stay: list[Stay | None] = [None, *Stay]
    move = Move(Seat.A, Point.A1, Point.A2)
    for seat, opponent in itertools.product(Seat, OPPONENTS):
        for topic in (None, *views.Topic):
            if topic not in (views.Topic.MOVE, views.Topic.ENTER):
                yield views.PlayView(_state(rules, seat), SEEN, opponent=opponent, topic=topic)
            for throw in THROWS:
                view = views.PlayView(_state(rules, seat, throw), SEEN, opponent=opponent, topic=topic)
                yield from (view, replace(view, forced=True), replace(view, chosen=move))
                yield replace(view, pointed=(Point.A1,))
        for throw in THROWS:
            passed = Passed(1, seat.other, throw, declined=False)
            yield views.PassView(_state(rules, seat), SEEN, passed, opponent=opponent)
        still = views.PlayView(_state(rules, seat, 1), SEEN, opponent=opponent)
        again = Moved(1, seat, replace(move, throws_again=True), None)
        yield from (replace(still, forced=True), replace(still, zugzwang=True))
        yield replace(still, last=Restored(1, seat, None), chosen=move)
        yield replace(still, last=Restored(1, seat, None))
        yield replace(still, last=TakenBack(1, seat, 1, still.state.position, None))
        yield from (replace(still, best=action, chosen=action) for action in stay)
        yield views.PlayView(_state(rules, seat), SEEN, last=again, opponent=opponent)
        yield views.PlayView(_state(rules, seat), SEEN, own_dice=True, opponent=opponent)


def _ends(rules: Rules) -> Iterator[views.View]:
    for termination, winner, opponent in itertools.product(Termination, (None, *Seat), OPPONENTS):
        decided = termination in (Termination.WON, Termination.RESIGNED)
        if decided is (winner is not None):
            outcome = Outcome(termination, winner)
            ended = views.WonView(_state(rules), outcome, GameSummary(1), opponent=opponent)
            yield ended
            if opponent is not None and winner is not None:
                yield from (replace(ended, rung=level) for level in LEVELS)


def _insights() -> Iterator[views.View]:
    for winner in Seat:
        won = Outcome(Termination.WON, winner)
        yield from (views.InsightView(won, leaf=leaf) for leaf in range(LEAVES))
        ahead = views.InsightView(won, (1.0 if winner is Seat.A else 0.0,), (Balance(0, 0), Balance(0, 0)))
        yield ahead
        for luck, lost in itertools.product((-0.2, 0.0, 0.05, 0.2), (0.0, 0.2)):
            mine, theirs = Balance(luck, lost), Balance(-luck, 0.1)
            for balances in ((mine, theirs), (theirs, mine)):
                yield replace(ahead, balances=balances, leaf=views.WAS_IT_LUCK)
        for throw in THROWS:
            yield replace(ahead, leaf=views.WAS_IT_LUCK, luckiest=LuckyThrow(1, winner, throw, 0.2))


def _puzzles(rules: Rules) -> Iterator[views.View]:
    one, other, third = (Move(Seat.A, point, Point.B3) for point in (Point.A1, Point.A2, Point.A4))
    for seat in Seat:
        asked = views.PuzzleView(_state(rules, seat, 1))
        yield from (asked, replace(asked, picked=one, best=other, played=third, loss=0.01))
        yield from (replace(asked, picked=one, best=other, played=it, loss=0.5) for it in (one, other, third))
        yield from (replace(asked, picked=one, best=one, played=it) for it in (one, other))
        yield from (replace(asked, picked=one, best=other, loss=0.5, why=Why(merit)) for merit in Merit)


def _not_so(reason: Reason, rules: Rules, seat: Seat, throw: int) -> views.View:
    target = None if reason is Reason.COUNTER_MISSING else Point.B2
    steps = (Step(seat, None if reason is Reason.COUNTER_TOO_MANY else Point.A4, target),)
    flagged = Flagged(1, seat, throw, reason, "", Halves(), steps, steps, None)
    return views.NotSoView(_state(rules, seat, throw), SEEN, flagged, steps)
