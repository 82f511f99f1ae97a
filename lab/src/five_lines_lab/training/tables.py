"""Random tables to learn from: wider than any real one, so that real ones lie well within."""

import colorsys
from dataclasses import dataclass, replace

import numpy as np

from companion.board.spec import BoardSpec, BoardStyle
from companion.game import RING, Seat
from five_lines_lab.dataset.lights import LightChange, changed, tinted
from five_lines_lab.dataset.random_scenes import RandomScene, random_camera, random_scene
from five_lines_lab.layouts import place_counters, slots_on
from hardware.virtual_table.exposure import metered
from hardware.virtual_table.layouts import BoardSlot
from hardware.virtual_table.placing import random_hand
from hardware.virtual_table.scene import (
    COLOUR_PAIRS,
    BoardMaterial,
    Colour,
    CounterKind,
    HandPose,
    Lighting,
    ObjectKind,
    SceneObject,
    VirtualBoard,
    VirtualCounter,
    VirtualHand,
    VirtualScene,
)

Rng = np.random.Generator


@dataclass(frozen=True)
class PictureSpec:
    """A picture to take of a table: the scene, and which of its counters are foreign things.

    Counters that are `strange` have a size that no seat's have; the network should call them other things.
    """

    scene: VirtualScene
    strange: frozenset[str] = frozenset()


@dataclass(frozen=True)
class TrainingTable:
    """A table to learn from: its empty scene, the counters of both seats, and the measures of its board."""

    scene: VirtualScene
    spec: BoardSpec
    counters: tuple[VirtualCounter, ...]


def random_table(rng: Rng, size_px: tuple[int, int]) -> TrainingTable:
    """A random table whose board, counters and light vary more than those of the virtual table."""
    drawn = random_scene(rng, size_px)
    counters = _counters(rng, drawn)
    diameter = float(np.mean([c.diameter_mm for c in counters]))
    height = float(np.mean([c.height_mm for c in counters]))
    board = _board(rng, drawn.scene.board, diameter)
    spec = replace(
        board.spec,
        counter_diameter_mm=round(diameter * rng.uniform(0.96, 1.04), 1),
        counter_height_mm=round(height),
        counters_per_seat=0,
    )
    camera = random_camera(board, drawn.oblique, size_px, rng.uniform(0.66, 0.92), rng)
    light = _light(rng, drawn.scene.light)
    scene = replace(drawn.scene, board=board, camera=camera, light=light)
    sensor = replace(
        scene.sensor,
        blur_px=rng.uniform(0.3, 0.9),
        red_gain=float(np.exp(rng.normal(0, 0.08))),
        blue_gain=float(np.exp(rng.normal(0, 0.08))),
        jpeg_quality=int(rng.integers(70, 96)),
    )
    scene = metered(replace(scene, sensor=sensor), 0.62 * rng.uniform(0.45, 1.05))
    return TrainingTable(scene, spec, counters)


def start(rng: Rng, table: TrainingTable) -> PictureSpec:
    """The start position: a counter on each point, A's on its own."""
    own = {seat: [c for c in table.counters if c.seat is seat][:5] for seat in Seat}
    placed = place_counters(
        table.scene.board, [*own[Seat.A], *own[Seat.B]], [BoardSlot(half, 0) for half in RING], 2.5, rng
    )
    return PictureSpec(replace(table.scene, counters=tuple(p.counter for p in placed)))


def relit(rng: Rng, table: TrainingTable) -> TrainingTable:
    """The same table in another light."""
    return replace(table, scene=_relit(rng, table.scene))


def play(rng: Rng, table: TrainingTable, *, thing: bool) -> PictureSpec:
    """A picture of a game, or of a table that children have played at, with or without a thing on it."""
    scene = table.scene
    counters = _lying(rng, table)
    strange: set[str] = set()
    if not thing:
        return PictureSpec(replace(scene, counters=counters))
    if rng.uniform() < 0.7:
        hand, counters = _hand(rng, table, counters)
        scene = replace(scene, hand=hand)
    if scene.hand is None or rng.uniform() < 0.2:
        if rng.uniform() < 0.5:
            scene = replace(scene, things=(_thing(rng, table),))
        else:
            odd = _strange(rng, table, counters)
            strange.add(odd.name)
            counters = (*counters, odd)
    return PictureSpec(replace(scene, counters=counters), frozenset(strange))


