"""Outlines: the four-sided things in a picture that may be the slab or sheet on which a board is drawn.

Lines that run with the grain of wood, or that are small on a chequered table, are hidden by it; the slab they
are carved in is not. An outline says where to search closer and roughly how the board lies in it.
"""

import itertools

import cv2
import numpy as np

from calibration.locate.poses import homographies
from companion.board.spec import BoardSpec
from vision.arrays import Doubles, Picture

_SEARCH_PX = 320
"""Length of the longer side to which the picture is shrunk, in pixels."""

_MEDIAN_PX = 5
"""Width of the median filter that takes lines and grain out of it."""

_LEVELS = 14
"""How many levels each channel is cut at, with as much of the picture between one and the next."""

_AREA = 0.02
"""Least area of an outline, as a share of the picture."""

_TOLERANCE = 0.03
"""How far corners may be cut to leave four of them, as a share of the circumference."""

_SOLID = 0.9
"""Least share of its outline that an area fills, or the outline of the area."""

SAME_OUTLINE = 0.08
"""Outlines are the same when no corner lies further apart than this share of the root of the area; so much
room around one, as a share of its size, may belong to it."""

_MARGINS = np.linspace(0.5, 1.25, 4)
"""How far a slab may reach beyond the points, to each side, in line pitches."""


def outlines(picture_bgr: Picture, most: int = 3) -> list[Doubles]:
    """Up to `most` outlines, each (4, 2) in px, anticlockwise as seen, the ones that fill theirs best first.

    They are searched among the areas that are lighter, darker or of another hue than what surrounds them.
    """
    scale = min(1.0, _SEARCH_PX / max(picture_bgr.shape))
    small = cv2.resize(picture_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    planes = cv2.split(cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), _MEDIAN_PX))
    found: list[tuple[float, Doubles]] = []
    for plane in planes:
        for level in np.unique(np.quantile(plane, np.linspace(0, 1, _LEVELS + 2)[1:-1]).astype(int)):
            for mask in (plane > level, plane <= level):
                found.extend(_four_sided(mask.astype(np.uint8)))
    chosen: list[Doubles] = []
    for _, corners in sorted(found, key=lambda one: -one[0]):
        near = SAME_OUTLINE * float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
        if all(_apart(corners, other) > near for other in chosen):
            chosen.append(corners)
        if len(chosen) == most:
            break
    return [(corners + 0.5) / scale - 0.5 for corners in chosen]


def poses_within(outline_px: Doubles, spec: BoardSpec) -> Doubles:
    """Poses (M, 3, 3) of a board in an outline (4, 2): usual margins, lines along either side."""
    margins = np.array(list(itertools.product(_MARGINS, repeat=4))) * spec.line_pitch_mm
    left, right, bottom, top = margins.T
    half_x, half_y = spec.line_length_mm / 2, 2 * spec.line_pitch_mm
    x = np.stack([-half_x - left, half_x + right, half_x + right, -half_x - left], axis=1)
    y = np.stack([-half_y - bottom, -half_y - bottom, half_y + top, half_y + top], axis=1)
    slabs = np.stack([x, y], axis=2)
    return np.concatenate(
        [homographies(slabs, np.tile(np.roll(outline_px, k, axis=0), (len(slabs), 1, 1))) for k in (0, 1)]
    )


def _four_sided(mask: Picture) -> list[tuple[float, Doubles]]:
    """The areas of a mask that fill a convex four-sided outline within the picture, and how well they do."""
    height, width = mask.shape
    found = []
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        area = cv2.contourArea(contour)
        if area < _AREA * mask.size:
            continue
        hull = cv2.convexHull(contour)
        cut_px = _TOLERANCE * cv2.arcLength(hull, True)
        corners = cv2.approxPolyDP(hull, cut_px, True)[:, 0].astype(np.float64)
        if len(corners) != 4:
            continue
        inside = (corners.min(axis=0) > 1).all() and (corners.max(axis=0) < (width - 2, height - 2)).all()
        outline = cv2.contourArea(corners.astype(np.float32))
        solid = min(area, outline) / max(area, outline)
        if inside and solid > _SOLID:
            # Rows grow downwards: a positive signed area is clockwise as seen.
            clockwise = cv2.contourArea(corners.astype(np.float32), oriented=True) > 0
            found.append((float(solid), corners[::-1] if clockwise else corners))
    return found


def _apart(one: Doubles, other: Doubles) -> float:
    """How far the worst corner of two outlines lies from the other's, whichever corner comes first."""
    return min(float(np.linalg.norm(np.roll(one, k, axis=0) - other, axis=1).max()) for k in range(4))
