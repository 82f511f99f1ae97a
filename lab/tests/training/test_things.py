"""Crops of counters, dice and other things: each shows what its targets say."""

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from five_lines_lab.training.dice import RINGS, DieLook, paste_die, random_die
from five_lines_lab.training.objects import RoomLight
from five_lines_lab.training.things import CROP_PX, EITHER, LabelledPicture, things_crop
from hardware.virtual_table.render.bodies import PIPS
from vision.classifier.things import OTHER, ROUND, THING_CELL_PX, things_input

PLAIN = np.full((200, 200, 3), (120, 170, 200), np.uint8)
FROM_ABOVE = RoomLight(np.array([1.0, 0]), np.zeros(2), np.zeros(2), 0.0, 0.1)


def white_die(side_mm: float = 24.0) -> DieLook:
    white, black = np.full(3, 230, np.float32), np.full(3, 20, np.float32)
    return DieLook(white, black, black, side_mm, 0.09, 0.09, 0.25, 0.1)


@pytest.mark.parametrize("face", PIPS)
def test_from_above_a_die_shows_as_many_pips_as_its_face_says(face: int) -> None:
    frame = np.full((120, 120, 3), (60, 120, 60), np.float32)
    paste_die(frame, white_die(), face, FROM_ABOVE, np.array([64.0, 50.0]), np.random.default_rng(face))
    count, _, stats, middles = cv2.connectedComponentsWithStats((frame.max(axis=2) < 50).astype(np.uint8))
    pips = middles[1:][stats[1:, cv2.CC_STAT_AREA] > 6]
    assert len(pips) == face
    assert pips.mean(axis=0) == pytest.approx((64, 50), abs=1.5)
    assert count == face + 1


@pytest.mark.parametrize("face", RINGS)
def test_around_a_face_are_the_four_others_and_opposite_ones_add_up_to_seven(face: int) -> None:
    ring = RINGS[face]
    assert {*ring, face, 7 - face} == set(PIPS)
    assert (ring[0] + ring[2], ring[1] + ring[3]) == (7, 7)


def test_pips_can_be_distinguished_from_their_face() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        die = random_die(rng)
        assert np.abs(die.pips - die.colour).max() >= 60


def test_targets_mark_the_middles_of_counters_and_dice_and_leave_what_is_around_open() -> None:
    counters = np.array([(60.0, 60, 44, 44), (140, 120, 44, 44)])
    picture = PLAIN.copy()
    for x, y, *_ in counters:
        cv2.circle(picture, (int(x), int(y)), 22, (30, 30, 30), cv2.FILLED)
    rng, found = np.random.default_rng(2), Counter[int]()
    for _ in range(40):
        crop, targets = things_crop([LabelledPicture(picture, counters)], rng)
        assert crop.shape == (CROP_PX, CROP_PX, 3)
        assert targets.shape == (CROP_PX // THING_CELL_PX,) * 2
        told = (targets > 0) & (targets < EITHER)
        around = cv2.dilate(told.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        assert (targets[around] > 0).all()
        found.update(np.unique(targets).tolist())
    assert all(found[one] >= 3 for one in (0, *PIPS, ROUND, OTHER))


@pytest.mark.slow
def test_the_things_network_learns_and_answers_as_it_learned(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="the extra `train` is not installed")
    from five_lines_lab.training.network import ThingsNet
    from vision.classifier.network import Network

    command = ["school", str(tmp_path), "--network", "things", "--lessons", "1", "--steps"]
    assert main([*command, "1"]) == 0
    assert main([*command, "2"]) == 0
    kept = torch.load(tmp_path / "things_state.pt", weights_only=True)
    assert kept["done"] == 2
    learned = ThingsNet()
    learned.load_state_dict(kept["network"])
    inputs = things_input(PLAIN)
    answers = Network(tmp_path / "things.onnx", is_ours=False).logits(inputs)
    expected = learned(torch.from_numpy(inputs[None]))[0].detach().numpy()
    assert answers == pytest.approx(expected, abs=1e-3)
