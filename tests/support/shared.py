"""What is expensive to make and only read is made once a run, by whichever of its processes asks first."""

import fcntl
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

FOLDER = "FIVE_LINES_SHARED_BY_TESTS"
"""The variable that holds the run's folder; `tests/conftest.py` makes the folder and the variable."""

Made = TypeVar("Made")


def shared_folder(name: str) -> Path:
    """A folder that all processes of the run may write to."""
    folder = Path(os.environ[FOLDER]) / name
    folder.mkdir(exist_ok=True)
    return folder


def shared(name: str, make: Callable[[], Made]) -> Made:
    """What `make` gives; other processes of the run read what the first of them has made."""
    kept = Path(os.environ[FOLDER]) / f"{name}.pickle"
    with kept.with_suffix(".lock").open("w") as lock:
        # Let go of when the file is closed, also by a process that dies.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if kept.exists():
            made: Made = pickle.loads(kept.read_bytes())
            return made
        made = make()
        part = kept.with_suffix(".part")
        part.write_bytes(pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
        part.replace(kept)
    return made
