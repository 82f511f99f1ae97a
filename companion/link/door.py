"""The socket that a station answers on: questions and answers, a line of JSON each, everything bounded.

It is asked for news once in a turn of the station's loop and never waits, so whoever floods it, sends half a
line or reads no answer costs a turn some microseconds, and then loses the connection.
"""

import json
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from companion.interface.outside import OutsideError, Question, read_question, refused

MAX_CLIENTS = 8
"""Connections at one time; one more, and the one that has been silent for longest is closed."""

MAX_LINE_LENGTH = 16_000
"""Bytes of a question; a house's texts in one language have less than half, and all else far less."""

HALF_LINE_S = 2.0
"""So long a question that has begun may take to come whole."""


@dataclass(eq=False, slots=True)
class _Caller:
    """Somebody who is connected; `waits`: an answer is owed, and nothing more is read meanwhile."""

    link: socket.socket
    heard_s: float
    begun: bytes = b""
    waits: bool = False


class Heard(Protocol):
    """A question that was asked at the door."""

    @property
    def question(self) -> Question:
        """What was asked."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class _Heard:
    question: Question
    caller: _Caller


class Door:
    """The socket, open until `close`; only the user and the group of the station's process may use it.

    Raises OSError when it can't be made. A socket that is there already was left by a station that is gone.
    """

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path = path
        self._clock = clock
        self._callers: list[_Caller] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_socket():
            path.unlink()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.setblocking(False)
            self._socket.bind(str(path))
            # Nobody can connect before it listens.
            path.chmod(0o660)
            self._socket.listen(MAX_CLIENTS)
        except BaseException:
            self._socket.close()
            raise

    def questions(self) -> list[Heard]:
        """What has been asked since this was last called: at most one question of each caller."""
        self._let_in()
        found: list[Heard] = []
        for caller in tuple(self._callers):
            question = None if caller.waits else self._read(caller)
            if question is not None:
                caller.waits = True
                found.append(_Heard(question, caller))
        return found

    def answer(self, heard: Heard, said: Mapping[str, object], file: BinaryIO | None = None) -> None:
        """Answer a question; nothing happens if whoever asked it has gone.

        `file`, open for reading, is handed over as it is: whoever asked reads it in their own time.
        """
        if isinstance(heard, _Heard) and heard.caller in self._callers:
            heard.caller.waits = False
            self._send(heard.caller, said, file)

    def waits(self, heard: Heard) -> bool:
        """Whether somebody still waits for the answer."""
        return isinstance(heard, _Heard) and heard.caller in self._callers

    def close(self) -> None:
        """Let go of everybody, and of the socket."""
        for caller in tuple(self._callers):
            self._drop(caller)
        self._socket.close()
        with suppress(OSError):
            self._path.unlink()

    def _let_in(self) -> None:
        try:
            link, _ = self._socket.accept()
        except OSError:
            # Nobody, or somebody who has gone already.
            return
        link.setblocking(False)
        if len(self._callers) >= MAX_CLIENTS:
            self._drop(min(self._callers, key=lambda caller: caller.heard_s))
        self._callers.append(_Caller(link, self._clock()))

    def _read(self, caller: _Caller) -> Question | None:
        now_s = self._clock()
        if b"\n" not in caller.begun:
            try:
                came = caller.link.recv(MAX_LINE_LENGTH)
            except BlockingIOError:
                if caller.begun and now_s - caller.heard_s > HALF_LINE_S:
                    self._refuse(caller, "the rest of the line did not come")
                return None
            except OSError:
                came = b""
            if not came:
                self._drop(caller)
                return None
            if not caller.begun:
                caller.heard_s = now_s
            caller.begun += came
        line, end, rest = caller.begun.partition(b"\n")
        if len(line) > MAX_LINE_LENGTH:
            self._refuse(caller, f"a line has at most {MAX_LINE_LENGTH} bytes")
        elif end:
            caller.begun, caller.heard_s = rest, now_s
            try:
                return read_question(line)
            except OutsideError as error:
                self._send(caller, refused(str(error)))
        elif now_s - caller.heard_s > HALF_LINE_S:
            self._refuse(caller, "the rest of the line did not come")
        return None

    def _send(self, caller: _Caller, said: Mapping[str, object], file: BinaryIO | None = None) -> None:
        line = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            if file is None:
                sent = caller.link.send(line)
            else:
                sent = socket.send_fds(caller.link, [line], [file.fileno()])
        except OSError:
            sent = 0
        if sent < len(line):
            # Whoever does not read what was asked for is not waited for.
            self._drop(caller)

    def _refuse(self, caller: _Caller, why: str) -> None:
        """Say why, and close the connection: where the next line begins is not known."""
        self._send(caller, refused(why))
        self._drop(caller)

    def _drop(self, caller: _Caller) -> None:
        caller.link.close()
        if caller in self._callers:
            self._callers.remove(caller)
