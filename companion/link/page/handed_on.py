"""A file that the station has handed over, as it is sent on: piece by piece, and not for ever."""

import asyncio
import os
from contextlib import suppress
from typing import BinaryIO

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

PIECE_BYTES = 65_536

MAX_DURATION_S = 300.0
"""Who has not taken all of it by then gets no more."""


class HandedOn(Response):
    """Sends a file that is open, under a name, and closes it; to be kept by whoever asked."""

    media_type = "application/zip"

    def __init__(self, file: BinaryIO, name: str) -> None:
        length = str(os.fstat(file.fileno()).st_size)
        # Packed already: nothing more is gained by packing it again.
        own = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Encoding": "identity"}
        super().__init__(headers=own)
        self.headers["content-length"] = length
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all of it, as fast as it is taken."""
        with self._file, suppress(TimeoutError, OSError):
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async with asyncio.timeout(MAX_DURATION_S):
                while piece := self._file.read(PIECE_BYTES):
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})
