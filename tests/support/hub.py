"""An Exhibitera Hub as far as a component sees it, by its API: pings, what it wants, lines that it keeps."""

import json
import threading
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

PATIENCE_S = 60.0


class Hub:
    """It refuses pings without a UUID of version 4, and forgets what they leave out."""

    def __init__(self) -> None:
        self.pings: list[dict[str, Any]] = []
        self.commands: list[str] = []
        self.definition = ""
        self.kept: dict[str, list[str]] = {}
        self._changed = threading.Condition()
        hub = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with hub._changed:
                    said = json.dumps(hub._answer(self.path, body)).encode()
                    hub._changed.notify_all()
                self.send_response(200)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (as it is there)
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def until(self, what: str, pings: int = 1) -> dict[str, Any]:
        """The newest ping, once there have been so many more."""
        with self._changed:
            wanted = len(self.pings) + pings
            if not self._changed.wait_for(lambda: len(self.pings) >= wanted, PATIENCE_S):
                pytest.fail(f"{what}: no ping came")
            return self.pings[-1]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _answer(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        if path == "/core/ping":
            try:
                if uuid.UUID(body["uuid"]).version != 4:
                    raise ValueError
            except (KeyError, ValueError):
                return {"success": False, "reason": "invalid uuid"}
            self.pings.append(body)
            commands, self.commands = self.commands, []
            return {"commands": commands, "definition": self.definition, "success": True}
        _, core, data, name, kind = path.split("/")
        assert (core, data, kind, body["mode"]) == ("core", "data", "rawText", "a")
        self.kept.setdefault(name, []).append(body["text"])
        return {"success": True, "reason": ""}
