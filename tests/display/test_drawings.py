"""The drawn board and the drawn dice show what is so."""

import itertools
import math

import cv2
import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.motion import RigidMotion
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.layout import Metrics
from companion.display.drawing.parts.branch import LEAVES, draw_wreath, leaf_grown
from companion.display.drawing.table.board import draw_board, ease
from companion.display.drawing.table.bones import bone
from companion.display.drawing.table.counters import counter
from companion.display.drawing.table.dice import die_face, draw_roll, hop, is_bone, left_to_roll, sides
from companion.display.drawing.table.pushed import on_page
from companion.game import DICE, RING, Halves, Move, Point, Position, Seat, index_of, point_at, rules_for
from companion.interface.sight import NOTHING_SEEN, Crowd
from companion.interface.views import Roll
from companion.presentation.board_geometry import CLOSEST, NEAR, BoardGeometry, bent_path
from companion.presentation.board_picture import (
    Arrow,
    ArrowStyle,
    BoardPicture,
    ShownMove,
    arrows_of,
    next_step,
    picture_of_wrong,
    places_of,
)
from companion.presentation.palette import BRIGHT, PALETTES
from companion.presentation.proportions import BOARD_WH
from companion.referee.events import Step
from companion.referee.referee import State
from companion.referee.verdict import changes
from companion.referee.words import english


def canvas_of(size: tuple[int, int]) -> Canvas:
    surface = pygame.Surface(size)
    surface.fill(BRIGHT.page.fill)
    return Canvas(surface, BRIGHT, Metrics(800, 480), english, two_sided=True)


boxes = st.builds(lambda w, h: pygame.Rect(10, 20, w, h), st.integers(200, 800), st.integers(180, 800))
counts = st.lists(st.integers(0, 5), min_size=10, max_size=10).map(tuple)


@given(boxes, st.booleans())
def test_the_ring_goes_anticlockwise_from_the_near_left(box: pygame.Rect, beside: bool) -> None:
    geometry = BoardGeometry(box, 20, beside=beside)
    places = [geometry.point(point) for point in RING]
    # Rows grow downwards: twice the signed area is negative for anticlockwise as seen.
    around = sum(x * v - u * y for (x, y), (u, v) in zip(places, places[1:] + places[:1], strict=True))
    assert around < 0
    first = geometry.point(Point.A1)
    assert first[0] == min(x for x, _ in places)
    assert first[1] == max(y for _, y in places)


@given(boxes, counts, counts)
def test_counters_stay_on_their_half_of_the_board(
    box: pygame.Rect, a: tuple[int, ...], b: tuple[int, ...]
) -> None:
    halves = Halves(a, b)
    geometry = BoardGeometry(box, 20, beside=True)
    for point in Point:
        below = geometry.point(point)[1] > box.centery
        for seat in Seat:
            places = geometry.counters(point, seat, halves)
            assert len(places) == halves.count(seat, point)
            for x, y in places:
                assert box.left <= x <= box.right
                assert (y > box.centery) is below


@given(boxes, st.integers(1, 5), st.integers(1, 5), st.sampled_from(Point))
def test_a_crowd_of_both_seats_lies_on_its_line_and_all_of_it_is_seen(
    box: pygame.Rect, a: int, b: int, point: Point
) -> None:
    index = RING.index(point)
    halves = Halves(
        tuple(a if i == index else 0 for i in range(10)), tuple(b if i == index else 0 for i in range(10))
    )
    geometry = BoardGeometry(box, 20, beside=False)
    places = [place for seat in Seat for place in geometry.counters(point, seat, halves)]
    size_px = geometry.size_px(point, halves)
    assert {x for x, _ in places} == {geometry.point(point)[0]}
    downs = sorted(y for _, y in places)
    assert min(other - one for one, other in itertools.pairwise(downs)) >= size_px * CLOSEST - 1


@given(
    st.tuples(st.integers(20, 380), st.integers(20, 280)),
    st.tuples(st.integers(20, 380), st.integers(20, 280)),
)
def test_the_way_of_an_arrow_stays_on_the_board(source: tuple[int, int], target: tuple[int, int]) -> None:
    path = bent_path(source, target, (400, 300), 15.0)
    assert (path[0], path[-1]) == (source, target)
    assert all(15 <= x <= 385 and 15 <= y <= 285 for x, y in path)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=str)
