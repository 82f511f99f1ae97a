"""`sh bench/machine/run`: a station is installed on a machine in user mode, plays, and its power is cut."""

import argparse
import os
import sys
import time
from pathlib import Path

from bench.machine.command import MachineError
from bench.machine.game import play_a_game
from bench.machine.image import Images, make_images
from bench.machine.power_cuts import cut_again_and_again
from bench.machine.update import update_and_back


def say(text: str) -> None:
    """Tell how far it is."""
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def main() -> int:
    """Do all of it; 1 if something was wrong."""
    parser = argparse.ArgumentParser(prog="sh bench/machine/run", description=__doc__)
    parser.add_argument("--play", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--cuts", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    folder = Path(os.environ.get("FIVE_LINES_MACHINE") or Path.home() / ".cache/five-lines/machine")
    say(f"the disks lie in {folder}")
    try:
        images = make_images(folder, say)
        everything = not (args.play or args.update or args.cuts)
        wrong = []
        if args.play or everything:
            wrong += play_a_game(images, folder / "played", args.seed, say)
        if args.update or everything:
            wrong += update_and_back(images, folder / "updated", say)
        if args.cuts or everything:
            wrong += cut(images, folder / "cuts", args.cuts or 3, args.seed)
    except MachineError as error:
        print(f"five-lines: {error}", file=sys.stderr)
        return 1
    for text in wrong:
        say(f"WRONG: {text}")
    return int(bool(wrong))


def cut(images: Images, folder: Path, cuts: int, seed: int) -> list[str]:
    """Cut the power, and tell what came of it; what was wrong."""
    findings = cut_again_and_again(images, folder, cuts, seed, say)
    say(
        f"{findings.cuts} power cuts, {findings.shown} lines shown, {len(findings.wrong)} findings; "
        f"{findings.gone_on} of {findings.unfinished} unfinished games went on"
    )
    return findings.wrong


if __name__ == "__main__":
    sys.exit(main())
