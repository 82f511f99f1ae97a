"""Views that between them show every text there is."""

from collections.abc import Iterator
from dataclasses import replace

from companion.display.examples import examples
from companion.display.faults import Fault
from companion.display.intents import TurnTo
from companion.display.screen import Screen
from companion.display.seen import Seen, Sight
from companion.display.view import (
    ChooseGameView,
    InsightView,
    NotSoView,
    OutOfOrderView,
    PlayView,
    RulesView,
    SetUpView,
    View,
    WelcomeView,
    WonView,
)
from companion.game import (
    RECONSTRUCTIONS,
    Halves,
    Outcome,
    Point,
    Reason,
    Rules,
    Seat,
    Termination,
    citation,
    rules_for,
    start_position,
)
from companion.referee.events import Flagged, Step
from companion.referee.referee import State

HOUSE_RULES = ["larger-throw-enters=yes", "leaving=last-resort", "own-half=one", "limit=200"]


def all_rules() -> Iterator[Rules]:
    """Games that between them have every value of every option."""
    yield from (rules_for(name) for name in ("schaedler", "kidd", "kalkhoven"))
    yield rules_for("schaedler", [*HOUSE_RULES, "last-may-stay=yes", "extra-throw=goal", "zugzwang=may-pass"])
    yield rules_for("locus-ludi-capture", ["entry-hits=blocked", "goal-point=blocked", "to-win=4"])
    yield rules_for("kidd", ["entry=must-else-pass", "sacred-line=safe", "own-half=closed", "leaving=never"])
    yield rules_for("kidd", ["goal=anywhere", "sacred-line=safe", "entry=free"])
    yield rules_for("schaedler", ["start=own-sacred"])


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
    rule = citation(rules, reason, done[0].target)
    flagged = Flagged(7, seat, 6, reason, rule, Halves(), done, remedy, None)
    return NotSoView(state, Seen(Sight.CLEAR, Halves()), flagged, remedy)


def every_view() -> Iterator[View]:
    """Every page with everything it can say."""
    yield from examples().values()
    yield from (WelcomeView(rules_for(name)) for name in RECONSTRUCTIONS)
    for rules in all_rules():
        yield ChooseGameView(rules)
        yield RulesView(rules)
        yield SetUpView(rules, start_position(rules), Seen(Sight.CLEAR, Halves()))
    for reason in Reason:
        # The longest citations, one with a mode that is not the game's own, and one by a house rule.
        for name in ("schaedler-adapted", "locus-ludi-capture", "kidd"):
            yield not_so(reason, rules_for(name), Seat.A)
        yield not_so(reason, rules_for("schaedler-adapted", HOUSE_RULES), Seat.B)
    yield from (OutOfOrderView(fault, retrying=fault is Fault.CAMERA_LOST) for fault in Fault)
    play = examples()["play-throw"]
    assert isinstance(play, PlayView)
    yield from (replace(play, seen=Seen(sight)) for sight in Sight)
    won = examples()["won"]
    assert isinstance(won, WonView)
    yield replace(won, outcome=Outcome(Termination.RESIGNED, Seat.B))
    for termination in (Termination.AGREED, Termination.LIMIT, Termination.NOBODY_CAN_MOVE):
        yield replace(won, outcome=Outcome(termination))


def leaves(screen: Screen, view: View) -> Iterator[View]:
    """Show a page, and every further leaf that it leads to; yields each while it is shown."""
    screen.show(view)
    yield view
    while isinstance(view, ChooseGameView | InsightView | RulesView):
        following = TurnTo(view.leaf + 1)
        if following not in [target.intent for target in screen.targets]:
            return
        view = replace(view, leaf=following.leaf)
        screen.show(view)
        yield view
