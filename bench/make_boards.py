"""Writes random stations and filmed games with exact truth, in the layout that `five-lines evaluate` reads.

    python bench/make_boards.py --stations 40 --films 2 --seed 1 --out DIR

    DIR/station_NN/board.toml, reference/{empty,setup_a}.jpg, play/01..08.jpg, truth.json
    DIR/film_NN/board.toml, reference/{empty,setup_a}.jpg, frames/plyNN_{hand,settled}.jpg, truth.json

In the truth, line k at side +1 is point kA, at side -1 point (6-k)B; pixel (0, 0) is the centre of the top
left pixel; places are millimetres in the board's frame (see `hardware.virtual_table.scene`).
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from tqdm import tqdm

from companion.game import GOAL_HALF, OWN_HALF, RING, Seat, rules_for
from five_lines_lab.dataset.ground_truth import Rendered, TrueRenderer
from five_lines_lab.dataset.labels import frame_labels, scene_labels
from five_lines_lab.dataset.lights import LightChange, changed
from five_lines_lab.dataset.random_scenes import RandomScene, random_scene
from five_lines_lab.film.filming import take
from five_lines_lab.film.make_film import board_toml, labels, ply_of, throws_json
from five_lines_lab.film.script import Beat, Script, write_script
from five_lines_lab.layouts import PlacedCounter, place_counters, slots_on
from hardware.virtual_table.exposure import metered_light
from hardware.virtual_table.layouts import BoardSlot
from hardware.virtual_table.placing import finger_tips_mm, random_hand
from hardware.virtual_table.render.sensor import encoded
from hardware.virtual_table.scene import HandPose, Lighting, VirtualCounter, VirtualHand, VirtualScene

PLAY_FRAMES = 8
POSITION_KINDS = ("points", "sacred", "kidd", "off")
FILM_SIZE_PX = (800, 600)
FILM_QUALITY = 88
MISTAKES = 5
SHORT_FILM = 60
"""Maximum throws of a film; a longer game is played again, to save time of rendering."""

HOLDING_MM = 28.0


def main() -> int:
    """Write the sets that the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--stations", type=int, default=10, metavar="N")
    parser.add_argument("--films", type=int, default=0, metavar="M")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    args = parser.parse_args()
    renderer = TrueRenderer()
    for number in tqdm(range(args.stations), unit="station"):
        rng = np.random.default_rng((args.seed, 0, number))
        write_set(args.out / f"station_{number:02d}", random_scene(rng), renderer, rng)
    for number in tqdm(range(args.films), unit="film"):
        rng = np.random.default_rng((args.seed, 1, number))
        script = short_script(rng, SHORT_FILM)
        write_film(args.out / f"film_{number:02d}", script, random_scene(rng, FILM_SIZE_PX), rng)
    return 0


def short_script(rng: np.random.Generator, max_throws: int) -> Script:
    """Return a short game of Schädler's rules, with mistakes."""
    rules = rules_for("schaedler")
    while True:
        script = write_script(rules, Seat.A, MISTAKES, Random(int(rng.integers(1 << 30))), put_back=False)
        if len(script.turns) <= max_throws:
            return script


