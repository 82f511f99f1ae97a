"""Calibrations with one thing changed."""

from dataclasses import replace

from companion.game.board import PerSeat, Seat
from vision.arrays import Mask, Picture
from vision.calibration import Calibration


def with_typical_llr(calibration: Calibration, seat: Seat, llr: float) -> Calibration:
    """The calibration of counters that stand out from the board this clearly."""
    counters = PerSeat.made(
        lambda one: (
            replace(calibration.counters.of(one), typical_llr=llr)
            if one is seat
            else calibration.counters.of(one)
        )
    )
    return replace(calibration, counters=counters)


def with_reference(calibration: Calibration, reference: Picture) -> Calibration:
    """The calibration of a board that looks like this."""
    return replace(calibration, board=replace(calibration.board, reference=reference))


def with_known(calibration: Calibration, known: Mask) -> Calibration:
    """The calibration of a board that was seen bare there alone."""
    return replace(calibration, board=replace(calibration.board, known=known))
