"""Ridges: drawn, carved or scratched lines of any orientation in a picture, and their segments.

Ridges are found with a bank of elongated second-derivative filters (Freeman and Adelson, "The design and use
of steerable filters", 1991); long lines by a Hough transform (Duda and Hart, 1972) of ridge pixels that vote
only for their own orientation.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Picture, as_doubles, as_floats, check_shape
from vision.photometry.opponent_colours import log_grey

ORIENTATIONS = 24  # number of filters, evenly over half a turn
STEP_RAD = np.pi / ORIENTATIONS  # angle between two orientations

_ACROSS_PX, _ALONG_PX = 1.4, 5.0
"""Standard deviations of the filters' Gaussian across a line and along it, in pixels."""

_REACH_PX = 12  # reach of the filters, and standard deviation of the window of local contrast, in pixels
_MIN_CONTRAST = 1e-4  # added to the contrast, so that an even picture has no ridges
STRONGEST = 2.0  # soft limit of the response, in units of the local contrast
FAINT = 0.6  # minimum response of a ridge pixel, and of a sample of a stroke that is there
_BAND_PX = 4  # pixels to either side of a line that are sampled; also the Hough bins suppressed around a line
_DRAWN = 0.65  # share of a line's typical response below which a sample counts against a segment
MIN_PX = 50.0  # minimum length of a segment, in pixels

_STEPS_PER_ORIENTATION = round(STEP_RAD * MIN_PX / _ACROSS_PX)
"""Hough angles between two orientations: the end of a shortest segment moves by the filters' width."""


@dataclass(frozen=True)
class Ridges:
    """Signed ridge response of a picture for each orientation of a line.

    `response` is (ORIENTATIONS, H, W) float32, bright lines positive, dark ones negative, in units of the
    local contrast and limited to ±STRONGEST; entry k is for lines at the angle k * STEP_RAD from the x axis
    towards the y axis of the picture.
    """

    response: Floats

    def __post_init__(self) -> None:
        check_shape("ridge response", self.response, (ORIENTATIONS, None, None), np.float32)

    def response_at(self, points_px: Doubles, angles_rad: Doubles) -> Floats:
        """Return the signed response at points (..., 2) for lines at angles (...); 0 outside the picture."""
        height, width = self.response.shape[1:]
        k = np.rint(angles_rad / STEP_RAD).astype(np.int32) % ORIENTATIONS
        x, y = np.rint(points_px[..., 0]), np.rint(points_px[..., 1])
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        # Clip first: far outside they would overflow an integer.
        column, row = (np.where(inside, places, 0).astype(np.int32) for places in (x, y))
        found = self.response[k, row, column]
        return np.where(inside, found, np.float32(0))


def ridges(grey: Picture) -> Ridges:
    """Return the ridges of a grey picture (H, W), from its logarithm so that shade does not matter."""
    tone = log_grey(grey)
    bank, contrast = _filtered(tone)
    return Ridges(_pressed(bank, contrast))


def ridges_and_edges(grey: Picture) -> tuple[Ridges, Ridges]:
    """Return the ridges of a grey picture (H, W), and its edges in units of the same contrast.

    An edge is positive where the picture grows brighter along the normal (-sin, cos) of the orientation.
    """
    tone = log_grey(grey)
    bank, contrast = _filtered(tone)
    edges = np.empty_like(bank)
    for plane, kernel in zip(edges, _kernels(edges=True), strict=True):
        cv2.filter2D(tone, cv2.CV_32F, kernel, dst=plane)
    return Ridges(_pressed(bank, contrast)), Ridges(_pressed(edges, contrast))


