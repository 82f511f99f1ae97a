"""Evaluation of a network on tables that it never saw, and whether its probabilities hold."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np

from five_lines_lab.training.photographs import photograph_samples, photographs
from five_lines_lab.training.samples import EVALUATION_SEED, TrainingSample
from vision.classifier.detections import Detection, detections, probabilities
from vision.classifier.inputs import CLASSIFIER_COUNTER_PX, ClassifierInput, classifier_grid
from vision.classifier.network import Network
from vision.photometry.board_raster import BoardRaster

FOUND = 0.4  # diameters from a counter's middle within which a detection counts as the counter's
WINDOWS = 3  # windows of each held-out photograph that are evaluated

BINS = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1.0)
"""The bounds of the probabilities that are compared with what is so."""


@dataclass
class Score:
    """Results for one kind of picture: counters, detections from even probabilities on, and false ones."""

    pictures: int = 0
    flawless: int = 0
    counters: int = 0
    missed: int = 0
    other_seat: int = 0
    ghosts: int = 0


def evaluate_network(network: Path, samples: Path, pictures: Path | None = None) -> str:
    """Return a table of how a network does on samples in a folder, and how well its probabilities hold.

    With a folder of photographs, rows for each kind that is held out of them follow.
    """
    asked = Network(network, is_ours=False)
    kinds: dict[str, Score] = {}
    claims: list[tuple[float, bool]] = []
    for kind_of_all, sample in _samples(samples, pictures):
        board = BoardRaster(sample.spec, classifier_grid(sample.spec), sample.references[0], sample.known[0])
        maker = ClassifierInput(board, sample.per_seat)
        for number, frame in enumerate(sample.frames):
            seen = detections(probabilities(asked.logits(maker.of(frame))))
            light = "other light" if sample.light_changed[number] else "same light"
            kind = kind_of_all or (f"{light}, a thing" if sample.things[number].max() > 127 else light)
            claims += _score(kinds.setdefault(kind, Score()), sample, number, seen)
    lines = [f"sha256 {sha256(network.read_bytes()).hexdigest()}"]
    lines.append("pictures               all right  counters  missed  other seat  ghosts")
    for kind, marks in sorted(kinds.items()):
        lines.append(
            f"{kind:21} {marks.flawless:4} of {marks.pictures:4} {marks.counters:9} {marks.missed:7} "
            f"{marks.other_seat:11} {marks.ghosts:7}"
        )
    lines.append("a counter's chance     told  mean chance  so")
    chance, so = np.array(claims).reshape(-1, 2).T
    for low, high in pairwise(BINS):
        here = (chance >= low) & ((chance < high) | (high == BINS[-1]))
        if here.any():
            mean, share = chance[here].mean(), so[here].mean()
            lines.append(f"{low:5.2f} to {high:4.2f} {here.sum():13} {mean:10.1%} {share:9.1%}")
    return "\n".join(lines)


def _samples(folder: Path, pictures: Path | None) -> Iterator[tuple[str, TrainingSample]]:
    """Yield drawn samples, and those of held-out photographs, each of these with its kind."""
    for path in sorted(folder.glob("*.npz")):
        yield "", TrainingSample.load(path)
    if pictures is not None:
        rng = np.random.default_rng(EVALUATION_SEED)
        for kind, path in photographs(pictures, held_out=True):
            for _ in range(WINDOWS):
                for sample in photograph_samples(path, rng):
                    yield kind, sample


def _score(
    marks: Score, sample: TrainingSample, number: int, seen: list[Detection]
) -> list[tuple[float, bool]]:
    """Score the detections in a picture; return each one's chance, and whether a counter lies there."""
    claims = []
    counters = sample.counters[sample.counters[:, 0] == number]
    free = list(range(len(counters)))
    wrong = ghosts = 0
    for sighting in seen:
        away = [np.hypot(*(counters[i, 2:] - (sighting.x, sighting.y))) for i in free]
        there = bool(away) and min(away) < FOUND * CLASSIFIER_COUNTER_PX
        claims.append((sighting.probability, there))
        if sighting.probability < 0.5:
            continue
        if there:
            counter = free.pop(int(np.argmin(away)))
            wrong += bool((sighting.of_b > sighting.of_a) != (counters[counter, 1] == 1))
        else:
            ghosts += 1
    marks.pictures += 1
    marks.counters += len(counters)
    marks.missed += len(free)
    marks.other_seat += wrong
    marks.ghosts += ghosts
    marks.flawless += not (free or wrong or ghosts)
    return claims
