"""Large arrays in a file without a name, so that a game is solved with less memory than its graph takes."""

import mmap
import os
import shutil
import tempfile
from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Kind = TypeVar("_Kind", np.int32, np.int8)

_FOLDER = "/var/tmp"
"""Folder of the files; `/tmp` may itself be in memory."""
_MIN_FREE_BYTES = 2 * 10**9
"""With less room on the disk arrays stay in memory; Kidd's game needs 0.2 GB."""


class Pages:
    """The pages of arrays that are on disk; None are where there is no room for them."""

    def __init__(self, is_wanted: bool) -> None:
        self._maps: list[mmap.mmap] = []
        self._in_files = is_wanted and os.access(_FOLDER, os.W_OK)
        self._in_files = self._in_files and shutil.disk_usage(_FOLDER).free >= _MIN_FREE_BYTES

    def join(self, parts: Iterable[NDArray[_Kind]], dtype: type[_Kind]) -> NDArray[_Kind]:
        """Return the parts as one array; each may be freed when the next one is asked for."""
        if not self._in_files:
            return np.concatenate(list(parts))
        with tempfile.TemporaryFile(dir=_FOLDER) as file:
            for part in parts:
                file.write(part.data)
            file.flush()
            self._maps.append(mmap.mmap(file.fileno(), 0))
        return np.frombuffer(self._maps[-1], dtype)

    def release(self) -> None:
        """Free the memory of what was read; the next read takes it from the file again."""
        for one in self._maps:
            one.madvise(mmap.MADV_DONTNEED)