def _filtered(tone: Floats) -> tuple[Floats, Floats]:
    """Return the tone (H, W) through the bank of ridge filters, and the local contrast."""
    bank = np.empty((ORIENTATIONS, *tone.shape), np.float32)
    power = np.zeros(tone.shape, np.float32)
    for plane, kernel in zip(bank, _kernels(), strict=True):
        cv2.filter2D(tone, cv2.CV_32F, kernel, dst=plane)
        power += plane * plane
    local = np.sqrt(cv2.GaussianBlur(power / ORIENTATIONS, (0, 0), _REACH_PX))
    local += float(np.median(local)) + _MIN_CONTRAST
    return bank, local


def _pressed(bank: Floats, contrast: Floats) -> Floats:
    """Return the responses of a bank in units of the contrast, softly limited, in place."""
    # Plane by plane and in place: most of the search's time is spent here.
    for plane in bank:
        plane /= contrast
        plane /= np.sqrt(1 + (plane / STRONGEST) ** 2)
    return bank


def _kernels(edges: bool = False) -> list[Floats]:
    """Return the bank: second derivative across the line, Gaussian along it, absolute values summing to 1.

    For `edges` the first derivative.
    """
    y, x = np.mgrid[-_REACH_PX : _REACH_PX + 1, -_REACH_PX : _REACH_PX + 1].astype(np.float32)
    kernels = []
    for k in range(ORIENTATIONS):
        angle = k * STEP_RAD
        along = x * np.cos(angle) + y * np.sin(angle)
        across = (y * np.cos(angle) - x * np.sin(angle)) / _ACROSS_PX
        profile = (across if edges else 1 - across**2) * np.exp(-(across**2) / 2)
        kernel = profile * np.exp(-((along / _ALONG_PX) ** 2) / 2)
        kernel -= kernel.mean()
        kernels.append(as_floats(kernel / np.abs(kernel).sum()))
    return kernels


def segments(found: Ridges, lines: int = 120) -> Doubles:
    """Return the likeliest straight segments (N, 2, 2) in px, strongest first, at most one of each line."""
    pieces = [_segment_on(found, angle, rho) for angle, rho in _hough_lines(found, lines)]
    return np.array([piece for piece in pieces if piece is not None]).reshape(-1, 2, 2)


def _hough_lines(found: Ridges, lines: int) -> list[tuple[float, float]]:
    """Return the strongest lines as (angle of the line, signed distance from the picture's middle)."""
    _, height, width = found.response.shape
    size = np.abs(found.response)
    best = size.argmax(axis=0)
    peak = size.max(axis=0)
    # Only local maxima across their own line vote.
    crest = np.zeros(peak.shape, bool)
    for k in range(ORIENTATIONS):
        dx, dy = int(np.rint(-np.sin(k * STEP_RAD))), int(np.rint(np.cos(k * STEP_RAD)))
        plane = size[k]
        ahead = np.roll(plane, (-dy, -dx), (0, 1))
        behind = np.roll(plane, (dy, dx), (0, 1))
        crest |= (best == k) & (plane >= ahead) & (plane > behind)
    margin = int(2 * _ACROSS_PX)
    crest[:margin] = crest[-margin:] = False
    crest[:, :margin] = crest[:, -margin:] = False
    y, x = np.nonzero(crest & (peak > FAINT))
    sign = np.sign(found.response[best[y, x], y, x])
    # Clear lines on a calm board must not be outvoted by the long soft grain of a table.
    weight = (peak[y, x] - FAINT) ** 2
    steps = ORIENTATIONS * _STEPS_PER_ORIENTATION
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    reach = int(np.hypot(width, height) / 2 / _ACROSS_PX) + 2
    columns = 2 * reach + 1
    # One table for bright and one for dark lines, so that the two flanks of a texture do not add up.
    votes = np.zeros(2 * steps * columns)
    for offset in range(-_STEPS_PER_ORIENTATION, _STEPS_PER_ORIENTATION + 1):
        row = best[y, x] * _STEPS_PER_ORIENTATION + offset
        angle = row * np.pi / steps
        rho = (y - middle[1]) * np.cos(angle) - (x - middle[0]) * np.sin(angle)
        wrapped = (row < 0) | (row >= steps)
        rho = np.where(wrapped, -rho, rho)
        column = np.rint(rho / _ACROSS_PX).astype(np.int64) + reach
        index = ((sign > 0) * steps + row % steps) * columns + column
        votes += np.bincount(index, weights=weight, minlength=votes.size)
    table = votes.reshape(2, steps, columns)
    table = np.stack([cv2.GaussianBlur(plane, (3, 3), 0) for plane in table]).max(axis=0)
    local = cv2.dilate(table, np.ones((2 * _BAND_PX + 1, 2 * _BAND_PX + 1)))
    rows, cols = np.nonzero((table >= local) & (table > 0))
    order = np.argsort(-table[rows, cols])[:lines]
    return [
        (float(row) * np.pi / steps, float(col - reach) * _ACROSS_PX)
        for row, col in zip(rows[order], cols[order], strict=True)
    ]


