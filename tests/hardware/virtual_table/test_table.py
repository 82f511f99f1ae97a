"""The virtual table: counters go where they are laid, nothing overlaps, and the camera over it sees it."""

import numpy as np
import pytest

from companion.game import RING, Halves, Seat
from hardware.virtual_table.render import lens
from hardware.virtual_table.scene import ObjectKind
from hardware.virtual_table.table import LIFT_MM, VirtualCamera, VirtualTable, bare, virtual_table

FULL = Halves((1, 1, 1, 1, 1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1, 1, 1, 1, 1))


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return virtual_table(4)


def nearest_gap_mm(table: VirtualTable) -> float:
    """How near the middles of two counters lie."""
    places = np.array([(c.x_mm, c.y_mm) for c in table.scene.counters])
    apart = np.linalg.norm(places[:, None] - places[None], axis=-1)
    return float(apart[~np.eye(len(places), dtype=bool)].min())


@pytest.mark.slow
@pytest.mark.parametrize(
    "halves",
    [
        FULL,
        Halves((0, 0, 5, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 5, 0, 0)),
        Halves((0, 0, 5, 0, 0, 0, 0, 0, 0, 0), (0, 0, 5, 0, 0, 0, 0, 0, 0, 0)),
    ],
)
def test_counters_lie_on_their_halves_and_never_on_each_other(table: VirtualTable, halves: Halves) -> None:
    table.lay(halves)
    assert nearest_gap_mm(table) >= 22.0
    spec = table.scene.board.spec
    lying = [(c.seat, spec.half_at(c.x_mm, c.y_mm)) for c in table.scene.counters]
    for seat in Seat:
        for point in RING:
            assert lying.count((seat, point)) == halves.count(seat, point)


def test_a_place_is_found_from_the_pixel_at_which_it_is_seen(table: VirtualTable) -> None:
    for place in ((0.0, 0.0, 0.0), (140.0, -90.0, 0.0), (-150.0, 60.0, LIFT_MM)):
        x_px, y_px = lens.project(table.scene.camera, [place])[0]
        assert table.place_at(x_px, y_px, place[2]) == pytest.approx(place[:2], abs=0.6)


def test_a_counter_is_taken_where_it_is_seen_and_laid_where_it_is_let_go(table: VirtualTable) -> None:
    table.lay(FULL)
    taken = table.counter("B2")
    pixel = lens.project(table.scene.camera, [(taken.x_mm, taken.y_mm, taken.height_mm)])[0]
    assert table.counter_at(*pixel) == "B2"
    table.carry("B2", 10.0, 20.0, Seat.B)
    assert table.hand is not None
    table.put_down("B2", 10.0, 20.0)
    assert (table.counter("B2").x_mm, table.counter("B2").y_mm) == (10.0, 20.0)
    assert table.hand is None
    other = table.counter("A1")
    table.put_down("B2", other.x_mm, other.y_mm)
    assert nearest_gap_mm(table) >= 22.0


def test_a_die_is_thrown_where_no_counter_lies_and_every_face_comes_up(table: VirtualTable) -> None:
    table.lay(FULL)
    spec, faces = table.scene.board.spec, set()
    for _ in range(40):
        table.throw_die()
        (die,) = table.scene.things
        faces.add(die.face)
        assert die.kind is ObjectKind.DIE
        assert spec.half_at(die.x_mm, die.y_mm) is not None
        assert min(np.hypot(c.x_mm - die.x_mm, c.y_mm - die.y_mm) for c in table.scene.counters) > 24
        table.throw_die()
        assert table.scene.things == ()
    assert faces == set(range(1, 7))
    table.throw_die()
    assert bare(table.scene).things == ()
    table.throw_die()


@pytest.mark.slow
def test_the_camera_sees_what_changes_on_the_table(table: VirtualTable) -> None:
    table.lay(FULL)
    camera = VirtualCamera(table)
    before = camera.take()
    assert before.shape == (640, 480, 3)
    table.put("A0", None)
    changed = np.abs(camera.take().astype(int) - before).max(axis=2) > 40
    assert 200 < np.count_nonzero(changed) < 8000
    bright = camera.take().mean()
    table.dim(0.5)
    assert camera.take().mean() < 0.85 * bright
    table.dim(1.0)
    table.push_board(5.0, 0.0)
    assert np.count_nonzero(np.abs(camera.take().astype(int) - before).max(axis=2) > 40) > 500
