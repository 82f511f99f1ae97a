"""Check pictures of known positions against a calibration."""

from collections.abc import Mapping, Sequence

import numpy as np

from calibration.errors import CalibrationError
from calibration.flaws import Flaw, Remark
from calibration.learn.reference import MAX_BOARD_DEVIATION
from calibration.learn.shadows import FAINTEST_SHADOW
from calibration.training_set import KnownPicture, TrainingSet
from companion.game.board import RING, Point, Seat
from vision.arrays import Doubles, Floats, Mask, as_floats
from vision.board_reader import HAND_CAUSES, BoardReader
from vision.calibration import Calibration
from vision.classifier.shape_classifier import ShapeClassifier
from vision.detection.fused_estimate import FusedEstimate
from vision.detection.grid_reader import GridReader
from vision.errors import VisionError
from vision.reading import Cause, FoundCounter, Reading, Status
from vision.segmentation.background import UNEVENNESS, board_light
from vision.segmentation.counter_colours import COUNTER_PART, counter_mask, known_pixels
from vision.segmentation.evidence import EvidenceExtractor

BARE_RESIDUAL = 2.0  # maximum median residual of an empty place, in standard deviations

MAX_MISSED = 2
"""Maximum number of missed counters in a known position. With five missed, later readings were wrong on
boards without a picture of the empty board."""


def check_pictures(calibration: Calibration, training: TrainingSet) -> None:
    """Raise CalibrationError if pictures show another place, or bare board instead of counters."""
    if training.known and calibration.background.noise[0] > UNEVENNESS:
        raise CalibrationError(
            f"{training.known[0].name}: it looks nowhere as in {training.main_picture[0]}; check that both "
            "show this board from the same place"
        )
    extractor = EvidenceExtractor(calibration)
    for known in training.known:
        _check_not_bare(calibration, known, _residuals(calibration, known, extractor))


def check_known(calibration: Calibration, training: TrainingSet) -> tuple[list[Remark], float]:
    """Return remarks on the readings of known positions, and their lowest confidence.

    Raises CalibrationError when a reading contradicts its picture's position.
    """
    # On a single grid, before the finer one is made, colours alone have to show what was learned.
    colour_only = BoardReader(calibration, use_shapes=False)
    reader = colour_only if calibration.finer is None else BoardReader(calibration)
    remarks: list[Remark] = []
    confidence = 1.0
    for known in training.known:
        reading = reader.read(known.picture)
        if reading.doubt is not None and _seats_differ(calibration):
            reading = _fused_reading(calibration, known, reading)
        remarks += _check_known(calibration, known, reading)
        remarks += _between_seats(known, colour_only.read(known.picture))
        confidence = min(confidence, reading.confidence)
    return remarks, confidence


def _fused_reading(calibration: Calibration, known: KnownPicture, reading: Reading) -> Reading:
    """Return the reading by colours and shapes together if that is sure, else the doubtful reading.

    An estimate that has the known position need not be sure. No motion of the board is searched for: shadows
    of faint counters would be followed.
    """
    try:
        shapes = ShapeClassifier(calibration).detect(known.picture)
    except VisionError:
        return reading
    grid = GridReader(calibration)
    both = grid.fused_estimate(grid.read_frame(known.picture), shapes)
    is_as_known = both.halves == known.halves and both.seat_lead > 0 and both.is_unobstructed
    is_resolved = reading.cause not in HAND_CAUSES and (both.is_sure or is_as_known)
    if not is_resolved or _is_contradicted(both, reading, calibration.spec.counter_diameter_mm):
        return reading
    return grid.reading_of(both) or reading


def _is_contradicted(both: FusedEstimate, reading: Reading, diameter_mm: float) -> bool:
    """True if colours see a counter of the other seat where the estimate has one."""
    for seat, (x, y) in zip(both.seats, both.places_mm.tolist(), strict=True):
        away = [(float(np.hypot(c.x_mm - x, c.y_mm - y)), c.seat) for c in reading.counters]
        nearest = min(away, default=(np.inf, seat))
        if nearest[0] < diameter_mm / 2 and nearest[1] is not seat:
            return True
    return False