def _segment_on(found: Ridges, angle: float, rho: float) -> Doubles | None:
    """Return the best-supported segment of a line, (2, 2) in pixels; None if none is long enough.

    The line is fitted to its ridge once before it is cut.
    """
    _, height, width = found.response.shape
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    reach = float(np.hypot(width, height) / 2)
    normal = np.array([-np.sin(angle), np.cos(angle)])
    foot, direction = middle + rho * normal, np.array([np.cos(angle), np.sin(angle)])
    t = np.arange(-reach, reach + 1, _ACROSS_PX)
    band = np.arange(-_BAND_PX, _BAND_PX + 1)
    for last in (False, True):
        normal = np.array([-direction[1], direction[0]])
        centre = foot + t[:, None] * direction
        at = centre + (band[:, None] * normal)[:, None]
        angles = np.full(at.shape[:2], np.arctan2(direction[1], direction[0]))
        signed = found.response_at(at, angles)
        # A line is bright or dark along its whole length.
        profiles = max((signed, -signed), key=lambda s: float(np.maximum(s.max(axis=0) - FAINT, 0).sum()))
        # Half of the band is enough once the line was fitted to its ridge.
        near = profiles[_BAND_PX // 2 : -_BAND_PX // 2] if last else profiles
        profile = near.max(axis=0)
        inside = ((centre >= 0) & (centre < (width, height))).all(axis=1)
        clear = max(FAINT, _DRAWN * _typical(profile[inside]))
        low, high = _best_run(np.where(inside, profile - clear, -1.0))
        if t[high] - t[low] < MIN_PX:
            return None
        run = slice(low, high + 1)
        if not last:
            weight = np.maximum(profiles[:, run], 0) ** 2
            offset = (weight * band[:, None]).sum(axis=0) / (weight.sum(axis=0) + 1e-6)
            slope, bias = np.polyfit(t[run], offset, 1, w=profile[run] ** 2 + 1e-3)
            foot = foot + bias * normal
            direction = direction + slope * normal
            direction /= np.linalg.norm(direction)
    level = _DRAWN * _typical(profile[run])
    low, high = _best_run(np.where(inside, np.minimum(profile, 2 * level) - level, -1.0))
    if t[high] - t[low] < MIN_PX:
        return None
    return as_doubles(foot + t[[low, high], None] * direction)


def _typical(response: Doubles) -> float:
    """Return the mean of responses weighted by themselves, so that strong ones count; 0 for none."""
    response = np.maximum(response, 0)
    total = float(response.sum())
    return float((response**2).sum()) / total if total > 0 else 0.0


def _best_run(gain: Doubles) -> tuple[int, int]:
    """Return the first and last index of the run with the largest sum."""
    total = np.concatenate([[0.0], np.cumsum(gain)])
    lowest = np.minimum.accumulate(total)
    high = int(np.argmax(total - lowest))
    low = int(np.argmin(total[: high + 1]))
    return low, max(high - 1, low)
