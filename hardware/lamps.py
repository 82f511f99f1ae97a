"""The lamps for either seat and for "not so": on pins with PWM, and the stand-in that remembers."""

from collections.abc import Mapping
from contextlib import ExitStack
from enum import StrEnum
from typing import Any, Protocol

from hardware.clock import Clock
from hardware.device import Device
from hardware.errors import HardwareError
from hardware.lamps_light import Fader, Pattern, duty
from hardware.pins import opening_pins
from hardware.settings import LampsSettings

PWM_HZ = 100
"""A whole number of these cycles fits the camera's exposures under 50 Hz lamps, so lamps near the board
don't flicker in the pictures."""

MIN_STEP = 1 / 256
"""Changes of the duty below this are not passed on to the pins."""


class Lamp(StrEnum):
    """The lamps there are."""

    SEAT_A = "seat A"
    SEAT_B = "seat B"
    NOT_SO = "not so"


class Lamps(Device, Protocol):
    """What the station asks of the lamps."""

    def show(self, lamp: Lamp, pattern: Pattern) -> None:
        """Ask for a pattern on a lamp."""
        ...

    def update(self) -> None:
        """Shine as brightly as the time demands; called some thirty times a second.

        Raises HardwareError when the pins fail.
        """
        ...


class Faders:
    """What is asked for on each lamp, and how brightly it has to shine for that."""

    def __init__(self, settings: LampsSettings, clock: Clock) -> None:
        self._clock = clock
        self._brightness = settings.brightness
        self._faders = {lamp: Fader() for lamp in Lamp}

    def show(self, lamp: Lamp, pattern: Pattern) -> None:
        """Ask for a pattern on a lamp."""
        self._faders[lamp].show(pattern)

    def levels(self) -> dict[Lamp, float]:
        """How bright the lamps are to be felt now, `brightness` included, 0 to 1."""
        now_s = self._clock()
        return {lamp: fader.level(now_s) * self._brightness for lamp, fader in self._faders.items()}


class StandInLamps(Lamps):
    """Lamps that are nowhere; `levels` are their brightnesses as felt, 0 to 1."""

    def __init__(self, settings: LampsSettings, clock: Clock) -> None:
        self._faders = Faders(settings, clock)
        self.levels: Mapping[Lamp, float] = dict.fromkeys(Lamp, 0.0)

    def show(self, lamp: Lamp, pattern: Pattern) -> None:
        """Ask for a pattern on a lamp."""
        self._faders.show(lamp, pattern)

    def update(self) -> None:
        """Remember how brightly each lamp would shine now."""
        self.levels = self._faders.levels()

    def close(self) -> None:
        """Nothing is to be let go."""

    def __repr__(self) -> str:
        return "<lamps, a stand-in>"


class GpioLamps(Lamps):
    """Lamps on pins. Raises HardwareError that tells which pin, why not, and where to set another.

    `pin_factory` is one of gpiozero's; None takes its usual one for this machine.
    """

    def __init__(self, settings: LampsSettings, clock: Clock, pin_factory: object | None = None) -> None:
        self._faders = Faders(settings, clock)
        self._pins = {
            Lamp.SEAT_A: settings.seat_a_pin,
            Lamp.SEAT_B: settings.seat_b_pin,
            Lamp.NOT_SO: settings.not_so_pin,
        }
        self._leds: dict[Lamp, Any] = {}
        try:
            for lamp, pin in self._pins.items():
                with opening_pins(f"the lamp for {lamp} on GPIO {pin}", "lamps") as gpiozero:
                    self._leds[lamp] = gpiozero.PWMLED(pin, frequency=PWM_HZ, pin_factory=pin_factory)
        except HardwareError:
            self.close()
            raise

    def show(self, lamp: Lamp, pattern: Pattern) -> None:
        """Ask for a pattern on a lamp."""
        self._faders.show(lamp, pattern)

    def update(self) -> None:
        """Shine as brightly as the time demands; raises HardwareError when the pins fail."""
        levels = self._faders.levels()
        for lamp, led in self._leds.items():
            wanted = duty(levels[lamp])
            # The ends are always reached, so that a lamp that is off is dark.
            if abs(led.value - wanted) >= MIN_STEP or (wanted in (0, 1) and led.value != wanted):
                with opening_pins(f"the lamp for {lamp} on GPIO {self._pins[lamp]}", "lamps"):
                    led.value = wanted

    def close(self) -> None:
        """Go dark and let go of the pins."""
        with ExitStack() as stack:
            for led in self._leds.values():
                stack.callback(led.close)

    def __repr__(self) -> str:
        return f"<lamps on {', '.join(f'GPIO {pin} ({lamp})' for lamp, pin in self._pins.items())}>"
