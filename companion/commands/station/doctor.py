"""`five-lines doctor`: looks at everything a station needs, and says what to do about what is wrong."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from companion.commands._parser import one_of
from companion.commands._settings import add_settings_argument, settings_file_from
from companion.doctor.bundle import packed
from companion.doctor.checkup import Target
from companion.doctor.findings import Check, Finding, exit_status, lines
from companion.doctor.pictures import Picture
from companion.system.atomic_file import write_named
from hardware.pins import is_raspberry_pi

ASKED_S = 10.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_settings_argument(parser)
    parser.add_argument(
        "--only",
        action="append",
        choices=list(Check),
        type=one_of(Check),
        help="look at this only; may be repeated",
    )
    parser.add_argument(
        "--press",
        type=float,
        metavar="SECONDS",
        help=f"wait for so long for the button to be pressed; {ASKED_S:.0f} at a terminal, else 0",
    )
    parser.add_argument("--json", action="store_true", help="one finding a line, for other programs")
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE.zip", help="write a report to send to somebody who can help"
    )
    parser.add_argument(
        "--pictures", action="store_true", help="put the camera's pictures into the report as well"
    )


def run(args: argparse.Namespace) -> int:
    """Print each finding as it comes; return 1 if something is wrong."""
    settings_file = settings_file_from(args)
    findings, pictures, status = _look(args, settings_file)
    if args.bundle:
        write_named(args.bundle, packed(findings, pictures, settings_file))
        print(f"{args.bundle}: look through it before you send it", file=sys.stderr)
    return status


def _look(args: argparse.Namespace, settings_file: Path) -> tuple[Sequence[Finding], Sequence[Picture], int]:
    """Check everything and print it; return the findings, the requested picture and the exit status."""
    press_s = args.press
    if press_s is None:
        press_s = ASKED_S if sys.stdin.isatty() and not args.json else 0.0
    on_pi = is_raspberry_pi()
    target = Target(
        settings_file,
        named=args.settings is not None,
        on_pi=on_pi,
        press_s=press_s,
        ask=lambda text: print(text, file=sys.stderr),
    )
    findings = []
    for finding in target.check(args.only or tuple(Check)):
        findings.append(finding)
        text = json.dumps(asdict(finding), ensure_ascii=False) if args.json else "\n".join(lines(finding))
        print(text, flush=True)
    status = exit_status(findings)
    if not args.json:
        place = "" if on_pi else ' What is marked "not here" is needed on a Raspberry Pi only.'
        print(f"\n{'Something is wrong, see above.' if status else 'Nothing is wrong.'}{place}", flush=True)
    pictures = target.shots.pictures[-1:] if args.pictures and not target.machine.station_runs else ()
    return findings, pictures, status
