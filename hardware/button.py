"""The dice button on a pin of the Raspberry Pi, and its stand-in."""

from contextlib import suppress
from queue import Empty, Queue
from typing import Any

from hardware.button_presses import Edge, Press, PressReader
from hardware.device import Clock, Device
from hardware.pins import opening_pins
from hardware.settings import ButtonSettings

DEBOUNCE_S = 0.03  # seconds the contact must rest to count; a good switch bounces for less than 0.01
LONG_PRESS_S = 1.5  # seconds; nobody presses for this long to throw
STUCK_S = 15.0  # seconds; held for this long it is ignored until it is released
STAFF_PRESS_S = 6.0  # seconds until the staff's pages open; nobody holds it this long by chance


class Button(Device):
    """A device that reports presses: pushed and released on any thread, read on one.

    `down` is its initial state. Held for `stuck_s` seconds it counts as stuck.
    """

    def __init__(
        self, settings: ButtonSettings, clock: Clock, *, down: bool = False, stuck_s: float = STUCK_S
    ) -> None:
        self._clock = clock
        # No SimpleQueue: a signal that comes at the end of its timeout makes it wait for ever (CPython 3.11).
        self._edges: Queue[Edge] = Queue()
        self._presses: list[Press] = []
        self._reader = PressReader(
            DEBOUNCE_S,
            LONG_PRESS_S,
            stuck_s,
            clock() if down else None,
            very_long_s=STAFF_PRESS_S,
        )

    def push(self) -> None:
        """Record that the button was pushed."""
        self._edges.put(Edge(True, self._clock()))

    def release(self) -> None:
        """Record that the button was released."""
        self._edges.put(Edge(False, self._clock()))

    def wait(self, timeout_s: float) -> None:
        """Wait for a time, but no longer than until the contact has settled after an edge."""
        until_s = self._clock() + timeout_s
        while (left_s := min(until_s, self._reader.debouncer.settles_s) - self._clock()) > 0:
            with suppress(Empty):
                edge = self._edges.get(timeout=left_s)
                self._presses += self._reader.read([edge], edge.at_s)

    def presses(self) -> list[Press]:
        """Return the presses since the last call; call it often, since it also measures time."""
        presses, self._presses = self._presses, []
        edges = []
        # Read the time before the queue: an edge that arrives in between must not be in the future.
        now_s = self._clock()
        while True:
            try:
                edges.append(self._edges.get_nowait())
            except Empty:
                return presses + self._reader.read(edges, max([now_s, *(edge.at_s for edge in edges)]))


class StandInButton(Button):
    """The stand-in, which a program pushes and releases."""


class GpioButton(Button):
    """A button on a pin. Raises HardwareError with the pin, the reason, and the setting to change.

    `pin_factory` is one of gpiozero's; None is its default for this machine.
    """

    def __init__(
        self,
        settings: ButtonSettings,
        clock: Clock,
        pin_factory: object | None = None,
        *,
        stuck_s: float = STUCK_S,
    ) -> None:
        with opening_pins(f"the button's pin GPIO {settings.pin}", "button") as gpiozero:
            # No bounce_time: lgpio's own debouncing loses edges, and the reader debounces anyway.
            self._device: Any = gpiozero.Button(
                settings.pin, pull_up=settings.pull_up, pin_factory=pin_factory
            )
        down = bool(self._device.is_pressed)
        super().__init__(settings, clock, down=down, stuck_s=stuck_s)
        # gpiozero calls these on a thread of its own; they only put into the queue.
        self._device.when_pressed = self.push
        self._device.when_released = self.release
        if self._device.is_pressed != down:
            # It was pressed or released before the callbacks were set.
            (self.release if down else self.push)()

    def close(self) -> None:
        """Release the pin."""
        self._device.close()
