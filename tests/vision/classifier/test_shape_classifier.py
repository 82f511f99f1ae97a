"""Each board is seen by the network that was trained for it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.calibration import Calibration
from vision.classifier.shape_classifier import ShapeClassifier
from vision.errors import VisionError


@pytest.mark.parametrize(("seen_bare", "missing"), [(True, "MODEL"), (False, "MODEL_GUESSED")])
def test_a_board_never_seen_bare_has_a_network_of_its_own(
    calibration: Calibration, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seen_bare: bool, missing: str
) -> None:
    board = replace(calibration.board, known=np.full_like(calibration.board.known, seen_bare))
    learned = replace(calibration, board=board)
    ShapeClassifier(learned)
    monkeypatch.setattr(f"vision.classifier.shape_classifier.{missing}", tmp_path / "none.onnx")
    with pytest.raises(VisionError, match="can't be read"):
        ShapeClassifier(learned)
