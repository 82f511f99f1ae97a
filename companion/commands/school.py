"""`five-lines school`: teaches the second witness anew, from seeds alone."""

import argparse
from pathlib import Path

from companion.commands._arguments import natural_number
from vision.classifier.network import MODEL
from vision.errors import VisionError

HELP = "teach the network that looks at shapes, from tables that are drawn (needs the extra `train`)"
EXAMPLES = ("five-lines school my_school --lessons 20 --steps 100",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe where it is learned and how much."""
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


def run(args: argparse.Namespace) -> int:
    """Draw what is missing, learn what is left, and say how well unseen tables are read.

    Raises VisionError where the extra `train` is missing, or the network to begin from is another kind.
    """
    from companion.school.exam import exam
    from companion.school.lessons import draw_lessons

    lessons = args.folder / "lessons"
    draw_lessons(lessons, args.lessons)
    draw_lessons(args.folder / "exam", args.exam, of_the_exam=True)
    network = args.folder / "shape_classifier.onnx"
    if args.steps:
        try:
            from companion.school.learn import Plan, learn
        except ModuleNotFoundError as error:
            raise VisionError(
                f"learning needs {error.name}, which is not installed: pip install '.[train]' in the folder "
                "of the project, or --steps 0 for the exam alone"
            ) from None

        learn(Plan(lessons, args.folder / "state.pt", args.steps, args.start), network)
    elif not network.exists():
        network = args.start or MODEL
    print(exam(network, args.folder / "exam"))
    return 0
