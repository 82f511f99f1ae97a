"""A lamp's circuit, and the arithmetic of its resistors."""

from dataclasses import dataclass

from deploy.drawings.svg import Drawing
from deploy.drawings.wiring import wires
from hardware.settings import LampsSettings

SUPPLY_V = 5.0
SATURATED_V = 0.2
"""Voltage between collector and emitter of a small transistor that is fully on."""
BASE_OHM = 1000
BASE_V = 0.7
MIN_HIGH_V = 2.6
"""Minimum output of a Pi 4's pin at 4 mA (Raspberry Pi documentation, GPIO voltage specifications)."""


@dataclass(frozen=True)
class Lamp:
    """A light-emitting diode of a colour: the voltage across it, and the resistor chosen for it."""

    colour: str
    forward_v: float
    ohm: int

    @property
    def ma(self) -> float:
        """Return the current through it in milliamperes."""
        return (SUPPLY_V - SATURATED_V - self.forward_v) / self.ohm * 1000


LAMPS = (Lamp("red, yellow", 2.0, 220), Lamp("green (pure), blue, white", 3.1, 120))


def base_ma() -> float:
    """Return the minimum current of the pin."""
    return (MIN_HIGH_V - BASE_V) / BASE_OHM * 1000


def table() -> str:
    """Return the table of resistors in Markdown."""
    rows = ["| lamp | voltage across it | resistor | current |", "| --- | --- | --- | --- |"]
    rows += [f"| {it.colour} | {it.forward_v:.1f} V | {it.ohm} ohm | {it.ma:.0f} mA |" for it in LAMPS]
    return "\n".join(rows)


def drawing() -> str:
    """Draw one lamp with its resistor, its transistor and the resistor of the base."""
    pins, lamps = {wire.what: wire.pin for wire in wires()}, LampsSettings()
    sheet = Drawing(660, 380)
    sheet.text(20, 28, "One lamp (there are three of these)", 15, bold=True)
    x = 360.0
    sheet.text(x, 58, f"5 V (pin {pins['lamps, 5 V']})", 13, "middle")
    sheet.line([(x, 66), (x, 86)])
    sheet.box(x - 10, 86, 20, 46)
    sheet.text(x + 20, 114, "220 ohm (red, yellow) or 120 ohm")
    sheet.line([(x, 132), (x, 150)])
    sheet.shape([(x - 16, 150), (x + 16, 150), (x, 178)], "#ffe9a0", "black")
    sheet.line([(x - 16, 178), (x + 16, 178)])
    sheet.text(x + 26, 170, "lamp (LED), its longer leg up")
    sheet.line([(x, 178), (x, 210), (x - 24, 226)])
    sheet.line([(x - 24, 212), (x - 24, 262)], width=4)
    sheet.dot(x - 14, 237, 36, "none")
    sheet.line([(x - 24, 248), (x, 264), (x, 310)])
    sheet.shape([(x - 1, 265), (x - 12, 263), (x - 5, 253)], "black")
    sheet.text(x + 32, 242, "NPN: BC337 or 2N2222")
    sheet.text(x + 6, 208, "collector", 10)
    sheet.text(x + 6, 286, "emitter", 10)
    sheet.line([(x - 24, 237), (x - 90, 237)])
    sheet.box(x - 150, 227, 60, 20)
    sheet.text(x - 120, 218, "1 kohm", 13, "middle")
    sheet.line([(x - 150, 237), (x - 210, 237)])
    numbers = f"GPIO{lamps.seat_a_pin}, {lamps.seat_b_pin} or {lamps.not_so_pin}"
    sheet.text(x - 216, 242, numbers, 13, "end")
    sheet.line([(x - 16, 310), (x + 16, 310)])
    sheet.line([(x - 10, 316), (x + 10, 316)])
    sheet.line([(x - 4, 322), (x + 4, 322)])
    sheet.text(x, 344, f"ground (pin {pins['lamps, ground']})", 13, "middle")
    sheet.text(20, 370, "Legs differ between makers: look at the transistor's data sheet.", 11)
    return sheet.finished()
