"""Photographs with labelled counters: windows of them are samples like those of drawn tables."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from five_lines_lab.training.crops import CROP_PX, samples
from five_lines_lab.training.evaluation import evaluate_network
from five_lines_lab.training.photographs import (
    HELD_OUT,
    labelled_counters,
    like_board,
    photograph_samples,
    photographs,
)
from five_lines_lab.training.samples import TrainingSample
from vision.classifier.inputs import CHANNELS, CLASSIFIER_COUNTER_PX
from vision.classifier.network import MODEL
from vision.errors import VisionError

KEPT, LEARNED = "stone_033", "stone_000"
BOARD = (120, 170, 200)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A photograph that is held out and one to learn from: 30 dark and pale ovals on a plain board."""
    folder = tmp_path_factory.mktemp("photographs")
    (folder / "images").mkdir()
    (folder / "labels").mkdir()
    picture = np.full((640, 640, 3), BOARD, np.uint8)
    lines = []
    for number in range(30):
        x, y, seat = 80 + 96 * (number % 6), 70 + 120 * (number // 6), number % 2
        cv2.ellipse(picture, (x, y), (20, 30), 0, 0, 360, (230, 235, 235) if seat else (40, 40, 40), -1)
        if number:
            lines.append(f"{seat} {x / 640} {y / 640} {40 / 640} {60 / 640}")
        else:
            edge = ((x - 20, y), (x, y - 30), (x + 20, y), (x, y + 30))
            lines.append(" ".join([str(seat), *(f"{v / 640}" for point in edge for v in point)]))
    for name in (KEPT, LEARNED):
        cv2.imwrite(str(folder / "images" / f"{name}.jpg"), picture)
        (folder / "labels" / f"{name}.txt").write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture(scope="module")
def window(folder: Path) -> TrainingSample:
    (sample,) = photograph_samples(folder / "images" / f"{LEARNED}.jpg", np.random.default_rng(1))
    return sample


def test_held_out_photographs_are_never_learned_from(folder: Path) -> None:
    assert [path.stem for _, path in photographs(folder, held_out=False)] == [LEARNED]
    assert [(kind, path.stem) for kind, path in photographs(folder, held_out=True)] == [
        (next(iter(HELD_OUT)), KEPT)
    ]


def test_an_outline_is_read_as_the_box_around_it(folder: Path) -> None:
    counters = labelled_counters(folder / "images" / f"{LEARNED}.jpg")
    assert counters[0] == pytest.approx([0, 80 / 640, 70 / 640, 40 / 640, 60 / 640])
    assert len(counters) == 30


@pytest.mark.slow
def test_a_window_shows_round_counters_where_its_labels_say(window: TrainingSample) -> None:
    frame = window.frames[0].astype(int)
    assert {int(seat) for _, seat, _, _ in window.counters} == {0, 1}
    for _, seat, x, y in window.counters:
        for step in ((0, 0), (5, 0), (-5, 0), (0, 5), (0, -5)):
            column, row = np.clip(np.round((x + step[0], y + step[1])).astype(int), 0, frame.shape[0] - 1)
            assert (frame[row, column].mean() > 180) == (seat == 1)


@pytest.mark.slow
def test_the_board_under_counters_is_filled_in(window: TrainingSample) -> None:
    assert np.abs(window.references[0].astype(int) - BOARD).max() < 12
    for _, _, x, y in window.counters:
        assert not window.known[0][int(y), int(x)]
    assert window.known[0].mean() > 0.2


def test_pale_counters_are_brought_closer_to_a_pale_board_and_nothing_else_is() -> None:
    frame = np.full((96, 96, 3), BOARD, np.uint8)
    laid = np.array([[0, 0, 24, 24], [0, 1, 72, 72]], float)
    for x, y, colour in ((24, 24, (40, 40, 40)), (72, 72, (230, 235, 235))):
        cv2.circle(frame, (x, y), CLASSIFIER_COUNTER_PX // 2, colour, -1)
    closer = like_board(frame, laid, 1.0)
    assert np.abs(closer[72, 72].astype(int) - BOARD).max() <= 3
    assert (closer[:48] == frame[:48]).all()
    assert (like_board(frame, laid[:1], 1.0) == frame).all(), (
        "with one seat there is none that is more like it"
    )


def test_windows_make_crops_of_the_size_that_is_learned(window: TrainingSample) -> None:
    for stack, target in samples(window, np.random.default_rng(3)):
        assert stack.shape == (CHANNELS, CROP_PX, CROP_PX)
        assert target.sum(axis=0) == pytest.approx(np.ones(target.shape[1:]), abs=1e-4)


@pytest.mark.slow
def test_the_exam_has_a_row_for_held_out_photographs(folder: Path, tmp_path: Path) -> None:
    assert f"\n{next(iter(HELD_OUT))}" in evaluate_network(MODEL, tmp_path, folder)


def test_a_folder_without_photographs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match="no photographs"):
        photographs(tmp_path, held_out=False)


def test_half_of_what_is_learned_comes_from_photographs(
    folder: Path, window: TrainingSample, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="the extra `train` is not installed")
    from five_lines_lab.training.train import TrainingPlan, train

    window.save(tmp_path / "00000.npz")
    network = tmp_path / "shape_classifier.onnx"
    train(TrainingPlan(tmp_path, tmp_path / "state.pt", 1, MODEL, photographs=folder), network)
    assert network.read_bytes() != MODEL.read_bytes()
