"""The error of a failed calibration."""

from calibration.flaws import Flaw, Remark
from companion import FiveLinesError
from companion.game.board import Point, Seat


class CalibrationError(FiveLinesError, ValueError):
    """A board can't be learned from the input; the message says what, where and what to do.

    `remark` holds the same if the pictures show a flaw.
    """

    def __init__(
        self, message: str, flaw: Flaw | None = None, seat: Seat | None = None, point: Point | None = None
    ) -> None:
        super().__init__(message)
        self.remark = None if flaw is None else Remark(flaw, message, seat, point)
