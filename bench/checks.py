"""Run the checks that are too long for `sh deploy/test`, or that need root, a network or tools of their own.

    sh deploy/check [--short] [STEP ...]

A step that lacks rights, tools or a network is skipped, and the reason is printed. The status is 1 if a step
failed. A step that takes longer than its timeout has failed; with --short, which may run on a slow machine,
it counts as skipped.
"""

import argparse
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUDGET_S = 45 * 60.0
"""Time limit for all steps of --short together; a step whose timeout does not fit in the rest is skipped."""

FULL_TIMEOUT_S = 5 * 3600.0
TAIL = 60
"""Lines of a failed step's output that are printed; the whole of it is in its log."""

GRACE_S = 30.0
"""Grace period for the clean-up of a step that has timed out."""

TIMED_OUT = "not done after"


@dataclass(frozen=True)
class Step:
    """A check. `FOLDER` in a command is an empty folder; `lacking` returns why it can't run here, or ""."""

    about: str
    full: tuple[str, ...]
    short: tuple[str, ...] = ()
    short_timeout_min: int = 8
    lacking: Callable[[], str] = lambda: ""


def run(*command: str) -> int:
    """Return a quiet command's exit status."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode


def tools(*names: str) -> str:
    """Return which of these programs is not installed."""
    missing = [name for name in names if shutil.which(name) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


@cache
def lacking_for_roots() -> str:
    """Return why Debian roots can't be made here."""
    if os.geteuid() != 0:
        return "needs root: sudo sh deploy/check"
    if lacks := tools("debootstrap", "ssh-keygen", "wget", "unshare"):
        return lacks
    if run("unshare", "--mount", "--pid", "--fork", "mount", "-t", "proc", "proc", "/proc"):
        return "no right to mount (a container without privileges?)"
    with tempfile.TemporaryDirectory() as folder:
        if run("sh", "-c", f"mknod {folder}/null c 1 3 && : >{folder}/null"):
            return "no right to make devices (a container without privileges?)"
        mirror = subprocess.run(
            ["sh", "-c", ". tests/support/debian_root; mirror"], cwd=ROOT, capture_output=True, text=True
        ).stdout.strip()
        if not mirror:
            return "this machine's apt names no mirror of Debian"
        release = f"{mirror.rstrip('/')}/dists/trixie/Release"
        if run("wget", "--timeout=20", "--tries=2", f"--output-document={folder}/Release", release):
            return f"no network: {release} can't be fetched"
        pip = (sys.executable, "-m", "pip", "download", "--no-cache-dir", "--no-deps", "--dest", folder)
        if run(*pip, "polib"):
            return "no network: pip can't fetch packages"
    return ""


def lacking_for_arm() -> str:
    """Return why an Arm root can't be tried here."""
    if platform.machine() == "aarch64":
        return "this machine is an Arm itself: roots-12 and roots-13 have tried it"
    if lacks := tools("qemu-aarch64-static", "dpkg-deb"):
        return f"no Arm machine, and none is emulated ({lacks}; apt install qemu-user-static)"
    return lacking_for_roots()


def lacking_for_machine() -> str:
    """Return why a whole Arm machine can't be emulated here."""
    if lacks := tools("qemu-system-aarch64", "mmdebstrap", "arch-test", "mkfs.ext4", "dh_python3"):
        return (
            f"{lacks} (apt install qemu-system-arm qemu-user-static mmdebstrap arch-test debhelper dh-python)"
        )
    if run("arch-test", "arm64"):
        return "no Arm program runs here: apt install qemu-user-static binfmt-support"
    return lacking_for_roots()


PYTHON = sys.executable
ROOTS = ("env", "FIVE_LINES_ROOTS=FOLDER", "sh", "tests/deploy/roots")
NIGHTLY = (PYTHON, "-m", "pytest", "-m", "nightly", "-n", "auto", "--dist", "worksteal", "--durations=20")
LIBCAMERA = ("sh", "tests/hardware/camera/libcamera_virtual/run", "FOLDER")
FILMS = (PYTHON, "-m", "bench.films", "--seed", "41", "--out", "FOLDER")
CHAOS = (PYTHON, "-m", "bench.chaos", "--kills")
MUTANTS = (PYTHON, "-m", "bench.mutants", "--inputs")

