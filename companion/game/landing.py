"""Landing on one point: who may share it, who keeps others out, who is hit.

Everything here depends on the index of the point on the mover's ring and on how many counters stand there,
nothing else; the rest of the rules is built on it.
"""

from enum import StrEnum

from companion.game.board import GOAL_HALF, OWN_HALF
from companion.game.rulesets.rules import EntryHits, GoalPoint, Leaving, OwnHalf, Rules, SacredLine


class Reason(StrEnum):
    """A reason why the referee refuses a board."""

    WRONG_DISTANCE = "wrong-distance"
    WRONG_WAY_ROUND = "wrong-way-round"
    POINT_TAKEN_BY_OWN_COUNTER = "point-taken-by-own-counter"
    POINT_TAKEN_BY_OTHER_COUNTER = "point-taken-by-other-counter"
    SACRED_HALF_CLOSED = "sacred-half-closed"
    OTHER_SEATS_COUNTER_MOVED = "other-seats-counter-moved"
    ENTERED_ON_WRONG_POINT = "entered-on-wrong-point"
    MOVED_THOUGH_MUST_ENTER = "moved-though-must-enter"
    ENTERED_THOUGH_NONE_MAY = "entered-though-none-may"
    LEFT_GOAL_HALF = "left-goal-half"
    MOVED_THOUGH_TURN_PASSES = "moved-though-turn-passes"
    # What no single move can show, only a table:
    MORE_THAN_ONE_COUNTER_MOVED = "more-than-one-counter-moved"
    MOVED_BEFORE_THROWING = "moved-before-throwing"
    COUNTER_MISSING = "counter-missing"
    COUNTER_TOO_MANY = "counter-too-many"
    CAPTURED_COUNTER_NOT_TAKEN_OFF = "captured-counter-not-taken-off"
    MOVE_NOT_FINISHED = "move-not-finished"
    NOT_THE_CHOSEN_MOVE = "not-the-chosen-move"


SACRED = (OWN_HALF, GOAL_HALF)


def own_obstacle(index: int, standing: int, rules: Rules) -> Reason | None:
    """Return why a counter can't land on that many counters of its own seat; None if it can."""
    if index == OWN_HALF and rules.own_half is OwnHalf.CLOSED:
        return Reason.SACRED_HALF_CLOSED
    if standing and not _takes_several(index, rules):
        return Reason.POINT_TAKEN_BY_OWN_COUNTER
    return None


def other_obstacle(index: int, standing: int, rules: Rules, *, entering: bool) -> Reason | None:
    """Return why a counter can't land on that many counters of the other seat; None if it can.

    `entering` is true for a counter that comes from hand.
    """
    barred = entering and rules.entry_hits is EntryHits.BLOCKED
    if _opposing(index, standing, rules) == 0 or (is_hit(index, standing, rules) and not barred):
        return None
    return Reason.POINT_TAKEN_BY_OTHER_COUNTER


def is_hit(index: int, standing: int, rules: Rules) -> bool:
    """True if landing on that many counters of the other seat hits one: a single one, where hitting is on."""
    if index in SACRED and rules.sacred_line is not SacredLine.OPEN:
        return False
    return rules.hitting and _opposing(index, standing, rules) == 1


def goal_is_shut(standing: int, rules: Rules) -> bool:
    """True if that many counters of the other seat on the goal point shut it, in and out."""
    return rules.goal_point is GoalPoint.BLOCKED and standing > 0


def _takes_several(index: int, rules: Rules) -> bool:
    """True if several counters of one seat may stand on a point."""
    if index == GOAL_HALF:
        return True
    if index == OWN_HALF and rules.own_half is not OwnHalf.ORDINARY:
        return rules.own_half is OwnHalf.FREE
    return rules.yoking


def _opposing(index: int, standing: int, rules: Rules) -> int:
    """Return the number of the other seat's counters on a point that can be hit there or keep others out."""
    if index not in SACRED:
        return standing
    if index == OWN_HALF and rules.leaving is Leaving.NEVER:
        return 0  # the other seat's goal: what has reached it is out of play
    if rules.sacred_line is SacredLine.OPEN:
        return standing
    if index == GOAL_HALF:
        return standing if rules.goal_point is GoalPoint.BLOCKED else 0
    return standing if rules.own_half is OwnHalf.ORDINARY and not rules.hitting else 0
