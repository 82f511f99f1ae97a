"""Quality of a calibration, in numbers and plain words, and when it cannot work."""

import json
from dataclasses import dataclass

import numpy as np

from calibration.check.agreement import check_known, check_pictures
from calibration.check.flicker import FAINT_BANDS, bands_between
from calibration.errors import CalibrationError
from calibration.flaws import Flaw, Remark
from calibration.learn.counters import MIN_INFORMATIVE
from calibration.learn.reference import MAX_BOARD_DEVIATION
from calibration.training_set import TrainingSet
from companion.game.board import PerSeat, Seat
from vision.arrays import Floats, check_positive, check_share
from vision.calibration import Calibration
from vision.detection.grid_reader import MIN_VISIBLE_LLR
from vision.errors import InvalidValueError
from vision.frame_checks.brightness import MIN_LEVEL, middle_level
from vision.photometry.opponent_colours import CLIPPED
from vision.segmentation.counter_colours import counter_mask

ONE_COLOUR = 1.4
"""Difference of the board's channels, in log units, for a remark: brown boards in white light have 0.5 to 1,
those under lamps of one colour 1.5 and more."""

OTHER_LIGHT = 0.15  # relative brightness between pictures for a remark; deeper bands make calibration fail


@dataclass(frozen=True)
class Quality:
    """The quality of a calibration.

    `counter_px` is a counter's width in the frame, `brightness` the board's, 0 to 255. Typical log-likelihood
    ratios of a seat's counters, against the board and against the other seat, are in nats a pixel, 4 at best.
    `confidence`, 0 to 1, is the lowest of the known positions. `remarks` are for people.
    """

    counter_px: float
    brightness: float
    llr: PerSeat[float]
    rival_llr: PerSeat[float]
    confidence: float
    remarks: tuple[Remark, ...]

    def __post_init__(self) -> None:
        check_positive("a counter's width", self.counter_px)
        if not 0 <= self.brightness <= 255:
            raise InvalidValueError(f"the brightness has to lie within 0 to 255, not {self.brightness:g}")
        for llr in (*self.llr, *self.rival_llr):
            check_positive("a typical LLR", llr)
        check_share("the confidence", self.confidence)

    def lines(self) -> list[str]:
        """Return the report in plain words, a list of lines."""
        return [
            f"a counter is {self.counter_px:.0f} pixels across, the board's brightness "
            f"{self.brightness:.0f} of 255",
            f"how well counters stand out from the board (4 is best): {_in_words(self.llr)}",
            f"how well the seats can be told apart (4 is best): {_in_words(self.rival_llr)}",
            *(remark.words for remark in self.remarks),
        ]

    def to_json(self, folder: str) -> str:
        """Return the report as one line of JSON, with the calibration's folder."""
        return json.dumps(
            {
                "station": folder,
                "counter_px": self.counter_px,
                "brightness": self.brightness,
                "contrast": list(self.llr),
                "telling": list(self.rival_llr),
                "sure": self.confidence,
                "remarks": [remark.words for remark in self.remarks],
            }
        )


def compare_light(training: TrainingSet) -> list[Remark]:
    """Return remarks on how the light differs between a training set's pictures, all of one size.

    Raises CalibrationError when lamps flicker so much that nothing learned would hold in the next frame.
    """
    name, picture = training.main_picture
    remarks = []
    for known in training.known:
        depth = None if known.picture is picture else bands_between(known.picture, picture)
        if depth is not None and depth >= FAINT_BANDS:
            words = (
                f"{known.name}: bands across the picture, up to {depth:.0%} brighter or darker than in "
                f"{name}: the lamps flicker; set the exposure to a multiple of 10 ms (8.33 ms with mains of "
                "60 Hz), or use daylight or steady lamps"
            )
            if depth > OTHER_LIGHT:
                raise CalibrationError(words, Flaw.FLICKER)
            remarks.append(Remark(Flaw.FLICKER, words))
        bright, before = (middle_level(each) + 1 for each in (known.picture, picture))
        ratio = bright / before
        if abs(ratio - 1) > OTHER_LIGHT:
            words = (
                f"{known.name}: {abs(ratio - 1):.0%} {'brighter' if ratio > 1 else 'darker'} than {name}; "
                "take both in the same light and lock the camera's exposure"
            )
            remarks.append(Remark(Flaw.OTHER_LIGHT, words))
    return remarks