STEPS = {
    "libcamera": Step(
        "the camera's adapter with the real picamera2 on libcamera's virtual pipeline",
        LIBCAMERA,
        LIBCAMERA,
        short_timeout_min=10,
        lacking=lacking_for_roots,
    ),
    "roots-13": Step(
        "an installation in a fresh root of Debian 13, which referees a film and plays a game",
        (*ROOTS, "trixie"),
        (*ROOTS, "trixie"),
        short_timeout_min=17,
        lacking=lacking_for_roots,
    ),
    "roots-12": Step(
        "the same in Debian 12",
        (*ROOTS, "bookworm"),
        (*ROOTS, "bookworm"),
        short_timeout_min=17,
        lacking=lacking_for_roots,
    ),
    "pythons": Step(
        "an installation with each Python from 3.11 to 3.14, which referees a film and plays a game",
        ("sh", "tests/deploy/pythons", "FOLDER"),
    ),
    "arm": Step(
        "readings, a solution and a game on 64-bit Arm, emulated: the same answers as here",
        ("sh", "tests/deploy/arm", "FOLDER"),
        lacking=lacking_for_arm,
    ),
    "chaos": Step(
        "stations that fail and are killed; everything that was shown is in their journals",
        (*CHAOS, "2000"),
        (*CHAOS, "300"),
    ),
    "mutants": Step(
        "files from outside, changed at random",
        (*MUTANTS, "100000"),
        (*MUTANTS, "5000"),
    ),
    "films": Step("filmed games in a light that changes", FILMS, (*FILMS, "white_discs_on_paper")),
    "nightly": Step("the tests that `sh deploy/test` leaves out", NIGHTLY, NIGHTLY, short_timeout_min=22),
    "soak": Step("a station that plays for 8 hours; memory and open files", (PYTHON, "-m", "bench.soak")),
    "day": Step(
        "4 hours of a station, its link, phones and a broker, while broker, camera and disk fail",
        (PYTHON, "-m", "bench.real_day"),
        lacking=lambda: tools("mosquitto"),
    ),
    "arm-machine": Step(
        "a Debian 13 for 64-bit Arm with the packages, booted whole: games, hotspot, update, power cuts",
        (PYTHON, "-m", "bench.machine"),
        lacking=lacking_for_machine,
    ),
}


def why_skipped(step: Step, *, short: bool, left_s: float) -> str:
    """Return why a step is not run, or "" if it is."""
    if short and not step.short:
        return "too long for --short"
    if short and step.short_timeout_min * 60.0 > left_s:
        return f"too little left of {BUDGET_S / 60:.0f} minutes"
    return step.lacking()


def run_step(command: tuple[str, ...], timeout_s: float, log: Path) -> str:
    """Run a command with its output in a log; return why it failed, or ""."""
    with tempfile.TemporaryDirectory(prefix="five-lines-check-") as folder, log.open("wb") as output:
        words = [word.replace("FOLDER", folder) for word in command]
        process = subprocess.Popen(
            words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )
        try:
            status = process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            return f"{TIMED_OUT} {timeout_s / 60:.0f} minutes"
        finally:
            _end(process)
    return f"exit status {status}" if status else ""


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a step that still runs, and every process that it has started."""
    if process.poll() is not None:
        return
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def main(arguments: list[str] | None = None, steps: dict[str, Step] = STEPS) -> int:
    """Run the steps, print how each ended; return 1 if one failed."""
    parser = argparse.ArgumentParser(
        prog="sh deploy/check",
        description=__doc__,
        epilog="steps:\n" + "\n".join(f"  {name:10} {step.about}" for name, step in steps.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--short", action="store_true", help="small sizes, 45 minutes at most in all")
    parser.add_argument("--logs", type=Path, default=ROOT / "build" / "check", metavar="DIR")
    parser.add_argument("steps", nargs="*", metavar="STEP", help="which steps; all if none is named")
    args = parser.parse_args(arguments)
    if unknown := [name for name in args.steps if name not in steps]:
        parser.error(f"no such step: {', '.join(unknown)}; there are {', '.join(steps)}")
    args.logs.mkdir(parents=True, exist_ok=True)
    begun_s = time.monotonic()
    results: list[str] = []
    failed = False
    for name in args.steps or steps:
        step, since_s = steps[name], time.monotonic()
        skipped = why_skipped(step, short=args.short, left_s=begun_s + BUDGET_S - since_s)
        if skipped:
            result = f"skipped: {skipped}"
        else:
            print(f"== {name}: {step.about}", flush=True)
            log = args.logs / f"{name}.log"
            timeout_s = step.short_timeout_min * 60.0 if args.short else FULL_TIMEOUT_S
            wrong = run_step(step.short if args.short else step.full, timeout_s, log)
            took = f"{time.monotonic() - since_s:.0f} s"
            if args.short and wrong.startswith(TIMED_OUT):
                result = f"skipped: {wrong} ({log})"
            else:
                result = f"FAILED: {wrong} ({took}; {log})" if wrong else f"passed ({took})"
            if result.startswith("FAILED"):
                failed = True
                print(*log.read_text(encoding="utf-8", errors="replace").splitlines()[-TAIL:], sep="\n")
        results.append(f"{name:10} {result}")
        print(results[-1], flush=True)
    print("\nChecks:", *results, sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
