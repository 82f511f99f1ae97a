"""Cut boards of five lines out of photographs of counters on grids, for `five-lines evaluate`.

Five neighbouring rows of ten crossings make a board, learned from a few examples in the same photograph. Only
photographs that the network did not learn from are used. Run it as `python bench/photo_boards.py PHOTOGRAPHS
--out DIR [--seed N]`, then `five-lines evaluate DIR`.
"""

import argparse
import json
import shutil
from collections import deque
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from five_lines_lab.training.photographs import labelled_counters, photographs
from vision.picture_file import read_picture

Doubles = NDArray[np.float64]

PITCH_MM = 30.0
COLUMNS, ROWS = 10, 5
BOARDS = 3
"""Boards cut out of a photograph at most."""

EXAMPLES = 3
"""Examples of each seat and of empty places."""

STEPS = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])


def main() -> None:
    """Write the photographs and their truth."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("photographs", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for kind, path in photographs(args.photographs, held_out=True):
        rng = np.random.default_rng((args.seed, int(path.stem.rpartition("_")[2])))
        cases = boards(path, rng)
        if cases:
            folder = args.out / kind.replace(" ", "_").replace(",", "").replace("'", "") / path.stem
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder)
            (folder / "truth.json").write_text(json.dumps(cases, indent=1) + "\n", encoding="utf-8")


def boards(path: Path, rng: np.random.Generator) -> list[dict[str, object]]:
    """Return the truth of some boards in a photograph, none where its counters make no grid."""
    height, width = read_picture(path).shape[:2]
    counters = labelled_counters(path)
    if len(counters) < 12:
        return []
    middles = counters[:, 1:3] * (width, height) - 0.5
    size = np.median(counters[:, 3:], axis=0) * (width, height)
    found = lattice(middles, size, rng)
    if found is None:
        return []
    to_px, at = found
    places = cv2.perspectiveTransform(middles[None], np.linalg.inv(to_px))[0]
    low, high = at.min(axis=0), at.max(axis=0)
    cases = []
    for column, row in rng.permutation(
        [(x, y) for x in range(low[0], high[0] - COLUMNS + 2) for y in range(low[1], high[1] - ROWS + 2)]
    ).tolist():
        case = board(path, to_px, np.column_stack([counters[:, 0], places]), (column, row), size, rng)
        if case is not None:
            cases.append(case)
        if len(cases) == BOARDS:
            break
    return cases


def lattice(
    middles: Doubles, size: Doubles, rng: np.random.Generator
) -> tuple[Doubles, NDArray[np.int64]] | None:
    """Return the homography from a grid to pixels, and the crossings (n, 2) of counters that fit it."""
    best: tuple[Doubles, NDArray[np.int64]] | None = None
    for seed in rng.permutation(len(middles))[:12].tolist():
        crossing = {seed: (0, 0)}
        waiting = deque([seed])
        # The step right and down, in pixels, at each counter: neighbours nearly touch.
        steps = {seed: np.diag(1.07 * size)}
        while waiting:
            here = waiting.popleft()
            for way in STEPS:
                there = middles[here] + way @ steps[here]
                away = np.hypot(*((middles - there) / size).T)
                nearest = int(away.argmin())
                if away[nearest] < 0.25 and nearest not in crossing:
                    crossing[nearest] = (crossing[here][0] + int(way[0]), crossing[here][1] + int(way[1]))
                    step, axis = (middles[nearest] - middles[here]) * way.sum(), int(way[1] != 0)
                    steps[nearest] = steps[here].copy()
                    steps[nearest][axis] = 0.5 * steps[here][axis] + 0.5 * step
                    waiting.append(nearest)
        if len(crossing) < 10:
            continue
        at = np.array(list(crossing.values()))
        if (np.ptp(at, axis=0) < 2).any():
            continue
        to_px, _ = cv2.findHomography(
            at.astype(float), middles[list(crossing)], cv2.RANSAC, 0.15 * size.min()
        )
        if to_px is None:
            continue
        spots = np.rint(cv2.perspectiveTransform(middles[None], np.linalg.inv(to_px))[0]).astype(int)
        fits = (
            np.hypot(*((cv2.perspectiveTransform(spots[None].astype(float), to_px)[0] - middles) / size).T)
            < 0.25
        )
        # Towards the horizon of a wrong homography a pixel may be a thousand crossings away.
        fits &= np.abs(spots).max(axis=1) < len(middles)
        if fits.mean() > 0.8 and (best is None or fits.sum() > len(best[1])):
            best = np.asarray(to_px, np.float64), spots[fits]
    return best


def board(
    path: Path,
    to_px: Doubles,
    counters: Doubles,
    corner: tuple[int, int],
    size: Doubles,
    rng: np.random.Generator,
) -> dict[str, object] | None:
    """Return the truth of the board at a crossing of the grid; counters (n, 3) are seat and place there."""
    places = counters[:, 1:] - corner
    near = ((places > -0.6) & (places < (COLUMNS - 0.4, ROWS - 0.4))).all(axis=1)
    spots = np.rint(places[near]).astype(int)
    if (np.hypot(*(places[near] - spots).T) > 0.35).any():
        return None
    truth = np.full((ROWS, COLUMNS), "empty", object)
    for (x, y), seat in zip(spots.tolist(), counters[near, 0], strict=True):
        if not (0 <= x < COLUMNS and 0 <= y < ROWS) or truth[y, x] != "empty":
            return None
        truth[y, x] = "AB"[int(seat)]
    grid = np.stack(np.meshgrid(np.arange(COLUMNS), np.arange(ROWS)), axis=-1).reshape(-1, 2) + corner
    px = cv2.perspectiveTransform(grid[None].astype(float), to_px)[0].reshape(ROWS, COLUMNS, 2)
    examples = []
    for label in ("A", "B", "empty"):
        shown = np.argwhere(truth == label)
        if len(shown) < 2:
            return None
        examples += [
            f"{label}@{px[y, x][0]:.1f},{px[y, x][1]:.1f}" for y, x in rng.permutation(shown)[:EXAMPLES]
        ]
    step = float(np.median(np.hypot(*np.diff(px, axis=1).reshape(-1, 2).T)))
    across = float(np.median(np.hypot(*np.diff(px, axis=0).reshape(-1, 2).T)))
    diameter = round(PITCH_MM * float(np.mean(size / (step, across))), 1)
    if not (px.min() > -4 and diameter < PITCH_MM * 1.05):
        return None
    corners = [px[-1, -1], px[0, -1], px[0, 0], px[-1, 0]]
    return {
        "case": f"{path.stem}_{corner[0]}_{corner[1]}",
        "picture": path.name,
        "corners_px": [np.round(one, 1).tolist() for one in corners],
        "board": {
            "line_pitch_mm": PITCH_MM,
            "line_length_mm": PITCH_MM * (COLUMNS - 1),
            "counter_diameter_mm": min(diameter, 0.98 * PITCH_MM),
            "counter_height_mm": 9,
            "point_diameter_mm": 4,
            "counters_per_seat": 0,
        },
        "examples": {path.name: " ".join(examples)},
        "points": [
            {
                "point": f"{x},{y}",
                "xy_px": np.round(px[y, x], 1).tolist(),
                "truth": truth[y, x],
                "grid_step_px": min(step, across),
            }
            for y in range(ROWS)
            for x in range(COLUMNS)
        ],
    }


if __name__ == "__main__":
    main()
