"""Pins of a Raspberry Pi through gpiozero, with its errors turned into one plain line."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.system.data import system_text
from hardware.device import HardwareError
from hardware.settings import PinDevice

MODEL = Path("/proc/device-tree/model")


def is_raspberry_pi(model: Path = MODEL) -> bool:
    """True if this machine is a Raspberry Pi."""
    return "Raspberry Pi" in system_text(model)


def is_wanted(device: PinDevice) -> bool:
    """True if a device on pins is wanted on this machine."""
    return device is PinDevice.GPIO or (device is PinDevice.AUTO and is_raspberry_pi())


@contextmanager
def opening_pins(what: str, section: str) -> Iterator[Any]:
    """Yield the module gpiozero, and turn its errors into HardwareError.

    `what` names the device and its pins ("the button's pin GPIO 16"), `section` where they are set.
    """
    try:
        import gpiozero
    except ImportError as error:
        raise HardwareError(
            f"{what}: gpiozero is not installed",
            "on a Raspberry Pi: sudo apt install python3-gpiozero python3-lgpio",
        ) from error
    choose = f"choose another in station.toml [{section}]"
    try:
        with warnings.catch_warnings():
            # gpiozero warns of each pin library that fails; the error below is enough.
            warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
            warnings.simplefilter("ignore", gpiozero.NativePinFactoryFallback)
            yield gpiozero
    except gpiozero.BadPinFactory as error:
        raise HardwareError(
            f"{what}: there are no pins here",
            "this is no Raspberry Pi, or python3-lgpio is missing (sudo apt install python3-lgpio), or the "
            f"user is not in the group gpio; set [{section}] device to none to do without",
        ) from error
    except gpiozero.GPIOPinInUse as error:
        raise HardwareError(f"{what} is taken ({_line(error)})", choose) from error
    except gpiozero.PinInvalidPin as error:
        raise HardwareError(f"{what} does not exist on this machine", choose) from error
    except (gpiozero.PinFixedPull, gpiozero.PinInvalidPull) as error:
        raise HardwareError(
            f"{what} can't have this pull-up ({_line(error)})", f"{choose}, or change pull_up"
        ) from error
    except gpiozero.PinPWMUnsupported as error:
        raise HardwareError(
            f"{what} can't be dimmed or sounded with this pin library",
            "install lgpio (sudo apt install python3-lgpio)",
        ) from error
    except HardwareError:
        raise
    except Exception as error:
        # lgpio, RPi.GPIO and pigpio, which may not be installed, raise errors of their own.
        busy = "busy" in str(error).lower()
        why = "taken by another program or by the system" if busy else f"not available ({_line(error)})"
        raise HardwareError(f"{what} is {why}", f"{choose}, or see who uses it with gpioinfo") from error


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()).rstrip(".") or type(error).__name__
