"""A client of the station's control socket, for other processes; nothing waits longer than it says."""

import json
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from companion import FiveLinesError
from companion.system.data import DataError, json_data

TIMEOUT_S = 5.0  # timeout for an answer that a healthy station gives at once

MAX_ANSWER_BYTES = 200_000

CLOSE_ON_EXEC = getattr(socket, "MSG_CMSG_CLOEXEC", 0)
"""A file that is handed over is not inherited by programs that are started from here."""


class NoStationError(FiveLinesError, RuntimeError):
    """The station does not answer: it is not running, its socket is closed to this user, or it hangs."""


class ControlClient:
    """A connection to a station, made when it is first needed and again after it was lost.

    To be used by one thread, except for `abort`. `ask` raises NoStationError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._link: socket.socket | None = None
        self._received = b""
        self._files: list[int] = []

    def ask(self, question: dict[str, object], timeout_s: float = TIMEOUT_S) -> dict[str, Any]:
        """Send a request and return the answer: `ok` and the result, or `why` not."""
        answer, file = self.ask_file(question, timeout_s)
        if file is not None:
            file.close()
        return answer

    def ask_file(
        self, question: dict[str, object], timeout_s: float = TIMEOUT_S
    ) -> tuple[dict[str, Any], BinaryIO | None]:
        """Return the answer and the file that came with it, open for reading."""
        try:
            answer = self._answer(question, timeout_s)
            return answer, os.fdopen(self._files.pop(0), "rb") if self._files else None
        finally:
            self._close_files()

    def _answer(self, question: dict[str, object], timeout_s: float) -> dict[str, Any]:
        try:
            line = json.dumps(question, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
            answer = self._exchange(line, timeout_s)
        except OSError as error:
            self.close()
            raise NoStationError(
                f"{self.path}: the station does not answer ({error.strerror or error}); is it running, with "
                "[link] enabled = true, and may this user open its socket?"
            ) from error
        try:
            return {name: data.value for name, data in json_data(answer.decode()).table().items()}
        except (UnicodeDecodeError, DataError) as error:
            self.close()
            raise NoStationError(f"{self.path}: what answers there is no station ({error})") from error

    def abort(self) -> None:
        """Abort a pending `ask` from another thread."""
        link = self._link
        if link is not None:
            with suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection; the next request makes another."""
        if self._link is not None:
            self._link.close()
        self._link, self._received = None, b""
        self._close_files()

    def __enter__(self) -> "ControlClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _exchange(self, line: bytes, timeout_s: float) -> bytes:
        if self._link is None:
            self._link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._link.settimeout(TIMEOUT_S)
            self._link.connect(str(self.path))
        self._link.settimeout(timeout_s)
        self._link.sendall(line)
        while b"\n" not in self._received:
            received, files, _, _ = socket.recv_fds(self._link, 65536, 1, CLOSE_ON_EXEC)
            self._files += files
            if not received or len(self._received) > MAX_ANSWER_BYTES:
                raise ConnectionResetError(0, "the connection was closed")
            self._received += received
        answer, _, self._received = self._received.partition(b"\n")
        return answer

    def _close_files(self) -> None:
        for file in self._files:
            os.close(file)
        self._files.clear()
