"""A harmful link, for `bench/station.py --beside`: it floods its socket, hangs, or dies.

    python bench/bad_link.py flood|hang|die SOCKET

It begins with a line on its standard input, and ends with the next, and so on.
"""

import os
import select
import signal
import socket
import sys
import time
from contextlib import ExitStack, suppress

PEOPLE = 8
"""Number of connections: as many as the station accepts."""

QUESTIONS = b'{"ask": "state"}\n{"ask": "health"}\n{"ask": "file", "kind": "screen"}\n' * 50
HALF = b'{"ask": "file", "kind": "screen"}\n{"ask": "sta'
NICENESS, QUOTA = 10, 0.5
"""The limits of the link's unit: others go first, and it gets half a core at most."""


def main() -> None:
    """Misbehave in every other interval between lines of the standard input."""
    kind, path = sys.argv[1:]
    os.nice(NICENESS)
    be_bad = {"flood": flood, "hang": hang, "die": die}[kind]
    while sys.stdin.readline():
        be_bad(path)
        sys.stdin.readline()


def flood(path: str) -> None:
    """Ask without end on every connection, and for pictures, and connect again wherever that is lost."""
    links: list[socket.socket] = []
    began_s, used_s = time.monotonic(), time.process_time()
    while not _should_end(0):
        too_soon_s = (time.process_time() - used_s) / QUOTA - (time.monotonic() - began_s)
        time.sleep(max(0.0, too_soon_s))
        links += [link for _ in range(PEOPLE - len(links)) if (link := _connected(path)) is not None]
        for link in tuple(links):
            try:
                link.send(QUESTIONS)
                link.recv(65_536)
            except BlockingIOError:
                pass
            except OSError:
                link.close()
                links.remove(link)
    for link in links:
        link.close()


def hang(path: str) -> None:
    """Ask on every connection, never read an answer, and leave the last question half."""
    with ExitStack() as stack:
        for _ in range(PEOPLE):
            link = _connected(path)
            if link is not None:
                stack.enter_context(link)
                with suppress(OSError):
                    link.send(HALF)
        _should_end(None)


def die(path: str) -> None:
    """Get killed in the middle of a request, again and again."""
    while not _should_end(0.05):
        child = os.fork()
        if child == 0:
            link = _connected(path)
            if link is not None:
                with suppress(OSError):
                    link.send(HALF)
                time.sleep(0.02)
            os.kill(os.getpid(), signal.SIGKILL)
        os.waitpid(child, 0)


def _should_end(patience_s: float | None) -> bool:
    return bool(select.select([sys.stdin], [], [], patience_s)[0])


def _connected(path: str) -> socket.socket | None:
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        link.setblocking(False)
        link.connect(path)
    except OSError:
        link.close()
        return None
    return link


if __name__ == "__main__":
    main()
