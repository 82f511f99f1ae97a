"""The board found and learned from the camera's pictures, and what people are told of how that went."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import flaws
from calibration.calibrate import calibrate
from calibration.check.quality import Quality
from calibration.errors import CalibrationError
from calibration.locate.proposal import FoundBy, propose_board, refine_board
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game import RING, Point
from companion.interface.remarks import Flaw, Grade, Remark
from companion.interface.sight import OUTER_POINTS, Corner
from companion.station.effects import LearnBoard
from companion.station.stimuli import BoardLearned, BoardLocated
from vision.arrays import Doubles, Picture

SHOWN_AS: dict[flaws.Flaw, Flaw] = {
    flaws.Flaw.TOO_DARK: Flaw.TOO_DARK,
    flaws.Flaw.SEATS_ALIKE: Flaw.SEATS_ALIKE,
    flaws.Flaw.LIKE_BOARD: Flaw.LIKE_BOARD,
    flaws.Flaw.LIKE_OTHER_SEAT: Flaw.LIKE_OTHER_SEAT,
    flaws.Flaw.BETWEEN_SEATS: Flaw.BETWEEN_SEATS,
    flaws.Flaw.FLICKER: Flaw.FLICKER,
    flaws.Flaw.OTHER_LIGHT: Flaw.OTHER_LIGHT,
    flaws.Flaw.HARD_TO_SEE: Flaw.HARD_TO_SEE,
    flaws.Flaw.IN_DOUBT: Flaw.IN_DOUBT,
}
"""What people are told of each flaw."""

GRADES = ((2.5, Grade.VERY_WELL), (1.5, Grade.WELL))
"""Least typical evidence for a counter, in nats a pixel with 4 at best, from which on it stands out so."""

NOTICED = 0.22
"""How much a point's brightness or colour changes, in logarithms, when something is laid on it; what the
light does to the whole board is taken out first."""

NOTICED_SHARE = 0.5
"""Share of a point's area that has to change for something to lie on it."""


def locate(spec: BoardSpec, picture: Picture) -> BoardLocated:
    """The outer points of the board that seems to lie in a picture (H, W, 3) BGR; none when there is none."""
    proposal = propose_board(picture, spec)
    if proposal is None:
        return BoardLocated()
    return BoardLocated(corners_at(proposal.corners_px), proposal.by is FoundBy.MARKERS)


def corners_at(corners_px: Doubles) -> tuple[Corner, ...]:
    """The outer points at pixels (4, 2)."""
    return tuple(
        Corner(point, float(x), float(y)) for point, (x, y) in zip(OUTER_POINTS, corners_px, strict=True)
    )


def corners_px(corners: tuple[Corner, ...]) -> Doubles:
    """The pixels (4, 2) of the outer points."""
    places = {corner.point: (corner.x_px, corner.y_px) for corner in corners}
    return np.array([places[point] for point in OUTER_POINTS], np.float64)


def learn(spec: BoardSpec, job: LearnBoard) -> BoardLearned:
    """What the pictures teach, and remarks on that.

    Corners that were placed by hand are made exact where the picture shows markers or circles near them.
    What that leads to must not be worse than the corners themselves, so these are tried when it fails.
    """
    why: CalibrationError | None = None
    for training in _training_sets(spec, job):
        try:
            calibration, quality = calibrate(training)
        except CalibrationError as error:
            why = why or error
        else:
            return BoardLearned(calibration, _grade(quality), _shown(quality.remarks))
    remark = why.remark if why is not None else None
    return BoardLearned(None, remarks=() if remark is None else _shown((remark,)))


def _training_sets(spec: BoardSpec, job: LearnBoard) -> Iterator[TrainingSet]:
    """What to learn from, the most exact first."""
    empty = None if job.bare is None else ("the picture of the bare board", job.bare)
    known = (KnownPicture("the picture of the counters", job.laid, job.halves),)
    plain = TrainingSet(spec, empty, known, corners_px=corners_px(job.corners))
    try:
        settled = refine_board(plain.main_picture[1], spec, corners_px(job.corners))
    except CalibrationError:
        yield plain
        return
    if settled.corners_px is None:
        yield replace(plain, corners_px=None, points_px=settled.points_px)
    yield plain


def _grade(quality: Quality) -> Grade:
    least = min(*quality.llr, *quality.rival_llr)
    return next((grade for at_least, grade in GRADES if least >= at_least), Grade.JUST)


def _shown(remarks: tuple[flaws.Remark, ...]) -> tuple[Remark, ...]:
    return tuple(Remark(SHOWN_AS[remark.flaw], remark.seat, remark.point) for remark in remarks)


def noticed(spec: BoardSpec, corners: tuple[Corner, ...], bare: Picture, now: Picture) -> tuple[Point, ...]:
    """The points on which something is noticed in a picture that was not there on the bare board."""
    if bare.shape != now.shape:
        return ()
    pose, _ = cv2.findHomography(spec.corners_mm, corners_px(corners))
    if pose is None:
        # The corners were dragged onto a line: no board lies so.
        return ()
    change = _logs(now) - _logs(bare)
    found = []
    for point, (x, y) in zip(RING, spec.points_mm, strict=True):
        turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        rim = spec.counter_diameter_mm / 2 * np.column_stack([np.cos(turn), np.sin(turn)]) + (x, y)
        pixels = cv2.perspectiveTransform(rim[None], pose)[0]
        area = np.zeros(change.shape[:2], np.uint8)
        cv2.fillConvexPoly(area, np.rint(pixels).astype(np.int32), 1)
        here = np.abs(change[area > 0]).max(axis=1)
        if here.size and float((here > NOTICED).mean()) > NOTICED_SHARE:
            found.append(point)
    return tuple(found)


def _logs(picture: Picture) -> NDArray[np.float32]:
    """The picture (H, W, 3) in logarithms, with the light of the whole taken out."""
    logs = np.log(cv2.GaussianBlur(picture, (0, 0), 2.0).astype(np.float32) + 8.0)
    return np.asarray(logs - np.median(logs[::8, ::8], axis=(0, 1)), np.float32)
