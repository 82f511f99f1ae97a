"""Find and learn the board, and track the progress of a new calibration."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import flaws
from calibration.errors import CalibrationError
from companion.board.motion import RigidMotion
from companion.board.signals import Flaw
from companion.board.spec import BoardSpec
from companion.game import RING, Halves, Point, Seat
from companion.interface.sight import OUTER_POINTS, Corner, FlawNote, Grade
from companion.interface.views import CalibrationStep
from companion.station.effects import LearnBoard
from vision.arrays import Doubles, Picture, as_doubles, as_floats
from vision.calibration import Calibration
from vision.photometry.opponent_colours import picture_of

if TYPE_CHECKING:
    from calibration.training_set import TrainingSet

GRADES = ((2.5, Grade.VERY_WELL), (1.5, Grade.WELL))
"""Minimum typical evidence for a counter, in nats a pixel with 4 at best, for each grade."""

MIN_APART = 0.5
"""Least distance of the seats' median colours, in logarithms of grey levels that are raised by `RAISED`. On
the virtual table blacks, blues beside black, greens, greys and beiges lay at 0.24 to 0.45; of 8 positions of
each 3 were read on average, and up to 2 wrongly. Of 16 rendered tables that are read well, 14 lay above 0.56.
"""

RAISED = 60  # grey levels added to colours: noise and reflections matter more in the dark

NOTICED = 0.22
"""Change of a point's brightness or colour, in logarithms, when something is laid on it; the change of
the whole board's light is subtracted first.
"""

NOTICED_SHARE = 0.5  # share of a point's area that has to change for something to lie on it


@dataclass(frozen=True)
class Located:
    """The outer points of a board in a picture; none when no board is found.

    Only where `ends_known` does the board itself tell which end is A's.
    """

    corners: tuple[Corner, ...] = ()
    ends_known: bool = False


@dataclass(frozen=True, eq=False)
class Learned:
    """The result of learning: a calibration, or None, and the remarks on it."""

    calibration: Calibration | None
    grade: Grade | None = None
    remarks: tuple[FlawNote, ...] = ()


def locate(spec: BoardSpec, picture: Picture) -> Located:
    """Return the outer points of the board in a picture (H, W, 3) BGR; none without a board."""
    from calibration.locate.proposal import FoundBy, propose_board

    proposal = propose_board(picture, spec)
    if proposal is None:
        return Located()
    return Located(corners_at(proposal.corners_px), proposal.by is FoundBy.MARKERS)


def corners_at(corners_px: Doubles) -> tuple[Corner, ...]:
    """Return the outer points at pixels (4, 2)."""
    return tuple(
        Corner(point, float(x), float(y)) for point, (x, y) in zip(OUTER_POINTS, corners_px, strict=True)
    )


def corners_px(corners: tuple[Corner, ...]) -> Doubles:
    """Return the pixels (4, 2) of the outer points."""
    places = {corner.point: (corner.x_px, corner.y_px) for corner in corners}
    return as_doubles([places[point] for point in OUTER_POINTS])


def learn(spec: BoardSpec, job: LearnBoard) -> Learned:
    """Learn from the pictures; return the calibration and remarks on it.

    Corners that were placed by hand are made exact where the picture shows markers or circles near them.
    What that leads to must not be worse than the corners themselves, so these are tried when it fails.
    """
    from calibration.calibrate import calibrate

    why: CalibrationError | None = None
    for training in _training_sets(spec, job):
        try:
            calibration, quality = calibrate(training)
        except CalibrationError as error:
            why = why or error
        else:
            alike = (FlawNote(Flaw.SEATS_ALIKE),) if _are_alike(calibration) else ()
            remarks = (*alike, *_shown(quality.remarks))
            return Learned(calibration, _grade((*quality.llr, *quality.rival_llr)), remarks)
    remark = why.remark if why is not None else None
    return Learned(None, remarks=() if remark is None else _shown((remark,)))


def _training_sets(spec: BoardSpec, job: LearnBoard) -> Iterator["TrainingSet"]:
    """Yield training sets, the most exact first."""
    from calibration.locate.proposal import refine_board
    from calibration.training_set import KnownPicture, TrainingSet

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


def _are_alike(calibration: Calibration) -> bool:
    """True if the seats' counters differ by less than it takes to tell them apart all over the board."""
    board = calibration.board
    bare = np.median(board.reference_log[board.area], axis=0)
    looks = np.array([np.nanmedian(it.patches.reshape(-1, 3), axis=0) + bare for it in calibration.counters])
    a, b = np.log(picture_of(looks[None]).astype(np.float64) + RAISED)[0]
    return float(np.linalg.norm(a - b)) < MIN_APART