def any_colour(rng: Rng) -> Colour:
    """A colour that things have: more often dull than bright."""
    hue, saturation = rng.uniform(), rng.beta(1.1, 1.8)
    value = rng.uniform(0.06, 0.95)
    return colorsys.hsv_to_rgb(hue, float(saturation), float(value))


def _near(rng: Rng, colour: Colour, how_far: float) -> Colour:
    tone = np.exp(rng.normal(0, how_far))
    r, g, b = np.clip(np.array(colour) * tone + rng.normal(0, 0.12 * how_far, 3), 0.03, 0.97)
    return (float(r), float(g), float(b))


def _counters(rng: Rng, drawn: RandomScene) -> tuple[VirtualCounter, ...]:
    """Return six counters of each seat, similar among themselves as real counters are."""
    pairs = list(COLOUR_PAIRS.values())
    how = rng.uniform()
    a, b = pairs[int(rng.integers(len(pairs)))]
    if how < 0.3:
        a, b = any_colour(rng), any_colour(rng)
    elif how < 0.45:
        a = any_colour(rng)
        b = _near(rng, a, 0.5)
    elif how < 0.65:
        a = _near(rng, drawn.scene.board.colour, rng.uniform(0.02, 0.3))
        b = any_colour(rng)
    elif how < 0.75:
        a, b = (float(rng.uniform(0.05, 0.3)),) * 3, (float(rng.uniform(0.5, 0.93)),) * 3
    if rng.uniform() < 0.5:
        a, b = b, a
    kinds = list(CounterKind)
    kind = kinds[int(rng.integers(3))]
    other_kind = kinds[int(rng.integers(3))] if rng.uniform() < 0.2 else kind
    diameter, height = rng.uniform(16, 26), rng.uniform(3.0, 10.0)
    own_gloss = rng.uniform(0.0, 1.0, 2) if rng.uniform() < 0.3 else np.repeat(rng.uniform(0.0, 1.0), 2)
    counters: list[VirtualCounter] = []
    for seat, colour, shape, gloss in zip(Seat, (a, b), (kind, other_kind), own_gloss.tolist(), strict=True):
        uneven = 0.12 if shape is CounterKind.PEBBLE else 0.03
        mottle = rng.uniform(0.2, 1.0) if shape is CounterKind.PEBBLE or rng.uniform() < 0.2 else 0.0
        counters += [
            VirtualCounter(
                f"{seat}{number}",
                seat,
                shape,
                _near(rng, colour, uneven),
                float(diameter * np.exp(rng.normal(0, 0.02 + 0.3 * (uneven - 0.03)))),
                float(height * np.exp(rng.normal(0, uneven))),
                0.0,
                0.0,
                gloss=gloss,
                mottle=float(mottle),
                seed=int(rng.integers(1 << 30)),
            )
            for number in range(6)
        ]
    return tuple(counters)


def _board(rng: Rng, board: VirtualBoard, counter_mm: float) -> VirtualBoard:
    """The board with other measures, often with another colour or material."""
    pitch = counter_mm * rng.uniform(1.7, 3.0)
    length = max(counter_mm * rng.uniform(9, 15), 3.5 * pitch)
    spec = BoardSpec(
        line_length_mm=round(length),
        line_pitch_mm=round(pitch),
        point_diameter_mm=round(counter_mm * rng.uniform(0.5, 1.5), 1),
        style=BoardStyle.BOXES if rng.uniform() < 0.1 else BoardStyle.LINES,
    )
    around = rng.uniform(1.3, 2.6, 2) * counter_mm
    board = replace(
        board,
        spec=spec,
        size_mm=(float(spec.line_length_mm + 2 * around[0]), float(4 * spec.line_pitch_mm + 2 * around[1])),
        markers=False,
        line_width_mm=rng.uniform(0.8, 3.5),
        line_strength=rng.uniform(0.2, 1.0),
        point_fill=bool(rng.uniform() < 0.35),
    )
    if rng.uniform() < 0.4:
        board = replace(board, colour=any_colour(rng))
    if rng.uniform() < 0.3:
        materials = list(BoardMaterial)
        board = replace(board, material=materials[int(rng.integers(len(materials)))])
    return board


def _tinted(rng: Rng, light: Lighting, how_much: float) -> Lighting:
    red, green, blue = np.exp(rng.normal(0, how_much, 3)).tolist()
    return tinted(light, (red, green, blue))


