"""How far the board has been nudged since it was calibrated, from the edges of its drawing and its rim."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrated import Calibration

Floats = NDArray[np.float32]


class NudgeFinder:
    """Compares rectified pictures with the reference."""

    def __init__(self, calibration: Calibration) -> None:
        height, width = calibration.known.shape
        self._window = cv2.createHanningWindow((width, height), cv2.CV_32F)
        self._reference = _edges(calibration.reference)

    def find(self, picture: NDArray[np.uint8]) -> tuple[NDArray[np.float64], float]:
        """The shift (2,) in pixels of a rectified picture (h, w, 3) against the reference, and its fit.

        Phase correlation (Kuglin and Hines 1975); the fit is the height of its peak, 0 to 1.
        """
        (x, y), match = cv2.phaseCorrelate(self._reference, _edges(picture), self._window)
        return np.array([x, y]), float(match)


def _edges(picture: NDArray[np.uint8]) -> Floats:
    """How steep the brightness is at each pixel, on a logarithmic scale so that light matters little."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)
    logs = np.log(grey + 8).astype(np.float32)
    return np.asarray(cv2.magnitude(cv2.Sobel(logs, cv2.CV_32F, 1, 0), cv2.Sobel(logs, cv2.CV_32F, 0, 1)))
