"""Reasons for refusals."""

from enum import StrEnum


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