def test_seats_differ_without_their_colours(palette: object) -> None:
    """In grey and with the same mean, the marks still tell one counter from the other."""
    assert palette in PALETTES.values()
    grey = []
    for seat in Seat:
        drawn = pygame.surfarray.array3d(counter(seat, 60, BRIGHT)).mean(axis=2)[12:48, 12:48]
        edges = np.abs(np.diff(drawn, axis=0)).sum()
        grey.append(edges)
    # A dot has one outline, a ring with a cross several.
    assert grey[1] > 1.3 * grey[0]


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_as_many_pips_as_its_face(face: int) -> None:
    surface = pygame.Surface((160, 160))
    surface.fill(BRIGHT.die.fill)
    surface.blit(die_face(DICE["d6"], face, 160, BRIGHT), (0, 0))
    dark = (pygame.surfarray.array3d(surface).mean(axis=2)[16:144, 16:144] < 100).astype(np.uint8)
    labels, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    assert sum(area > 100 for area in stats[1:labels, cv2.CC_STAT_AREA]) == face


@pytest.mark.parametrize("die", DICE.values(), ids=str)
def test_a_die_at_rest_lies_straight_and_shows_its_face(die: object) -> None:
    chosen = next(known for known in DICE.values() if known is die)
    for face in chosen.faces:
        canvas = canvas_of((240, 240))
        draw_roll(canvas, canvas.box, Roll(chosen, face))
        if is_bone(chosen):
            assert [text.string for text in canvas.texts] == [str(face)] * 2
            drawn, middle = bone(chosen.faces.index(face), round(110 / 0.7 * 0.88), BRIGHT), (120, 120)
        else:
            drawn, middle = die_face(chosen, face, round(240 * 0.88), BRIGHT), (120, 120)
        expected = drawn.get_rect(center=middle)
        seen = canvas.surface.subsurface(expected)
        inside = pygame.surfarray.array_alpha(drawn) == 255
        assert (pygame.surfarray.array3d(seen)[inside] == pygame.surfarray.array3d(drawn)[inside]).all()


@pytest.mark.parametrize("name", ["d6", "knucklebone"])
def test_a_rolling_die_moves_and_the_same_progress_is_the_same_picture(name: str) -> None:
    def picture(progress: float) -> bytes:
        canvas = canvas_of((200, 120))
        draw_roll(canvas, canvas.box, Roll(DICE[name], 3, progress))
        return pygame.image.tostring(canvas.surface, "RGB")

    pictures = [picture(i / 20) for i in range(21)]
    assert len(set(pictures)) >= 18
    assert pictures == [picture(i / 20) for i in range(21)]


def test_a_thrown_die_hops_lower_and_lower_slows_down_and_lies() -> None:
    highest = [
        max(hop(i / 1000) for i in range(start, end)) for start, end in ((0, 420), (420, 700), (700, 880))
    ]
    assert highest == sorted(highest, reverse=True)
    assert highest[0] > 2 * highest[1] > 4 * highest[2] > 0
    assert hop(0.0) == hop(0.42) == hop(1.0) == 0.0
    ways = [left_to_roll(i / 20) - left_to_roll((i + 1) / 20) for i in range(20)]
    assert ways == sorted(ways, reverse=True)
    assert left_to_roll(1.0) == 0.0


@given(st.sampled_from(DICE["d6"].faces), st.floats(0, 1))
def test_a_rolling_die_stays_in_its_box(face: int, progress: float) -> None:
    canvas = canvas_of((200, 120))
    box = canvas.box.inflate(-40, -30)
    draw_roll(canvas, box, Roll(DICE["d6"], face, progress))
    drawn = pygame.surfarray.array3d(canvas.surface)
    outside = np.ones(drawn.shape[:2], bool)
    outside[box.left - 12 : box.right + 12, box.top - 12 : box.bottom + 15] = False
    assert (drawn[outside] == drawn[0, 0]).all()


@given(st.sampled_from(DICE["d6"].faces))
def test_opposite_sides_of_a_cube_add_up_to_seven(face: int) -> None:
    shown = [number for number, _ in sides(face)]
    assert sorted(shown) == [1, 2, 3, 4, 5, 6]
    assert [one + other for one, other in zip(shown[::2], shown[1::2], strict=True)] == [7, 7, 7]


def test_the_narrow_sides_of_a_knucklebone_are_those_that_fall_seldom() -> None:
    for name in ("knucklebone", "knucklebone-roman"):
        die = DICE[name]
        heights = [bone(side, 100, BRIGHT).get_bounding_rect().height for side in range(len(die.faces))]
        assert max(heights[0], heights[3]) < min(heights[1], heights[2])


