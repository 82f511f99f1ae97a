"""What is made for those outside while the station goes on: one thing at a time, on a thread of its own."""

import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from companion import FiveLinesError
from companion.interface.outside import DONE, Wanted, refused
from companion.station.protocols import Heard
from companion.station.stimuli import Stimulus

MAX_WAITING = 4
"""Who asks for more is told to try again."""

EVERY_S = 1.0
"""Nothing more is begun so soon after the last: whoever asks again and again costs little."""

MAX_DURATION_S = 60.0
"""Whoever waits longer is told that it takes too long; until it is made nothing else is."""


@dataclass(frozen=True, slots=True)
class Made:
    """What is said, the file that goes with it, open for reading, and what the station is told of it."""

    said: Mapping[str, object]
    news: tuple[Stimulus, ...] = ()
    file: BinaryIO | None = None


Job = Callable[[Path], Made]
"""Makes something on another thread; the path is that of the file to write, if there is one.

Raises FiveLinesErrors and OSErrors.
"""

Maker = Callable[[Wanted], Job]
"""Takes what is needed of the station, at once, and gives the rest of the work."""


class Despatch:
    """Has things made in the order in which they were asked for. To be closed."""

    def __init__(self, maker: Maker | None = None) -> None:
        self._maker = maker
        self._waiting: deque[tuple[Heard, Wanted]] = deque()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="despatch")
        self._making: tuple[Heard | None, Future[Made]] | None = None
        self._begun_s = float("-inf")

    def take(self, heard: Heard, wanted: Wanted) -> bool:
        """Have it made; whether there is room for it."""
        if len(self._waiting) >= MAX_WAITING:
            return False
        self._waiting.append((heard, wanted))
        return True

    def news(
        self,
        now_s: float,
        waits: Callable[[Heard], bool],
        why_not: Callable[[Wanted], Mapping[str, object] | None],
    ) -> Iterator[tuple[Heard | None, Made]]:
        """What has been made since this was last asked, and for whom; then the next thing is begun.

        Nobody is answered twice: for None is what was made after all when its asker had been told that it
        takes too long. `why_not` is how something is refused that may not be made any more.
        """
        if self._making is not None:
            yield from self._made(now_s)
        if self._making is None and self._waiting and now_s - self._begun_s >= EVERY_S:
            heard, wanted = self._waiting.popleft()
            if not waits(heard):
                return
            if (refusal := why_not(wanted)) is not None:
                yield heard, Made(refusal)
                return
            self._begun_s = now_s
            try:
                if self._maker is None:
                    raise FiveLinesError("this station makes no files")
                self._making = heard, self._thread.submit(_make, self._maker(wanted))
            except FiveLinesError as error:
                yield heard, Made(refused(str(error)))
            except Exception as error:
                yield heard, _mistake(error)
                raise

    def close(self) -> None:
        """Wait for nothing that is not finished."""
        self._waiting.clear()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _made(self, now_s: float) -> Iterator[tuple[Heard | None, Made]]:
        assert self._making is not None
        heard, future = self._making
        if not future.done():
            if heard is not None and now_s - self._begun_s > MAX_DURATION_S:
                self._making = None, future
                yield heard, Made(refused("it takes too long; it may be done later all the same"))
            return
        self._making = None
        try:
            made = future.result()
        except (FiveLinesError, OSError) as error:
            made = Made(refused(str(error)))
        except Exception as error:
            if heard is not None:
                yield heard, _mistake(error)
            raise
        yield heard, made


def _mistake(error: Exception) -> Made:
    return Made(refused(f"it can't be made ({type(error).__name__})"))


def _make(job: Job) -> Made:
    with tempfile.TemporaryDirectory(prefix="five-lines-") as folder:
        path = Path(folder) / "file"
        made = job(path)
        if not path.exists():
            return replace(made, said={**DONE, **made.said})
        # Open, it stays when its folder has gone; read only, so that whoever gets it can't make it larger.
        file = path.open("rb")
        return Made({**DONE, "bytes": path.stat().st_size, **made.said}, made.news, file)
