"""A flood of bad requests does not fill the log."""

import socket
import threading

import pytest
from starlette.applications import Starlette

from companion.link.demo import free_port
from companion.link.page.connector import ONCE_A_MINUTE, page_server
from tests.support.broker import listens


def test_many_bad_requests_are_logged_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another test may have sent one less than a minute ago.
    monkeypatch.setattr(ONCE_A_MINUTE.log, "_seen", {})
    port = free_port()
    server = page_server(Starlette(), "127.0.0.1", port)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not listens(port):
            assert thread.is_alive()
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", port), 10.0) as bad:
                bad.sendall(b"this is no request\r\n\r\n")
                assert b"400" in bad.recv(1000)
    finally:
        server.should_exit = True
        thread.join()
    assert sum("Invalid HTTP request" in record.getMessage() for record in caplog.records) == 1
