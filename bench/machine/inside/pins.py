"""Inside the machine: the chip of pins that the kernel simulates, seen from the side of what hangs on it."""

import time
from pathlib import Path

CHIP = Path("/sys/kernel/config/gpio-sim/box")
LINES = 58
"""As many as the chip of a Raspberry Pi 4 has."""

PULLS = {True: "pull-down", False: "pull-up"}
"""Level of a pin by whether the button that connects it to ground is down."""

LOOK_S = 0.002


class Pins:
    """The pins, by their number."""

    def __init__(self) -> None:
        if not CHIP.exists():
            (CHIP / "bank").mkdir(parents=True)
            (CHIP / "bank/num_lines").write_text(str(LINES))
            (CHIP / "bank/label").write_text("pinctrl-bcm2711")
            (CHIP / "live").write_text("1")
        device = (CHIP / "dev_name").read_text().strip()
        chip = (CHIP / "bank/chip_name").read_text().strip()
        self._chip = Path("/sys/devices/platform") / device / chip

    def press(self, pin: int, held_s: float) -> None:
        """Press a button that hangs on a pin, and let it go."""
        for is_down in (True, False):
            (self._chip / f"sim_gpio{pin}/pull").write_text(PULLS[is_down])
            time.sleep(held_s if is_down else 0.0)

    def shares(self, pins: list[int], for_s: float) -> list[float]:
        """Return the share of the time for which each pin is high: how brightly a lamp shines there."""
        high, looks = [0] * len(pins), 0
        until_s = time.monotonic() + for_s
        while time.monotonic() < until_s:
            for at, pin in enumerate(pins):
                high[at] += (self._chip / f"sim_gpio{pin}/value").read_text().strip() == "1"
            looks += 1
            time.sleep(LOOK_S)
        return [count / looks for count in high]
