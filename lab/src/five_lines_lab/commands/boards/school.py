"""`five-lines school`: trains the networks that look at the board, from a seed."""

import argparse
from pathlib import Path

from companion.commands._arguments import natural_number
from five_lines_lab.training.evaluation import evaluate_network
from five_lines_lab.training.samples import draw_samples
from five_lines_lab.training.things import draw_tables
from vision.classifier.network import MODEL
from vision.errors import VisionError

SHAPES, LIKENESS, THINGS = "shape_classifier", "likeness", "things"
"""The networks, by the names of their files."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="DIR", type=Path, help="for lessons, state and network; goes on there"
    )
    parser.add_argument(
        "--network", choices=(SHAPES, LIKENESS, THINGS), default=SHAPES, help=f"which to train ({SHAPES})"
    )
    parser.add_argument(
        "--lessons", metavar="N", type=natural_number, default=600, help="how many tables are drawn (600)"
    )
    parser.add_argument(
        "--steps",
        metavar="N",
        type=natural_number,
        default=10_000,
        help="how many batches are learned (10000)",
    )
    parser.add_argument(
        "--start", metavar="FILE", type=Path, help="the shape classifier to begin from (chance)"
    )
    parser.add_argument(
        "--exam", metavar="N", type=natural_number, default=40, help="tables kept for its exam (40)"
    )
    parser.add_argument(
        "--photographs",
        metavar="DIR",
        type=Path,
        help="photographs with labels, for half of what is learned and for the exam (none)",
    )


def run(args: argparse.Namespace) -> int:
    """Draw what is missing, learn what is left, and say how well shapes on unseen tables are classified.

    Raises VisionError where the extra `train` is missing, or the network to begin from is another kind.
    """
    if args.network != SHAPES and args.start:
        raise VisionError(f"the network {args.network} begins from chance: leave out --start")
    lessons = args.folder / ("tables" if args.network == THINGS else "lessons")
    if args.network == THINGS:
        draw_tables(lessons, args.lessons)
    else:
        draw_samples(lessons, args.lessons)
    if args.network == SHAPES:
        draw_samples(args.folder / "exam", args.exam, for_evaluation=True)
    network = args.folder / f"{args.network}.onnx"
    if args.steps:
        try:
            from five_lines_lab.training.train import TrainingPlan, train, train_likeness, train_things
        except ModuleNotFoundError as error:
            raise VisionError(
                f"learning needs {error.name}, which is not installed: pip install -e 'lab[train]' in the "
                "project's folder, or --steps 0 for the exam alone"
            ) from None

        state = network.with_name("state.pt" if args.network == SHAPES else f"{args.network}_state.pt")
        plan = TrainingPlan(lessons, state, args.steps, args.start, photographs=args.photographs)
        {SHAPES: train, LIKENESS: train_likeness, THINGS: train_things}[args.network](plan, network)
    elif not network.exists():
        network = args.start or MODEL
    if args.network == SHAPES:
        print(evaluate_network(network, args.folder / "exam", args.photographs))
    return 0