def _light(rng: Rng, light: Lighting) -> Lighting:
    if rng.uniform() < 0.4:
        light = _tinted(rng, light, 0.25)
    if rng.uniform() < 0.3:
        light = changed(light, LightChange.EXTRA_LAMP, rng)
    return light


def _relit(rng: Rng, scene: VirtualScene) -> VirtualScene:
    """The scene in another light, strongly coloured at times, and at times with the exposure following."""
    light = scene.light
    for change in rng.permutation(list(LightChange))[: rng.integers(1, 4)]:
        light = changed(light, LightChange(change), rng)
    if rng.uniform() < 0.3:
        light = _tinted(rng, light, rng.uniform(0.1, 0.8))
    relit = replace(scene, light=light)
    if rng.uniform() < 0.5:
        relit = metered(relit, 0.62 * rng.uniform(0.5, 1.0))
    return relit


def _lying(rng: Rng, table: TrainingTable) -> tuple[VirtualCounter, ...]:
    """Return counters on the board: some or many, alone or crowded, tidy or not; some beside it."""
    many = int(rng.integers(0, 13)) if rng.uniform() < 0.8 else 10
    chosen = [table.counters[i] for i in rng.permutation(len(table.counters))[:many]]
    few = RING if rng.uniform() < 0.5 else [RING[i] for i in rng.permutation(10)[: rng.integers(1, 5)]]
    halves = [few[int(rng.integers(len(few)))] for _ in chosen]
    where: list[BoardSlot | None] = [*slots_on(halves)]
    where = [None if rng.uniform() < 0.12 else spot for spot in where]
    untidy = float(rng.choice([2.0, 5.0, 12.0, 40.0], p=[0.35, 0.3, 0.2, 0.15]))
    return tuple(p.counter for p in place_counters(table.scene.board, chosen, where, untidy, rng))


def _on_board(rng: Rng, spec: BoardSpec) -> tuple[float, float]:
    x, y = rng.uniform(-0.55, 0.55) * spec.line_length_mm, rng.uniform(-2.2, 2.2) * spec.line_pitch_mm
    return float(x), float(y)


def _hand(
    rng: Rng, table: TrainingTable, counters: tuple[VirtualCounter, ...]
) -> tuple[VirtualHand, tuple[VirtualCounter, ...]]:
    """A hand over the board, and the counters; one that it holds is lifted."""
    pose = HandPose.HOVERING if rng.uniform() < 0.6 or not counters else HandPose.HOLDING
    if pose is HandPose.HOVERING:
        x, y = _on_board(rng, table.spec)
        return random_hand(pose, x, y, float(rng.uniform(8, 60)), rng), counters
    z = float(rng.uniform(5, 40))
    held = replace(counters[0], z_mm=z, held=True)
    hand = random_hand(pose, held.x_mm, held.y_mm, z + held.height_mm / 2 - 6.0, rng)
    return hand, (held, *counters[1:])


def _thing(rng: Rng, table: TrainingTable) -> SceneObject:
    x, y = _on_board(rng, table.spec)
    kinds = list(ObjectKind)
    return SceneObject(
        kinds[int(rng.integers(len(kinds)))],
        x,
        y,
        angle_deg=float(rng.uniform(0, 360)),
        colour=any_colour(rng),
    )


def _strange(rng: Rng, table: TrainingTable, counters: tuple[VirtualCounter, ...]) -> VirtualCounter:
    """A thing much smaller or larger than a counter, of any colour: a die, a lid, a crumb."""
    model = table.counters[0]
    factor = rng.uniform(0.3, 0.6) if rng.uniform() < 0.6 else rng.uniform(1.6, 2.6)
    for _ in range(20):
        x, y = _on_board(rng, table.spec)
        apart = [np.hypot(c.x_mm - x, c.y_mm - y) for c in counters]
        if min(apart, default=1e9) > (factor + 1) * model.diameter_mm / 2 + 1:
            break
    return replace(
        model,
        name="X0",
        kind=list(CounterKind)[int(rng.integers(3))],
        colour=any_colour(rng) if rng.uniform() < 0.6 else model.colour,
        diameter_mm=float(factor * model.diameter_mm),
        height_mm=float(rng.uniform(1, 12)),
        x_mm=x,
        y_mm=y,
    )
