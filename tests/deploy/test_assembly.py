"""The three builds, put together: parts fit, screws reach, cables pass, the camera sees the board."""

from functools import cache
from itertools import combinations, pairwise

import cv2
import numpy as np
import pytest

from companion.board.measures import (
    BOARD_MM,
    CAMERA_CABLE_MM,
    COUNTER_MM,
    DOWEL_MM,
    FRAME_PX,
    MARGIN_MM,
    MIN_COUNTER_PX,
    PANELS,
    SHEETS_MM,
    SLOT_MM,
    WIRE_MM,
)
from five_lines_make.parts import NUT_DEEP_MM, part

pytest.importorskip("manifold3d")
from deploy.drawings.assembly import BUILDS, Assembly, assembled, length_mm
from five_lines_make.solids import library

pytestmark = pytest.mark.slow

VARIANTS = [
    *((build, False, None, "touch") for build in BUILDS),
    ("home", True, SHEETS_MM[0], "touch2"),
    ("museum", True, SHEETS_MM[1], "touch"),
]
"""Builds, with a USB camera or not, of sheets (None: the usual ones), with a display."""

all_builds = pytest.mark.parametrize("variant", VARIANTS, ids=lambda it: " ".join(map(str, it)))
TOUCH_MM, SPECK_MM3 = 0.15, 0.5


@cache
def built(variant: tuple[str, bool, float | None, str]) -> Assembly:
    return assembled(*variant)


@all_builds
def test_nothing_overlaps(variant: tuple[str, bool, float | None, str]) -> None:
    found = []
    for one, two in combinations(built(variant).solids, 2):
        a, b = np.reshape(one.body.bounding_box(), (2, 3)), np.reshape(two.body.bounding_box(), (2, 3))
        if (a[0] < b[1]).all() and (b[0] < a[1]).all() and (one.body ^ two.body).volume() > SPECK_MM3:
            found.append((one.name, two.name))
    assert found == []


@all_builds
def test_what_holds_together_touches(variant: tuple[str, bool, float | None, str]) -> None:
    it = built(variant)
    by_name = {solid.name: solid.body for solid in it.solids}
    assert len(by_name) == len(it.solids)
    apart = [pair for pair in it.touching if by_name[pair[0]].min_gap(by_name[pair[1]], 1.0) > TOUCH_MM]
    assert apart == []
    # Everything that we make holds on to something.
    ours = {solid.name for solid in it.solids if solid.kind == "part"}
    assert ours <= {name for pair in it.touching for name in pair}


@all_builds
def test_screws_pass_their_holes_and_hold_in_what_is_behind(
    variant: tuple[str, bool, float | None, str],
) -> None:
    it = built(variant)
    for screw, body, bites in it.screws:
        cut = {solid.name: (body ^ solid.body).volume() for solid in it.solids}
        assert {name for name, volume in cut.items() if volume > SPECK_MM3} == ({bites} - {""}), screw
    assert all((one[1] ^ two[1]).volume() < SPECK_MM3 for one, two in combinations(it.screws, 2))
    assert bool(it.screws) == (variant[0] != "paper")


@pytest.mark.parametrize("thick", np.arange(SHEETS_MM[0], SHEETS_MM[1] + 0.01, 0.1).round(2).tolist())
def test_screws_are_long_enough_for_any_sheet_and_end_before_they_do_harm(thick: float) -> None:
    for dowel in (False, True):
        for screw in part("mast", thick, dowel)[1]:
            beyond = screw.length_mm - screw.through_mm
            assert beyond >= screw.grip_mm
            if screw.joins.endswith("T-nuts"):
                assert beyond <= SLOT_MM
            if screw.joins.startswith("gussets"):
                assert beyond < DOWEL_MM / 2
    (lid,) = part("box", thick)[1]
    assert 6.8 <= lid.length_mm - thick <= NUT_DEEP_MM
    for display, panel in PANELS.items():
        layers, *held = part("case", thick, display=display)[1]
        assert layers.length_mm >= layers.through_mm + 2.4
        assert len(held) == (panel.holes_mm is not None)
        assert all(3 <= it.length_mm - it.through_mm < 7 for it in held)


@all_builds
def test_the_camera_sees_the_whole_board_and_its_counters(
    variant: tuple[str, bool, float | None, str],
) -> None:
    it = built(variant)
    across, down = it.camera.seen_mm(it.lens_mm)
    room = np.array(BOARD_MM) + 2 * MARGIN_MM
    assert (np.array([across, down]) >= room).all()
    assert COUNTER_MM * FRAME_PX / across >= MIN_COUNTER_PX
    table = [(x, y) for x in (-room[0] / 2, room[0] / 2) for y in (-room[1] / 2, room[1] / 2)]
    rectangle = cv2.convexHull(np.array(table, np.float32))
    for solid in it.solids:
        if solid.kind in ("board", "counter-a", "counter-b"):
            continue
        corners = np.asarray(solid.body.to_mesh().vert_properties, float)[:, :3]
        below = corners[corners[:, 2] < it.lens_mm - 1]
        if len(below):
            # Where each corner hides the table.
            hidden = below[:, :2] * (it.lens_mm / (it.lens_mm - below[:, 2:]))
            hull = cv2.convexHull(hidden.astype(np.float32))
            assert cv2.intersectConvexConvex(hull, rectangle)[0] < 1, solid.name


@all_builds
def test_cables_pass_and_are_long_enough(variant: tuple[str, bool, float | None, str]) -> None:
    it, ball = built(variant), library().Manifold.sphere(0.8, 12)
    for name, way in it.cables.items():
        assert length_mm(way) < 0.92 * {"camera": CAMERA_CABLE_MM, "wires": WIRE_MM}[name]
        for start, end in pairwise(way):
            piece = library().Manifold.batch_hull([ball.translate(start), ball.translate(end)])
            hit = [solid.name for solid in it.solids if (piece ^ solid.body).volume() > 0.05]
            assert hit == [], (name, start, end)
    # Eight wires of 1.5 mm fill less than half of the hole, and each socket passes alone.
    hole = next(plate for plate in part("box", 4.0)[0] if plate.name == "left").holes[0]
    assert 0.5 * hole.diameter_mm**2 > 8 * 1.5**2  # type: ignore[union-attr]  # it is a circle
