"""How far a new calibration has come: kept while people leave the page half way, until it is in use."""

from dataclasses import dataclass, field, replace

import numpy as np

from companion.board.spec import BoardSpec
from companion.game import Halves, Point, Seat
from companion.interface.sight import OUTER_POINTS, Corner
from companion.interface.views import CalibrationStep
from companion.station.effects import LearnBoard
from companion.station.learning import noticed
from companion.station.stimuli import BoardLearned, BoardLocated
from hardware.camera.camera import Picture
from vision.calibration import Calibration

LAID = Halves((1,) * 5 + (0,) * 5, (0,) * 5 + (1,) * 5)
"""What is laid to learn the counters from: each seat's five on its own points."""

MIN_LAID = 3
"""So many counters of each seat on the board of a game are enough to learn them from."""

UNFOUND = {Point.A1: (0.75, 0.8), Point.A5: (0.75, 0.2), Point.B1: (0.25, 0.2), Point.B5: (0.25, 0.8)}
"""Where the corners stand to be dragged when no board is found, as shares of width and height."""


@dataclass(slots=True)
class Calibrating:
    """A calibration being made: what has been confirmed, taken and learned so far."""

    spec: BoardSpec
    step: CalibrationStep = CalibrationStep.FIND
    corners: tuple[Corner, ...] = ()
    chosen: Point | None = None
    found: bool | None = None
    bare: Picture | None = None
    halves: Halves = LAID
    learned: BoardLearned | None = None
    in_game: bool = False
    """The board is not cleared but laid as the game stands."""
    taking: bool = False
    """A picture is to be taken as soon as nothing moves."""
    _noticed: tuple[Picture, tuple[Point, ...]] | None = field(default=None, repr=False)

    @property
    def calibration(self) -> Calibration | None:
        """What was learned, while it is shown."""
        return self.learned.calibration if self.learned is not None else None

    def begin(self, corners: tuple[Corner, ...], game: Halves | None) -> None:
        """Go on where it was left, or begin with the corners of the calibration in use.

        `game` is what lies on the board of a game that is going on.
        """
        self.corners = self.corners or corners
        enough = game is not None and all(sum(game.of(seat)) >= MIN_LAID for seat in Seat)
        halves = game if game is not None and enough else LAID
        if (halves, enough) != (self.halves, self.in_game):
            # What was taken so far shows another board.
            self.finish()
        self.halves, self.in_game = halves, enough
        self.taking = False

    def finish(self) -> None:
        """The next one begins at the beginning."""
        self.step, self.found, self.bare, self.learned = CalibrationStep.FIND, None, None, None

    def locate(self) -> None:
        """The board is being looked for."""
        self.step, self.found, self.chosen = CalibrationStep.FIND, None, None

    def located(self, news: BoardLocated, picture: Picture | None) -> None:
        """The board was looked for; without one, its corners stand ready to be dragged.

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
        """A corner lies here; from now on it is a person who says where the board is."""
        moved = Corner(point, x_px, y_px)
        self.corners = tuple(moved if corner.point is point else corner for corner in self.corners)
        self.chosen = point
        self.found = True

    def turn(self) -> None:
        """A's points are where B's seemed to be."""
        places = self.corners[2:] + self.corners[:2]
        self.corners = tuple(
            replace(place, point=corner.point) for corner, place in zip(self.corners, places, strict=True)
        )

    def confirm(self) -> None:
        """The board is where its corners are."""
        self.chosen = None
        self.step = CalibrationStep.LAY if self.in_game else CalibrationStep.EMPTY

    def take(self, picture: Picture) -> LearnBoard | None:
        """Take a picture of what was asked for; what is then to be learned."""
        self.taking = False
        picture = np.array(picture)
        if self.step is CalibrationStep.EMPTY:
            self.bare, self.step = picture, CalibrationStep.LAY
            return None
        self.step, self.learned = CalibrationStep.LEARN, None
        return LearnBoard(self.corners, self.bare, picture, self.halves)

    def hear(self, news: BoardLearned) -> None:
        """The board was learned, or could not be."""
        if self.step is CalibrationStep.LEARN:
            self.learned, self.step = news, CalibrationStep.RESULT

    def back(self) -> bool:
        """Go back by a step; False at the first."""
        self.taking = False
        match self.step:
            case CalibrationStep.FIND:
                return False
            case CalibrationStep.LAY if not self.in_game:
                self.step = CalibrationStep.EMPTY
            case CalibrationStep.EMPTY | CalibrationStep.LAY:
                self.step = CalibrationStep.FIND
            case CalibrationStep.LEARN | CalibrationStep.RESULT:
                self.step, self.learned = CalibrationStep.LAY, None
        return True

    def noticed(self, picture: Picture | None) -> tuple[Point, ...] | None:
        """The points on which something is noticed now, if the bare board was seen; once in a picture."""
        if self.bare is None or picture is None:
            return None
        if self._noticed is None or self._noticed[0] is not picture:
            self._noticed = picture, noticed(self.spec, self.corners, self.bare, picture)
        return self._noticed[1]

    def _are_within(self, picture: Picture) -> bool:
        """Whether there are corners, and all of them can be seen and dragged."""
        height, width = picture.shape[:2]
        return bool(self.corners) and all(
            0 <= corner.x_px < width and 0 <= corner.y_px < height for corner in self.corners
        )


def _is_turned(before: tuple[Corner, ...], now: tuple[Corner, ...]) -> bool:
    """Whether the way from A's end to B's has more or less turned round; it has not where none was known."""
    if not before:
        return False
    from_a_to_b = [
        np.subtract(*(np.mean([(it.x_px, it.y_px) for it in ends], axis=0) for ends in (one[2:], one[:2])))
        for one in (before, now)
    ]
    return bool(np.dot(*from_a_to_b) < 0)
