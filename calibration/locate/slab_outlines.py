"""Four-sided outlines that may be the slab or sheet on which a board is drawn.

Wood grain or a chequered table can hide the lines, but not the slab. Outlines say where to search closer.
"""

import cv2
import numpy as np

from calibration.locate.ridges import MIN_PX
from vision.arrays import Doubles, Picture, as_doubles

_SEARCH_PX = 320  # length of the longer side of the picture in the search, in pixels
_MEDIAN_PX = 5  # width of the median filter that removes lines and grain, in pixels

LEVELS = 14
"""Number of thresholds per channel, at even quantiles; one seat's counters may be much like the board."""

_SOLID = 0.9
"""Minimum share of its outline that an area fills. The same tolerance, relative to its size, is used for cut
corners, for the room around an outline, and for outlines that are the same at two levels."""


def outlines(picture_bgr: Picture) -> list[Doubles]:
    """Return up to three four-sided outlines in a picture (H, W, 3), largest first, with room around.

    Corners (4, 2) in px, clockwise as seen. Areas are lighter, darker or of another hue than their
    surroundings.
    """
    scale = min(1.0, _SEARCH_PX / max(picture_bgr.shape))
    small = cv2.resize(picture_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    planes = cv2.split(cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), _MEDIAN_PX))
    found: list[Doubles] = []
    for plane in planes:
        for level in np.unique(np.quantile(plane, np.linspace(0, 1, LEVELS + 2)[1:-1]).astype(int)):
            for mask in (plane > level, plane <= level):
                found.extend(_four_sided(mask.astype(np.uint8), MIN_PX * scale))
    chosen: list[Doubles] = []
    for corners in sorted(found, key=lambda one: -float(np.prod(np.ptp(one, axis=0)))):
        if all(_differ(corners, other) for other in chosen):
            chosen.append(corners)
    # Pixel centres are integers at either size.
    roomy = [_with_room((corners + 0.5) / scale - 0.5) for corners in chosen[:3]]
    # Seen so slanted that the room around it would reach the horizon: no board.
    return [corners for corners in roomy if np.ptp(corners, axis=0).max() < 2 * max(picture_bgr.shape)]


def _four_sided(mask: Picture, min_px: float) -> list[Doubles]:
    """Return the corners (4, 2) of large areas of a mask that fill a four-sided outline."""
    height, width = mask.shape
    found = []
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        left, top, across, down = cv2.boundingRect(contour)
        inside = left > 0 and top > 0 and left + across < width and top + down < height
        if not inside or min(across, down) < min_px:
            continue
        area = cv2.contourArea(contour)
        cut_px = (1 - _SOLID) * float(np.sqrt(area))
        corners = cv2.approxPolyDP(cv2.convexHull(contour), cut_px, True)
        if len(corners) == 4 and area > _SOLID * cv2.contourArea(corners):
            found.append(corners[:, 0].astype(np.float64))
    return found


def _differ(corners: Doubles, other: Doubles) -> bool:
    """True if two outlines (4, 2) differ by more than two levels of the same one do, by their boxes."""
    off = [np.abs(end(corners, axis=0) - end(other, axis=0)) for end in (np.min, np.max)]
    return bool((np.array(off) > (1 - _SOLID) * np.ptp(other, axis=0)).any())


def _with_room(corners: Doubles) -> Doubles:
    """Return corners (4, 2) with room around them, in their own perspective."""
    square = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    to_px = cv2.getPerspectiveTransform(square.astype(np.float32), corners.astype(np.float32))
    wider = (1 + 2 * (1 - _SOLID)) * square
    return as_doubles(cv2.perspectiveTransform(wider[None], to_px)[0])