def _check_known(calibration: Calibration, known: KnownPicture, reading: Reading) -> list[Remark]:
    """Return remarks on the reading of a known position; raises CalibrationError on a contradiction.

    An unsure reading only makes a remark. A counter elsewhere, or none where bare board shows, contradicts.
    """
    if reading.cause in HAND_CAUSES:
        # So much differs from the bare board that the picture may show another place.
        raise _cannot_be_read(calibration, known, reading)
    remarks: list[Remark] = []
    residuals: Floats | None = None
    for index, point in enumerate(RING):
        expected = {seat: known.halves.of(seat)[index] for seat in Seat}
        found = {seat: sum(c.half is point and c.seat is seat for c in reading.counters) for seat in Seat}
        missing = [seat for seat in Seat if found[seat] < expected[seat]]
        if found == expected:
            continue
        if reading.status is Status.OBSTRUCTED:
            raise _cannot_be_read(calibration, known, reading)
        if sum(found.values()) == sum(expected.values()):
            raise CalibrationError(
                f"{known.name}: a counter on {point} looks like one of {missing[0].other}, not of "
                f"{missing[0]}; check the position and A's side, or put another counter in its place",
                Flaw.LIKE_OTHER_SEAT,
                missing[0],
                point,
            )
        if all(found[seat] <= expected[seat] for seat in Seat):
            if residuals is None:
                residuals = _residuals(calibration, known, EvidenceExtractor(calibration))
            if not _is_known(calibration, index) or _differs(calibration, residuals, index):
                words = f"{known.name}: a counter of {{}} on {point} is hard to see"
                remarks += [Remark(Flaw.HARD_TO_SEE, words.format(seat), seat, point) for seat in missing]
                continue
        _check_like_board(calibration, known, reading, point, missing)
        raise CalibrationError(
            f"{known.name}: the known position does not fit the picture: {_in_words(expected)} should lie on "
            f"{point}, but {_in_words(found)} are seen; check the position, the corners and A's side"
        )
    if len(remarks) > MAX_MISSED:
        raise CalibrationError(
            f"{known.name}: {len(remarks)} of the counters cannot be distinguished from the board; "
            "use counters of other colours, or more light",
            Flaw.LIKE_BOARD,
            remarks[0].seat,
            remarks[0].point,
        )
    if reading.status is Status.OBSTRUCTED:
        words = (
            f"{known.name}: {reading.why}, though all the counters are seen; if nothing else lies there, "
            "expect unsure readings, or calibrate again in light without hard shadows"
        )
        remarks.append(Remark(Flaw.IN_DOUBT, words))
    return remarks


def _between_seats(known: KnownPicture, colour_only: Reading) -> list[Remark]:
    """Return a remark on the counter whose seat is most doubtful by its colour, if colours are in doubt."""
    if colour_only.cause is not Cause.COLOUR_BETWEEN:
        return []
    least = min(colour_only.counters, key=lambda counter: counter.confidence)
    words = (
        f"{known.name}: the counter of {least.seat} on {least.half} looks as much like one of "
        f"{least.seat.other}; put another in its place and calibrate again, or expect unsure readings"
    )
    return [Remark(Flaw.BETWEEN_SEATS, words, least.seat, least.half)]


def _cannot_be_read(calibration: Calibration, known: KnownPicture, reading: Reading) -> CalibrationError:
    """Return the error for a known position that is hidden by an object, or seems to be."""
    like_board = [seat for seat in Seat if _is_like_board(calibration, seat)]
    if reading.cause is Cause.ODD_THING and like_board:
        return CalibrationError(
            f"{known.name}: {reading.why}; if there is none, it is a shadow, and the counters of "
            f"{like_board[0]} hardly differ from the board: use counters of another colour, or light that "
            "casts fainter shadows, from above or from several sides",
            Flaw.LIKE_BOARD,
            like_board[0],
        )
    return CalibrationError(
        f"{known.name}: the known position cannot be read: {reading.why}; check that the picture shows "
        "this board from the same place, with nothing else on it, and the corners"
    )


def _check_like_board(
    calibration: Calibration, known: KnownPicture, reading: Reading, point: Point, missing: list[Seat]
) -> None:
    """Raise CalibrationError if a point is misread because counters look like the board."""
    like_board = [seat for seat in Seat if _is_like_board(calibration, seat)]
    for counter in reading.counters:
        if counter.half is point and counter.seat in like_board and _is_shaded(calibration, known, counter):
            raise CalibrationError(
                f"{known.name}: a shadow on {point} looks like a counter of {counter.seat}, which hardly "
                "differs from the board; use counters of another colour, or light that casts fainter "
                "shadows, from above or from several sides",
                Flaw.LIKE_BOARD,
                counter.seat,
                point,
            )
    for seat in missing:
        if seat in like_board:
            raise CalibrationError(
                f"{known.name}: no counter of {seat} is seen on {point}; check the position, or, if one lies "
                f"there, use counters of another colour, or more light: those of {seat} hardly differ from "
                "the board",
                Flaw.LIKE_BOARD,
                seat,
                point,
            )


