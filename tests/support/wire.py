"""A way between two programs on this machine that can be cut."""

import socket
import threading
from contextlib import suppress


class Wire:
    """Passes on what comes to its port to another, until it is cut; then it takes new connections again."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._ends: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._let_in, daemon=True)]
        self._threads[0].start()

    def cut(self) -> None:
        """Nothing more passes on what there is; what was on its way is lost."""
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.cut()
        for thread in self._threads:
            thread.join(5.0)

    def _let_in(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._to))
            self._ends += [near, far]
            for source, target in ((near, far), (far, near)):
                self._threads.append(threading.Thread(target=_pass_on, args=(source, target), daemon=True))
                self._threads[-1].start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while came := source.recv(4096):
            target.sendall(came)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
    source.close()
