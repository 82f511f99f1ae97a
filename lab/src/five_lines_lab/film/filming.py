"""The set of a film: its scene, counters as people leave them lying, hands that move them, the camera."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.game import Position, Seat
from five_lines_lab.dataset.ground_truth import GroundTruth, TrueRenderer
from five_lines_lab.dataset.lights import LightKind
from five_lines_lab.dataset.random_scenes import BoardClass, RandomScene, random_scene
from five_lines_lab.film.script import Lying, Script, Shot, Table, opening_table, shots
from five_lines_lab.layouts import PlacedCounter
from hardware.virtual_table.exposure import metered
from hardware.virtual_table.layouts import BoardSlot, slot_mm
from hardware.virtual_table.placing import (
    ARM_DEG,
    GAP_MM,
    UNTIDY_MM,
    finger_tips_mm,
    in_column,
    random_hand,
    roomiest,
)
from hardware.virtual_table.render.sensor import encoded
from hardware.virtual_table.scene import HandPose, Lighting, VirtualCounter, VirtualHand

SIZE_PX = (640, 480)

KRAFT_PAPER = (0.8, 0.68, 0.5)  # brown paper, on which pale and dark counters both show well

EXPOSURE_LEVEL = 0.5
BLUR_PX = 0.5

FILL = 0.95  # share of the picture that the board fills: small pictures need all the pixels they can get

KNOWN_POSITION = Position.parse("A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B")
"""The set-up picture's position: all ten counters, on their points."""

BESIDE_MM = 25.0  # distance from the board's edge of the counters that are not on it
MAX_LIFT_MM = 22.0  # largest height to which a counter is lifted
TRIES = 40  # places tried for a free one, around where a counter belongs


@dataclass(frozen=True)
class FilmPicture:
    """A picture of a film: which shot it is (None: a reference), its JPEG file, the truth about it."""

    shot: Shot | None
    jpeg: bytes
    truth: GroundTruth
    placed: tuple[PlacedCounter, ...]


def film_scene(seed: int) -> RandomScene:
    """The scene in which a film is taken: a sheet with markers on some table, seen from above."""
    rng = np.random.default_rng((seed, 10))
    light = LightKind.WINDOW if rng.uniform() < 0.5 else LightKind.DIFFUSE
    drawn = random_scene(rng, SIZE_PX, BoardClass.PAPER_ARUCO, light, oblique=False, fill=FILL)
    board = replace(drawn.scene.board, colour=KRAFT_PAPER)
    sharp = replace(drawn.scene.sensor, blur_px=BLUR_PX)
    return replace(drawn, scene=metered(replace(drawn.scene, board=board, sensor=sharp), EXPOSURE_LEVEL))


def take(
    script: Script,
    drawn: RandomScene,
    rng: np.random.Generator,
    jpeg_quality: int,
    light_at: Callable[[int], Lighting] | None = None,
) -> Iterator[FilmPicture]:
    """Take the pictures of a film: the empty board, the known position, then every shot of the script.

    `light_at` returns the light of a ply, if it is not that of the references.
    """
    renderer = TrueRenderer()

    def picture(
        shot: Shot | None, placed: tuple[PlacedCounter, ...], hand: VirtualHand | None = None
    ) -> FilmPicture:
        scene = replace(drawn.scene, counters=tuple(one.counter for one in placed), hand=hand)
        if light_at is not None and shot is not None:
            scene = replace(scene, light=light_at(shot.turn.ply))
        rendered = renderer.render(scene, int(rng.integers(1 << 30)))
        return FilmPicture(shot, encoded(rendered.picture, jpeg_quality), rendered.truth, placed)

    yield picture(None, ())
    setting = _Setting(drawn, rng)
    yield picture(None, setting.arranged(opening_table(KNOWN_POSITION)))
    people = {seat: random_hand(HandPose.HOLDING, 0.0, 0.0, 0.0, rng) for seat in Seat}
    for shot in shots(script):
        placed = setting.arranged(shot.table)
        if shot.held is None:
            yield picture(shot, placed)
        else:
            yield picture(shot, *_with_hand(placed, shot.held, people[shot.turn.seat], shot.turn.seat, rng))


class _Setting:
    """The counters on the table; those that do not move stay exactly where they are."""

    def __init__(self, drawn: RandomScene, rng: np.random.Generator) -> None:
        self._board = drawn.scene.board
        self._rng = rng
        self._counters = {counter.name: counter for counter in drawn.counters}
        self._lying: dict[str, Lying] = {}

    def arranged(self, table: Table) -> tuple[PlacedCounter, ...]:
        """The counters where a table has them."""
        for lying in table:
            name = f"{lying.seat}{lying.number}"
            if self._lying.get(name) != lying:
                self._lying[name] = lying
                self._counters[name] = self._put(self._counters[name], lying)
        return tuple(PlacedCounter(self._counters[f"{one.seat}{one.number}"], _spot(one)) for one in table)

    def _put(self, counter: VirtualCounter, lying: Lying) -> VirtualCounter:
        """The counter at a place that is free, about where it belongs."""
        spot = _spot(lying)
        home = (
            in_column(self._board, lying.seat, lying.number, BESIDE_MM)
            if spot is None
            else slot_mm(self._board, spot, counter.diameter_mm + GAP_MM)
        )
        others = [
            (c.x_mm, c.y_mm) for name, c in self._counters.items() if c is not counter and name in self._lying
        ]
        (x, y), _ = roomiest(self._about(home), np.array(others).reshape(-1, 2), counter.diameter_mm)
        return replace(
            counter,
            x_mm=round(x, 2),
            y_mm=round(y, 2),
            z_mm=0.0 if spot else -self._board.thickness_mm,
            angle_deg=float(self._rng.uniform(0, 360)),
        )

    def _about(self, home: tuple[float, float]) -> Iterator[tuple[float, float]]:
        """Yield places about where a counter belongs, as untidy people leave it."""
        for _ in range(TRIES):
            dx, dy = self._rng.uniform(-UNTIDY_MM, UNTIDY_MM, 2)
            yield home[0] + float(dx), home[1] + float(dy)


def _spot(lying: Lying) -> BoardSlot | None:
    return None if lying.half is None else BoardSlot(lying.half, lying.slot)


def _with_hand(
    placed: tuple[PlacedCounter, ...], held: Lying, person: VirtualHand, seat: Seat, rng: np.random.Generator
) -> tuple[tuple[PlacedCounter, ...], VirtualHand]:
    """The counters and a player's hand that holds one of them, or hovers over it."""
    index = next(i for i, one in enumerate(placed) if one.counter.name == f"{held.seat}{held.number}")
    counter = placed[index].counter
    from_deg = ARM_DEG[seat] + float(rng.uniform(-35, 35))
    if rng.uniform() < 0.25:
        z_mm = float(rng.uniform(10, 30))
        return placed, replace(
            person, pose=HandPose.HOVERING, x_mm=counter.x_mm, y_mm=counter.y_mm, z_mm=z_mm, from_deg=from_deg
        )
    dx, dy = rng.normal(0, 8, 2)
    lifted = replace(
        counter,
        x_mm=round(counter.x_mm + float(dx), 2),
        y_mm=round(counter.y_mm + float(dy), 2),
        z_mm=float(rng.uniform(5, MAX_LIFT_MM)),
        held=True,
    )
    hand = replace(
        person,
        x_mm=lifted.x_mm,
        y_mm=lifted.y_mm,
        z_mm=finger_tips_mm(lifted, lifted.z_mm),
        from_deg=from_deg,
    )
    return (*placed[:index], PlacedCounter(lifted, None), *placed[index + 1 :]), hand
