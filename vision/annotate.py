"""Draw a reading into its frame, and explain it in words."""

import cv2
import numpy as np

from companion.board.spec import BoardSpec
from companion.game.board import RING, Seat
from vision.arrays import Doubles, Picture
from vision.geometry.camera_model import CameraModel
from vision.reading import FoundCounter, Reading, Status

COLOURS_BGR = {Seat.A: (255, 120, 0), Seat.B: (0, 80, 255)}
POINT_BGR = (60, 200, 60)
TEXT_BGR = (255, 255, 255)


def annotate(frame: Picture, spec: BoardSpec, camera: CameraModel, reading: Reading) -> Picture:
    """Return a copy of the frame (H, W, 3) BGR with points, halves, counters and confidences drawn."""
    drawn = frame.copy()
    points_px = camera.to_px(spec, spec.points_mm)
    radius = max(4, round(_px_per_mm(spec, camera) * spec.counter_diameter_mm / 2))
    middles_px = camera.to_px(spec, spec.points_mm * (0.04, 1.0))
    for point, place, middle in zip(RING, points_px, middles_px, strict=True):
        cv2.line(drawn, _pixel(place), _pixel(middle), POINT_BGR, 1, cv2.LINE_AA)
        cv2.circle(drawn, _pixel(place), 3, POINT_BGR, -1, cv2.LINE_AA)
        count = "" if reading.halves is None else _counts(reading, point)
        outward = place + (place - middle) / max(1.0, float(np.linalg.norm(place - middle))) * 1.6 * radius
        _write(drawn, f"{point} {count}".strip(), outward, 0.45)
    for counter in (*reading.counters, *reading.off_board):
        place = np.array([counter.x_px, counter.y_px])
        thickness = 2 if counter.half is not None else 1
        cv2.circle(drawn, _pixel(place), radius, COLOURS_BGR[counter.seat], thickness, cv2.LINE_AA)
        _write(drawn, f"{counter.seat} {counter.confidence:.2f}", place, 0.35)
    headline = reading.status if reading.why is None else f"{reading.status}: {reading.why}"
    _write(drawn, f"{headline} (sure {reading.confidence:.2f})", np.array([8.0, 20.0]), 0.6, centred=False)
    return drawn


def explain(reading: Reading) -> list[str]:
    """Explain in words why each half was read as it was, one line each, and what else was seen."""
    lines = []
    if reading.status is not Status.CLEAR:
        lines.append(
            f"{reading.status}: {reading.why}. Nothing is read from a picture like this; what was seen:"
        )
    for point in RING:
        here = [counter for counter in reading.counters if counter.half is point]
        if not here:
            lines.append(f"{point}: looks like the bare board")
            continue
        lines.append(f"{point}: " + "; ".join(_words(counter) for counter in here))
    lines += [f"beside the board: {_words(counter)}" for counter in reading.off_board]
    return lines + list(reading.notes)


def _words(counter: FoundCounter) -> str:
    how = "surely" if counter.confidence >= 0.8 else "probably" if counter.confidence >= 0.5 else "perhaps"
    place = f"x {counter.x_mm:.0f}, y {counter.y_mm:.0f} mm"
    return f"{how} a counter of {counter.seat} at {place} ({counter.confidence:.2f})"


def _counts(reading: Reading, point: object) -> str:
    here = [counter.seat for counter in reading.counters if counter.half is point]
    return " ".join(f"{here.count(seat)}{seat}" for seat in Seat if seat in here)


def _px_per_mm(spec: BoardSpec, camera: CameraModel) -> float:
    one, other = camera.to_px(spec, np.array([(0.0, 0.0), (10.0, 0.0)]))
    return float(np.linalg.norm(other - one)) / 10


def _pixel(place: Doubles) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))


def _write(picture: Picture, text: str, place: Doubles, size: float, centred: bool = True) -> None:
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    x, y = _pixel(place)
    left, base = (x - width // 2, y + height // 2) if centred else (x, y)
    # Thicker text is wider in OpenCV 5, so the dark rim is the same text drawn at offsets.
    for right, down in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        at = (left + right, base + down)
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(picture, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, size, TEXT_BGR, 1, cv2.LINE_AA)
