"""The virtual table: its pictures agree with what is said to be true of them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.board.spec import BoardSpec, BoardStyle
from companion.game import RING, Point, Seat
from five_lines_lab.dataset.ground_truth import TrueRenderer
from five_lines_lab.dataset.lights import LightChange, LightKind, changed, light_of
from five_lines_lab.dataset.random_scenes import BoardClass, random_scene
from five_lines_lab.layouts import place_counters, slots_on
from hardware.virtual_table.layouts import BoardSlot
from hardware.virtual_table.placing import CLEARANCE_MM
from hardware.virtual_table.render import lens, marks
from hardware.virtual_table.render.colour import Array, linear_bgr, to_srgb
from hardware.virtual_table.render.materials import board_texture
from hardware.virtual_table.render.stage import build_stage
from hardware.virtual_table.scene import (
    BoardMaterial,
    CounterKind,
    HandPose,
    Lighting,
    LightSource,
    ObjectKind,
    SceneCamera,
    SceneObject,
    SensorModel,
    TableSurface,
    VirtualBoard,
    VirtualCounter,
    VirtualHand,
    VirtualScene,
)

DAYLIGHT = Lighting((LightSource((-500.0, 300.0, 800.0), 80.0, (0.9, 0.9, 0.9)),), (0.3, 0.3, 0.3))
CLEAN = SensorModel(noise=0.0, blur_px=0.0, vignetting=0.0)
BOARD = VirtualBoard(markers=True, size_mm=(440.0, 310.0))
OVERHEAD = SceneCamera((10.0, -20.0, 700.0), width_px=480, height_px=360, focal_px=560.0, k1=-0.1, k2=0.01)
EMPTY = VirtualScene(BOARD, TableSurface(), DAYLIGHT, OVERHEAD, CLEAN)
RED, BLUE = (0.8, 0.1, 0.1), (0.1, 0.2, 0.8)

SIDES = [
    replace(
        OVERHEAD, up_deg=up, position_mm=(-450 * np.cos(np.radians(up)), -450 * np.sin(np.radians(up)), 560.0)
    )
    for up in (3.0, 88.0, 181.0, 274.0)
]
"""A camera at each of the four sides, some 39 degrees from above."""


@pytest.fixture(scope="module")
def renderer() -> TrueRenderer:
    return TrueRenderer()


def counter(name: str, x_mm: float, y_mm: float, **changes: object) -> VirtualCounter:
    seat = Seat(name[0])
    colour = RED if seat is Seat.A else BLUE
    plain = VirtualCounter(name, seat, CounterKind.DISC, colour, 22.0, 7.0, x_mm, y_mm, gloss=0.0)
    return replace(plain, **changes)  # type: ignore[arg-type]


def pixel(picture: NDArray[np.uint8], at: tuple[float, float]) -> NDArray[np.uint8]:
    return np.asarray(picture[round(at[1]), round(at[0])])


def hue(bgr: NDArray[np.uint8]) -> str:
    return "BGR"[int(np.argmax(bgr))]


@pytest.mark.slow
def test_same_seed_same_picture_other_seed_other_noise(renderer: TrueRenderer) -> None:
    scene = replace(EMPTY, sensor=SensorModel(noise=2.0), counters=(counter("A0", 0, 0),))
    first, again = renderer.render(scene, 5).picture, TrueRenderer().render(scene, 5).picture
    assert np.array_equal(first, again)
    assert not np.array_equal(first, renderer.render(scene, 6).picture)


@pytest.mark.slow
def test_a_moved_counter_gives_the_picture_of_a_fresh_start(renderer: TrueRenderer) -> None:
    before = replace(EMPTY, counters=(counter("A0", 0, 0), counter("B0", 23, 0)))
    after = replace(before, counters=(counter("A0", 80, 30), counter("B0", 23, 0)))
    renderer.render(before)
    assert np.array_equal(renderer.render(after).picture, TrueRenderer().render(after).picture)


@pytest.mark.slow
def test_the_stage_of_a_scene_is_kept_and_nobody_can_change_it() -> None:
    setting = (BOARD, TableSurface(), DAYLIGHT, OVERHEAD, 1)
    stage = build_stage(*setting)
    assert build_stage(*setting) is stage
    assert np.array_equal(stage.light, build_stage.__wrapped__(*setting).light)
    for array in (stage.surface_mm, stage.light, stage.whole):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("camera", [OVERHEAD, *SIDES])
def test_the_ring_runs_anticlockwise_in_the_picture(camera: SceneCamera) -> None:
    corners = lens.project(camera, [(x, y, 0.0) for x, y in marks.points_mm(BOARD)[[0, 4, 5, 9]]])
    x, y = corners.T
    # With rows growing downwards an anticlockwise turn has a negative area.
    assert np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) < 0


@pytest.mark.slow
@pytest.mark.parametrize("camera", [OVERHEAD, SIDES[0], SIDES[3]])
def test_markers_are_found_where_the_truth_says(camera: SceneCamera) -> None:
    rendered = TrueRenderer(1).render(
        replace(EMPTY, camera=replace(camera, width_px=1000, height_px=750, focal_px=1000.0))
    )
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(rendered.picture)
    assert sorted(np.ravel(ids)) == [0, 1, 2, 3]
    for square, number in zip(corners, np.ravel(ids), strict=True):
        a, b, c, d = np.asarray(square).reshape(4, 2)
        along = np.cross(np.append(c - a, 0), np.append(d - b, 0))[2]
        share = np.cross(np.append(b - a, 0), np.append(d - b, 0))[2] / along
        centre = a + share * (c - a)  # where the diagonals cross: exact in perspective
        assert np.linalg.norm(centre - rendered.truth.markers_px[int(number)]) < 1.0


@pytest.mark.slow
@pytest.mark.parametrize("camera", [OVERHEAD, *SIDES])
def test_counters_are_seen_where_the_truth_says(camera: SceneCamera) -> None:
    points = marks.points_mm(BOARD)
    counters = tuple(counter(f"{'AB'[half % 2]}{half}", x, y) for half, (x, y) in enumerate(points.tolist()))
    rendered = TrueRenderer().render(replace(EMPTY, camera=camera, counters=counters))
    for seen in rendered.truth.counters:
        assert hue(pixel(rendered.picture, seen.top_px)) == ("R" if seen.counter.seat == "A" else "B")
        assert seen.visible > 0.97
    assert np.allclose(rendered.truth.points_px, [seen.base_px for seen in rendered.truth.counters])


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(CounterKind))
def test_the_middle_of_what_is_drawn_is_the_middle_that_is_reported(
    kind: CounterKind, renderer: TrueRenderer
) -> None:
    scene = replace(EMPTY, counters=(counter("A0", 60.0, -40.0, kind=kind),))
    changed_px = np.abs(renderer.render(scene).picture.astype(int) - renderer.render(EMPTY).picture)
    red = renderer.render(scene).picture.astype(int)
    mask = (changed_px.sum(axis=2) > 60) & (red[..., 2] > 2 * red[..., 1])
    rows, columns = np.nonzero(mask)
    told = renderer.render(scene).truth.counters[0].middle_px
    assert np.hypot(columns.mean() - told[0], rows.mean() - told[1]) < 1.2
    diameter_px = 22.0 * OVERHEAD.focal_px / 700
    assert abs(np.sqrt(mask.sum() * 4 / np.pi) - diameter_px) < 1.5


@pytest.mark.slow
def test_the_top_of_a_counter_is_shifted_away_from_the_camera() -> None:
    """From 450 mm up, the top of a 10 mm counter at the board's edge appears some 3 to 5 mm outwards."""
    camera = replace(OVERHEAD, position_mm=(0.0, 0.0, 450.0), k1=0.0, k2=0.0)
    scene = replace(EMPTY, camera=camera, counters=(counter("A0", 150.0, 100.0, height_mm=10.0),))
    seen = TrueRenderer().render(scene).truth.counters[0]
    shift_mm = np.subtract(seen.top_px, seen.base_px) * 450 / camera.focal_px
    expected = np.array((150.0, -100.0)) * (450 / 440 - 1)
    assert np.allclose(shift_mm, expected, atol=0.01)