def write_film(
    folder: Path,
    script: Script,
    drawn: RandomScene,
    rng: np.random.Generator,
    light_at: Callable[[int], Lighting] | None = None,
) -> None:
    """Write one filmed game; mistakes are put right in the picture after. The light is as `take` says."""
    for name in ("reference", "frames"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    pictures = list(take(script, drawn, rng, FILM_QUALITY, light_at))
    files = ["reference/empty.jpg", "reference/setup_a.jpg"]
    for picture in pictures[2:]:
        assert picture.shot is not None
        beat = "hand" if picture.shot.beat is Beat.HAND else "settled"
        name = f"frames/ply{ply_of(script, picture.shot):02d}_{beat}.jpg"
        # Two counters moved at once are seen moving twice.
        files.append(name if name not in files else name.replace("hand", "hand_2"))
    for file, picture in zip(files, pictures, strict=True):
        (folder / file).write_bytes(picture.jpeg)
    (folder / "board.toml").write_text(board_toml(drawn.scene.board), encoding="utf-8")
    (folder / "throws.json").write_text(throws_json(script), encoding="utf-8")
    truth = labels(script, drawn, pictures, files, FILM_QUALITY)
    (folder / "truth.json").write_text(json.dumps({"name": folder.name, **truth}), encoding="utf-8")


def write_set(folder: Path, drawn: RandomScene, renderer: TrueRenderer, rng: np.random.Generator) -> None:
    """Write pictures of one board with one camera, and their truth."""
    (folder / "reference").mkdir(parents=True, exist_ok=True)
    (folder / "play").mkdir(exist_ok=True)
    (folder / "board.toml").write_text(board_toml(drawn.scene.board), encoding="utf-8")
    quality = int(rng.integers(84, 93))
    scene = drawn.scene
    setup = place_counters(scene.board, drawn.counters, [BoardSlot(half, 0) for half in RING], 2.5, rng)
    frames: list[dict[str, Any]] = []
    first: Rendered | None = None
    for role, placed in (("empty", ()), ("setup_a", setup)):
        rendered = renderer.render(with_counters(scene, placed), int(rng.integers(1 << 30)))
        first = first or rendered
        write_jpeg(folder / "reference" / f"{role}.jpg", rendered, quality)
        frames.append(
            {**frame_labels(f"reference/{role}.jpg", rendered.truth, placed, hand=False), "role": role}
        )

    changes: list[str | None] = [*rng.permutation(list(LightChange))[: rng.integers(1, 3)]]
    hands: list[HandPose] = [*rng.permutation(list(HandPose))[: rng.integers(1, 3)]]
    rest = PLAY_FRAMES - len(changes) - len(hands)
    roles = [(c, None) for c in changes] + [(None, h) for h in hands] + [(None, None)] * rest
    kinds = rng.permutation([*POSITION_KINDS, *POSITION_KINDS])
    for number, index in enumerate(rng.permutation(PLAY_FRAMES)):
        change, pose = roles[index]
        frames.append(
            play_frame(
                folder,
                f"play/{number + 1:02d}.jpg",
                drawn,
                str(kinds[number]),
                change,
                pose,
                quality,
                renderer,
                rng,
            )
        )
    assert first is not None
    truth = {
        "kind": "station",
        "name": folder.name,
        **scene_labels(drawn, first.truth, quality),
        "frames": frames,
    }
    (folder / "truth.json").write_text(json.dumps(truth))


def play_frame(
    folder: Path,
    name: str,
    drawn: RandomScene,
    kind: str,
    change: str | None,
    pose: HandPose | None,
    quality: int,
    renderer: TrueRenderer,
    rng: np.random.Generator,
) -> dict[str, Any]:
    """Write one play frame and return its truth."""
    scene = drawn.scene
    counters = list(rng.permutation(np.array(drawn.counters, dtype=object)))
    untidy = float(rng.choice([2.0, 4.0, 8.0, 0.4 * scene.board.spec.line_pitch_mm], p=[0.4, 0.3, 0.2, 0.1]))
    placed = place_counters(scene.board, counters, random_where(kind, counters, rng), untidy, rng)
    exposure = "locked"
    if change is not None:
        scene = replace(scene, light=changed(scene.light, LightChange(change), rng))
        if rng.uniform() < 0.4:
            exposure = "auto"
            ratio = metered_light(drawn.scene) / metered_light(scene)
            scene = replace(scene, sensor=replace(scene.sensor, exposure=scene.sensor.exposure * ratio))
    hand = None
    if pose is not None:
        hand, placed = hand_over(pose, placed, rng)
    rendered = renderer.render(replace(with_counters(scene, placed), hand=hand), int(rng.integers(1 << 30)))
    write_jpeg(folder / name, rendered, quality)
    truth = frame_labels(name, rendered.truth, placed, hand=hand is not None)
    truth |= {"light_changed": change is not None, "light_change": change, "exposure": exposure}
    truth |= {"role": "play", "position_kind": kind}
    if pose is not None:
        truth["hand_action"] = str(pose)
    return truth


def random_where(
    kind: str, counters: list[VirtualCounter], rng: np.random.Generator
) -> list[BoardSlot | None]:
    """Return the places of counters in a random position of a kind; None: beside the board."""
    ordinary = [half for half in range(10) if half not in (OWN_HALF, GOAL_HALF)]
    match kind:
        case "points":
            halves = [int(half) for half in rng.permutation(10)]
        case "sacred":
            goal, own = (OWN_HALF, GOAL_HALF) if rng.uniform() < 0.5 else (GOAL_HALF, OWN_HALF)
            many = int(rng.integers(3, 9))
            few = int(rng.integers(0, 11 - many))
            others = [int(half) for half in rng.permutation(ordinary)[: 10 - many - few]]
            halves = [goal] * many + [own] * few + others
            halves += [goal] * (10 - len(halves))
        case "kidd":
            halves = []
            free = [int(half) for half in rng.permutation(10)]
            for seat in Seat:
                left = sum(counter.seat == seat for counter in counters)
                while left:
                    yoke = int(min(left, rng.choice([1, 1, 2, 3, 4, 5])))
                    halves += [free.pop()] * yoke
                    left -= yoke
            by_seat = sorted(range(len(counters)), key=lambda i: counters[i].seat)
            where = dict(zip(by_seat, slots_on([RING[half] for half in halves]), strict=True))
            return [where[i] for i in range(len(counters))]
        case _:
            halves = [int(half) for half in rng.permutation(10)[: rng.integers(4, 9)]]
            if rng.uniform() < 0.4:
                halves[1] = halves[0]
    found: list[BoardSlot | None] = [*slots_on([RING[half] for half in halves])]
    return found + [None] * (len(counters) - len(found))


def hand_over(
    pose: HandPose, placed: tuple[PlacedCounter, ...], rng: np.random.Generator
) -> tuple[VirtualHand, tuple[PlacedCounter, ...]]:
    """Return a hand over one of the counters, and the counters; a holding hand has lifted its own."""
    on_board = [i for i, one in enumerate(placed) if one.spot is not None]
    index = int(rng.choice(on_board))
    counter = placed[index].counter
    if pose is HandPose.HOVERING:
        x, y = rng.normal((counter.x_mm, counter.y_mm), 18)
        return random_hand(pose, float(x), float(y), float(rng.uniform(12, 40)), rng), placed
    z = float(rng.uniform(6, HOLDING_MM))
    lifted = PlacedCounter(replace(counter, z_mm=z, held=True), None)
    hand = random_hand(pose, counter.x_mm, counter.y_mm, finger_tips_mm(counter, z), rng)
    return hand, (*placed[:index], lifted, *placed[index + 1 :])


def with_counters(scene: VirtualScene, placed: tuple[PlacedCounter, ...]) -> VirtualScene:
    """Return the scene with these counters on its table."""
    return replace(scene, counters=tuple(one.counter for one in placed))


def write_jpeg(path: Path, rendered: Rendered, quality: int) -> None:
    """Write a picture as a JPEG file."""
    path.write_bytes(encoded(rendered.picture, quality))


if __name__ == "__main__":
    sys.exit(main())
