"""Prints, one a line, which of the project's requirements the system's own packages don't meet.

With `--link` those of the link are among them. With `--keep` it prints the pip constraint that leaves the
system's numpy as it is instead. It runs in a new virtual environment before anything is installed there, so
it needs nothing but Python.
"""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from companion.doctor.libraries import applies, installed, parse_requirement  # noqa: E402 (the path comes first)


def main() -> None:
    """Print what is asked for."""
    if "--keep" in sys.argv[1:]:
        numpy = installed("numpy")
        if numpy.version:
            print(f"numpy=={numpy.version}")
        return
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = list(project["dependencies"])
    if "--link" in sys.argv[1:]:
        wanted += project["optional-dependencies"]["link"]
    for text in wanted:
        requirement = parse_requirement(text)
        if applies(text) and not requirement.met_by(installed(requirement.name)):
            print(text)


if __name__ == "__main__":
    main()
