"""Render a scene as a camera's picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table.render import bodies, extents, lens
from hardware.virtual_table.render.arm import skin
from hardware.virtual_table.render.arm.hand import parts
from hardware.virtual_table.render.bodies import Body
from hardware.virtual_table.render.colour import Array, floats
from hardware.virtual_table.render.extents import Window
from hardware.virtual_table.render.lighting import from_lamp, from_room, sight_of, visible_share
from hardware.virtual_table.render.sensor import develop, expose
from hardware.virtual_table.render.shapes import Solid
from hardware.virtual_table.render.stage import RenderStage, build_stage
from hardware.virtual_table.scene import (
    Lighting,
    SceneCamera,
    SceneObject,
    TableSurface,
    VirtualBoard,
    VirtualCounter,
    VirtualScene,
)

HAND = 30_000  # owner of samples that show the hand; bodies own theirs by their number, counters first
NO_OWNER = -1  # owner of samples that show only board or table
HAND_SHADOW_STEP = 6  # samples each way between which a hand's shadow, which is soft, is interpolated


@dataclass(frozen=True)
class _Shade:
    """The share of each light (1 + lamps, h, w) that a body leaves to the samples of a window."""

    window: Window
    share: Array


@dataclass(frozen=True)
class _Patch:
    """The samples of a body in the picture: rows, columns, and the light (1 + lamps, N, 3) from each."""

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    light: Array


@dataclass(frozen=True)
class Drawn:
    """Noise-free grey levels (h, w, 3), the owner of each sample (H, W), and the samples of whole bodies."""

    levels: Array
    owners: NDArray[np.int16]
    whole: list[int]


_Setting = tuple[VirtualBoard, TableSurface, Lighting, SceneCamera]
_Source = VirtualCounter | SceneObject


class Renderer:
    """Render scenes, reusing what did not change since the last picture.

    A picture depends only on the scene and the seed of its noise. A pixel has `oversampling` samples each
    way.
    """

    def __init__(self, oversampling: int = 2) -> None:
        self.oversampling = oversampling
        self._setting: _Setting | None = None
        self._stage: RenderStage | None = None
        self._shades: dict[_Source, _Shade] = {}
        self._patches: dict[tuple[_Source, ...], _Patch] = {}
        self._last: tuple[VirtualScene, Drawn] | None = None

    def picture(self, scene: VirtualScene, seed: int = 0) -> NDArray[np.uint8]:
        """Return the picture of a scene, with noise drawn from the seed."""
        return develop(self.drawn(scene).levels, scene.sensor, seed)

    def drawn(self, scene: VirtualScene) -> Drawn:
        """Return a scene as it is drawn, without noise."""
        if self._last is None or self._last[0] != scene:
            self._last = (scene, self._draw(scene))
        return self._last[1]

    def _draw(self, scene: VirtualScene) -> Drawn:
        stage = self._ready_stage(scene)
        cast = [*map(bodies.counter_body, scene.counters), *map(bodies.object_body, scene.things)]
        limbs = parts(scene.hand) if scene.hand else None
        share = np.ones(stage.light.shape[:3], np.float32)
        changed: list[Window] = []

        self._shades = {body.source: self._shade(scene, stage, body) for body in cast}
        for shade in self._shades.values():
            share[:, *shade.window] *= shade.share
            changed.append(shade.window)
        under_hand: Array | None = None
        if limbs is not None:
            under_hand, window = self._hand_shade(scene, stage, (*limbs.skin, *limbs.sleeve))
            share[:, *window] *= under_hand[:, *window]
            changed.append(window)

        picture = stage.whole.copy()
        for window in changed:
            picture[window] = np.einsum("lhw,lhwc->hwc", share[:, *window], stage.light[:, *window])
        owners = np.full(picture.shape[:2], NO_OWNER, np.int16)
        whole = self._draw_bodies(scene, cast, under_hand, picture, owners)
        if limbs is not None and scene.hand is not None:
            samples, light = skin.draw(limbs, scene.hand, scene.light, scene.camera, self.oversampling)
            picture.reshape(-1, 3)[samples] = light
            owners.ravel()[samples] = HAND
        return Drawn(expose(picture, scene.sensor, self.oversampling), owners, whole)

    def _ready_stage(self, scene: VirtualScene) -> RenderStage:
        setting = (scene.board, scene.table, scene.light, scene.camera)
        if self._stage is None or setting != self._setting:
            self._setting, self._shades, self._patches = setting, {}, {}
            self._stage = build_stage(*setting, self.oversampling)
        return self._stage

    def _draw_bodies(
        self,
        scene: VirtualScene,
        cast: Sequence[Body],
        under_hand: Array | None,
        picture: Array,
        owners: NDArray[np.int16],
    ) -> list[int]:
        """Draw the bodies, far ones first, into picture and owners; return each whole body's samples."""
        eye = np.array(scene.camera.position_mm)
        order = sorted(range(len(cast)), key=lambda i: -float(np.linalg.norm(cast[i].solid.centre_mm - eye)))
        neighbours = _neighbours(cast)
        patches: dict[tuple[_Source, ...], _Patch] = {}
        whole = [0] * len(cast)
        for number in order:
            near = neighbours[number]
            key = (cast[number].source, *(body.source for body in near))
            patch = patches[key] = self._patches.get(key) or self._patch(scene, cast[number], near)
            light = patch.light
            if under_hand is not None:
                light = light * under_hand[:, patch.rows, patch.columns, None]
            picture[patch.rows, patch.columns] = light.sum(axis=0)
            owners[patch.rows, patch.columns] = number
            whole[number] = patch.rows.size
        self._patches = patches
        return whole

    def _shade(self, scene: VirtualScene, stage: RenderStage, body: Body) -> _Shade:
        if body.source in self._shades:
            return self._shades[body.source]
        lights = (None, *scene.light.lamps)
        floor_mm = -scene.board.thickness_mm
        # A shadow may fall on the board or, beyond its edge, on the table: check both planes.
        window = extents.union(
            [
                window
                for lamp in lights
                for z in (0.0, floor_mm)
                for window in extents.of_shadows(scene.camera, [body.solid], lamp, z, self.oversampling)
            ]
        )
        points = stage.surface_mm[window].reshape(-1, 3)
        share = np.stack([visible_share((body.solid,), points, lamp) for lamp in lights])
        return _Shade(window, share.reshape(len(lights), *stage.surface_mm[window].shape[:2]))

    def _hand_shade(
        self, scene: VirtualScene, stage: RenderStage, limbs: Sequence[Solid]
    ) -> tuple[Array, Window]:
        """Return the share (1 + lamps, H, W) of each light that a hand leaves, and its window."""
        step = HAND_SHADOW_STEP
        coarse = stage.surface_mm[step // 2 :: step, step // 2 :: step]
        lights = (None, *scene.light.lamps)
        share = np.ones((len(lights), *coarse.shape[:2]), np.float32)
        windows = []
        for layer, lamp in zip(share, lights, strict=True):
            to_lamp, distance_mm, radius_mm = sight_of(lamp, coarse.reshape(-1, 3))
            to_lamp, distance_mm = to_lamp.reshape(coarse.shape), distance_mm.reshape(layer.shape)
            cast = extents.of_shadows(scene.camera, limbs, lamp, -scene.board.thickness_mm, self.oversampling)
            for limb, window in zip(limbs, cast, strict=True):
                small = extents.coarser(window, step)
                if not layer[small].size:
                    continue
                hidden = limb.occlusion(
                    coarse[small].reshape(-1, 3),
                    to_lamp[small].reshape(-1, 3),
                    distance_mm[small].ravel(),
                    radius_mm,
                )
                layer[small] *= 1 - hidden.reshape(layer[small].shape)
            windows += cast
        rows, columns = stage.surface_mm.shape[:2]
        full = np.stack([skin.enlarged(layer, step, rows, columns) for layer in share])
        return full, extents.grown(extents.union(windows), 2 * step, (rows, columns))

    def _patch(self, scene: VirtualScene, body: Body, near: Sequence[Body]) -> _Patch:
        window = extents.of_ball(scene.camera, body.solid, self.oversampling)
        views = lens.rays(scene.camera, self.oversampling)[window]
        origin = floats(scene.camera.position_mm)
        hit = body.solid.hit(origin, views.reshape(-1, 3))
        seen = views.reshape(-1, 3)[hit.mask]
        points = origin + seen * hit.depth_mm[:, None]
        look = (hit.normals, seen, bodies.albedo(body, hit.local), body.finish)
        others = [other.solid for other in near]
        light = [from_room(scene.light, *look) * visible_share(others, points, None)[:, None]]
        light += [
            from_lamp(lamp, points, *look) * visible_share(others, points, lamp)[:, None]
            for lamp in scene.light.lamps
        ]
        rows, columns = np.divmod(np.flatnonzero(hit.mask), max(views.shape[1], 1))
        return _Patch(rows + window[0].start, columns + window[1].start, np.stack(light))


def _neighbours(cast: Sequence[Body]) -> list[list[Body]]:
    """Return, for each body, those near enough to shade it."""
    centres = np.array([body.solid.centre_mm for body in cast]).reshape(-1, 3)
    reaches = np.array([body.solid.reach_mm for body in cast])
    across = centres[:, None, :2] - centres[:, :2]
    near = np.hypot(across[..., 0], across[..., 1]) < reaches[:, None] + reaches + 3 * (
        centres[:, 2] + reaches / 3
    )
    np.fill_diagonal(near, False)
    return [[cast[other] for other in np.flatnonzero(row).tolist()] for row in near]
