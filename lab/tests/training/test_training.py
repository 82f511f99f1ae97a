"""The school of the second witness: lessons are what they say, and it can be left and gone on with."""

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from five_lines_lab.training.arms import ArmView, random_arm
from five_lines_lab.training.crops import AT_MIDDLE, BEYOND_MIDDLE, CROP_PX, hidden_by, samples, target_of
from five_lines_lab.training.evaluation import evaluate_network
from five_lines_lab.training.samples import TrainingSample, draw_samples, training_sample
from vision.classifier.inputs import CELL_PX, CHANNELS, CLASSIFIER_COUNTER_PX
from vision.classifier.network import CLASSES, MODEL


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one lesson for learning and one for the exam."""
    folder = tmp_path_factory.mktemp("school")
    draw_samples(folder / "lessons", 1)
    draw_samples(folder / "exam", 1, for_evaluation=True)
    return folder


@pytest.fixture(scope="module")
def first(drawn: Path) -> TrainingSample:
    return TrainingSample.load(drawn / "lessons" / "00000.npz")


@pytest.mark.slow
@pytest.mark.nightly
def test_a_seed_always_gives_the_same_lesson(first: TrainingSample) -> None:
    again = training_sample((12, 0))
    assert all(np.array_equal(getattr(again, name), getattr(first, name)) for name in vars(first))


@pytest.mark.slow
def test_in_the_start_position_a_counter_lies_where_the_picture_changed(first: TrainingSample) -> None:
    change = cv2.absdiff(first.frames[0], first.references[0]).max(axis=2)
    laid = first.counters[first.counters[:, 0] == 0]
    assert len(laid) == 10
    elsewhere = np.ones(change.shape, bool)
    there = []
    for _, _, x, y in laid:
        rows, columns = np.ogrid[: change.shape[0], : change.shape[1]]
        near = np.hypot(columns - x, rows - y)
        there.append(change[near < 0.3 * CLASSIFIER_COUNTER_PX].mean())
        elsewhere &= near > 2 * CLASSIFIER_COUNTER_PX
    assert min(there) > 2 * change[elsewhere].mean()


@pytest.mark.slow
def test_a_target_shows_each_counter_in_the_cells_about_its_middle(first: TrainingSample) -> None:
    laid = first.counters[first.counters[:, 0] == 0, 1:]
    target = target_of(laid, first.things[0] / np.float32(255))
    assert target.sum(axis=0) == pytest.approx(np.ones(target.shape[1:]), abs=1e-5)
    rows, columns = CELL_PX * np.mgrid[: target.shape[1], : target.shape[2]] + (CELL_PX - 1) / 2
    for seat in (0, 1):
        places = laid[laid[:, 0] == seat, 1:]
        away = np.min([np.hypot(columns - x, rows - y) for x, y in places], axis=0) / CLASSIFIER_COUNTER_PX
        assert target[1 + seat][away <= AT_MIDDLE].min() == 1
        assert target[1 + seat][away >= BEYOND_MIDDLE].max() == 0


@pytest.mark.slow
def test_what_an_arm_covers_is_a_thing_and_no_counter(
    first: TrainingSample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In some lessons it lay over the board when that was learned, so that the board shows it, too."""
    everywhere = np.ones(first.frames.shape[1:3], np.float32)
    arm = ArmView(everywhere, 0 * everywhere, np.full((*everywhere.shape, 3), 90, np.float32))
    monkeypatch.setattr("five_lines_lab.training.crops.random_arm", lambda *_: arm)
    for share in ("ARMS", "LEARNED_ARM"):
        monkeypatch.setattr(f"five_lines_lab.training.crops.{share}", 1.0)
    targets = [target for _, target in samples(first, np.random.default_rng(1))]
    assert len(targets) > 2 * len(first.frames)
    assert all(target[3].min() == 1 for target in targets)


@pytest.mark.parametrize("seed", range(5))
def test_an_arm_hides_what_it_covers_and_leaves_the_rest(seed: int) -> None:
    board = np.full((160, 240, 3), 200, np.uint8)
    arm = random_arm(np.random.default_rng(seed), board.shape[:2], 16.0)
    seen = arm.over(board)
    assert 0.01 < arm.covers.mean() < 0.95
    untouched = (arm.cover == 0) & (arm.shade < 0.01)
    assert np.abs(seen[untouched].astype(int) - 200).max(initial=0) <= 2
    assert hidden_by(arm.covers, np.argwhere(arm.cover > 0.9)[:, ::-1].astype(np.float32)).mean() > 0.5


@pytest.mark.slow
def test_samples_are_whole_and_of_one_size(first: TrainingSample) -> None:
    cells = CROP_PX // CELL_PX
    for stack, target in samples(first, np.random.default_rng(3)):
        assert stack.shape == (CHANNELS, CROP_PX, CROP_PX)
        assert target.shape == (CLASSES, cells, cells)
        assert np.isfinite(stack).all()
        assert target.sum(axis=0) == pytest.approx(np.ones((cells, cells)), abs=1e-4)


@pytest.mark.slow
def test_the_exam_tells_of_every_kind_of_picture(drawn: Path) -> None:
    text = evaluate_network(MODEL, drawn / "exam")
    assert [line.split("  ")[0] for line in text.splitlines()[2:6]] == [
        "other light",
        "other light, a thing",
        "same light",
        "same light, a thing",
    ]


@pytest.mark.slow
def test_the_command_examines_the_network_that_is_shipped(
    drawn: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["school", str(drawn), "--lessons", "1", "--exam", "1", "--steps", "0"]) == 0
    assert capsys.readouterr().out.strip() == evaluate_network(MODEL, drawn / "exam")


@pytest.mark.slow
def test_without_its_libraries_the_command_says_what_to_install(
    drawn: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "five_lines_lab.training.train", raising=False)
    assert main(["school", str(drawn), "--lessons", "1", "--exam", "1", "--steps", "1"]) == 2
    assert "learning needs torch, which is not installed" in capsys.readouterr().err


@pytest.mark.slow
def test_learning_goes_on_where_it_was_left(drawn: Path) -> None:
    pytest.importorskip("torch", reason="the extra `train` is not installed")
    import torch

    from five_lines_lab.training.network import from_onnx
    from five_lines_lab.training.train import TrainingPlan, train

    state, network = drawn / "state.pt", drawn / "shape_classifier.onnx"
    train(TrainingPlan(drawn / "lessons", state, 1, start=MODEL), network)
    train(TrainingPlan(drawn / "lessons", state, 2), network)
    assert torch.load(state, weights_only=True)["done"] == 2
    stack = np.random.default_rng(4).normal(0, 1, (CHANNELS, 48, 64)).astype(np.float32)
    learned = from_onnx(network.read_bytes())(torch.from_numpy(stack[None])).detach().numpy()[0]
    from vision.classifier.network import Network

    assert Network(network, is_ours=False).logits(stack) == pytest.approx(learned, abs=1e-3)
