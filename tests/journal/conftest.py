"""Folders for journals."""

import os
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")


@pytest.fixture(scope="session")
def new_folder() -> Iterator[Callable[[], Path]]:
    """Makes folders, in memory where possible: thousands of commits would wait for the disk otherwise.

    What a killed process has written outlives it there as it does on a disk.
    """
    beside = MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="five-lines-", dir=beside) as base:
        numbers = count(1)

        def make() -> Path:
            folder = Path(base) / str(next(numbers))
            folder.mkdir()
            return folder

        yield make


@pytest.fixture
def tmp_path(new_folder: Callable[[], Path]) -> Path:
    """A folder for one test."""
    return new_folder()