@pytest.mark.slow
def test_a_hand_hides_what_is_under_it_and_says_so(renderer: TrueRenderer) -> None:
    x, y = marks.points_mm(BOARD)[2].tolist()
    scene = replace(EMPTY, counters=(counter("A0", x, y), counter("B0", -x, -y)))
    hand = VirtualHand(HandPose.HOVERING, x - 110.0, y, 25.0, from_deg=0.0)
    truth = renderer.render(replace(scene, hand=hand)).truth
    assert truth.counters[0].visible < 0.25
    assert truth.counters[1].visible > 0.97
    assert Point.A3 in truth.occluded_points
    assert Point.B3 not in truth.occluded_points


def test_shadows_fall_away_from_the_lamp(renderer: TrueRenderer) -> None:
    scene = replace(EMPTY, counters=(counter("A0", 30.0, 25.0, height_mm=10.0),))
    darker = renderer.render(EMPTY).picture.astype(int) - renderer.render(scene).picture
    x, y = 30.0, 25.0
    towards = np.array((-500.0, 300.0)) / np.hypot(500, 300)
    behind, before = ((x, y) - 14.0 * towards, (x, y) + 14.0 * towards)
    px = lens.project(OVERHEAD, [(float(p[0]), float(p[1]), 0.0) for p in (behind, before)])
    lost = [int(darker[round(row), round(column)].sum()) for column, row in px]
    assert lost[0] > 60
    assert lost[1] < 0.5 * lost[0]


@pytest.mark.parametrize("kind", list(ObjectKind))
def test_things_are_seen(kind: ObjectKind, renderer: TrueRenderer) -> None:
    with_thing = renderer.render(replace(EMPTY, things=(SceneObject(kind, 0.0, 25.0),))).picture
    different = np.abs(with_thing.astype(int) - renderer.render(EMPTY).picture).sum(axis=2) > 40
    assert different.sum() > 100


