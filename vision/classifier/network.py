"""The trained network in its file, run by OpenCV."""

from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats
from vision.classifier.inputs import CHANNELS
from vision.errors import VisionError

MODEL = Path(__file__).with_name("shape_classifier.onnx")

SHA256 = "643683ffb829a1143f06f3fd9e413d1653fd56d1fdd876220545a9b140394a56"
"""Of that file, so that a damaged or foreign one is never asked."""

CLASSES = 4
"""Nothing, a counter of A, one of B, another thing."""

SELF_TEST_OUTPUT = (5.31781, -0.90323, -1.30042, -0.08379)
"""The mean log odds of each class that it was trained to give to the question of the self-test."""

SELF_TEST_TOLERANCE = 1e-3
"""How far those of this machine may lie from them."""


class Network:
    """The network, ready to answer.

    Raises VisionError for a file that can't be read, that is not the one with this `digest` (None: any), or
    that answers otherwise on this machine than where it was trained.
    """

    def __init__(self, path: Path = MODEL, digest: str | None = SHA256) -> None:
        try:
            model = path.read_bytes()
        except OSError as error:
            raise VisionError(f"the file of the second appearance can't be read: {error}") from error
        if digest is not None and sha256(model).hexdigest() != digest:
            raise VisionError(f"{path.name}, the file of the second appearance, is damaged: install again")
        try:
            self._net = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
            answer = self.logits(self_test_input()).mean(axis=(1, 2))
        except cv2.error as error:
            raise VisionError(
                f"{path.name}, the file of the second appearance, can't be run: {error}"
            ) from error
        if digest is not None and np.abs(answer - SELF_TEST_OUTPUT).max() > SELF_TEST_TOLERANCE:
            raise VisionError(
                f"{path.name}, the file of the second appearance, gives other answers here than it should"
            )

    def logits(self, stack: Floats) -> Floats:
        """The log odds (CLASSES, h / CELL_PX, w / CELL_PX) for an input (CHANNELS, h, w)."""
        self._net.setInput(stack[None])
        return np.asarray(self._net.forward()[0], np.float32)


def self_test_input() -> Floats:
    """The input (CHANNELS, h, w) of the self-test: waves of another length in each channel."""
    row, column = np.mgrid[0:48, 0:64].astype(np.float32)
    waves = [np.sin(row / (channel + 2)) * np.cos(column / (channel + 3)) for channel in range(CHANNELS)]
    return np.asarray(np.stack(waves), np.float32)
