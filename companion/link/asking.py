"""Asking a station through its socket, from another process; nothing is waited for longer than is said."""

import json
import os
import socket
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from companion import FiveLinesError
from companion.system.data import DataError, json_data

PATIENCE_S = 5.0
"""How long an answer may take that comes at once from a station that is well."""

MAX_ANSWER_BYTES = 200_000

CLOSED_ON_EXEC = getattr(socket, "MSG_CMSG_CLOEXEC", 0)
"""A file that is handed over goes to no program that is started from here."""


class NoStationError(FiveLinesError, RuntimeError):
    """The station does not answer: it is not running, it is not open to the link, or it hangs."""


class StationLine:
    """A connection to a station, made when it is first needed and again after it was lost.

    To be used by one thread, but for `give_up`. `ask` raises NoStationError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._link: socket.socket | None = None
        self._came = b""
        self._files: list[int] = []

    def ask(self, question: dict[str, object], patience_s: float = PATIENCE_S) -> dict[str, Any]:
        """The answer: `ok`, and with it what was asked for, or else `why` not."""
        answer, file = self.ask_file(question, patience_s)
        if file is not None:
            file.close()
        return answer

    def ask_file(
        self, question: dict[str, object], patience_s: float = PATIENCE_S
    ) -> tuple[dict[str, Any], BinaryIO | None]:
        """The answer, and the file that came with it, open for reading."""
        try:
            said = self._answer(question, patience_s)
            return said, os.fdopen(self._files.pop(0), "rb") if self._files else None
        finally:
            self._close_files()

    def _answer(self, question: dict[str, object], patience_s: float) -> dict[str, Any]:
        try:
            line = json.dumps(question, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
            answer = self._ask(line, patience_s)
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

    def give_up(self) -> None:
        """Have an answer that another thread waits for not come."""
        link = self._link
        if link is not None:
            with suppress(OSError):
                link.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Let go of the connection; the next question makes another."""
        if self._link is not None:
            self._link.close()
        self._link, self._came = None, b""
        self._close_files()

    def __enter__(self) -> "StationLine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, line: bytes, patience_s: float) -> bytes:
        if self._link is None:
            self._link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._link.settimeout(PATIENCE_S)
            self._link.connect(str(self.path))
        self._link.settimeout(patience_s)
        self._link.sendall(line)
        while b"\n" not in self._came:
            came, files, _, _ = socket.recv_fds(self._link, 65536, 1, CLOSED_ON_EXEC)
            self._files += files
            if not came or len(self._came) > MAX_ANSWER_BYTES:
                raise ConnectionResetError(0, "the connection was closed")
            self._came += came
        answer, _, self._came = self._came.partition(b"\n")
        return answer

    def _close_files(self) -> None:
        for file in self._files:
            os.close(file)
        self._files.clear()