def judge(calibration: Calibration, training: TrainingSet, on_pictures: list[Remark]) -> Quality:
    """Return the quality of a calibration; remarks `on_pictures` come first.

    Raises CalibrationError when it can't work or contradicts its own pictures.
    """
    spec, camera = calibration.spec, calibration.camera
    brightness = float(np.median(calibration.board.reference[calibration.board.area]))
    if brightness < MIN_LEVEL:
        raise CalibrationError(
            f"{training.main_picture[0]}: the board is too dark (brightness {brightness:.0f} of 255, at "
            f"least {MIN_LEVEL} is needed); give it more light or a longer exposure",
            Flaw.TOO_DARK,
        )
    check_pictures(calibration, training)
    rival_llrs = calibration.counters.map(lambda counter: counter.typical_rival_llr)
    if min(rival_llrs) <= MIN_INFORMATIVE:
        if not all(_is_of_one_colour(counter.patches) for counter in calibration.counters):
            raise CalibrationError(
                "the counters of A and B can't be told apart, and those of one seat look different from each "
                "other; check the position, the corners and A's side, or use counters of other colours"
            )
        bright = _too_bright(calibration, training)
        raise CalibrationError(
            f"the counters of A and B look too alike to be told apart ({MIN_INFORMATIVE} of 4 or less); "
            + (
                "use counters of other colours, or more light"
                if bright is None
                else f"those of {bright} are too bright for the camera: give less light or a shorter exposure"
            ),
            Flaw.SEATS_ALIKE,
        )
    remarks = list(on_pictures)
    llrs = calibration.counters.map(lambda counter: counter.typical_llr)
    if min(llrs) < MIN_VISIBLE_LLR:
        seat = Seat.A if llrs.a < llrs.b else Seat.B
        words = (
            f"the counters of {seat} hardly differ from the board; expect unsure readings when the light "
            "changes, and when one of them does not lie on the board"
        )
        remarks.append(Remark(Flaw.LIKE_BOARD, words, seat))
    levels = np.median(calibration.board.reference[calibration.board.area], axis=0) + 1
    if np.log(levels.max() / levels.min()) > ONE_COLOUR:
        words = f"{training.main_picture[0]}: the light has one colour: give white light, if you can"
        remarks.append(Remark(Flaw.ONE_COLOUR, words))
    missed, confidence = check_known(calibration, training)
    remarks += missed
    middle, beside = camera.to_px(spec, np.array([(0.0, 0.0), (spec.counter_diameter_mm, 0.0)]))
    return Quality(
        float(np.linalg.norm(beside - middle)),
        brightness,
        llrs,
        rival_llrs,
        confidence,
        tuple(remarks),
    )


def _in_words(values: PerSeat[float]) -> str:
    return ", ".join(f"{seat} {values.of(seat):.1f}" for seat in Seat)


def _too_bright(calibration: Calibration, training: TrainingSet) -> Seat | None:
    """Return the seat most of whose counters are overexposed in the known positions; None for neither."""
    rectify = calibration.rectifier().rectify
    columns, rows = calibration.grid.to_px(calibration.spec.points_mm).round().astype(int).T
    shown = [(rectify(known.picture)[rows, columns].min(axis=1), known.halves) for known in training.known]
    for seat in Seat:
        levels = [level for dullest, halves in shown for level in dullest[np.array(halves.of(seat)) > 0]]
        if levels and np.median(levels) >= CLIPPED:
            return seat
    return None


def _is_of_one_colour(patches: Floats) -> bool:
    """True if a seat's patches (n, PATCH_PX, PATCH_PX, 3) look alike."""
    colours = np.nanmedian(patches[:, counter_mask()], axis=1)
    return bool(
        (np.nanmax(np.abs(colours - np.nanmedian(colours, axis=0)), axis=0) < MAX_BOARD_DEVIATION).all()
    )
