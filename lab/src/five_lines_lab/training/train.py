"""Training, which can be stopped and resumes from its state file.

Needs the extra `train`.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional
from tqdm import tqdm

from companion.system.atomic_file import write_whole
from five_lines_lab.training.crops import BARE_KNOWN, nothing_yet, samples
from five_lines_lab.training.network import (
    LikenessNet,
    ShapeNet,
    ThingsNet,
    from_onnx,
    likeness_to_onnx,
    things_to_onnx,
    to_onnx,
)
from five_lines_lab.training.photographs import photograph_samples, photographs
from five_lines_lab.training.samples import TrainingSample
from five_lines_lab.training.sets import PatchSet, patch_sets
from five_lines_lab.training.tables import Rng
from five_lines_lab.training.things import EITHER, LabelledPicture, things_crop
from vision.arrays import Floats, Picture
from vision.classifier.likeness import likeness_input
from vision.classifier.things import things_input

BATCH = 24
BUFFER = 3000  # crops kept in memory to draw batches from, so that a batch holds many tables
SETS, NEW_SETS = 15_000, 2  # sets of patches kept in memory, and how many new ones come before each batch
NEW_THINGS = 8  # new crops with things before each batch
NEW_SHARE = 2  # one in this many crops of a batch is new: making them takes as long as learning from them
FIRST_RATE, LAST_RATE = 2e-3, 2e-5  # learning rate at the start, and at the end of the last step
TUNING_RATE = 6e-4  # learning rate at the start where a trained network is trained on

LESS_OF_THINGS = 0.8
"""Weight taken off errors in cells that show a thing: a hand fills hundreds, a counter one."""

COUNTERS_SEEN = 16.0  # cells of a crop that show counters, about; the loss is per cell of these
STEEPEST = 50.0  # length of the gradient at which a step is cut short
WORN = 4  # number of crops from each window of a photograph
SAVE_S = 60.0  # seconds between saves of the state


@dataclass(frozen=True)
class TrainingPlan:
    """Training plan: `steps` batches of crops from samples in a folder, with a state file.

    Without a state it begins from the network in the file `start`, or, without one, from chance. With a
    folder of `photographs`, half of the crops come from those that are not held out, whose bare boards are
    guessed.
    """

    samples: Path
    state: Path
    steps: int
    start: Path | None = None
    seed: int = 0
    photographs: Path | None = None


def train(plan: TrainingPlan, network_file: Path) -> None:
    """Train for all steps and write the network; goes on from the state file if there is one."""
    network = ShapeNet() if plan.start is None else from_onnx(plan.start.read_bytes())
    _learn(plan, network, lambda rng: _shape_losses(plan, network, rng))
    write_whole(network_file, to_onnx(network))


def train_likeness(plan: TrainingPlan, network_file: Path) -> None:
    """Train the likeness network in the same way, on sets of patches."""
    network = LikenessNet()
    _learn(plan, network, lambda rng: _likeness_losses(plan, network, rng))
    write_whole(network_file, likeness_to_onnx(network))


def train_things(plan: TrainingPlan, network_file: Path) -> None:
    """Train the things network in the same way, on pictures of tables and photographs."""
    network = ThingsNet()
    _learn(plan, network, lambda rng: _things_losses(plan, network, rng))
    write_whole(network_file, things_to_onnx(network))


def _learn(
    plan: TrainingPlan, network: nn.Module, losses_of: Callable[[Rng], Iterator[torch.Tensor]]
) -> None:
    """Train a network for all steps by the losses of one batch after the other."""
    torch.manual_seed(plan.seed)
    # Numbers next to nothing take a hundred times as long and mean nothing.
    torch.set_flush_denormal(True)
    optimizer = torch.optim.AdamW(network.parameters(), lr=FIRST_RATE, weight_decay=1e-4)
    done = 0
    if plan.state.exists():
        kept = torch.load(plan.state, weights_only=True)
        network.load_state_dict(kept["network"])
        optimizer.load_state_dict(kept["optimizer"])
        done = kept["done"]
    batch_losses = losses_of(np.random.default_rng((plan.seed, done)))
    first_rate = FIRST_RATE if plan.start is None else TUNING_RATE
    saved, losses = time.monotonic(), []
    with tqdm(total=plan.steps, initial=done, unit="batch") as progress:
        while done < plan.steps:
            _set_rate(optimizer, first_rate, done / plan.steps)
            loss = next(batch_losses)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(network.parameters(), STEEPEST)
            optimizer.step()
            done += 1
            losses.append(float(loss.detach()))
            progress.update()
            if done % 50 == 0:
                progress.set_postfix(loss=f"{np.mean(losses[-200:]):.3f}")
            if time.monotonic() - saved > SAVE_S or done == plan.steps:
                saved = time.monotonic()
                _keep(plan.state, network, optimizer, done)


def _shape_losses(plan: TrainingPlan, network: ShapeNet, rng: Rng) -> Iterator[torch.Tensor]:
    """Yield the loss of one batch of crops after the other."""
    for inputs, targets in _batches(_stream(plan, rng), rng):
        errors = functional.cross_entropy(network(inputs), targets, reduction="none")
        yield (errors * (1 - LESS_OF_THINGS * targets[:, 3])).sum() / (BATCH * COUNTERS_SEEN)


def _likeness_losses(plan: TrainingPlan, network: LikenessNet, rng: Rng) -> Iterator[torch.Tensor]:
    """Yield the loss of one batch of sets after the other, drawn from those that were made."""
    stream, made = _set_stream(plan, rng), list[PatchSet]()
    while True:
        for _ in range(NEW_SETS):
            made.append(next(stream))
        while len(made) > SETS:
            del made[int(rng.integers(SETS))]
        yield _set_errors(network, [made[int(n)] for n in rng.integers(len(made), size=BATCH)], rng).mean()


def _things_losses(plan: TrainingPlan, network: ThingsNet, rng: Rng) -> Iterator[torch.Tensor]:
    """Yield the loss of one batch of crops after the other, drawn from those that were made."""
    paths = sorted(plan.samples.glob("images/*.jpg"))
    if plan.photographs is not None:
        paths += [path for _, path in photographs(plan.photographs, held_out=False)]
    pictures, made = [LabelledPicture.read(path) for path in paths], list[tuple[Picture, NDArray[np.uint8]]]()
    while True:
        for _ in range(NEW_THINGS):
            made.append(things_crop(pictures, rng))
        while len(made) > BUFFER:
            del made[int(rng.integers(BUFFER))]
        chosen = [_turned_crop(*made[int(n)], rng) for n in rng.integers(len(made), size=BATCH)]
        inputs = torch.from_numpy(np.stack([things_input(crop) for crop, _ in chosen]))
        targets = torch.from_numpy(np.stack([target for _, target in chosen]).astype(np.int64))
        yield (
            functional.cross_entropy(network(inputs), targets, ignore_index=EITHER, reduction="sum") / BATCH
        )


def _turned_crop(picture: Picture, targets: NDArray[np.uint8], rng: Rng) -> tuple[Picture, NDArray[np.uint8]]:
    """Return a crop turned and mirrored by chance: each face looks the same in a mirror."""
    quarter, way = int(rng.integers(4)), int(rng.choice((1, -1)))
    return np.rot90(picture, quarter)[:, ::way], np.rot90(targets, quarter)[:, ::way]


def _set_errors(network: LikenessNet, sets: Sequence[PatchSet], rng: Rng) -> torch.Tensor:
    """Return the errors (n,) of the counters and things of sets, turned and mirrored by chance.

    Each is compared with the learned patches and some of its set's counters, as a picture may show few.
    """
    patches = [np.concatenate([one.learned, one.counters, one.things]) for one in sets]
    turned = [np.rot90(s, int(rng.integers(4)), (1, 2))[:, :, :: int(rng.choice((1, -1)))] for s in patches]
    answers = network(torch.from_numpy(likeness_input(np.concatenate(turned))))[..., 0, 0]
    errors = []
    for one, answer in zip(sets, answers.split([len(each) for each in turned]), strict=True):
        places, learned, counters = answer[:, :-1], len(one.learned), len(one.counters)
        known = np.arange(len(answer)) < learned
        known[learned + rng.permutation(counters)[: int(rng.integers(counters + 1))]] = True
        comparable = torch.from_numpy(known[None] & ~np.eye(len(answer), dtype=bool))
        apart = ((places[:, None] - places[None]) ** 2).sum(dim=2)
        odds = answer[:, -1] - torch.where(comparable, apart, torch.inf).amin(dim=1)
        target = torch.from_numpy((np.arange(len(answer)) < learned + counters).astype(np.float32))
        errors.append(
            functional.binary_cross_entropy_with_logits(odds[learned:], target[learned:], reduction="none")
        )
    return torch.cat(errors)


def _set_stream(plan: TrainingPlan, rng: Rng) -> Iterator[PatchSet]:
    """Yield sets without end, two samples of photographs for each drawn one."""
    drawn = sorted(plan.samples.glob("*.npz"))
    taken = [path for _, path in photographs(plan.photographs, held_out=False)] if plan.photographs else []
    while True:
        yield from patch_sets(TrainingSample.load(drawn[int(rng.integers(len(drawn)))]), rng)
        for path in [taken[int(rng.integers(len(taken)))] for _ in range(2)] if taken else []:
            for sample in photograph_samples(path, rng):
                yield from patch_sets(sample, rng)


def _set_rate(optimizer: torch.optim.Optimizer, first_rate: float, share: float) -> None:
    warm = min(1.0, share / 0.02 + 0.05)
    rate = LAST_RATE + (first_rate - LAST_RATE) * (1 + np.cos(np.pi * share)) / 2
    for group in optimizer.param_groups:
        group["lr"] = float(warm * rate)


def _keep(path: Path, network: nn.Module, optimizer: torch.optim.Optimizer, done: int) -> None:
    beside = path.with_suffix(".new")
    torch.save({"network": network.state_dict(), "optimizer": optimizer.state_dict(), "done": done}, beside)
    beside.replace(path)


def _batches(
    stream: Iterator[tuple[Floats, Floats]], rng: Rng
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield batches without end, drawn from a buffer that is refilled all the time."""
    inputs, targets = nothing_yet(BUFFER)
    filled = 0
    while True:
        for _ in range(BATCH // NEW_SHARE):
            place = filled if filled < BUFFER else int(rng.integers(BUFFER))
            inputs[place], targets[place] = next(stream)
            filled = min(filled + 1, BUFFER)
        chosen = rng.integers(filled, size=BATCH)
        yield torch.from_numpy(inputs[chosen]).float(), torch.from_numpy(targets[chosen]).float()


def _stream(plan: TrainingPlan, rng: Rng) -> Iterator[tuple[Floats, Floats]]:
    """Yield crops without end, in turn from drawn samples and from photographs if there are any."""
    drawn_files = sorted(plan.samples.glob("*.npz"))
    drawn = _crops(lambda path: [TrainingSample.load(path)], drawn_files, rng, BARE_KNOWN)
    if plan.photographs is None:
        yield from drawn
    else:
        paths = [path for _, path in photographs(plan.photographs, held_out=False)]
        taken = _crops(
            lambda path: [s for s in photograph_samples(path, rng) for _ in range(WORN)], paths, rng, 0.0
        )
        for pair in zip(drawn, taken, strict=True):
            yield from pair


def _crops(
    samples_of: Callable[[Path], Iterable[TrainingSample]], paths: list[Path], rng: Rng, bare_known: float
) -> Iterator[tuple[Floats, Floats]]:
    """Yield the crops of the samples in files, again and again, each time in another order."""
    while True:
        for number in rng.permutation(len(paths)).tolist():
            for sample in samples_of(paths[number]):
                yield from samples(sample, rng, bare_known)
