"""The virtual table: counters, hands and light that a program or a mouse moves, and its camera."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.game import COUNTERS, RING, Halves, Point, Seat
from hardware.camera.camera import Picture
from hardware.device import HardwareError
from hardware.virtual_table import SIZE_PX
from hardware.virtual_table.exposure import metered
from hardware.virtual_table.layouts import BoardSlot, inwards, slot_mm
from hardware.virtual_table.lights import diffuse
from hardware.virtual_table.placing import (
    ARM_DEG,
    GAP_MM,
    UNTIDY_MM,
    finger_tips_mm,
    in_column,
    random_hand,
    roomiest,
)
from hardware.virtual_table.render import lens, marks
from hardware.virtual_table.render.renderer import Renderer
from hardware.virtual_table.scene import (
    COLOUR_PAIRS,
    BoardMaterial,
    CounterKind,
    HandPose,
    ObjectKind,
    SceneCamera,
    SceneObject,
    TableSurface,
    TableTexture,
    VirtualBoard,
    VirtualCounter,
    VirtualHand,
    VirtualScene,
)

FOCAL_PX = 850.0
"""Focal length at which board and counters beside it fill pictures of this size; scaled for others."""

TABLE_COLOUR = (0.2, 0.26, 0.24)

STILLS = 2  # number of different pictures of an unchanged table, shown in turn
LEVEL = 0.42  # linear light of the brighter parts of the board, as an exposure meter sets it
BESIDE_MM = 26.0  # distance of counters off the board from its edge
LIFT_MM = 20.0  # height at which a counter is carried
IN_A_ROW = 6  # number of counters in a row on a half; further ones make a second row
ASIDE = (0.0, 0.38, -0.38, 0.45, -0.45)  # offsets of further rows from the first, in line pitches
DIE_ROOM_MM = 26.0  # distance of a die from counters, between their middles
FINE = 4  # candidate places tried for each counter that has room on a half


class VirtualTable:
    """A table with a board and ten counters, A0 to A4 and B0 to B4, at first all beside the board.

    `scene` is replaced as a whole with every change, so another thread can take pictures of it at any time.
    """

    def __init__(self, scene: VirtualScene, rng: np.random.Generator) -> None:
        self._rng, self._throws = rng, 0
        self._renderer = Renderer(oversampling=1)
        self._exposure = scene.sensor.exposure
        self._person = {seat: random_hand(HandPose.HOLDING, 0.0, 0.0, 0.0, rng) for seat in Seat}
        self.scene, self.is_unplugged = scene, False
        for counter in scene.counters:
            self.put(counter.name, None)

    def picture(self, scene: VirtualScene, seed: int = 0) -> Picture:
        """Return a picture (H, W, 3) of a scene on this table, with noise drawn from the seed.

        Not thread-safe: parts of the last picture are reused.
        """
        return self._renderer.picture(scene, seed)

    def counter(self, name: str) -> VirtualCounter:
        """Return one of the counters as it lies."""
        return next(counter for counter in self.scene.counters if counter.name == name)

    def put(self, name: str, half: Point | None) -> None:
        """Put a counter on the first free place of a half, as neatly as people do; None: off the board."""
        counter = self.counter(name)
        if half is None:
            self.drop(name, *in_column(self.scene.board, counter.seat, int(name[1:]), BESIDE_MM))
            return
        diameter_mm = counter.diameter_mm
        place, room_mm = roomiest(self._places(half, diameter_mm), self._others(name), diameter_mm)
        if room_mm < 0:
            raise ValueError(f"no room for {name} on the half of {half}")
        self.drop(name, *place)

    def put_down(self, name: str, x_mm: float, y_mm: float) -> None:
        """Put a counter where it was released, or as near as others allow; removes the hand."""
        turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        around = (
            (float(x_mm + away * np.cos(turn)), float(y_mm + away * np.sin(turn)))
            for away in range(60)
            for turn in turns
        )
        place, room_mm = roomiest(around, self._others(name), self.counter(name).diameter_mm)
        if room_mm < 0:
            self.put(name, None)
        else:
            self.drop(name, *place)
        self.take_hand_away()

    def lay(self, halves: Halves) -> None:
        """Place all counters: those of the halves on the board, the others off it."""
        for counter in self.scene.counters:
            self.put(counter.name, None)
        for seat in Seat:
            taken = [half for half in RING for _ in range(halves.count(seat, half))]
            for number, half in enumerate(taken):
                self.put(f"{seat}{number}", half)

    def place_at(self, x_px: float, y_px: float, z_mm: float = 0.0) -> tuple[float, float]:
        """Return the place, at a height, that is seen at a pixel."""
        camera = self.scene.camera
        rays = lens.rays(camera, 1)
        row = min(max(round(y_px), 0), rays.shape[0] - 1)
        column = min(max(round(x_px), 0), rays.shape[1] - 1)
        x, y, z = (float(part) for part in rays[row, column])
        reach = (z_mm - camera.position_mm[2]) / z
        return camera.position_mm[0] + reach * x, camera.position_mm[1] + reach * y

    def counter_at(self, x_px: float, y_px: float) -> str | None:
        """Return the name of the counter at a pixel; None without one."""
        x_mm, y_mm = self.place_at(x_px, y_px, self.scene.counters[0].height_mm)
        nearest = min(self.scene.counters, key=lambda c: (c.x_mm - x_mm) ** 2 + (c.y_mm - y_mm) ** 2)
        off_mm = np.hypot(nearest.x_mm - x_mm, nearest.y_mm - y_mm)
        return nearest.name if off_mm <= nearest.diameter_mm / 2 else None

    def drop(self, name: str, x_mm: float, y_mm: float) -> None:
        """Put a counter at a place, on the board or beside it."""
        width, height = self.scene.board.size_mm
        on_board = abs(x_mm) <= width / 2 and abs(y_mm) <= height / 2
        z_mm = 0.0 if on_board else -self.scene.board.thickness_mm
        self._change(replace(self.counter(name), x_mm=x_mm, y_mm=y_mm, z_mm=z_mm, held=False))

    def carry(self, name: str, x_mm: float, y_mm: float, seat: Seat) -> None:
        """Hold a counter above a place, in the hand of somebody at a seat."""
        held = replace(self.counter(name), x_mm=x_mm, y_mm=y_mm, z_mm=LIFT_MM, held=True)
        self._change(held)
        self.reach(x_mm, y_mm, seat, finger_tips_mm(held, LIFT_MM))

    def reach(self, x_mm: float, y_mm: float, seat: Seat, z_mm: float = LIFT_MM) -> None:
        """Move the hand of a seat above a place."""
        hand = replace(self._person[seat], x_mm=x_mm, y_mm=y_mm, z_mm=z_mm, from_deg=ARM_DEG[seat])
        self.scene = replace(self.scene, hand=hand)

    def take_hand_away(self) -> None:
        """Remove the hand."""
        self.scene = replace(self.scene, hand=None)

    def throw_die(self) -> None:
        """Throw a die onto the board where there is room, or take it off again.

        The throws depend on the board's seed alone.
        """
        if self.scene.things:
            self.scene = replace(self.scene, things=())
            return
        self._throws += 1
        rng, spec = np.random.default_rng((self.scene.board.seed, self._throws)), self.scene.board.spec
        face, angle_deg = int(rng.integers(1, 7)), float(rng.uniform(0, 360))
        reach = np.array([spec.line_length_mm, 4 * spec.line_pitch_mm]) / 2
        anywhere = ((float(x), float(y)) for x, y in rng.uniform(-reach, reach, (200, 2)))
        (x_mm, y_mm), _ = roomiest(anywhere, self._others(""), DIE_ROOM_MM)
        die = SceneObject(ObjectKind.DIE, x_mm, y_mm, 0.0, angle_deg, face=face)
        self.scene = replace(self.scene, things=(die,))

    def dim(self, share: float) -> None:
        """Scale the light by a share; the camera's exposure is locked."""
        sensor = replace(self.scene.sensor, exposure=self._exposure * share)
        self.scene = replace(self.scene, sensor=sensor)

    def push_board(self, x_mm: float, y_mm: float) -> None:
        """Push the board with its counters over the table."""
        camera = self.scene.camera
        moved = replace(
            camera,
            position_mm=_shifted(camera.position_mm, -x_mm, -y_mm),
            target_mm=_shifted(camera.target_mm, -x_mm, -y_mm),
        )
        self.scene = replace(self.scene, camera=moved)

    @property
    def hand(self) -> VirtualHand | None:
        """The hand over the table, if there is one."""
        return self.scene.hand

    def _others(self, name: str) -> NDArray[np.float64]:
        """Return the places (n, 2) of the other counters."""
        return np.array([(c.x_mm, c.y_mm) for c in self.scene.counters if c.name != name])

    def _places(self, half: Point, diameter_mm: float) -> Iterator[tuple[float, float]]:
        """Return places for a counter on a half: from the point inwards, then between further rows."""
        board = self.scene.board
        x_mm, y_mm = slot_mm(board, BoardSlot(half, 0), diameter_mm)
        inwards_mm = inwards(half) * (diameter_mm + GAP_MM) / FINE
        for aside in ASIDE:
            untidy_mm = UNTIDY_MM if aside == 0 else 0.5
            for step in range(IN_A_ROW * FINE):
                for _ in range(4):
                    dx, dy = self._rng.uniform(-untidy_mm, untidy_mm, 2)
                    yield (
                        float(x_mm + step * inwards_mm + dx),
                        float(y_mm + aside * board.spec.line_pitch_mm + dy),
                    )

    def _change(self, counter: VirtualCounter) -> None:
        counters = tuple(counter if c.name == counter.name else c for c in self.scene.counters)
        self.scene = replace(self.scene, counters=counters)


