"""Random scenes: some board on some table in some light, seen by some camera, and ten counters for it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

import numpy as np

from companion.board.spec import BoardSpec
from companion.game import COUNTERS, Seat
from five_lines_lab.dataset.lights import LightKind, light_of
from hardware.virtual_table.exposure import EXPOSED, metered
from hardware.virtual_table.render import lens
from hardware.virtual_table.scene import (
    COLOUR_PAIRS,
    BoardMaterial,
    Colour,
    CounterKind,
    SacredMark,
    SceneCamera,
    SensorModel,
    TableSurface,
    TableTexture,
    VirtualBoard,
    VirtualCounter,
    VirtualScene,
)

Choice = TypeVar("Choice")


class BoardClass(StrEnum):
    """The classes of boards that differ in how their lines are found."""

    PAPER_ARUCO = "paper_aruco"
    PAPER_PLAIN = "paper_plain"
    STONE = "stone"
    WOOD = "wood"
    SLATE = "slate"


@dataclass(frozen=True)
class RandomScene:
    """A random scene: an empty board, its class, and ten counters, A0 to B4, to place on it."""

    board_class: BoardClass
    colour_pair: str
    light_kind: LightKind
    oblique: bool
    scene: VirtualScene
    counters: tuple[VirtualCounter, ...]


def random_scene(
    rng: np.random.Generator,
    size_px: tuple[int, int] | None = None,
    board_class: BoardClass | None = None,
    light_kind: LightKind | None = None,
    *,
    oblique: bool | None = None,
    fill: float | None = None,
) -> RandomScene:
    """A random scene; what is given is not drawn. `fill`: how much of the picture the board fills."""
    board_class = board_class or _pick(rng, tuple(BoardClass))
    light_kind = light_kind or _pick(rng, tuple(LightKind))
    board = _board(board_class, rng)
    table = _table(rng)
    oblique = bool(rng.uniform() < 0.4) if oblique is None else oblique
    size = size_px or ((1280, 960) if rng.uniform() < 0.2 else (960, 720))
    camera = random_camera(board, oblique, size, fill or rng.uniform(0.66, 0.9), rng)
    light = light_of(light_kind, rng)
    dim = light_kind is LightKind.WARM_LOW
    sensor = SensorModel(
        vignetting=rng.uniform(0.05, 0.2),
        blur_px=rng.uniform(0.35, 1.0),
        noise=rng.uniform(3.5, 7.5) if dim else rng.uniform(0.9, 1.6),
    )
    scene = metered(
        VirtualScene(board, table, light, camera, sensor), EXPOSED * (0.42 if dim else rng.uniform(0.75, 1.0))
    )
    pair = _pick(rng, tuple(COLOUR_PAIRS))
    return RandomScene(board_class, pair, light_kind, oblique, scene, _counters(pair, rng))


def _pick(rng: np.random.Generator, choices: tuple[Choice, ...]) -> Choice:
    return choices[int(rng.integers(len(choices)))]


def _board(board_class: BoardClass, rng: np.random.Generator) -> VirtualBoard:
    seed = int(rng.integers(1 << 30))
    common = VirtualBoard(
        spec=BoardSpec(marker_size_mm=30.0, marker_x_mm=195.0),
        sacred_mark=_pick(rng, tuple(SacredMark)),
        seed=seed,
    )
    worn = rng.uniform(0.25, 0.5) if rng.uniform() < 0.25 else rng.uniform(0.6, 1.0)
    slab = (float(rng.uniform(388, 420)), float(rng.uniform(264, 298)))
    match board_class:
        case BoardClass.PAPER_ARUCO | BoardClass.PAPER_PLAIN:
            markers = board_class is BoardClass.PAPER_ARUCO
            grey, warm = rng.uniform(0.84, 0.95), rng.uniform(0, 0.1)
            return replace(
                common,
                material=_pick(rng, (BoardMaterial.PAPER, BoardMaterial.LAMINATED)),
                colour=(grey, grey - 0.3 * warm, grey - warm),
                size_mm=(483.0, 329.0) if markers else (440.0, 310.0),
                line_width_mm=rng.uniform(1.0, 2.0),
                line_strength=rng.uniform(0.75, 1.0),
                point_fill=bool(rng.uniform() < 0.3),
                markers=markers,
            )
        case BoardClass.STONE:
            material = _pick(rng, (BoardMaterial.LIMESTONE, BoardMaterial.SANDSTONE))
            pale = (0.76, 0.73, 0.66) if material is BoardMaterial.LIMESTONE else (0.82, 0.68, 0.52)
            return replace(
                common,
                material=material,
                colour=_varied(pale, rng),
                size_mm=slab,
                thickness_mm=rng.uniform(16, 28),
                line_width_mm=rng.uniform(1.8, 3.0),
                line_strength=worn,
                unevenness_mm=rng.uniform(0, 1.5),
            )
        case BoardClass.WOOD:
            return replace(
                common,
                material=BoardMaterial.WOOD,
                colour=_varied(_pick(rng, ((0.72, 0.5, 0.3), (0.6, 0.4, 0.22), (0.8, 0.65, 0.45))), rng),
                size_mm=slab,
                thickness_mm=rng.uniform(12, 20),
                line_width_mm=rng.uniform(1.4, 2.2),
                line_strength=max(worn, 0.45),
                unevenness_mm=rng.uniform(0, 1.0),
            )
        case BoardClass.SLATE:
            return replace(
                common,
                material=BoardMaterial.SLATE,
                colour=_varied((0.36, 0.37, 0.41), rng),
                size_mm=slab,
                thickness_mm=rng.uniform(8, 12),
                line_width_mm=rng.uniform(1.2, 2.2),
                line_strength=max(worn, 0.4),
                unevenness_mm=rng.uniform(0, 1.5),
            )


def _table(rng: np.random.Generator) -> TableSurface:
    texture = _pick(rng, tuple(TableTexture))
    match texture:
        case TableTexture.WOOD_DARK:
            colour = _varied((0.36, 0.22, 0.14), rng)
        case TableTexture.WOOD_LIGHT:
            colour = _varied((0.7, 0.56, 0.4), rng)
        case TableTexture.CLOTH_CHECK:
            colour = _pick(rng, ((0.2, 0.25, 0.35), (0.15, 0.15, 0.16), (0.6, 0.15, 0.15), (0.2, 0.4, 0.25)))
        case _:
            hues = (
                (0.65, 0.1, 0.1),
                (0.3, 0.42, 0.24),
                (0.5, 0.5, 0.5),
                (0.2, 0.25, 0.4),
                (0.42, 0.28, 0.22),
                (0.25, 0.26, 0.28),
            )
            colour = _varied(_pick(rng, hues), rng)
    return TableSurface(texture, colour, int(rng.integers(1 << 30)))


def _varied(colour: Colour, rng: np.random.Generator) -> Colour:
    r, g, b = np.clip(np.array(colour) * rng.uniform(0.88, 1.12) + rng.normal(0, 0.015, 3), 0.03, 0.97)
    return (float(r), float(g), float(b))


def random_camera(
    board: VirtualBoard, oblique: bool, size_px: tuple[int, int], fill: float, rng: np.random.Generator
) -> SceneCamera:
    """A camera at any side of the board, above it or up to 45 degrees aslant, that has it all in view."""
    side = 90.0 * rng.integers(4)
    up_deg = float(side + rng.normal(0, 7))
    distance = rng.uniform(620, 820)
    tilt = np.radians(rng.uniform(22, 45) if oblique else rng.uniform(0, 5))
    back = np.radians(up_deg + 180 + rng.normal(0, 5))
    target = rng.normal(0, 12, 2)
    position = (
        float(target[0] + distance * np.sin(tilt) * np.cos(back)),
        float(target[1] + distance * np.sin(tilt) * np.sin(back)),
        float(distance * np.cos(tilt)),
    )
    width, height = size_px
    camera = SceneCamera(
        position,
        (float(target[0]), float(target[1]), 0.0),
        up_deg,
        width,
        height,
        1.0,
        rng.uniform(-0.13, 0.0),
        rng.uniform(0, 0.02),
    )
    x, y = board.size_mm[0] / 2, board.size_mm[1] / 2
    corners = lens.project(camera, [(x, y, 0), (-x, y, 0), (-x, -y, 0), (x, -y, 0)])
    reach = np.abs(corners - ((width - 1) / 2, (height - 1) / 2)).max(axis=0)
    focal = float(min(width / 2 / reach[0], height / 2 / reach[1]) * fill)
    return replace(camera, focal_px=focal)


def _counters(pair: str, rng: np.random.Generator) -> tuple[VirtualCounter, ...]:
    pebbles = pair.startswith("pebbles")
    kind = CounterKind.PEBBLE if pebbles else _pick(rng, (CounterKind.BEAD, CounterKind.DISC))
    gloss = rng.uniform(0.1, 0.45) if rng.uniform() < 0.4 or pebbles else rng.uniform(0.75, 1.0)
    diameter, height = rng.uniform(20, 23), rng.uniform(4.5, 9.5)
    mottle = rng.uniform(0.4, 0.9) if pebbles else 0.0
    counters = []
    for seat, colour in zip(Seat, COLOUR_PAIRS[pair], strict=True):
        own = _varied(colour, rng)
        for number in range(COUNTERS):
            tone = rng.normal(1, 0.12 if pebbles else 0.02)
            counters.append(
                VirtualCounter(
                    f"{seat}{number}",
                    seat,
                    kind,
                    (min(own[0] * tone, 0.97), min(own[1] * tone, 0.97), min(own[2] * tone, 0.97)),
                    float(round(diameter + rng.uniform(-0.8, 0.8), 2)),
                    float(round(height + rng.uniform(-0.6, 0.6) * (1.5 if pebbles else 0.4), 2)),
                    0.0,
                    0.0,
                    gloss=gloss,
                    mottle=mottle,
                    seed=int(rng.integers(1 << 30)),
                )
            )
    return tuple(counters)
