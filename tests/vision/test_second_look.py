"""What a quick look leaves in doubt is looked at again: glossy counters, tall ones, bright light."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.calibrate import calibrate
from calibration.calibration_folder import load, save
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import Seat
from five_lines_lab.evaluation.evaluation import START
from tests.support.calibrated import with_reference
from tests.support.drawn_board import CORNERS_PX, Scene, Shadow, camera, draw, halves_of, setup
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.classifier.shape_classifier import ShapeClassifier, ShapeReport
from vision.detection.disc_judge import JudgedDisc
from vision.detection.doubts import HAND_OVER_BOARD, Doubts, odd_thing
from vision.detection.grid_reader import GridReader
from vision.photometry.illumination import IlluminationEstimator
from vision.photometry.opponent_colours import CLIPPED
from vision.reading import Cause, Doubt, Status
from vision.segmentation.evidence import Evidence, EvidenceExtractor

VEIL_GREY = 120
GLINT_BGR = (190, 235, 250)
SWAPPED = [(seat, -x, y) for seat, x, y in setup()]


def mirroring(counters: list[tuple[Seat, float, float]], share: float, seed: int) -> NDArray[np.uint8]:
    """The counters drawn so that they mirror a white room: its light takes the place of a share of theirs."""
    bare, frame = (draw(Scene(laid, seed=seed)) for laid in ((), counters))
    on_counters = np.abs(frame.astype(int) - bare).max(axis=2) > 60
    mirrored = (1 - share) * frame + share * np.array((225, 230, 235))
    return np.where(on_counters[..., None], mirrored, frame).round().astype(np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.3, 0.5])
def test_counters_that_mirror_the_room_are_known_at_the_second_look(
    calibration: Calibration, share: float
) -> None:
    frame = mirroring(SWAPPED, share, seed=41)
    assert BoardReader(replace(calibration, finer=None)).read(frame).status is not Status.CLEAR
    assert BoardReader(calibration).read(frame).halves == halves_of(SWAPPED)


@pytest.mark.slow
@pytest.mark.parametrize("seen", [HAND_OVER_BOARD, odd_thing(None)], ids=["a hand", "an odd thing"])
def test_a_hand_that_the_second_look_sees_is_one_whatever_the_first_took_it_for(
    calibration: Calibration, monkeypatch: pytest.MonkeyPatch, seen: Doubt
) -> None:
    verdict = Doubts.verdict

    def doubting(self: Doubts, evidence: Evidence, *of: Any) -> Doubt | None:
        told = verdict(self, evidence, *of)
        return told if evidence.other.shape == calibration.board.shape else seen

    monkeypatch.setattr(Doubts, "verdict", doubting)
    reading = BoardReader(calibration).read(mirroring(SWAPPED, 0.3, seed=41))
    assert reading.cause == (Cause.HAND if seen is HAND_OVER_BOARD else None)


@pytest.mark.slow
def test_a_thing_with_the_colour_of_no_counter_stays_one_at_the_second_look(reader: BoardReader) -> None:
    reading = reader.read(draw(Scene(setup(), coin_mm=(-60.0, 0.0), seed=42)))
    assert reading.status is Status.OBSTRUCTED


@pytest.mark.slow
@pytest.mark.parametrize(("x_mm", "asked"), [(178.0, True), (200.0, False)], ids=["at the rim", "away"])
def test_shapes_are_asked_whether_a_counter_just_beside_the_board_lies_on_it(
    calibration: Calibration, monkeypatch: pytest.MonkeyPatch, x_mm: float, asked: bool
) -> None:
    """By colours alone a disc was found half a counter off, beside the board, and told surely."""
    looks: list[Any] = []
    detect = ShapeClassifier.detect

    def counted(self: ShapeClassifier, *of: Any) -> ShapeReport:
        looks.append(of)
        return detect(self, *of)

    monkeypatch.setattr(ShapeClassifier, "detect", counted)
    laid = [(Seat.A, x_mm, 50.0), *setup()[1:]]
    reading = BoardReader(calibration).read(draw(Scene(laid, seed=45)))
    assert [c.half for c in reading.off_board] == [None]
    assert bool(looks) is asked


@pytest.mark.slow
def test_a_calibration_keeps_what_its_second_look_needs(calibration: Calibration, tmp_path: Path) -> None:
    folder = tmp_path / "calibration"
    save(calibration, folder)
    frame = mirroring(SWAPPED, 0.5, seed=43)
    assert BoardReader(load(folder)).read(frame).halves == halves_of(SWAPPED)


def test_a_calibration_of_a_time_without_second_looks_still_reads(
    calibration: Calibration, tmp_path: Path
) -> None:
    folder = tmp_path / "calibration"
    save(replace(calibration, finer=None), folder)
    assert load(folder).finer is None
    assert BoardReader(load(folder)).read(draw(Scene(setup(), seed=44))).halves == halves_of(setup())


def test_light_is_named_by_what_is_known() -> None:
    shape = (96, 128)
    column = np.broadcast_to(np.arange(128, dtype=np.float32), shape)
    truth = np.dstack(
        [0.2 + 0.001 * column, np.full(shape, 0.3, np.float32), np.full(shape, -0.1, np.float32)]
    )
    known = np.random.default_rng(3).random(shape) > 0.6
    change, middle = IlluminationEstimator(np.ones(shape, np.float32), 8, known).change(
        np.where(known[..., None], truth, np.float32(0))
    )
    assert np.abs(change - truth).max() < 0.02
    assert middle == pytest.approx([0.264, 0.3, -0.1], abs=0.01)


def test_a_glare_that_clips_where_the_learned_board_does_not_may_hide_a_counter(
    calibration: Calibration,
) -> None:
    x, y = calibration.grid.to_px(np.array([[150.0, 0.0]]))[0].round().astype(int)
    rows, columns = np.indices(calibration.board.shape)
    glare = np.hypot(columns - x, rows - y) < 0.6 * calibration.board.counter_px
    picture = np.where(glare[..., None], CLIPPED, calibration.board.reference).astype(np.uint8)
    white = replace(calibration, board=replace(calibration.board, reference=picture))
    for learned, cause in ((calibration, Cause.TOO_BRIGHT), (white, None)):
        evidence = EvidenceExtractor(learned).extract(picture)
        # Whatever else such a glare resembles is told first.
        plain = replace(
            evidence,
            other=0 * evidence.other,
            best_counter=0 * evidence.best_counter,
            edges=0 * evidence.edges,
        )
        doubt = Doubts(learned).verdict(plain, [], [])
        assert (doubt and doubt.cause) is cause


def test_where_the_camera_is_dazzled_nothing_is_said_unless_a_counter_is_found(
    calibration: Calibration,
) -> None:
    extractor = EvidenceExtractor(calibration)
    evidence = extractor.extract(calibration.board.reference)
    x, y = (float(v) for v in calibration.grid.to_px(np.array([[150.0, 0.0]]))[0].round())
    rows, columns = np.indices(calibration.board.known.shape)
    hidden = np.hypot(columns - x, rows - y) < 0.5 * calibration.board.counter_px
    clipped = np.dstack([hidden] * 3)
    overexposed = replace(evidence, difference=replace(evidence.difference, clipped=clipped))
    doubts, counter = Doubts(calibration), JudgedDisc(x, y, Seat.B, True, 1.0, 1.0, 1.0)
    doubt = doubts.verdict(overexposed, [], [])
    assert doubt is not None
    assert doubt.cause is Cause.TOO_BRIGHT
    for seen, found in ((evidence, []), (overexposed, [counter])):
        other = doubts.verdict(seen, found, found)
        assert other is None or other.cause is not Cause.TOO_BRIGHT


@pytest.mark.slow
def test_counters_that_mirror_a_lamp_each_are_known(calibration: Calibration) -> None:
    frame = with_glints(setup(), reach_px=5, seed=1)
    known = KnownPicture("setup", frame, START)
    training = TrainingSet(calibration.spec, ("empty", draw(Scene())), (known,), corners_px=CORNERS_PX)
    reader = BoardReader(calibrate(training)[0])
    assert reader.read(with_glints(SWAPPED, reach_px=5, seed=45)).halves == halves_of(SWAPPED)


def with_glints(counters: list[tuple[Seat, float, float]], reach_px: int, seed: int) -> NDArray[np.uint8]:
    """The counters drawn with a lamp mirrored in the middle of each of A's."""
    frame = draw(Scene(counters, seed=seed))
    places = np.array([(x, y) for seat, x, y in counters if seat is Seat.A])
    spec = BoardSpec()
    for x, y in camera().to_px(spec, places, spec.counter_height_mm):
        cv2.circle(frame, (round(x), round(y)), reach_px, GLINT_BGR, -1, cv2.LINE_AA)
    return frame


