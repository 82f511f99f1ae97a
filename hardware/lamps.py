"""The lamps of both seats, of a refusal and of the camera: patterns, pins with PWM, and the stand-in."""

import math
from collections.abc import Mapping
from contextlib import ExitStack
from enum import StrEnum
from typing import Any

from hardware.device import Clock, Device, HardwareError
from hardware.pins import opening_pins
from hardware.settings import LampsSettings

PWM_HZ = 100
"""PWM frequency: whole cycles fit exposures under 50 Hz mains, so the lamps don't flicker in pictures."""

MIN_STEP = 1 / 256  # minimum change of the duty cycle that is passed on to the pins
FADE_S = 0.4  # time of the fade to a new pattern

MIN_PATTERN_S = 0.5
"""Minimum time of a pattern. With the patterns' periods it keeps lamps below two flashes a second; WCAG 2.3.1
sets three as the limit for photosensitive people."""


class Pattern(StrEnum):
    """A lamp's pattern."""

    OFF = "off"
    GLOW = "glow"
    ON = "on"
    BREATHE = "breathe"
    BECKON = "beckon"


PERIODS_S = {Pattern.BREATHE: 4.0, Pattern.BECKON: 1.5}
DEPTHS = {Pattern.BREATHE: (0.35, 1.0), Pattern.BECKON: (0.15, 1.0)}
STEADY = {Pattern.OFF: 0.0, Pattern.GLOW: 0.2, Pattern.ON: 1.0}


def brightness(pattern: Pattern, t_s: float) -> float:
    """Return the perceived brightness, 0 to 1, `t_s` seconds after the pattern began."""
    if pattern in STEADY:
        return STEADY[pattern]
    darkest, brightest = DEPTHS[pattern]
    wave = 0.5 - 0.5 * math.cos(2 * math.pi * t_s / PERIODS_S[pattern])
    return darkest + (brightest - darkest) * wave


def duty(felt: float) -> float:
    """Return the duty cycle of an LED for a perceived brightness; both 0 to 1.

    Perceived brightness is about the square root of the light: CIE lightness, simplified.
    """
    return felt * felt


class Fader:
    """One lamp's light over time, with fades between patterns; only the newest request is kept."""

    def __init__(self) -> None:
        self._pattern = Pattern.OFF
        self._since_s = -math.inf
        self._before = 0.0
        self._next = Pattern.OFF

    def show(self, pattern: Pattern) -> None:
        """Request a pattern; it begins after the current one's minimum time."""
        self._next = pattern

    def level(self, now_s: float) -> float:
        """Return the perceived brightness, 0 to 1; `now_s` never runs backwards."""
        if self._next is not self._pattern and now_s - self._since_s >= MIN_PATTERN_S:
            self._before = self._at(now_s)
            self._pattern, self._since_s = self._next, now_s
        return self._at(now_s)

    def _at(self, now_s: float) -> float:
        if math.isinf(self._since_s):
            return STEADY[Pattern.OFF]
        t_s = now_s - self._since_s
        share = min(1.0, t_s / FADE_S)
        share = share * share * (3 - 2 * share)
        return self._before * (1 - share) + brightness(self._pattern, t_s) * share


class Lamp(StrEnum):
    """The lamps of a station."""

    SEAT_A = "seat A"
    SEAT_B = "seat B"
    REFUSED = "not so"
    CAMERA = "the camera"


class Lamps(Device):
    """A device of lamps that show patterns, with fades between them."""

    def __init__(self, settings: LampsSettings, clock: Clock) -> None:
        self._clock = clock
        self._brightness = settings.brightness
        self._faders = {lamp: Fader() for lamp in Lamp}

    def show(self, lamp: Lamp, pattern: Pattern) -> None:
        """Request a pattern on a lamp."""
        self._faders[lamp].show(pattern)

    def update(self) -> None:
        """Set the lamps' brightness for the current time; called some thirty times a second.

        Raises HardwareError when the pins fail.
        """
        raise NotImplementedError

    def _levels(self) -> dict[Lamp, float]:
        """Return the perceived brightness of each lamp, 0 to 1, with the settings' `brightness`."""
        now_s = self._clock()
        return {lamp: fader.level(now_s) * self._brightness for lamp, fader in self._faders.items()}


class StandInLamps(Lamps):
    """The stand-in; `levels` are the perceived brightnesses, 0 to 1."""

    def __init__(self, settings: LampsSettings, clock: Clock) -> None:
        super().__init__(settings, clock)
        self.levels: Mapping[Lamp, float] = dict.fromkeys(Lamp, 0.0)

    def update(self) -> None:
        """Store how brightly each lamp would shine now."""
        self.levels = self._levels()


class GpioLamps(Lamps):
    """Lamps on pins. Raises HardwareError with the pin, the reason, and the setting to change.

    `pin_factory` is one of gpiozero's; None is its default for this machine.
    """

    def __init__(self, settings: LampsSettings, clock: Clock, pin_factory: object | None = None) -> None:
        super().__init__(settings, clock)
        self._pins = {
            Lamp.SEAT_A: settings.seat_a_pin,
            Lamp.SEAT_B: settings.seat_b_pin,
            Lamp.REFUSED: settings.not_so_pin,
        }
        if settings.camera_pin:
            self._pins[Lamp.CAMERA] = settings.camera_pin
        self._leds: dict[Lamp, Any] = {}
        try:
            for lamp, pin in self._pins.items():
                with opening_pins(f"the lamp for {lamp} on GPIO {pin}", "lamps") as gpiozero:
                    self._leds[lamp] = gpiozero.PWMLED(pin, frequency=PWM_HZ, pin_factory=pin_factory)
        except HardwareError:
            self.close()
            raise

    def update(self) -> None:
        """Set the lamps' brightness for the current time; raises HardwareError when the pins fail."""
        levels = self._levels()
        for lamp, led in self._leds.items():
            wanted = duty(levels[lamp])
            # Always set 0 and 1 exactly, so that a lamp that is off is dark.
            if abs(led.value - wanted) >= MIN_STEP or (wanted in (0, 1) and led.value != wanted):
                with opening_pins(f"the lamp for {lamp} on GPIO {self._pins[lamp]}", "lamps"):
                    led.value = wanted

    def close(self) -> None:
        """Switch the lamps off and release the pins."""
        with ExitStack() as stack:
            for led in self._leds.values():
                stack.callback(led.close)
