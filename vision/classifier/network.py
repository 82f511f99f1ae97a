"""The trained networks, run by OpenCV."""

from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, as_floats
from vision.calibration import PATCH_PX
from vision.classifier.inputs import CHANNELS
from vision.errors import VisionError

MODEL = Path(__file__).with_name("shape_classifier.onnx")
"""The network for boards that were seen bare, trained on drawn tables."""

MODEL_GUESSED = MODEL.with_stem("shape_classifier_guessed")
"""The network for boards whose bare look is guessed between the counters, trained on photographs as well."""

MODEL_LIKENESS = MODEL.with_stem("likeness")
"""The network that tells counters of a seat from other things; see `vision.classifier.likeness`."""

MODEL_THINGS = MODEL.with_stem("things")
"""The network that finds dice among other things; see `vision.classifier.things`."""

WITHOUT = {
    MODEL: "readings go on by colours alone, without shapes",
    MODEL_GUESSED: "boards that were never seen bare are read without shapes",
    MODEL_LIKENESS: "other things may be taken for counters",
    MODEL_THINGS: "a die on the board is not told from other things",
}
"""The effect on readings of each network that fails to run."""

SHA256 = {
    MODEL.name: "643683ffb829a1143f06f3fd9e413d1653fd56d1fdd876220545a9b140394a56",
    MODEL_GUESSED.name: "d69f914f2eb2f6e34b3cb568121d5da4f979d67344a2795b90baebee5d8f1085",
    MODEL_THINGS.name: "55f8ce28ff3cc7219a3ef6f5efa4b1ffedd2ec0913f542dd5db909e1156647c6",
    MODEL_LIKENESS.name: "6f3034e40320ba2b4d3a4731dc5d5522544142c76f7f1c0fceecd5e75a01273c",
}
"""Checksums of the files: one that is damaged or foreign is refused."""

INPUT_SHAPE = {MODEL_LIKENESS.name: (4, PATCH_PX, PATCH_PX), MODEL_THINGS.name: (3, 48, 64)}
"""Shape of the self-test's input where it is not (CHANNELS, 48, 64)."""

MAX_KEPT = 600_000
"""Values of the largest input after which a network keeps its working memory, some 15 MB.

OpenCV keeps that of the largest input ever. After a larger one, which is rare, the network is read again.
"""

CLASSES = 4  # nothing, a counter of A, a counter of B, another object

SELF_TEST_OUTPUT = {
    MODEL.name: (5.31781, -0.90323, -1.30042, -0.08379),
    MODEL_GUESSED.name: (5.38061, -3.00082, -3.36326, 0.06101),
    MODEL_THINGS.name: (3.91717, -10.63849, -7.82475, -4.22650),
    MODEL_LIKENESS.name: (-0.14539, -0.01656, 0.25949, -0.80709),
}
"""Mean of the first four answers for the self-test's input, as computed after training."""

SELF_TEST_TOLERANCE = 1e-3  # maximum difference of this machine's self-test output


class Network:
    """A network, ready to run.

    Raises VisionError if the file can't be read or run; and, unless `is_ours` is false, if it is not the
    shipped file of its name, or gives other results on this machine than after training.
    """

    def __init__(self, path: Path = MODEL, *, is_ours: bool = True) -> None:
        try:
            model = path.read_bytes()
        except OSError as error:
            raise VisionError(f"{path.name} can't be read: {error}") from error
        if is_ours and sha256(model).hexdigest() != SHA256.get(path.name):
            raise VisionError(f"{path.name} is damaged; install again")
        try:
            self._model = np.frombuffer(model, np.uint8)
            self._net = cv2.dnn.readNetFromONNX(self._model)
            test = self_test_input(*INPUT_SHAPE.get(path.name, (CHANNELS, 48, 64)))
            answer = self.logits(test)[:CLASSES].mean(axis=(1, 2))
        except cv2.error as error:
            raise VisionError(f"{path.name} can't be run: {error}") from error
        if is_ours and np.abs(answer - SELF_TEST_OUTPUT[path.name]).max() > SELF_TEST_TOLERANCE:
            raise VisionError(f"{path.name} gives wrong results on this machine")

    def logits(self, stack: Floats) -> Floats:
        """Return the logits (CLASSES, h / CELL_PX, w / CELL_PX) of an input (CHANNELS, h, w)."""
        return np.asarray(self.answers(stack[None])[0])

    def answers(self, inputs: Floats) -> Floats:
        """Return the answers (n, answers, rows, columns) for inputs (n, channels, h, w)."""
        self._net.setInput(inputs)
        answers = as_floats(self._net.forward())
        if inputs.size > MAX_KEPT:
            self._net = cv2.dnn.readNetFromONNX(self._model)
        return answers


def self_test_input(channels: int = CHANNELS, height: int = 48, width: int = 64) -> Floats:
    """Return the self-test's input (channels, height, width): waves of another length in each channel."""
    row, column = np.mgrid[0:height, 0:width].astype(np.float32)
    waves = [np.sin(row / (channel + 2)) * np.cos(column / (channel + 3)) for channel in range(channels)]
    return as_floats(np.stack(waves))