def _grade(evidence: Iterable[float]) -> Grade:
    least = min(evidence)
    return next((grade for at_least, grade in GRADES if least >= at_least), Grade.JUST)


def _shown(remarks: tuple[flaws.Remark, ...]) -> tuple[FlawNote, ...]:
    return tuple(FlawNote(remark.flaw, remark.seat, remark.point) for remark in remarks)


def noticed(spec: BoardSpec, corners: tuple[Corner, ...], bare: Picture, now: Picture) -> tuple[Point, ...]:
    """Return the points where a picture shows something that was not on the bare board."""
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
    """Return the logarithms of a picture (H, W, 3), without the brightness of the whole."""
    logs = np.log(cv2.GaussianBlur(picture, (0, 0), 2.0).astype(np.float32) + 8.0)
    return as_floats(logs - np.median(logs[::8, ::8], axis=(0, 1)))


LAID = Halves((1,) * 5 + (0,) * 5, (0,) * 5 + (1,) * 5)
"""The position that counters are learned from: each seat's five on its own points."""

MIN_LAID = 3  # counters of each seat on the board of a game that suffice to learn from

UNFOUND = {Point.A1: (0.75, 0.8), Point.A5: (0.75, 0.2), Point.B1: (0.25, 0.2), Point.B5: (0.25, 0.8)}
"""Places of the corners when no board is found, as shares of width and height; people drag them."""


