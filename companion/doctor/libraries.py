"""Checks of the libraries: installed, new enough, and loading.

Needs nothing but Python: the installation runs it before any library is there.
"""

import importlib
import importlib.metadata
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.doctor.findings import Check, Finding

# Import names of libraries, where they are not the name with underscores.
MODULES = {"opencv-python": "cv2", "pygame-ce": "pygame"}

ON_A_PI: Mapping[str, tuple[int, ...]] = {"picamera2": (0, 3, 17), "lgpio": ()}
"""Libraries that only a Raspberry Pi's own packages provide, and their minimum versions. Before 0.3.17,
picamera2 waited for a silent camera for ever."""


@dataclass(frozen=True)
class Library:
    """A library as found; `trouble` says why it can't be used, `version` is None where that is unknown."""

    name: str
    version: str | None
    trouble: str | None = None


@dataclass(frozen=True)
class Requirement:
    """A required library, and its minimum version."""

    name: str
    least: tuple[int, ...]

    def met_by(self, library: Library) -> bool:
        """True if this library meets the requirement."""
        return not library.trouble and library.version is not None and numbers(library.version) >= self.least


@dataclass(frozen=True)
class Libraries:
    """Libraries found: Python's version, each requirement with the installed library, and the Pi's own."""

    python: tuple[int, int, int]
    required: tuple[tuple[Requirement, Library], ...]
    pis_own: tuple[Library, ...]


def parse_requirement(text: str) -> Requirement:
    """Parse a requirement as in pyproject.toml: `name>=1.2`, perhaps with a marker after a semicolon."""
    name, _, least = text.partition(";")[0].partition(">=")
    return Requirement(name, numbers(least))


def applies(text: str, python: tuple[int, ...] = sys.version_info[:2]) -> bool:
    """True if this Python needs the requirement; its marker may name a `python_version`, with `<` or `>=`."""
    marker = re.search(r"python_version (<|>=) ['\"]([\d.]+)", text)
    return marker is None or (python < numbers(marker[2])) == (marker[1] == "<")


def numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version: (4, 10, 0) for "4.10.0+dfsg"."""
    return tuple(map(int, re.findall(r"\d+", re.split(r"[^\d.]", version.strip(), maxsplit=1)[0])))


def installed(name: str) -> Library:
    """Return a library as installed; it is loaded, as its own libraries may be missing."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        module = importlib.import_module(MODULES.get(name, name.replace("-", "_")))
    except Exception as error:  # picamera2 raises whatever the hardware makes it raise.
        return Library(name, None, " ".join(str(error).split()) or type(error).__name__)
    try:
        return Library(name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        # Debian's OpenCV and lgpio tell pip nothing of themselves.
        version = getattr(module, "__version__", None)
        return Library(name, None if version is None else str(version))


def probe(*, on_pi: bool) -> Libraries:
    """Load every required library."""
    required = [parse_requirement(text) for text in requirements()]
    return Libraries(
        sys.version_info[:3],
        tuple((requirement, installed(requirement.name)) for requirement in required),
        tuple(installed(name) for name in ON_A_PI) if on_pi else (),
    )


def requirements() -> list[str]:
    """Return this program's requirements, without those of its tests."""
    try:
        required = importlib.metadata.requires("five-lines") or []
    except importlib.metadata.PackageNotFoundError:
        return []
    return [text for text in required if "extra ==" not in text and applies(text)]


def judge(facts: Libraries) -> Sequence[Finding]:
    """Return one finding for Python and the libraries in order, and one for each other library."""
    findings: list[Finding] = []
    good = ["Python " + ".".join(map(str, facts.python))]
    for requirement, library in facts.required:
        if requirement.met_by(library):
            good.append(f"{library.name} {library.version}")
            continue
        least = ".".join(map(str, requirement.least))
        why = library.trouble or f"it is {library.version}, and {least} is needed"
        findings.append(
            Check.LIBRARIES.wrong(f"{library.name} can't be used: {why}", "run sudo sh deploy/install again")
        )
    for library in facts.pis_own:
        at_least = ON_A_PI[library.name]
        if library.trouble is not None:
            what = f"{library.name} can't be used: {library.trouble}"
            next_step = (
                f"sudo apt install python3-{library.name}, and a virtual environment that sees the "
                "system's packages (deploy/install makes one)"
            )
        elif library.version is not None and numbers(library.version) < at_least:
            what = f"{library.name} is {library.version}, and {'.'.join(map(str, at_least))} is needed"
            next_step = "sudo apt update, then sudo apt full-upgrade"
        else:
            good.append(library.name + (f" {library.version}" if library.version else ""))
            continue
        findings.append(Check.LIBRARIES.wrong(what, next_step))
    return [Check.LIBRARIES.fine(", ".join(good)), *findings]