@pytest.mark.slow
def test_counters_are_known_where_the_board_mirrors_a_window_and_where_it_does_not(
    calibration: Calibration,
) -> None:
    """A veil of white light over one end of a brown board: relative to it, colours are others there."""

    def veiled(scene: Scene) -> NDArray[np.uint8]:
        frame = draw(scene)
        veil = VEIL_GREY * np.clip(np.linspace(1.6, -0.6, frame.shape[1]), 0, 1)[None, :, None]
        return np.clip(0.75 * frame + veil, 0, 255).round().astype(np.uint8)

    known = KnownPicture("setup", veiled(Scene(setup(), seed=1)), START)
    training = TrainingSet(calibration.spec, ("empty", veiled(Scene())), (known,), corners_px=CORNERS_PX)
    reader = BoardReader(calibrate(training)[0])
    assert reader.read(veiled(Scene(SWAPPED, seed=47))).halves == halves_of(SWAPPED)


HARD_LAMPS = (Shadow(-7.9, -5.3, (0.28,) * 3), Shadow(8.2, -8.1, (0.54,) * 3))
"""Of each counter two hard shadows, one on either side, as on a table between two lamps."""

BETWEEN_LAMPS = [
    *[
        (Seat.A, x, y)
        for x, y in ((-150.0, -102.0), (150.0, -103.0), (150.0, 1.5), (-150.0, 48.0), (150.0, -49.0))
    ],
    *[
        (Seat.B, x, y)
        for x, y in ((-150.0, 101.0), (-127.5, 48.0), (127.5, 1.7), (127.5, -49.5), (105.0, 0.0))
    ],
]


