"""The camera's view in the examples: a plain drawing in place of a frame."""

import cv2
import numpy as np

from companion.game import RING, Halves, Point, Position, Seat
from companion.interface.sight import CameraPicture, Corner, CounterSpot, LastReading, SeenBoard, Sight
from companion.referee.referee import State

FRAME_WIDTH, FRAME_HEIGHT = 640, 480


def seen(text: str) -> SeenBoard:
    """Return how a position is seen."""
    return _seen_halves(Position.parse(text).halves())


def read(text: str) -> tuple[CameraPicture, LastReading]:
    """Return the frame of a position, and its reading."""
    shown = seen(text)
    assert shown.picture is not None
    return shown.picture, LastReading(shown.sight, shown.halves, shown.spots, 0.93)


def seen_of(state: State) -> SeenBoard:
    """Return how the board of a game is seen."""
    return _seen_halves(state.flag or state.position.halves())


def _seen_halves(halves: Halves) -> SeenBoard:
    spots = tuple(
        CounterSpot(seat, *_middle(point)) for seat in Seat for point in RING if halves.count(seat, point)
    )
    return SeenBoard(Sight.CLEAR, halves, CameraPicture(frame(halves)), spots)


def _middle(point: Point) -> tuple[float, float]:
    """Return a point's place in the example frame, in pixels."""
    index = RING.index(point)
    column, below = (index, True) if index < 5 else (9 - index, False)
    return 120.0 + 100 * column, 400.0 if below else 80.0


def corners() -> tuple[Corner, ...]:
    """Return the outer points of the board in the frame."""
    return tuple(Corner(point, *_middle(point)) for point in (Point.A1, Point.A5, Point.B1, Point.B5))


def frame(halves: Halves) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return a plain drawing in place of the camera's frame, BGR."""
    frame = np.full((FRAME_HEIGHT, FRAME_WIDTH, 3), (150, 175, 190), np.uint8)
    for column in range(5):
        x = 120 + 100 * column
        cv2.line(frame, (x, 80), (x, 400), (60, 80, 95), 4, cv2.LINE_AA)
    for point in RING:
        x, y = (round(v) for v in _middle(point))
        cv2.circle(frame, (x, y), 28, (60, 80, 95), 4, cv2.LINE_AA)
        for seat, colour in ((Seat.A, (150, 80, 30)), (Seat.B, (245, 245, 245))):
            for i in range(halves.count(seat, point)):
                inwards = -38 * i if y > FRAME_HEIGHT / 2 else 38 * i
                cv2.circle(frame, (x, y + inwards), 24, colour, -1, cv2.LINE_AA)
    return frame
