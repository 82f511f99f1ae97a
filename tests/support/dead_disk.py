"""A disk on which nothing can be written."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def dead_disk() -> Iterator[None]:
    """Let every write to a file fail."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
