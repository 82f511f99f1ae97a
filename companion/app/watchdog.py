"""Notify systemd that the station is ready and alive; without systemd it does nothing.

The protocol is that of sd_notify(3): datagrams to the socket that NOTIFY_SOCKET names.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress

from hardware.camera.health import CameraState
from hardware.device import Clock

SIGNS_PER_LIMIT = 3  # watchdog notifications per timeout of systemd's


class Watchdog:
    """Feeds systemd's watchdog while both the loop and the camera are running.

    A camera that is lost and tried again goes on. One that hangs in a call can only be helped by a new start,
    so nothing is fed and systemd restarts the station. `environment` is the process's own unless given.
    """

    def __init__(self, clock: Clock, environment: Mapping[str, str] = os.environ) -> None:
        self._clock = clock
        self._address = environment.get("NOTIFY_SOCKET", "")
        watched = environment.get("WATCHDOG_PID") in (None, str(os.getpid()))
        limit_us = environment.get("WATCHDOG_USEC", "") if watched else ""
        self._interval_s = int(limit_us) / 1e6 / SIGNS_PER_LIMIT if limit_us.isdecimal() else None
        self._next_s = clock()
        self._ready = False

    def turn(self, camera: CameraState) -> None:
        """Notify systemd after every turn of the loop; the first makes the station ready."""
        if not self._ready:
            self._ready = True
            self._send("READY=1")
        now_s = self._clock()
        if self._interval_s is None or now_s < self._next_s or camera is CameraState.HUNG:
            return
        self._next_s = now_s + self._interval_s
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Tell systemd that the station is stopping on purpose."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address.startswith(("/", "@")):
            return
        # A name that begins with @ stands for one in the abstract namespace, which begins with a zero byte.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        # Whether systemd hears us must not matter to a game: one that fetches nothing is not waited for.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaker:
            speaker.setblocking(False)
            speaker.sendto(message.encode(), address)