@dataclass
class Calibrating:
    """A calibration in progress: what has been confirmed, taken and learned so far."""

    spec: BoardSpec
    step: CalibrationStep = CalibrationStep.FIND
    corners: tuple[Corner, ...] = ()
    chosen: Point | None = None
    found: bool | None = None
    bare: Picture | None = None
    halves: Halves = LAID
    learned: Learned | None = None
    in_game: bool = False  # True if the board is not cleared but laid as the game stands
    looking: bool = False  # True while the board is being looked for
    taking: bool = False  # True if a picture is to be taken as soon as nothing moves
    _noticed: tuple[Picture, tuple[Point, ...]] | None = field(default=None, repr=False)

    @property
    def calibration(self) -> Calibration | None:
        """Return the learned calibration while it is shown."""
        return self.learned.calibration if self.learned is not None else None

    def begin(self, corners: tuple[Corner, ...], game: Halves | None) -> None:
        """Resume an unfinished calibration, or begin with the corners of the one in use.

        `game` is what lies on the board of a game that is going on.
        """
        self.corners = self.corners or corners
        enough = game is not None and all(sum(game.of(seat)) >= MIN_LAID for seat in Seat)
        halves = game if game is not None and enough else LAID
        only_bare = self.bare is not None and self.step is CalibrationStep.LAY
        if (halves, enough) != (self.halves, self.in_game) and not only_bare:
            # What was taken so far shows other counters.
            self.finish()
        self.halves, self.in_game = halves, enough
        self.taking = False

    def finish(self) -> None:
        """Finish; the next calibration begins at the first step."""
        self.step, self.found, self.bare, self.learned = CalibrationStep.FIND, None, None, None

    def locate(self) -> None:
        """Note that the board is being looked for."""
        self.step, self.found, self.chosen = CalibrationStep.FIND, None, None

    def located(self, news: Located, picture: Picture | None) -> None:
        """Take over where the board was found; without one, its corners stand ready to be dragged.

        Where the board does not tell which end is A's, it is the one that was A's before.
        """
        if self.found is not None or self.step is not CalibrationStep.FIND:
            return
        self.found = bool(news.corners)
        if news.corners:
            other_way = not news.ends_known and _is_turned(self.corners, news.corners)
            self.corners = news.corners
            if other_way:
                self.turn()
        elif picture is not None and not self._are_within(picture):
            height, width = picture.shape[:2]
            self.corners = tuple(
                Corner(point, (width - 1) * UNFOUND[point][0], (height - 1) * UNFOUND[point][1])
                for point in OUTER_POINTS
            )

    def drag(self, point: Point, x_px: float, y_px: float) -> None:
        """Place a corner; from now on a person says where the board is."""
        moved = Corner(point, x_px, y_px)
        self.corners = tuple(moved if corner.point is point else corner for corner in self.corners)
        self.chosen = point
        self.found = True

    def turn(self) -> None:
        """Swap A's and B's ends of the board."""
        places = self.corners[2:] + self.corners[:2]
        self.corners = tuple(
            replace(place, point=corner.point) for corner, place in zip(self.corners, places, strict=True)
        )

    def confirm(self) -> None:
        """Confirm that the board is where its corners are."""
        self.chosen = None
        self.step = CalibrationStep.LAY if self.in_game else CalibrationStep.EMPTY

    def leave_counters_on(self) -> None:
        """Learn the board from counters in the start position alone."""
        self.bare, self.step = None, CalibrationStep.LAY

    def take(self, picture: Picture) -> LearnBoard | None:
        """Take a picture; return the request to learn that follows, if any."""
        self.taking = False
        picture = np.array(picture)
        if self.step is CalibrationStep.EMPTY:
            self.bare, self.step = picture, CalibrationStep.LAY
            return None
        self.step, self.learned = CalibrationStep.LEARN, None
        return LearnBoard(self.corners, self.bare, picture, self.halves)

    def take_learned(self, news: Learned) -> None:
        """Take over the result of learning, which may be empty."""
        if self.step is CalibrationStep.LEARN:
            self.learned, self.step = news, CalibrationStep.RESULT

    def back(self) -> bool:
        """Go back by a step; return False at the first."""
        self.taking = False
        match self.step:
            case CalibrationStep.FIND:
                return False
            case CalibrationStep.LAY if not self.in_game:
                self.step = CalibrationStep.EMPTY
            case CalibrationStep.EMPTY | CalibrationStep.LAY:
                self.step = CalibrationStep.FIND
            case CalibrationStep.LEARN:
                self.step = CalibrationStep.LAY
            case CalibrationStep.RESULT:
                self.step, self.learned = self._where_to_mend, None
        return True

    def noticed(self, picture: Picture | None) -> tuple[Point, ...] | None:
        """Return the points where something is noticed now, once per picture; None without a bare board."""
        if self.bare is None or picture is None:
            return None
        if self._noticed is None or self._noticed[0] is not picture:
            self._noticed = picture, noticed(self.spec, self.corners, self.bare, picture)
        return self._noticed[1]

    def is_seen_after(
        self, motion: RigidMotion | None, corners: tuple[Corner, ...], picture: Picture | None
    ) -> bool:
        """True if the whole board that was learned at `corners` is in the picture after a known motion."""
        if motion is None or picture is None:
            return False
        outer = self.spec.corners_mm + np.sign(self.spec.corners_mm) * self.spec.counter_diameter_mm
        pose, _ = cv2.findHomography(self.spec.corners_mm, corners_px(corners))
        places = cv2.perspectiveTransform(motion.moved(outer)[None], pose)[0]
        return bool((places > 0).all() and (places < picture.shape[1::-1]).all())

    @property
    def _where_to_mend(self) -> CalibrationStep:
        """Return the step that does what the result asks for."""
        remarks = self.learned.remarks if self.learned is not None else ()
        if self.calibration is None and not remarks:
            return CalibrationStep.FIND
        if any(remark.is_of_the_view for remark in remarks) and not self.in_game:
            return CalibrationStep.EMPTY
        return CalibrationStep.LAY

    def _are_within(self, picture: Picture) -> bool:
        """True if there are corners, and all of them can be seen and dragged."""
        height, width = picture.shape[:2]
        return bool(self.corners) and all(
            0 <= corner.x_px < width and 0 <= corner.y_px < height for corner in self.corners
        )


def _is_turned(before: tuple[Corner, ...], now: tuple[Corner, ...]) -> bool:
    """True if the way from A's end to B's has more or less turned round; it has not where none was known."""
    if not before:
        return False
    from_a_to_b = [
        np.subtract(*(np.mean([(it.x_px, it.y_px) for it in ends], axis=0) for ends in (one[2:], one[:2])))
        for one in (before, now)
    ]
    return bool(np.dot(*from_a_to_b) < 0)