@pytest.mark.slow
@pytest.mark.parametrize("material", list(BoardMaterial))
@pytest.mark.parametrize("style", list(BoardStyle))
def test_lines_are_seen_on_every_material(material: BoardMaterial, style: BoardStyle) -> None:
    drawn = VirtualBoard(material, BoardSpec(style=style), colour=(0.6, 0.6, 0.6), seed=3)
    bare = replace(drawn, line_strength=0.0)
    pictures = [
        TrueRenderer(1).render(replace(EMPTY, board=board)).picture.astype(int) for board in (drawn, bare)
    ]
    different = np.abs(pictures[0] - pictures[1]).sum(axis=2) > 20
    x = 150.0 - (25.0 if style is BoardStyle.BOXES else 14.0)
    places = [(x * side, y, 0.0) for side in (1, -1) for y in (-100.0, -50.0, 0.0, 50.0, 100.0)]
    for column, row in lens.project(OVERHEAD, places):
        window = different[round(row) - 3 : round(row) + 4, round(column) - 3 : round(column) + 4]
        assert window.any()


def test_colours_survive_the_way_to_linear_light_and_back() -> None:
    levels: Array = np.linspace(0, 1, 256, dtype=np.float32)
    there = np.stack([linear_bgr((v, v, v))[0] for v in levels])
    assert np.allclose(to_srgb(there), levels, atol=1e-4)


@pytest.mark.parametrize("untidy_mm", [0.0, 8.0, 20.0])
def test_laid_counters_never_overlap_and_stay_near_their_spots(untidy_mm: float) -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        halves = [RING[half] for half in rng.choice(10, 10)]
        placed = place_counters(
            BOARD, [counter(f"A{i}", 0, 0) for i in range(10)], slots_on(halves), untidy_mm, rng
        )
        places = np.array([(one.counter.x_mm, one.counter.y_mm) for one in placed])
        gaps = np.linalg.norm(places[:, None] - places, axis=2) + 1e3 * np.eye(10)
        assert gaps.min() > 22.0 + CLEARANCE_MM - 0.5
        for one, (x, y) in zip(placed, places, strict=True):
            assert one.spot is not None
            assert BOARD.spec.half_at(x, y) is one.spot.half


def test_counters_beside_the_board_lie_clear_of_it_and_of_each_other() -> None:
    """A board is thick: a counter on the table cannot lie under it."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        placed = place_counters(BOARD, [counter(f"A{i}", 0, 0) for i in range(6)], [None] * 6, 8.0, rng)
        places = np.array([(one.counter.x_mm, one.counter.y_mm) for one in placed])
        gaps = np.linalg.norm(places[:, None] - places, axis=2) + 1e3 * np.eye(6)
        assert gaps.min() > 22.0
        beyond = np.abs(places) - np.array(BOARD.size_mm) / 2
        assert (beyond.max(axis=1) > 11.0).all()
        assert (beyond < 80.0).all()
        assert all(one.counter.z_mm == -BOARD.thickness_mm for one in placed)


def test_spots_are_taken_from_the_point_inwards() -> None:
    assert slots_on([Point.A3, Point.A3, Point.B3, Point.A3]) == [
        BoardSlot(Point.A3, 0),
        BoardSlot(Point.A3, 1),
        BoardSlot(Point.B3, 0),
        BoardSlot(Point.A3, 2),
    ]


@pytest.mark.parametrize("kind", list(LightKind))
@pytest.mark.parametrize("change", list(LightChange))
def test_a_change_of_light_changes_the_light(kind: LightKind, change: LightChange) -> None:
    light = light_of(kind, np.random.default_rng(2))
    assert changed(light, change, np.random.default_rng(3)) != light


@pytest.mark.slow
@pytest.mark.parametrize("board_class", list(BoardClass))
def test_random_scenes_have_their_board_in_view_and_exposed(board_class: BoardClass) -> None:
    drawn = random_scene(np.random.default_rng(4), (320, 240), board_class)
    rendered = TrueRenderer(1).render(drawn.scene)
    points = rendered.truth.points_px
    assert (points > 0).all()
    assert (points < (320, 240)).all()
    inside = cv2.fillConvexPoly(np.zeros((240, 320), np.uint8), points[[0, 4, 5, 9]].astype(np.int32), 1) > 0
    assert 40 < rendered.picture[inside].mean() < 235
    assert len(drawn.counters) == 10


@pytest.mark.slow
@pytest.mark.parametrize("angle_deg", [60.0, 120.0])
def test_the_flanks_of_a_carved_groove_are_as_steep_as_its_angle(angle_deg: float) -> None:
    board = VirtualBoard(
        BoardMaterial.LIMESTONE, line_width_mm=4.0, line_strength=1.0, groove_deg=angle_deg, seed=3
    )
    rises = np.abs(board_texture(board).slope[..., 1])
    # Off the grooves the stone is almost flat; few samples lie just on a flank's edge or floor.
    flanks = rises[rises > 0.3]
    assert np.median(flanks) == pytest.approx(1 / np.tan(np.radians(angle_deg / 2)), rel=0.12)
