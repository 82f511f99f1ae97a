"""Switching a screen off, and on again: its panel's backlight, and a television through HDMI-CEC.

Pages are black without this; what is switched is what would still glow. `cec-ctl` is Debian's v4l-utils.
"""

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.system.data import system_text

BACKLIGHTS = Path("/sys/class/backlight")
DEVICES = Path("/dev")
CEC_CONTROL = "cec-ctl"
CEC_WAIT_S = 10.0  # a television that has not answered by then does not
LIT, DARK = "0", "4"  # values of the kernel's bl_power (FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN)
OFF_S = 3.0  # seconds that a screen under test stays off


class Layer(StrEnum):
    """A thing that can be switched."""

    BACKLIGHT = "backlight"
    TELEVISION = "television"


@dataclass(frozen=True)
class Switched:
    """The result of switching the screen: what obeyed, and what did not."""

    on: bool
    done: tuple[Layer, ...] = ()
    failed: tuple[Layer, ...] = ()


def switch(wanted: Collection[Layer], *, on: bool) -> Switched:
    """Switch the wanted layers that exist; return what obeyed. May take some seconds."""
    done: list[Layer] = []
    failed: list[Layer] = []
    lights = sorted(BACKLIGHTS.glob("*")) if Layer.BACKLIGHT in wanted else []
    if lights:
        obeyed = [_switch_light(light, on=on) for light in lights]
        (done if all(obeyed) else failed).append(Layer.BACKLIGHT)
    sockets = sorted(DEVICES.glob("cec[0-9]*")) if Layer.TELEVISION in wanted else []
    # Where nobody answers there is a screen that knows nothing of this, or none.
    answered = [_switch_television(socket, on=on) for socket in sockets if shutil.which(CEC_CONTROL)]
    if any(answered):
        done.append(Layer.TELEVISION)
    return Switched(on, tuple(done), tuple(failed))


def off_and_on(
    wanted: Collection[Layer], sleep: Callable[[float], None] = time.sleep
) -> tuple[Switched, Switched]:
    """Switch a screen off and on again to test it; return both results."""
    off = switch(wanted, on=False)
    sleep(OFF_S)
    return off, switch(wanted, on=True)


def disobedient(off: Switched, on: Switched) -> tuple[Layer, ...]:
    """Return what did not go off, or not on again, when a screen was tested."""
    stayed_off = {layer for layer in off.done if layer not in on.done}
    return tuple(layer for layer in Layer if layer in {*off.failed, *on.failed, *stayed_off})


def _switch_light(light: Path, *, on: bool) -> bool:
    power, brightness = light / "bl_power", light / "brightness"
    if power.exists():
        return _written(power, LIT if on else DARK)
    if not on:
        return _written(brightness, "0")
    is_lit = system_text(brightness) not in ("", "0")
    return is_lit or _written(brightness, system_text(light / "max_brightness"))


def _written(file: Path, value: str) -> bool:
    """True if a file of the kernel's has taken a value."""
    try:
        file.write_text(value, encoding="ascii")
    except OSError:
        return False
    return system_text(file) == value


def _switch_television(socket: Path, *, on: bool) -> bool:
    if not on:
        return _sent(socket, "--to", "0", "--standby")
    done = _sent(socket, "--to", "0", "--image-view-on")
    address = re.search(r"Physical Address\s*:\s*([0-9a-f.]+)", _output(socket) or "")
    if address and address[1] != "f.f.f.f":
        # It may have been left at another input.
        _sent(socket, "--active-source", f"phys-addr={address[1]}")
    return done


def _sent(socket: Path, *message: str) -> bool:
    """True if a television has taken a message."""
    said = _output(socket, "--skip-info", "--playback", *message)
    return said is not None and "Not Acknowledged" not in said


def _output(socket: Path, *arguments: str) -> str | None:
    """Return the output of cec-ctl; None when it fails."""
    command = [CEC_CONTROL, "--device", str(socket), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=CEC_WAIT_S, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout + done.stderr if done.returncode == 0 else None