@pytest.fixture
def between_lamps() -> NDArray[np.uint8]:
    """A dim picture of counters with hard shadows."""
    return draw(Scene(BETWEEN_LAMPS, gain_bgr=(0.35, 0.43, 0.41), shadows=HARD_LAMPS, seed=45))


@pytest.mark.slow
@pytest.mark.parametrize("is_fine", [True, False], ids=["learned finely, too", "coarsely alone"])
def test_counters_with_hard_shadows_are_known_by_their_shape(
    calibration: Calibration, between_lamps: NDArray[np.uint8], is_fine: bool
) -> None:
    learned = calibration if is_fine else replace(calibration, finer=None)
    assert BoardReader(learned).read(between_lamps).halves == halves_of(BETWEEN_LAMPS)


@pytest.mark.slow
def test_what_shows_no_counter_on_the_coarse_grid_may_show_it_on_the_fine_one() -> None:
    """White counters on white paper between two lamps."""
    paper: dict[str, Any] = {"board_bgr": (205, 212, 215), "grain": 1.0, "seat_b_bgr": (215, 225, 230)}
    known = KnownPicture("setup", draw(Scene(setup(), seed=1, **paper)), START)
    empty = ("empty", draw(Scene(**paper)))
    reader = BoardReader(calibrate(TrainingSet(BoardSpec(), empty, (known,), corners_px=CORNERS_PX))[0])
    lit = draw(Scene(SWAPPED[4:], gain_bgr=(1.15,) * 3, shadows=HARD_LAMPS, seed=4, **paper))
    assert reader.read(lit).halves == halves_of(SWAPPED[4:])


@pytest.mark.slow
def test_where_shapes_leave_no_doubt_a_counter_that_colours_overlook_is_reported(
    calibration: Calibration,
) -> None:
    """The coarse reference shows a counter where one lies again: to colours it is bare board."""
    hidden = calibration.rectifier().rectify(draw(Scene(SWAPPED[9:])))
    reader = BoardReader(with_reference(calibration, hidden))
    dimmer = draw(Scene(SWAPPED, gain_bgr=(0.8, 0.8, 0.8), seed=9))
    colours = GridReader(reader.calibration).read_frame(dimmer).reading
    assert colours.halves == halves_of(SWAPPED[:9])
    assert reader.read(dimmer).halves == halves_of(SWAPPED)


@pytest.mark.slow
def test_where_no_network_runs_readings_go_on_without_it_and_say_so(
    calibration: Calibration,
    between_lamps: NDArray[np.uint8],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(model: object) -> None:
        raise cv2.error("built without dnn")

    monkeypatch.setattr(cv2.dnn, "readNetFromONNX", fails)
    reader = BoardReader(calibration)
    assert reader.read(between_lamps).cause is Cause.HIDDEN_THING
    assert reader.read(draw(Scene(setup(), seed=46))).halves == halves_of(setup())
    assert "readings go on by colours alone, without shapes: shape_classifier.onnx" in caplog.text
