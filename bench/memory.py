"""Measure the memory that solving takes: `python bench/memory.py [NAME ...]`; without names all presets.

For each it runs `five-lines solve`, `five-lines measure` and the solver of the station's tables, each in a
process of its own, and prints the most that was resident, in MB. Exit status 1 if that is more than MAX_MB: a
computer of 512 MB has so much for them. Kidd's game takes some minutes.
"""

import argparse
import os
import subprocess
import sys
import tempfile

from companion.game import RECONSTRUCTIONS

MAX_MB = 350


def peak_mb(arguments: list[str]) -> float:
    """Run a module of ours, and return the most memory that was resident; raises CalledProcessError."""
    process = subprocess.Popen([sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, arguments)
    return used.ru_maxrss / 1024


def main() -> int:
    """Print a line for each preset."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(RECONSTRUCTIONS))
    names = parser.parse_args().names or list(RECONSTRUCTIONS)
    print(f"{'':<22}{'solve':>10}{'measure':>10}{'table':>10}")
    highest = 0.0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            table = ["companion.analysis.play.solve_process", folder, name]
            commands = [["companion", it, "--rules", name] for it in ("solve", "measure")]
            peaks = [peak_mb(arguments) for arguments in (*commands, table)]
        print(f"{name:<22}" + "".join(f"{peak:>10.0f}" for peak in peaks), flush=True)
        highest = max(highest, *peaks)
    return int(highest > MAX_MB)


if __name__ == "__main__":
    sys.exit(main())
