"""`five-lines doctor`: looks at everything a station needs, and says what to do about what is wrong."""

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from companion.commands._parser import one_of
from companion.doctor.findings import Check
from companion.settings.sections import DATA, from_home

HELP = "look at everything a station needs: libraries, power, disk, camera, board, pins, screen, sound"
EXAMPLES = (
    "five-lines doctor",
    "five-lines doctor --only camera --only light",
    "five-lines doctor --bundle report.zip",
)

ASKED_S = 10.0
_DEFAULT_FILE = DATA / "station.toml"
"""The settings stand beside the journal, as deploy/install puts them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what to look at and how to tell it."""
    parser.add_argument(
        "--settings", type=Path, metavar="FILE", help=f"the station's settings; without it {_DEFAULT_FILE}"
    )
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
    """Tell each finding as it comes; exit status 1 when something is wrong."""
    from companion.doctor.checkup import Patient
    from companion.doctor.findings import exit_status, lines
    from hardware.pins import on_a_pi

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    press_s = args.press
    if press_s is None:
        press_s = ASKED_S if sys.stdin.isatty() and not args.json else 0.0
    on_pi = on_a_pi()
    patient = Patient(
        args.settings or from_home(_DEFAULT_FILE),
        named=args.settings is not None,
        on_pi=on_pi,
        press_s=press_s,
        ask=lambda text: print(text, file=sys.stderr),
    )
    findings = []
    for finding in patient.check(args.only or tuple(Check)):
        findings.append(finding)
        text = json.dumps(asdict(finding), ensure_ascii=False) if args.json else "\n".join(lines(finding))
        print(text, flush=True)
    status = exit_status(findings)
    if args.bundle:
        from companion.doctor.bundle import write_bundle

        pictures = patient.shots.pictures[-1:] if args.pictures and not patient.machine.station_runs else ()
        names = write_bundle(args.bundle, findings, patient.settings_file, pictures)
        print(f"{args.bundle}: {', '.join(names)}; look through it before you send it", file=sys.stderr)
    if not args.json:
        place = "" if on_pi else " This is no Raspberry Pi: what is marked as not here need not be."
        print(f"\n{'Something is wrong, see above.' if status else 'Nothing is wrong.'}{place}")
    return status
