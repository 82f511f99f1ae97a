"""`five-lines school`: trains the shape classifier from drawn tables and photographs, from a seed."""

import argparse
from pathlib import Path

from companion.commands._arguments import natural_number
from companion.lab.training.evaluation import evaluate_network
from companion.lab.training.samples import draw_samples
from vision.classifier.network import MODEL
from vision.errors import VisionError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="DIR", type=Path, help="for lessons, state and network; goes on there"
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
    parser.add_argument("--start", metavar="FILE", type=Path, help="the network to begin from (chance)")
    parser.add_argument(
        "--exam", metavar="N", type=natural_number, default=40, help="tables kept for the exam (40)"
    )
    parser.add_argument(
        "--photographs",
        metavar="DIR",
        type=Path,
        help="photographs with labels, for half of what is learned and for the exam (none)",
    )
    parser.add_argument(
        "--likeness",
        action="store_true",
        help="train the network that tells counters from other things instead",
    )


def run(args: argparse.Namespace) -> int:
    """Draw what is missing, learn what is left, and say how well unseen tables are read.

    Raises VisionError where the extra `train` is missing, or the network to begin from is another kind.
    """
    if args.likeness and args.start:
        raise VisionError("--likeness begins from chance: leave out --start")
    lessons = args.folder / "lessons"
    draw_samples(lessons, args.lessons)
    network = args.folder / f"{'likeness' if args.likeness else 'shape_classifier'}.onnx"
    if not args.likeness:
        draw_samples(args.folder / "exam", args.exam, for_evaluation=True)
    if args.steps:
        try:
            from companion.lab.training.train import TrainingPlan, train, train_likeness
        except ModuleNotFoundError as error:
            raise VisionError(
                f"learning needs {error.name}, which is not installed: pip install '.[train]' in the folder "
                "of the project, or --steps 0 for the exam alone"
            ) from None

        state = network.with_name("state.pt" if not args.likeness else "likeness_state.pt")
        plan = TrainingPlan(lessons, state, args.steps, args.start, photographs=args.photographs)
        (train_likeness if args.likeness else train)(plan, network)
    elif not network.exists():
        network = args.start or MODEL
    if not args.likeness:
        print(evaluate_network(network, args.folder / "exam", args.photographs))
    return 0
