"""The network's file: it answers here as where it was trained, and nothing else is taken for it."""

from pathlib import Path

import numpy as np
import pytest

from vision.calibration import PATCH_PX
from vision.classifier.inputs import CELL_PX, CHANNELS
from vision.classifier.network import (
    CLASSES,
    MODEL,
    MODEL_GUESSED,
    MODEL_LIKENESS,
    MODEL_THINGS,
    SHA256,
    Network,
)
from vision.errors import VisionError

MODELS = [MODEL, MODEL_GUESSED]


@pytest.mark.parametrize("model", MODELS)
def test_it_passes_its_own_test_on_this_machine(model: Path) -> None:
    assert Network(model).logits(np.zeros((CHANNELS, 48, 64), np.float32)).shape == (CLASSES, 12, 16)


@pytest.mark.parametrize("count", [1, 9])
def test_the_likeness_network_answers_for_any_number_of_patches(count: int) -> None:
    answers = Network(MODEL_LIKENESS).answers(np.zeros((count, 4, PATCH_PX, PATCH_PX), np.float32))
    assert len(answers) == count
    assert np.isfinite(answers).all()


@pytest.mark.parametrize(("height", "width"), [(160, 200), (184, 256), (48, 48)])
def test_it_answers_for_every_cell_of_a_board_of_any_size(height: int, width: int) -> None:
    answer = Network().logits(np.zeros((CHANNELS, height, width), np.float32))
    assert answer.shape == (CLASSES, height // CELL_PX, width // CELL_PX)
    assert np.isfinite(answer).all()


@pytest.mark.parametrize("model", [*MODELS, MODEL_LIKENESS, MODEL_THINGS])
def test_it_is_small_enough_to_be_sent_by_post(model: Path) -> None:
    assert model.stat().st_size < 1_500_000


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    damaged = bytearray(MODEL.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path = tmp_path / MODEL.name
    path.write_bytes(damaged)
    with pytest.raises(VisionError, match=r"damaged; install again"):
        Network(path)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match="can't be read"):
        Network(tmp_path / MODEL.name)


def test_what_is_no_network_can_not_be_run(tmp_path: Path) -> None:
    path = tmp_path / "text.onnx"
    path.write_bytes(b"no network at all")
    with pytest.raises(VisionError, match="can't be run"):
        Network(path, is_ours=False)


def test_other_answers_than_those_it_was_trained_to_give_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other = {MODEL.name: (9.0, 0.0, 0.0, 0.0)}
    monkeypatch.setattr("vision.classifier.network.SELF_TEST_OUTPUT", other)
    with pytest.raises(VisionError, match="wrong results"):
        Network()


@pytest.mark.parametrize("model", [*MODELS, MODEL_LIKENESS, MODEL_THINGS])
def test_its_card_names_the_file(model: Path) -> None:
    card = MODEL.with_suffix(".md").read_text(encoding="utf-8")
    assert model.name in card
    assert SHA256[model.name] in card
