"""Sets of patches: a seat's counters as learned, others of it, and things, all drawn in one way."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import EXIT_USER_ERROR, main
from five_lines_lab.training.objects import paste, random_counter, random_light, random_thing
from five_lines_lab.training.samples import TrainingSample
from five_lines_lab.training.sets import LEARNED, OTHERS, THINGS, patch_sets
from vision.calibration import PATCH_PX
from vision.classifier.network import MODEL
from vision.segmentation.counter_colours import counter_mask

PX = 16.0
GREY = np.array([120, 120, 120], np.float32)


@pytest.fixture(scope="module")
def sample() -> TrainingSample:
    """A plain board with ten dark and pale discs."""
    bare = np.full((160, 160, 3), (120, 170, 200), np.uint8)
    frame, rows = bare.copy(), []
    for number in range(10):
        x, y, seat = 20 + 30 * (number % 5), 50 + 60 * (number // 5), number % 2
        cv2.circle(frame, (x, y), 8, (230, 235, 235) if seat else (40, 40, 40), cv2.FILLED)
        rows.append((0, seat, x, y))
    return TrainingSample(
        references=np.stack([bare, bare]),
        known=np.ones((2, *bare.shape[:2]), bool),
        frames=frame[None],
        counters=np.array(rows, np.float32),
        things=np.zeros((1, 40, 40), np.uint8),
        looks=np.ones((2, 2, 3), np.float32),
        light_changed=np.zeros(1, bool),
        measures=np.array([120.0, 30.0, 16.0, PX, 5.0]),
    )


@pytest.mark.slow
def test_a_set_has_patches_of_counters_and_of_things_and_counters_are_the_more_alike(
    sample: TrainingSample,
) -> None:
    rng = np.random.default_rng(2)
    apart: dict[str, list[float]] = {"counters": [], "things": []}
    for _ in range(6):
        for one in patch_sets(sample, rng):
            assert 1 <= len(one.learned) <= LEARNED
            assert 1 <= len(one.counters) <= OTHERS
            assert len(one.things) <= THINGS + OTHERS
            assert one.things.shape[1:] == (PATCH_PX, PATCH_PX, 3)
            middle = counter_mask(0.4)
            learned = one.learned[:, middle]
            for kind in apart:
                others = getattr(one, kind)[:, middle]
                away = np.abs(others[:, None] - learned[None]).mean(axis=(2, 3)).min(axis=1)
                apart[kind] += away[~np.isnan(away)].tolist()
    assert np.median(apart["counters"]) < 0.5 * np.median(apart["things"])


@pytest.mark.parametrize("seed", range(4))
def test_what_is_drawn_lies_where_it_was_put(seed: int) -> None:
    rng = np.random.default_rng(seed)
    frame = np.full((120, 160, 3), 200, np.float32)
    before = frame.copy()
    paste(frame, random_counter(rng, GREY), random_light(rng), np.array([100.0, 50.0]), PX, rng)
    rows, columns = np.nonzero(np.abs(frame - before).max(axis=2) > 40)
    assert np.hypot(columns.mean() - 100, rows.mean() - 50) < 0.5 * PX
    assert np.array_equal(frame[:, :60], before[:, :60])


def test_a_thing_beyond_the_rim_is_left_out() -> None:
    rng = np.random.default_rng(0)
    frame = np.full((40, 40, 3), 200, np.float32)
    paste(frame, random_thing(rng, GREY), random_light(rng), np.array([200.0, 20.0]), PX, rng)
    assert (frame == 200).all()


@pytest.mark.slow
def test_the_likeness_network_learns_and_answers_as_it_learned(
    sample: TrainingSample, tmp_path: Path
) -> None:
    torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
    from five_lines_lab.training.network import LikenessNet
    from five_lines_lab.training.train import TrainingPlan, train_likeness
    from vision.classifier.network import Network

    sample.save(tmp_path / "00000.npz")
    state, network = tmp_path / "state.pt", tmp_path / "likeness.onnx"
    train_likeness(TrainingPlan(tmp_path, state, 1), network)
    train_likeness(TrainingPlan(tmp_path, state, 2), network)
    kept = torch.load(state, weights_only=True)
    assert kept["done"] == 2
    learned = LikenessNet()
    learned.load_state_dict(kept["network"])
    patches = np.random.default_rng(4).normal(0, 1, (3, 4, PATCH_PX, PATCH_PX)).astype(np.float32)
    answers = Network(network, is_ours=False).answers(patches)
    assert answers == pytest.approx(learned(torch.from_numpy(patches)).detach().numpy(), abs=1e-3)


@pytest.mark.parametrize("network", ["likeness", "things"])
def test_other_networks_begin_from_none_and_nothing_is_drawn(
    network: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["school", str(tmp_path / "new"), "--network", network, "--start", str(MODEL)]
    assert main(command) == EXIT_USER_ERROR
    assert "leave out --start" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