def test_a_wreath_grows_from_its_root_and_is_whole_at_the_end() -> None:
    def painted(progress: float) -> tuple[int, int]:
        canvas = canvas_of((160, 240))
        draw_wreath(canvas.surface, canvas.box, BRIGHT.good, progress)
        marked = (pygame.surfarray.array3d(canvas.surface) == BRIGHT.good).all(axis=2)
        return int(marked.sum()), int(marked[:, :120].sum())

    grown = [painted(i / 10) for i in range(11)]
    assert [whole for whole, _ in grown] == sorted(whole for whole, _ in grown)
    assert grown[4][0] > grown[1][0] > 0
    assert grown[1][1] == 0 < grown[10][1]
    assert [leaf_grown(number, 1.0) for number in range(LEAVES)] == [1.0] * LEAVES


def test_a_move_is_shown_from_where_it_began_to_where_its_counter_lies() -> None:
    position = Position.parse("A 1A 2A 5A 3Bx2 / B 1B 2B 4B 3Ax2")
    move = Move(Seat.A, Point.A4, Point.A5)

    def picture(progress: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        canvas = canvas_of((500, 360))
        shown = BoardPicture(position.halves(), shown=ShownMove(move, progress))
        draw_board(canvas, canvas.box, shown)
        return pygame.surfarray.array3d(canvas.surface)

    canvas = canvas_of((500, 360))
    geometry = draw_board(canvas, canvas.box, BoardPicture(position.halves()))
    lies = counter(Seat.A, geometry.counter_px, BRIGHT)

    def is_at(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], point: Point) -> bool:
        place = lies.get_rect(center=tuple(round(v) for v in geometry.point(point)))
        x, y = place.center
        return bool((np.abs(pixels[x, y].astype(int) - lies.get_at((place.width // 2,) * 2)[:3]) < 9).all())

    assert is_at(picture(0.0), Point.A4)
    assert not is_at(picture(0.0), Point.A5)
    assert not is_at(picture(0.5), Point.A4)
    assert is_at(picture(1.0), Point.A5)
    assert len({picture(i / 12).tobytes() for i in range(13)}) >= 12
    assert [ease(0.0), ease(0.5), ease(1.0)] == [0.0, 0.5, 1.0]


crowds = st.lists(st.sampled_from(Seat), min_size=2, max_size=10).filter(
    lambda seats: max(seats.count(seat) for seat in Seat) <= 5 and len(set(seats)) == 2
)


@given(crowds, st.sampled_from(Point))
def test_a_crowd_is_drawn_in_the_order_in_which_it_lies(order: list[Seat], point: Point) -> None:
    halves = Halves()
    for seat in Seat:
        halves = halves.with_count(seat, point, order.count(seat))
    canvas = canvas_of((500, 400))
    box = pygame.Rect(10, 10, 480, 380)
    geometry = draw_board(canvas, box, BoardPicture(halves, crowds=(Crowd(point, tuple(order)),)))
    lying = geometry.lying(point, halves)
    assert [seat for seat, _ in lying] == order
    away = [abs(y - geometry.point(point)[1]) for _, (_, y) in lying]
    assert away == sorted(away)
    for seat, (x, y) in lying:
        # Beside its mark, near the rim, each is seen in its own colour.
        size = geometry.size_px(point, halves)
        seen = canvas.surface.get_at((round(x + size * 0.4), round(y)))[:3]
        other = BRIGHT.counter(seat.other).fill
        own = BRIGHT.counter(seat).fill
        assert np.abs(np.subtract(seen, own)).sum() < np.abs(np.subtract(seen, other)).sum()


def test_who_comes_to_a_crowd_lies_inmost_and_who_goes_leaves_the_others_as_they_lie() -> None:
    geometry = BoardGeometry(
        pygame.Rect(0, 0, 480, 380),
        20,
        beside=False,
        crowds=(Crowd(Point.A3, (Seat.B, Seat.A, Seat.B)),),
    )
    halves = Halves().with_count(Seat.A, Point.A3, 2).with_count(Seat.B, Point.A3, 2)
    assert [seat for seat, _ in geometry.lying(Point.A3, halves)] == [Seat.B, Seat.A, Seat.B, Seat.A]
    fewer = Halves().with_count(Seat.A, Point.A3, 1).with_count(Seat.B, Point.A3, 1)
    assert [seat for seat, _ in geometry.lying(Point.A3, fewer)] == [Seat.B, Seat.A]


@given(st.sampled_from(list(Point)), st.integers(1, 6), st.sampled_from(Seat))
def test_a_move_is_drawn_from_point_to_point_and_never_across_the_board(
    source: Point, throw: int, seat: Seat
) -> None:
    """Each step goes to a neighbouring point; only along the outermost lines it crosses to the other side."""
    box = pygame.Rect(0, 0, 600, 400)
    geometry = BoardGeometry(box, 10, beside=False)
    target = point_at(seat, index_of(seat, source) + throw)
    (arrow,) = arrows_of(Move(seat, source, target), ArrowStyle.MAY)
    places = places_of(geometry, arrow, geometry.point(source), geometry.point(target))
    assert [number for number, _ in places.numbered] == list(range(1, throw + 1))
    for (x, y), (x2, y2) in itertools.pairwise(places.walked):
        assert abs(x2 - x) <= geometry.pitch_px * 1.01
        crosses = abs(y2 - y) > geometry.half_px * 0.8
        assert not crosses or abs(x2 - x) < 1


def test_a_refusal_shows_one_way_at_a_time_the_right_one_first() -> None:
    position = Position.parse("A 3Ax2 5A 3B 4B / B 1A 2A 3Ax2 4A")
    state = State(rules_for("schaedler"), position, Seat.A, throw=6)
    shown = Position.parse("A 3Ax2 4A 3B 4B / B 1A 2A 3Ax2 4A").halves()
    back = (Step(Seat.A, Point.A4, Point.A5),)
    (right,) = picture_of_wrong(state, NOTHING_SEEN, shown, back, 0.0).arrows
    assert (right.look, right.source, right.target) == (ArrowStyle.MAY, Point.A5, Point.A1)
    assert len(right.way) == 6
    for film, carried in ((1.0, 0.0), (1.5, 0.5), (2.0, 0.0)):
        picture = picture_of_wrong(state, NOTHING_SEEN, shown, back, film)
        assert picture.arrows == (Arrow(Seat.A, Point.A4, Point.A5, ArrowStyle.BACK),), "without steps"
        assert picture.carried == carried


def test_the_counter_that_goes_back_is_drawn_on_its_way_and_not_where_it_lies() -> None:
    position = Position.parse("A 3Ax2 5A 3B 4B / B 1A 2A 3Ax2 2B")
    state = State(rules_for("schaedler"), position, Seat.A, throw=6)
    shown = Position.parse("A 3Ax2 4A 3B 4B / B 1A 2A 3Ax2 2B").halves()
    back = (Step(Seat.A, Point.A4, Point.A5),)
    at_rest, halfway = (canvas_of(BOARD_WH) for _ in range(2))
    box = at_rest.box
    for sheet, film in ((at_rest, 2.0), (halfway, 1.5)):
        geometry = draw_board(sheet, box, picture_of_wrong(state, NOTHING_SEEN, shown, back, film))
    x, y = map(round, geometry.point(Point.A4))
    rim = (x + round(geometry.counter_px * 0.42), y)
    assert at_rest.surface.get_at(rim)[:3] != halfway.surface.get_at(rim)[:3]


@pytest.mark.parametrize("near", Seat)
def test_a_pushed_board_is_drawn_on_the_side_of_its_place_where_it_lies_on_the_table(near: Seat) -> None:
    drawn = BoardGeometry(pygame.Rect(0, 0, 500, 500), 12, beside=False)
    for along, (one, other) in {
        RigidMotion(x_mm=20.0): (Point.B5, Point.A1),
        RigidMotion(y_mm=20.0): (Point.A1, Point.A5),
    }.items():
        right, down = (b - a for a, b in zip(drawn.point(one), drawn.point(other), strict=True))
        # The player opposite reads it on a sheet that is turned.
        x, y = (way if near is NEAR else -way for way in on_page(along, near))
        assert math.hypot(x, y) == pytest.approx(20.0)
        assert x * right + y * down == pytest.approx(20.0 * math.hypot(right, down))


def lying(points: list[int]) -> tuple[int, ...]:
    return tuple(points.count(i) for i in range(10))


few = st.lists(st.integers(0, 9), max_size=4).map(lying)


@given(few, few, few, few)
def test_the_next_counter_to_lay_makes_no_other_give_way_if_any_can(
    a: tuple[int, ...], b: tuple[int, ...], c: tuple[int, ...], d: tuple[int, ...]
) -> None:
    shown = Halves(a, b)
    steps = changes(shown, Halves(c, d))
    step = next_step(steps, shown)
    assert (step is None) == (not steps)
    lies = [it.target is not None and any(shown.count(seat, it.target) for seat in Seat) for it in steps]
    assert step is None or not lies[steps.index(step)] or all(lies)
