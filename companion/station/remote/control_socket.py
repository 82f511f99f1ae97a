"""The station's control socket: requests and answers, one line of JSON each, with limits on everything.

The loop polls it once a turn and it never waits: a client that floods it, sends half a line or reads no
answer costs a turn some microseconds, and then loses its connection.
"""

import json
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from companion.interface.commands import RemoteQuestion, RequestError, read_question, refused

MAX_CLIENTS = 8  # maximum number of connections; one more closes the one that has been silent for longest

MAX_LINE_LENGTH = 16_000
"""Maximum bytes of a request; the texts of one language take less than half, everything else far less."""

LINE_TIMEOUT_S = 2.0  # timeout for the rest of a line that has begun


@dataclass(eq=False)
class Client:
    """A connection; while it `waits` for an answer, no further requests are read from it."""

    link: socket.socket
    heard_s: float
    begun: bytes = b""
    waits: bool = False


@dataclass(frozen=True, eq=False)
class Request:
    """A request and the client that waits for its answer."""

    question: RemoteQuestion
    client: Client


class ControlSocket:
    """A Unix socket, open until `close`, for the user and the group of the station's process only.

    A socket that a killed station left is replaced. Raises OSError if it can't be made.
    """

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path = path
        self._clock = clock
        self._clients: list[Client] = []
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

    def poll(self) -> list[Request]:
        """Return the requests that have arrived since the last call, at most one of each client."""
        self._accept()
        found: list[Request] = []
        for client in tuple(self._clients):
            question = None if client.waits else self._read(client)
            if question is not None:
                client.waits = True
                found.append(Request(question, client))
        return found

    def answer(self, request: Request, answer: Mapping[str, object], file: BinaryIO | None = None) -> None:
        """Send an answer, and the descriptor of a file that is open for reading.

        Does nothing if the client has disconnected.
        """
        if self.is_waiting(request):
            request.client.waits = False
            self._send(request.client, answer, file)

    def is_waiting(self, request: Request) -> bool:
        """True if the client still waits for the answer."""
        return request.client in self._clients

    def close(self) -> None:
        """Disconnect all clients and close the socket."""
        for client in tuple(self._clients):
            self._drop(client)
        self._socket.close()
        with suppress(OSError):
            self._path.unlink()

    def _accept(self) -> None:
        try:
            link, _ = self._socket.accept()
        except OSError:
            # No client, or one that has already disconnected.
            return
        link.setblocking(False)
        if len(self._clients) >= MAX_CLIENTS:
            self._drop(min(self._clients, key=lambda client: client.heard_s))
        self._clients.append(Client(link, self._clock()))

    def _read(self, client: Client) -> RemoteQuestion | None:
        now_s = self._clock()
        if b"\n" not in client.begun:
            try:
                received = client.link.recv(MAX_LINE_LENGTH)
            except BlockingIOError:
                if client.begun and now_s - client.heard_s > LINE_TIMEOUT_S:
                    self._refuse(client, "the rest of the line did not come")
                return None
            except OSError:
                received = b""
            if not received:
                self._drop(client)
                return None
            if not client.begun:
                client.heard_s = now_s
            client.begun += received
        line, end, rest = client.begun.partition(b"\n")
        if len(line) > MAX_LINE_LENGTH:
            self._refuse(client, f"a line has at most {MAX_LINE_LENGTH} bytes")
        elif end:
            client.begun, client.heard_s = rest, now_s
            try:
                return read_question(line)
            except RequestError as error:
                self._send(client, refused(str(error)))
        elif now_s - client.heard_s > LINE_TIMEOUT_S:
            self._refuse(client, "the rest of the line did not come")
        return None

    def _send(self, client: Client, answer: Mapping[str, object], file: BinaryIO | None = None) -> None:
        # Half a letter, as in a name of a file that is no text, would end the line: JSON has none.
        line = json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode(errors="replace") + b"\n"
        try:
            if file is None:
                sent = client.link.send(line)
            else:
                sent = socket.send_fds(client.link, [line], [file.fileno()])
        except OSError:
            sent = 0
        if sent < len(line):
            # The client does not read its answers.
            self._drop(client)

    def _refuse(self, client: Client, why: str) -> None:
        """Say why and disconnect: where the next line begins is unknown."""
        self._send(client, refused(why))
        self._drop(client)

    def _drop(self, client: Client) -> None:
        client.link.close()
        if client in self._clients:
            self._clients.remove(client)