class VirtualCamera:
    """The camera over a virtual table; a FrameSource."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self._taken = 0
        self._scene: VirtualScene | None = None
        self._stills: list[Picture] = []

    def take(self) -> Picture:
        """Return a picture of the table, (H, W, 3); while nothing changes, the noise repeats."""
        if self._table.is_unplugged:
            raise HardwareError("nothing is plugged in", "plug the camera in (the key C)")
        self._taken += 1
        scene = self._table.scene
        if scene is not self._scene:
            self._scene, self._stills = scene, []
        if len(self._stills) == STILLS:
            return self._stills[self._taken % STILLS]
        picture = self._table.picture(scene, self._taken)
        self._stills.append(picture)
        return picture

    def close(self) -> None:
        """Do nothing."""

    def __repr__(self) -> str:
        return "<camera over the virtual table>"


def virtual_table(seed: int = 1, size_wh: tuple[int, int] = SIZE_PX) -> VirtualTable:
    """Return a wooden board with blue and white counters by a window, from above; details depend on the seed.

    A's ends are at the bottom of a picture in portrait format, and else on its right.
    """
    rng = np.random.default_rng((seed, 20))
    board = VirtualBoard(
        material=BoardMaterial.WOOD,
        colour=(0.72, 0.52, 0.32),
        size_mm=(400.0, 280.0),
        thickness_mm=15.0,
        line_width_mm=2.0,
        seed=seed,
    )
    shorter, longer = sorted(size_wh)
    focal_px = FOCAL_PX * min(shorter / SIZE_PX[0], longer / SIZE_PX[1])
    up_deg = 180.0 if size_wh[1] > size_wh[0] else 90.0
    camera = SceneCamera(up_deg=up_deg, width_px=size_wh[0], height_px=size_wh[1], focal_px=focal_px)
    table = TableSurface(TableTexture.CLOTH_PLAIN, TABLE_COLOUR, seed)
    scene = metered(VirtualScene(board, table, diffuse(rng), camera), LEVEL)
    counters = tuple(
        VirtualCounter(f"{seat}{number}", seat, CounterKind.DISC, colour, 22.0, 7.0, 0.0, 0.0, seed=number)
        for seat, colour in zip(Seat, COLOUR_PAIRS["blue_white"], strict=True)
        for number in range(COUNTERS)
    )
    return VirtualTable(replace(scene, counters=counters), rng)


def points_px(scene: VirtualScene) -> NDArray[np.float64]:
    """Return the pixels (10, 2) of the ten points in pictures of a scene, in the order of the ring."""
    points_mm = marks.points_mm(scene.board)
    return lens.project(scene.camera, np.column_stack([points_mm, np.zeros(len(points_mm))]))


def bare(scene: VirtualScene) -> VirtualScene:
    """Return a scene with nothing on the board."""
    return replace(scene, counters=(), hand=None, things=())


def _shifted(place: tuple[float, float, float], x_mm: float, y_mm: float) -> tuple[float, float, float]:
    return (place[0] + x_mm, place[1] + y_mm, place[2])
