"""How good a calibration is, in numbers and plain words, and when it cannot work."""

import json
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.check.agreement import check_known, check_laid
from calibration.check.flicker import bands_between
from calibration.errors import CalibrationError
from calibration.flaws import Flaw, Remark
from calibration.learn.training_set import TrainingSet
from companion.game.board import Seat
from vision.calibration import Calibration
from vision.detection.grid_reader import HIDDEN
from vision.segmentation.counter_colours import counter_mask

LEAST_BRIGHTNESS = 12.0
"""Grey level of the bare board below which nothing dark can be told from it."""

LEAST_TELLING = 0.35
"""Mean evidence in nats a pixel for one seat against the other below which their colours are too alike."""

ONE_COLOUR = np.array([0.5, 0.3, 0.35], np.float32)
"""How far, in log-opponent colours, counters of one seat lie from each other at most; pebbles vary."""

FAINT_BANDS, DEEP_BANDS = 0.02, 0.1
"""Depth of flicker's bands from which on a person is told of them, and from which on they are refused."""

OTHER_LIGHT = 0.15
"""Share by which a picture may be brighter than another before a person is told."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What a calibration is worth.

    `counter_px` is a counter's width in the frame, `brightness` the board's, 0 to 255. `contrast` of A's and
    of B's counters with the board and `telling` of either from the other are mean evidence in nats a pixel, 4
    at best. `sure` is how sure the known positions are read, 0 to 1. `remarks` are for people.
    """

    counter_px: float
    brightness: float
    contrast: tuple[float, float]
    telling: tuple[float, float]
    sure: float
    remarks: tuple[Remark, ...]

    def lines(self) -> list[str]:
        """The report in plain words, line by line."""
        contrasts = ", ".join(f"{seat} {value:.1f}" for seat, value in zip(Seat, self.contrast, strict=True))
        tellings = ", ".join(f"{seat} {value:.1f}" for seat, value in zip(Seat, self.telling, strict=True))
        return [
            f"a counter is {self.counter_px:.0f} pixels across, the board's brightness "
            f"{self.brightness:.0f} of 255",
            f"how well counters stand out from the board (4 is best): {contrasts}",
            f"how well the seats can be told apart (4 is best): {tellings}",
            *(remark.words for remark in self.remarks),
        ]

    def to_json(self, station: str) -> str:
        """The report as one line of JSON."""
        remarks = [remark.words for remark in self.remarks]
        return json.dumps({"station": station, **asdict(self), "remarks": remarks})


def compare_light(training: TrainingSet) -> list[Remark]:
    """Remarks on how the light differs between the pictures of a training set, which are all of one size.

    Raises CalibrationError when lamps flicker so much that nothing learned would hold in the next frame.
    """
    name, picture = training.main_picture
    remarks = []
    for known in training.known:
        bands = None if known.picture is picture else bands_between(known.picture, picture)
        if bands is not None and bands.depth >= FAINT_BANDS:
            words = (
                f"{known.name}: bands across the picture, up to {bands.depth:.0%} brighter or darker than in "
                f"{name}: the lamps flicker; set the exposure to a multiple of 10 ms (8.33 ms with mains of "
                "60 Hz), or use daylight or steady lamps"
            )
            if bands.depth >= DEEP_BANDS:
                raise CalibrationError(words, Flaw.FLICKER)
            remarks.append(Remark(Flaw.FLICKER, words))
        ratio = float(np.median(known.picture[::8, ::8]) + 1) / float(np.median(picture[::8, ::8]) + 1)
        if abs(ratio - 1) > OTHER_LIGHT:
            words = (
                f"{known.name}: {abs(ratio - 1):.0%} {'brighter' if ratio > 1 else 'darker'} than {name}; "
                "take both in the same light and lock the camera's exposure"
            )
            remarks.append(Remark(Flaw.OTHER_LIGHT, words))
    return remarks


def judge(calibration: Calibration, training: TrainingSet, light: list[Remark]) -> Quality:
    """How good a calibration is; `light` holds remarks on its pictures' light.

    Raises CalibrationError when it can't work or contradicts its own pictures.
    """
    spec, view = calibration.spec, calibration.view
    brightness = float(np.median(calibration.board.reference[calibration.board.area]))
    if brightness < LEAST_BRIGHTNESS:
        raise CalibrationError(
            f"{training.main_picture[0]}: the board is too dark (brightness {brightness:.0f} of 255, at "
            f"least {LEAST_BRIGHTNESS:.0f} is needed); give it more light or a longer exposure",
            Flaw.TOO_DARK,
        )
    check_laid(calibration, training)
    rival_llrs = calibration.counters.map(lambda counter: counter.typical_rival_llr)
    if min(rival_llrs) < LEAST_TELLING:
        if not all(_is_of_one_colour(counter.patches) for counter in calibration.counters):
            raise CalibrationError(
                "the counters of A and B can't be told apart, and those of one seat look different from each "
                "other; check the position, the corners and A's side, or use counters of other colours"
            )
        raise CalibrationError(
            "the counters of A and B look too alike to be told apart "
            f"({min(rival_llrs):.2f} of 4, at least {LEAST_TELLING} is needed); use counters "
            "of other colours, or more light",
            Flaw.SEATS_ALIKE,
        )
    remarks = list(light)
    llrs = calibration.counters.map(lambda counter: counter.typical_llr)
    if min(llrs) < HIDDEN:
        seat = Seat.A if llrs.a < llrs.b else Seat.B
        words = (
            f"the counters of {seat} hardly differ from the board; expect unsure readings when the light "
            "changes, and when one of them does not lie on the board"
        )
        remarks.append(Remark(Flaw.LIKE_BOARD, words, seat))
    missed, sure = check_known(calibration, training)
    remarks += missed
    middle, beside = view.to_px(spec, np.array([(0.0, 0.0), (spec.counter_diameter_mm, 0.0)]))
    return Quality(
        float(np.linalg.norm(beside - middle)),
        brightness,
        (llrs.a, llrs.b),
        (rival_llrs.a, rival_llrs.b),
        sure,
        tuple(remarks),
    )


def _is_of_one_colour(patches: NDArray[np.float32]) -> bool:
    """Whether patches (n, PATCH_PX, PATCH_PX, 3) of a seat's counters look like each other."""
    colours = np.nanmedian(patches[:, counter_mask()], axis=1)
    return bool((np.nanmax(np.abs(colours - np.nanmedian(colours, axis=0)), axis=0) < ONE_COLOUR).all())
