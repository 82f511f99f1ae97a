"""Prints the table of docs/make.md of what a slicer says: time and weight of each thing in PLA.

PYTHONPATH=. python bench/sliced.py [THING ...]
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.cli import main as five_lines
from five_lines_make.costs import PLA_KG_DM3

BED = "0x0,250x0,250x210,0x210"
SLICER = (
    "prusa-slicer",
    "--export-gcode",
    "--layer-height",
    "0.2",
    "--fill-density",
    "15%",
    "--bed-shape",
    BED,
)
THINGS = {
    "ten counters": "counters",
    "knucklebone": "bones",
    "mast": "mast",
    "box": "box",
    "case with its stand": "case",
    "gauge": "gauge",
}
_SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


def sliced(path: Path) -> tuple[float, float]:
    """Return the time in s and the material in cm³ that a slicer finds for a file."""
    out = path.with_suffix(".gcode")
    subprocess.run([*SLICER, "-o", str(out), str(path)], check=True, capture_output=True)
    text = out.read_text()
    (words,) = re.findall(r"; estimated printing time \(normal mode\) = (.*)", text)
    (cm3,) = re.findall(r"; filament used \[cm3\] = (.*)", text)
    return sum(int(n) * _SECONDS[unit] for n, unit in re.findall(r"(\d+)([dhms])", words)), float(cm3)


def row(name: str) -> str:
    """Return a thing's row: every part is sliced alone."""
    time_s = cm3 = 0.0
    with TemporaryDirectory() as folder:
        if five_lines(["make", THINGS[name], "-o", f"{folder}/it.stl"]):
            raise SystemExit(1)
        for path in sorted(Path(folder).glob("*.stl")):
            seconds, volume = sliced(path)
            time_s, cm3 = time_s + seconds, cm3 + volume
    return f"| {name} | {time_s / 3600:.1f} h | {cm3 * PLA_KG_DM3:.0f} g |"


def main() -> None:
    """Print the rows of all things, or of those named."""
    for name in sys.argv[1:] or THINGS:
        print(row(name), flush=True)


if __name__ == "__main__":
    main()
