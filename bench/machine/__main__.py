"""Boot a whole Debian 13 for 64-bit Arm with this clone's packages in qemu, play there, and cut its power.

    sudo sh deploy/check arm-machine
    sudo .venv/bin/python -m bench.machine [--again] [--cuts N] [STEP ...]

Each step's result is kept in ~/.cache/five-lines/machine (FIVE_LINES_MACHINE names another folder); a
run that was broken off goes on with the next step, or the next cut. The report goes to docs/tested.md. The
status is 1 if anything was wrong.
"""

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.machine.command import MachineError
from bench.machine.game import Held, boot, hotspot, play_a_game
from bench.machine.image import Images, make_images
from bench.machine.power_cuts import cut_again_and_again
from bench.machine.update import update_and_back
from tests.support.root import ROOT

REPORT = ROOT / "docs" / "tested.md"
BEGIN, END = "<!-- arm-machine: begin -->\n", "<!-- arm-machine: end -->\n"

ABOUT = {
    "boot": "the service is ready, the first page is on the panel, devices and memory",
    "play": "a game by touch and key to its end, before a camera",
    "hotspot": "the hotspot leads to the page and nowhere else",
    "update": "a newer package, a broken one, and back",
    "cuts": "power cuts in the middle of games",
}


def say(text: str) -> None:
    """Print a line of progress."""
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def main() -> int:
    """Do the steps that are not done yet; return 1 if one was wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.machine",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--again", action="store_true", help="install this clone and do every step again")
    parser.add_argument("--cuts", type=int, default=10, help="power cuts in all (10)")
    parser.add_argument("--seed", type=int, default=1, help="what is played, and when the power is cut")
    parser.add_argument("steps", nargs="*", metavar="STEP", choices=[*ABOUT, []], help=", ".join(ABOUT))
    args = parser.parse_args()
    folder = Path(os.environ.get("FIVE_LINES_MACHINE") or Path.home() / ".cache/five-lines/machine")
    say(f"the disks are in {folder}")
    if args.again:
        for name in ("commit", "results.json"):
            (folder / name).unlink(missing_ok=True)
        shutil.rmtree(folder / "cuts", ignore_errors=True)
    try:
        images = make_images(folder, say)
    except MachineError as error:
        print(f"five-lines: {error}", file=sys.stderr)
        return 1
    steps: dict[str, Callable[[], Held]] = {
        "boot": lambda: boot(images, folder / "booted", say),
        "play": lambda: play_a_game(images, folder / "played", args.seed, say),
        "hotspot": lambda: hotspot(images, folder / "hotspot", say),
        "update": lambda: update_and_back(images, folder / "updated", say),
        "cuts": lambda: cut(images, folder / "cuts", args.cuts, args.seed),
    }
    file = folder / "results.json"
    results = kept(file)
    for name in args.steps or steps:
        if name in results and not results[name]["wrong"] and results[name]["of"] >= _amount(name, args.cuts):
            continue
        say(f"== {name}: {ABOUT[name]}")
        try:
            held = steps[name]()
        except MachineError as error:
            held = Held(wrong=[str(error)])
        # Another run may have done another step meanwhile.
        results = kept(file) | {name: {**asdict(held), "of": _amount(name, args.cuts)}}
        file.write_text(json.dumps(results, indent=1), encoding="utf-8")
        for text in held.wrong:
            say(f"WRONG: {text}")
    write_report(results, images)
    return int(any(result["wrong"] for result in results.values()))


def kept(file: Path) -> dict[str, Any]:
    """Return the results of the steps that were done, by their names."""
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


def _amount(name: str, cuts: int) -> int:
    return cuts if name == "cuts" else 1


def write_report(results: dict[str, dict[str, list[str]]], images: Images) -> None:
    """Write what the steps found between the report's marks; files are named as in the machine's folder."""
    rows = [
        f"| {name} | {ABOUT[name]} | {'; '.join(results[name]['lines']) or 'broke off'} "
        f"| {'; '.join(text.splitlines()[0] for text in results[name]['wrong']) or 'nothing'} |"
        for name in ABOUT
        if name in results
    ]
    table = ["| step | what has to hold | result | wrong |", "| --- | --- | --- | --- |", *rows]
    text = REPORT.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.partition(END)[2]
    said = f"The packages of {images.commit[:8]}:\n\n" + "\n".join(table) + "\n"
    said = said.replace(f"{images.folder}/", "")
    REPORT.write_text(before + BEGIN + said + END + after, encoding="utf-8")


def cut(images: Images, folder: Path, cuts: int, seed: int) -> Held:
    """Cut the power so many times; a run that was broken off has some of them already."""
    findings = cut_again_and_again(images, folder, cuts, seed, say)
    return Held(
        [
            f"{findings.cuts} cuts, {findings.shown} lines shown; "
            f"{findings.gone_on} of {findings.unfinished} unfinished games went on"
        ],
        findings.wrong,
    )


if __name__ == "__main__":
    sys.exit(main())
