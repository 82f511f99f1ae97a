"""The drawn board and the drawn dice show what is so."""

import cv2
import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.drawing.board import BoardGeometry
from companion.display.drawing.counters import counter
from companion.display.drawing.dice import die_face, draw_roll
from companion.display.drawing.palette import BRIGHT, PALETTES
from companion.game import DICE, RING, Halves, Point, Seat
from companion.interface.views import Roll

boxes = st.builds(lambda w, h: pygame.Rect(10, 20, w, h), st.integers(200, 800), st.integers(180, 800))
counts = st.lists(st.integers(0, 5), min_size=10, max_size=10).map(tuple)


@given(boxes, st.sampled_from(Seat), st.booleans())
def test_the_ring_goes_anticlockwise_from_the_near_left(box: pygame.Rect, near: Seat, beside: bool) -> None:
    geometry = BoardGeometry(box, near, 20, beside=beside)
    places = [geometry.point(point) for point in RING]
    # Rows grow downwards: twice the signed area is negative for anticlockwise as seen.
    around = sum(x * v - u * y for (x, y), (u, v) in zip(places, places[1:] + places[:1], strict=True))
    assert around < 0
    first = geometry.point(Point.A1 if near is Seat.A else Point.B1)
    assert first[0] == min(x for x, _ in places)
    assert first[1] == max(y for _, y in places)


@given(boxes, st.sampled_from(Seat), counts, counts)
def test_counters_stay_on_their_half_of_the_board(
    box: pygame.Rect, near: Seat, a: tuple[int, ...], b: tuple[int, ...]
) -> None:
    halves = Halves(a, b)
    geometry = BoardGeometry(box, near, 20, beside=True)
    for point in Point:
        below = geometry.point(point)[1] > box.centery
        for seat in Seat:
            places = geometry.counters(point, seat, halves)
            assert len(places) == halves.count(seat, point)
            for x, y in places:
                assert box.left <= x <= box.right
                assert (y > box.centery) is below


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
        surface = pygame.Surface((120, 120))
        draw_roll(surface, surface.get_rect(), Roll(chosen, face), BRIGHT)
        expected = pygame.Surface((120, 120))
        drawn = die_face(chosen, face, 110, BRIGHT)
        expected.blit(drawn, drawn.get_rect(center=(60, 60)))
        assert pygame.image.tostring(surface, "RGB") == pygame.image.tostring(expected, "RGB")


def test_a_rolling_die_moves_and_the_same_progress_is_the_same_picture() -> None:
    def picture(progress: float) -> bytes:
        surface = pygame.Surface((120, 120))
        draw_roll(surface, surface.get_rect(), Roll(DICE["d6"], 5, progress), BRIGHT)
        return pygame.image.tostring(surface, "RGB")

    pictures = [picture(i / 20) for i in range(21)]
    assert len(set(pictures)) >= 18
    assert pictures == [picture(i / 20) for i in range(21)]


def test_the_narrow_sides_of_a_knucklebone_are_those_that_fall_seldom() -> None:
    for name in ("knucklebone", "knucklebone-roman"):
        die = DICE[name]
        heights = [die_face(die, face, 100, BRIGHT).get_bounding_rect().height for face in die.faces]
        assert heights[0] == heights[3] < heights[1] == heights[2]
