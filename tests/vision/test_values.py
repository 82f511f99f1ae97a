"""Values that pass between the stages refuse, when made, what makes no sense."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from calibration.calibration_folder import load, save
from calibration.errors import CalibrationError
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import Halves, PerSeat, Point, Seat
from tests.support.drawn_board import Scene, draw, setup
from vision.calibration import PATCH_PX, Calibration, CounterModel
from vision.detection.grid_reader import GridReader
from vision.errors import InvalidValueError
from vision.geometry.rectify import Grid
from vision.reading import Cause, Doubt, FoundCounter, Reading

PATCHES = np.zeros((2, PATCH_PX, PATCH_PX, 3), np.float32)
WEIGHTS = np.ones((PATCH_PX, PATCH_PX), np.float32)
ON_BOARD = FoundCounter(Seat.A, Point.A3, 150.0, 0.0, 300.0, 200.0, 1.0)
BESIDE = replace(ON_BOARD, half=None)
HAND = Doubt(Cause.HAND, "a hand reaches over the board")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Reading(None, None, (), (), 1.0), "either halves or a doubt"),
        (lambda: Reading(HAND, Halves(), (), (), 0.0), "either halves or a doubt"),
        (lambda: Reading(None, Halves(), (BESIDE,), (), 1.0), "on the board lies on a half"),
        (lambda: Reading(None, Halves(), (), (ON_BOARD,), 1.0), "beside the board lies on no half"),
        (lambda: Reading(None, Halves(), (), (), 1.1), "reading's confidence has to lie within 0 to 1"),
        (lambda: replace(ON_BOARD, confidence=float("nan")), "counter's confidence has to lie within 0 to 1"),
        (lambda: CounterModel(PATCHES[:0]), "no picture of a counter"),
        (lambda: CounterModel(PATCHES[..., 0]), r"has the shape \(2, 15, 15\), not \(n, 15, 15, 3\)"),
        (lambda: CounterModel(PATCHES.astype(np.float64)), "is of float64, not float32"),
        (lambda: CounterModel(PATCHES, 2 * WEIGHTS), "weights have to lie within 0 to 1"),
        (lambda: CounterModel(PATCHES, np.nan * WEIGHTS), "weights holds a number that is not finite"),
        (lambda: CounterModel(PATCHES, typical_llr=0.0), "has to be finite and above 0, not 0"),
        (lambda: CounterModel(PATCHES, typical_rival_llr=float("inf")), "has to be finite and above 0"),
        (lambda: Grid((0, 100), 0.5, 8), "grid's smaller side has to be"),
        (lambda: Grid((100, 100), 0.5, 1), "windows in a cell has to be"),
        (lambda: KnownPicture("grey.png", np.zeros((9, 9), np.uint8), Halves()), r"grey\.png has the shape"),
        (lambda: TrainingSet(BoardSpec(), corners_px=np.zeros((3, 2))), "corners has the shape"),
        (lambda: TrainingSet(BoardSpec(), points_px=np.full((10, 2), np.nan)), "points holds a number that"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused(make: Callable[[], object], says: str) -> None:
    with pytest.raises(InvalidValueError, match=says):
        make()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda c: replace(c.board, known=c.board.known[1:]), "known has the shape"),
        (lambda c: replace(c.board, reference=c.board.reference[..., 0]), "reference has the shape"),
        (lambda c: replace(c.background, noise=-c.background.noise), "noise is below 0"),
        (lambda c: replace(c.background, typical_edges=float("nan")), "typical share of edges is nan"),
        (lambda c: replace(c.background.shade, tint=np.zeros(3, np.float32)), "shadow's tint has the shape"),
        (lambda c: replace(c.camera, homography=np.nan * c.camera.homography), "homography holds a number"),
        (lambda c: replace(c.camera, focal_px=0.0), "focal length has to be"),
        (lambda c: replace(c, finer=c), "has one finer still"),
        (lambda c: replace(c.finer, finer=replace(c, finer=None)), "has the coarser grid"),
    ],
)
def test_a_calibration_of_parts_that_do_not_belong_together_is_refused(
    calibration: Calibration, change: Callable[[Calibration], object], says: str
) -> None:
    assert calibration.finer is not None
    with pytest.raises(InvalidValueError, match=says):
        change(calibration)


@pytest.mark.slow
def test_evidence_of_two_sizes_is_refused(calibration: Calibration) -> None:
    reader = GridReader(calibration)
    evidence = reader.extract(reader.rectify(draw(Scene(setup()))))
    with pytest.raises(InvalidValueError, match="the evidence for other things has the shape"):
        replace(evidence, other=evidence.other[1:])
    with pytest.raises(InvalidValueError, match="a plane of the difference has the shape"):
        replace(evidence.difference, planes=[plane[1:] for plane in evidence.difference.planes])


def test_a_calibration_on_disk_with_a_value_that_makes_no_sense_is_damaged(
    calibration: Calibration, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("damaged") / "calibration"
    save(replace(calibration, finer=None), folder)
    toml = folder / "calibration.toml"
    lines = [
        "usual = [-1.0, 2.0]" if line.startswith("usual =") else line for line in toml.read_text().split("\n")
    ]
    toml.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(CalibrationError, match=r"damaged \(the typical log-likelihood ratio has to be"):
        load(folder)


def test_what_is_learned_of_a_seat_is_found_by_the_seat(calibration: Calibration) -> None:
    counters = calibration.counters
    assert (counters.of(Seat.A), counters.of(Seat.B)) == (counters.a, counters.b) == tuple(counters)
    assert counters.map(lambda counter: len(counter.patches)) == PerSeat(5, 5)
    assert PerSeat.made(lambda seat: seat.other) == PerSeat(Seat.B, Seat.A)
