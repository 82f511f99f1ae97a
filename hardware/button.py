"""The dice button: on a pin of the Raspberry Pi, and its stand-in that is pressed by a call."""

from queue import Empty, SimpleQueue
from typing import Any, Protocol, Self

from hardware.button_presses import Edge, Press, PressReader
from hardware.clock import Clock
from hardware.pins import opening_pins
from hardware.settings import ButtonSettings


class Button(Protocol):
    """What the station asks of a button."""

    def presses(self) -> list[Press]:
        """What has been done with it since the last call."""
        ...

    def close(self) -> None:
        """Let go of the pin."""
        ...


class StandInButton:
    """A button that is nowhere; `push` and `release` work it from any thread."""

    def __init__(self, settings: ButtonSettings, clock: Clock, *, down: bool = False) -> None:
        self._clock = clock
        self._edges: SimpleQueue[Edge] = SimpleQueue()
        self._reader = PressReader(
            settings.debounce_ms / 1000, settings.long_press_s, settings.stuck_s, clock() if down else None
        )

    def push(self) -> None:
        """The contact closes."""
        self._put(down=True)

    def release(self) -> None:
        """The contact opens."""
        self._put(down=False)

    def presses(self) -> list[Press]:
        """What has been done with the button since the last call; call it often, it also sees time go by."""
        edges = []
        # Taken before the queue is emptied, for an edge that comes in between must not lie in the future.
        now_s = self._clock()
        while True:
            try:
                edges.append(self._edges.get_nowait())
            except Empty:
                return self._reader.read(edges, max([now_s, *(edge.at_s for edge in edges)]))

    def close(self) -> None:
        """Nothing is to be let go."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return "<button, a stand-in>"

    def _put(self, *, down: bool) -> None:
        self._edges.put(Edge(down, self._clock()))


class GpioButton(StandInButton):
    """A button on a pin. Raises HardwareError that tells which pin, why not, and where to set another.

    `pin_factory` is one of gpiozero's; None takes its usual one for this machine.
    """

    def __init__(self, settings: ButtonSettings, clock: Clock, pin_factory: object | None = None) -> None:
        self._pin = settings.pin
        with opening_pins(f"the button's pin GPIO {settings.pin}", "button") as gpiozero:
            # No bounce_time: lgpio's own debouncing loses edges, and the reader debounces anyway.
            self._device: Any = gpiozero.Button(
                settings.pin, pull_up=settings.pull_up, pin_factory=pin_factory
            )
        down = bool(self._device.is_pressed)
        super().__init__(settings, clock, down=down)
        # gpiozero calls these on a thread of its own; they only put into the queue.
        self._device.when_pressed = self.push
        self._device.when_released = self.release
        if self._device.is_pressed != down:
            # It was pressed or let go before anybody listened.
            self._put(down=not down)

    def close(self) -> None:
        """Let go of the pin."""
        self._device.close()

    def __repr__(self) -> str:
        return f"<button on GPIO {self._pin}{', closed' if self._device.closed else ''}>"
