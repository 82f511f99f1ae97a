"""How good a calibration is, in numbers and plain words, and when it cannot work."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.flicker import bands_between
from calibration.lesson import KnownPicture, Lesson
from companion.game.board import RING, Seat
from vision.calibrated import Calibration
from vision.evidence import EvidenceMaker
from vision.eyes import Eyes
from vision.reading import Cause, Reading, Status

LEAST_BRIGHTNESS = 12.0
"""Grey level of the bare board below which nothing dark can be told from it."""

LEAST_TELLING = 0.35
"""Mean evidence in nats a pixel for one seat against the other below which their colours are too alike."""

LEAST_CONTRAST = 0.35
"""Mean evidence in nats a pixel below which counters are too like the board."""

BARE_STRAY = 2.0
"""How many times its spread bare board strays at most, in the middle, where nothing lies."""

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
    remarks: tuple[str, ...]

    def lines(self) -> list[str]:
        """The report in plain words, line by line."""
        contrasts = ", ".join(f"{seat} {value:.1f}" for seat, value in zip(Seat, self.contrast, strict=True))
        tellings = ", ".join(f"{seat} {value:.1f}" for seat, value in zip(Seat, self.telling, strict=True))
        return [
            f"a counter is {self.counter_px:.0f} pixels across, the board's brightness "
            f"{self.brightness:.0f} of 255",
            f"how well counters stand out from the board (4 is best): {contrasts}",
            f"how well the seats can be told apart (4 is best): {tellings}",
            *self.remarks,
        ]

    def to_json(self, station: str) -> str:
        """The report as one line of JSON."""
        return json.dumps({"station": station, **asdict(self)})


def compare_light(lesson: Lesson) -> list[str]:
    """Remarks on how the light differs between the pictures of a lesson, which are all of one size.

    Raises CalibrationError when lamps flicker so much that nothing learned would hold in the next frame.
    """
    name, picture = lesson.main_picture
    remarks = []
    for known in lesson.known:
        bands = None if known.picture is picture else bands_between(known.picture, picture)
        if bands is not None and bands.depth >= FAINT_BANDS:
            remark = (
                f"{known.name}: bands across the picture, up to {bands.depth:.0%} brighter or darker than in "
                f"{name}: the lamps flicker; set the exposure to a multiple of 10 ms (8.33 ms with mains of "
                "60 Hz), or use daylight or steady lamps"
            )
            if bands.depth >= DEEP_BANDS:
                raise CalibrationError(remark)
            remarks.append(remark)
        ratio = float(np.median(known.picture[::8, ::8]) + 1) / float(np.median(picture[::8, ::8]) + 1)
        if abs(ratio - 1) > OTHER_LIGHT:
            remarks.append(
                f"{known.name}: {abs(ratio - 1):.0%} {'brighter' if ratio > 1 else 'darker'} than {name}; "
                "take both in the same light and lock the camera's exposure"
            )
    return remarks


def judge(calibration: Calibration, lesson: Lesson, light: list[str]) -> Quality:
    """How good a calibration is; `light` holds remarks on its pictures' light.

    Raises CalibrationError when it can't work or contradicts its own pictures.
    """
    spec, view = calibration.spec, calibration.view
    brightness = float(np.median(calibration.reference[calibration.board]))
    if brightness < LEAST_BRIGHTNESS:
        raise CalibrationError(
            f"{lesson.main_picture[0]}: the board is too dark (brightness {brightness:.0f} of 255, at least "
            f"{LEAST_BRIGHTNESS:.0f} is needed); give it more light or a longer exposure"
        )
    maker = EvidenceMaker(calibration)
    for known in lesson.known:
        _check_not_bare(calibration, known, _strays(calibration, known, maker))
    if min(calibration.usual_telling) < LEAST_TELLING:
        raise CalibrationError(
            "the counters of A and B look too alike to be told apart "
            f"({min(calibration.usual_telling):.2f} of 4, at least {LEAST_TELLING} is needed); use counters "
            "of other colours, or more light"
        )
    remarks = list(light)
    if min(calibration.usual) < LEAST_CONTRAST:
        seat = Seat.A if calibration.usual[0] < calibration.usual[1] else Seat.B
        remarks.append(
            f"the counters of {seat} hardly differ from the board; expect unsure readings when the light "
            "changes"
        )
    missed, sure = check_known(calibration, lesson)
    remarks += missed
    middle, beside = view.to_px(spec, np.array([(0.0, 0.0), (spec.counter_diameter_mm, 0.0)]))
    return Quality(
        float(np.linalg.norm(beside - middle)),
        brightness,
        calibration.usual,
        calibration.usual_telling,
        sure,
        tuple(remarks),
    )


def check_known(calibration: Calibration, lesson: Lesson) -> tuple[list[str], float]:
    """Remarks on how the known positions of a lesson are read, and how surely that is.

    Raises CalibrationError when one contradicts its picture.
    """
    eyes = Eyes(calibration)
    remarks: list[str] = []
    sure = 1.0
    for known in lesson.known:
        reading = eyes.read(known.picture)
        remarks += _check_known(calibration, known, reading)
        sure = min(sure, reading.sure)
    return remarks, sure


def _check_known(calibration: Calibration, known: KnownPicture, reading: Reading) -> list[str]:
    """Remarks on how a known position was read; raises CalibrationError when it contradicts the picture."""
    if reading.status is Status.OBSTRUCTED:
        raise CalibrationError(
            f"{known.name}: the known position cannot be read: {reading.why}; check that the picture shows "
            "this board from the same place, with nothing else on it, and the corners"
        )
    remarks = []
    for index, point in enumerate(RING):
        laid = {seat: known.halves.of(seat)[index] for seat in Seat}
        seen = {seat: sum(c.half is point and c.seat is seat for c in reading.counters) for seat in Seat}
        lacking = [seat for seat in Seat if seen[seat] < laid[seat]]
        if seen == laid:
            continue
        if sum(seen.values()) == sum(laid.values()):
            raise CalibrationError(
                f"{known.name}: a counter on {point} looks like one of {lacking[0].other}, not of "
                f"{lacking[0]}; check the position and A's side, or put another counter in its place"
            )
        if all(seen[seat] <= laid[seat] for seat in Seat):
            strays = _strays(calibration, known, EvidenceMaker(calibration))
            if _differs(calibration, strays, index):
                remarks += [
                    f"{known.name}: a counter of {seat} on {point} is hard to see" for seat in lacking
                ]
                continue
        raise CalibrationError(
            f"{known.name}: the known position does not fit the picture: {_in_words(laid)} should lie on "
            f"{point}, but {_in_words(seen)} are seen; check the position, the corners and A's side"
        )
    if len(remarks) > 2:
        raise CalibrationError(
            f"{known.name}: {len(remarks)} of the counters cannot be told from the board; "
            "use counters of other colours, or more light"
        )
    if reading.cause is Cause.COLOUR_BETWEEN:
        least = min(reading.counters, key=lambda counter: counter.sure)
        remarks.append(
            f"{known.name}: the counter of {least.seat} on {least.half} looks as much like one of "
            f"{least.seat.other}; put another in its place and calibrate again, or expect unsure readings"
        )
    return remarks


def _in_words(counts: Mapping[Seat, int]) -> str:
    """How many counters of either seat."""
    return " and ".join(f"{count} of {seat}" for seat, count in counts.items())


def _check_not_bare(calibration: Calibration, known: KnownPicture, strays: NDArray[np.float32]) -> None:
    """Raises CalibrationError when most points that should hold counters look like the bare board."""
    laid = [
        i for i in range(len(RING)) if known.halves.a[i] + known.halves.b[i] and _is_known(calibration, i)
    ]
    bare = [i for i in laid if not _differs(calibration, strays, i)]
    if len(bare) > len(laid) / 2:
        names = ", ".join(RING[i] for i in bare)
        raise CalibrationError(
            f"{known.name}: the known position does not fit the picture: nothing lies on {names}; check the "
            "position, the corners and A's side"
        )


def _is_known(calibration: Calibration, index: int) -> bool:
    """Whether the bare board was seen at a point."""
    x, y = calibration.grid.to_px(calibration.spec.points_mm)[index].round().astype(int)
    return bool(calibration.known[y, x])


def _strays(calibration: Calibration, known: KnownPicture, maker: EvidenceMaker) -> NDArray[np.float32]:
    """How many times its spread each rectified pixel (h, w) strays from the bare board."""
    seen = maker.weigh(calibration.rectifier().rectify(known.picture))
    return np.asarray(np.abs(seen.difference / maker.spread).max(axis=2), np.float32)


def _differs(calibration: Calibration, strays: NDArray[np.float32], index: int) -> bool:
    """Whether a point shows something other than the bare board, whatever it is."""
    x, y = calibration.grid.to_px(calibration.spec.points_mm)[index]
    rows, columns = np.indices(strays.shape)
    there = np.hypot(columns - x, rows - y) < 0.4 * calibration.counter_px
    return bool(calibration.known[there].all() and np.median(strays[there]) > BARE_STRAY)
