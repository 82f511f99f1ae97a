"""Checks of the pins: the configured ones are free, and the button works."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from companion.doctor.findings import Check, Finding
from companion.interface.setting_up import DeviceState
from companion.presentation.words import translator
from companion.presentation.words.setting_up import button_text
from companion.system.data import system_text
from hardware.audio.sound import BuzzerSound
from hardware.button import GpioButton
from hardware.button_presses import PressKind
from hardware.device import Clock, HardwareError
from hardware.lamps import GpioLamps
from hardware.settings import DeviceSettings, PinDevice, SoundDevice

HAT = Path("/proc/device-tree/hat/product")

POLLS_A_SECOND = 50

HELD_S = 0.5  # a button that is down this long from the beginning is stuck


@dataclass(frozen=True)
class Pins:
    """Result of claiming the pins: an error for each device that did not get its own.

    `wanted` is true if any device is on pins. `button` is None if there is none; `hat` names a board
    that is plugged onto the pins and says so.
    """

    wanted: bool
    troubles: tuple[HardwareError, ...] = ()
    button: "Pressed | None" = None
    hat: str | None = None


@dataclass(frozen=True)
class Pressed:
    """State of the button: down from the beginning, and pressed when asked for (None: not asked)."""

    pin: int
    held: bool
    pressed: bool | None


def probe(
    settings: DeviceSettings,
    clock: Clock,
    pause: Callable[[float], None],
    *,
    on_pi: bool,
    press_s: float = 0.0,
    pin_factory: object | None = None,
) -> Pins:
    """Claim and release each device's pins; wait up to `press_s` for a press of the button."""

    def wanted(device: PinDevice) -> bool:
        return device is PinDevice.GPIO or (device is PinDevice.AUTO and on_pi)

    troubles: list[HardwareError] = []
    any_wanted = False
    button: Pressed | None = None
    if wanted(settings.lamps.device):
        any_wanted = True
        try:
            GpioLamps(settings.lamps, clock, pin_factory).close()
        except HardwareError as error:
            troubles.append(error)
    if settings.sound.device is SoundDevice.BUZZER:
        any_wanted = True
        try:
            BuzzerSound(settings.sound, clock, pin_factory).close()
        except HardwareError as error:
            troubles.append(error)
    if wanted(settings.button.device):
        any_wanted = True
        try:
            if settings.button.second_pin:
                second = replace(settings.button, pin=settings.button.second_pin)
                GpioButton(second, clock, pin_factory).close()
            with closing(GpioButton(settings.button, clock, pin_factory, stuck_s=HELD_S)) as device:
                button = _try_button(device, settings.button.pin, clock, pause, press_s)
        except HardwareError as error:
            troubles.append(error)
    return Pins(any_wanted, tuple(troubles), button, system_text(HAT) or None)


def judge_pins(facts: Pins) -> Sequence[Finding]:
    """Check that every device has its pins."""
    if not facts.wanted:
        return (Check.PINS.absent("no device is on pins; keys, mouse and touch do it all"),)
    hat = f"; the board {facts.hat} sits on the pins" if facts.hat else ""
    if not facts.troubles:
        return (Check.PINS.fine(f"all pins that are set are free{hat}"),)
    return tuple(_pin_trouble(trouble, hat) for trouble in facts.troubles)


def judge_button(facts: Pins) -> Finding:
    """Check that the button works."""
    button = facts.button
    if button is None:
        return Check.BUTTON.absent(button_text(DeviceState.UNSET, translator("en")))
    where = f"the button on GPIO {button.pin}"
    wiring = "check its wires, see docs/wiring.md, and [button] pull_up"
    if button.held:
        return Check.BUTTON.wrong(f"{where} is down though nobody presses it", wiring)
    if button.pressed is None:
        return Check.BUTTON.fine(f"{where} is up; press it when asked by five-lines doctor --press 10")
    if not button.pressed:
        return Check.BUTTON.wrong(f"{where} was not pressed, or does not tell", wiring)
    return Check.BUTTON.fine(f"{where} was pressed and seen")


def _try_button(
    device: GpioButton, pin: int, clock: Clock, pause: Callable[[float], None], press_s: float
) -> Pressed:
    until_s = clock() + max(press_s, 1.2 * HELD_S)
    while clock() < until_s:
        for press in device.presses():
            if press.kind is PressKind.STUCK:
                return Pressed(pin, held=True, pressed=None)
            if press.kind is PressKind.PRESS:
                return Pressed(pin, held=False, pressed=True)
        pause(1 / POLLS_A_SECOND)
    return Pressed(pin, held=False, pressed=False if press_s > 0 else None)


def _pin_trouble(trouble: HardwareError, hat: str) -> Finding:
    remedy = trouble.remedy or "choose other pins, see docs/wiring.md"
    return Check.PINS.wrong(trouble.what + hat, remedy)