def _seats_differ(calibration: Calibration) -> bool:
    """True if the seats' colours differ by more than the light between points."""
    a, b = (_colour(calibration, seat) for seat in Seat)
    columns, rows = calibration.grid.to_px(calibration.spec.points_mm).round().astype(int).T
    light = board_light(calibration.board)[rows, columns]
    return bool((np.abs(a - b) > np.ptp(light, axis=0) + MAX_BOARD_DEVIATION).any())


def _is_like_board(calibration: Calibration, seat: Seat) -> bool:
    """True if the middles of a seat's counters have the board's colour."""
    return bool((np.abs(_colour(calibration, seat)) < MAX_BOARD_DEVIATION).all())


def _colour(calibration: Calibration, seat: Seat) -> Floats:
    """Return the median colour (3,) of a seat's counters relative to the board nearby, log-opponent."""
    patches = calibration.counters.of(seat).patches
    return as_floats(np.median(known_pixels(patches[:, counter_mask()]), axis=0))


def _is_shaded(calibration: Calibration, known: KnownPicture, counter: FoundCounter) -> bool:
    """True if a supposed counter has the colour of the board in shadow."""
    extractor = EvidenceExtractor(calibration)
    difference = extractor.subtractor.subtract(calibration.rectifier().rectify(known.picture))
    there, shade = _within(calibration, (counter.x_mm, counter.y_mm)), calibration.background.shade
    brightness, *tints = np.median((difference.colours + extractor.subtractor.relative)[there], axis=0)
    return bool(
        brightness < FAINTEST_SHADOW
        and (np.abs(tints - shade.tint * brightness) < MAX_BOARD_DEVIATION[1:]).all()
    )


def _in_words(counts: Mapping[Seat, int]) -> str:
    """Return how many counters of either seat, in words."""
    return " and ".join(f"{count} of {seat}" for seat, count in counts.items())


def _check_not_bare(calibration: Calibration, known: KnownPicture, residuals: Floats) -> None:
    """Raise CalibrationError if most points that should hold counters look like the bare board."""
    expected = [
        i for i in range(len(RING)) if known.halves.a[i] + known.halves.b[i] and _is_known(calibration, i)
    ]
    bare = [i for i in expected if not _differs(calibration, residuals, i)]
    if len(bare) > len(expected) / 2:
        names = ", ".join(RING[i] for i in bare)
        raise CalibrationError(
            f"{known.name}: the known position does not fit the picture: nothing lies on {names}; check the "
            "position, the corners and A's side"
        )


def _is_known(calibration: Calibration, index: int) -> bool:
    """True if the bare board is known at a point."""
    x, y = calibration.grid.to_px(calibration.spec.points_mm)[index].round().astype(int)
    return bool(calibration.board.known[y, x])


def _residuals(calibration: Calibration, known: KnownPicture, extractor: EvidenceExtractor) -> Floats:
    """Return each pixel's difference (h, w) from the bare board, in standard deviations of its colours."""
    difference = extractor.subtractor.subtract(calibration.rectifier().rectify(known.picture))
    return as_floats(np.abs(difference.colours / extractor.spread).max(axis=2))


def _differs(calibration: Calibration, residuals: Floats, index: int) -> bool:
    """True if a point shows something other than the bare board."""
    there = _within(calibration, calibration.spec.points_mm[index])
    return bool(calibration.board.known[there].all() and np.median(residuals[there]) > BARE_RESIDUAL)


def _within(calibration: Calibration, place_mm: Sequence[float] | Doubles) -> Mask:
    """Return which pixels (h, w) surely belong to a counter at a place (2,) in mm."""
    x, y = calibration.grid.to_px(np.asarray(place_mm))
    rows, columns = np.indices(calibration.board.shape)
    return np.asarray(np.hypot(columns - x, rows - y) < COUNTER_PART * calibration.board.counter_px, bool)
