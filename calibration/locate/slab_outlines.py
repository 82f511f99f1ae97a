"""Outlines: the four-sided things in a picture that may be the slab or sheet on which a board is drawn.

Lines that run with the grain of wood, or that are small on a chequered table, are hidden by it; the slab they
are carved in is not. An outline says where to search closer.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.locate.ridges import SHORTEST_PX
from vision.arrays import Picture

_SEARCH_PX = 320
"""Length of the longer side to which the picture is shrunk, in pixels."""

_MEDIAN_PX = 5
"""Width of the median filter that takes lines and grain out of it."""

_LEVELS = 14
"""How many levels each channel is cut at, with as much of the picture between one and the next."""

_SOLID = 0.9
"""Least share of its outline that an area fills. What may be missing is also, as a share of its size, how far
corners may be cut to leave four, the room around an outline that may belong to it, and how far off the same
outline may lie at another level."""


def outlines(picture_bgr: Picture, most: int = 3) -> list[NDArray[np.int64]]:
    """Up to `most` outlined parts of a picture (H, W, 3), largest first: first corner and one after the last.

    They are searched among the areas that are lighter, darker or of another hue than what surrounds them.
    """
    scale = min(1.0, _SEARCH_PX / max(picture_bgr.shape))
    small = cv2.resize(picture_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    planes = cv2.split(cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), _MEDIAN_PX))
    found: list[NDArray[np.int64]] = []
    for plane in planes:
        for level in np.unique(np.quantile(plane, np.linspace(0, 1, _LEVELS + 2)[1:-1]).astype(int)):
            for mask in (plane > level, plane <= level):
                found.extend(_four_sided(mask.astype(np.uint8), SHORTEST_PX * scale))
    chosen: list[NDArray[np.int64]] = []
    for box in sorted(found, key=lambda one: -int(np.prod(np.ptp(one, axis=0)))):
        if all((np.abs(box - other) > (1 - _SOLID) * np.ptp(other, axis=0)).any() for other in chosen):
            chosen.append(box)
    size = np.array([picture_bgr.shape[1], picture_bgr.shape[0]])
    parts = []
    for box in chosen[:most]:
        room = (1 - _SOLID) * np.ptp(box, axis=0)
        parts.append(np.clip((box + np.array([-room, room])) / scale, 0, size).astype(np.int64))
    return parts


def _four_sided(mask: Picture, least_px: float) -> list[NDArray[np.int64]]:
    """The boxes (2, 2) around areas of a mask, not too small, that fill a four-sided outline within it."""
    height, width = mask.shape
    found = []
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        left, top, across, down = cv2.boundingRect(contour)
        inside = left > 0 and top > 0 and left + across < width and top + down < height
        if not inside or min(across, down) < least_px:
            continue
        area = cv2.contourArea(contour)
        cut_px = (1 - _SOLID) * float(np.sqrt(area))
        corners = cv2.approxPolyDP(cv2.convexHull(contour), cut_px, True)
        if len(corners) == 4 and area > _SOLID * cv2.contourArea(corners):
            found.append(np.array([[left, top], [left + across, top + down]], np.int64))
    return found
