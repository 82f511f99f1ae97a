"""The wiring: the table and the drawing of the guide, from the default pins."""

from dataclasses import dataclass

from deploy.drawings.svg import Drawing
from hardware.settings import ButtonSettings, LampsSettings, SoundSettings

PHYSICAL = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""The header's pin of each BCM number (Raspberry Pi documentation, GPIO and the 40-pin header)."""

CAMERA_LAMP_PIN = 26  # what the guide proposes for `[lamps] camera_pin`; as set up, there is no such lamp

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
FIVE_VOLTS = (2, 4)
THREE_VOLTS = (1, 17)


@dataclass(frozen=True)
class Wire:
    """One wire: its purpose, its pin of the header, its BCM number (None: power), its colour."""

    what: str
    pin: int
    bcm: int | None
    colour: str
    svg: str

    @property
    def gpiozero(self) -> str:
        """Return the pin's name in gpiozero."""
        if self.bcm is None:
            return "-"
        return f"GPIO{self.bcm}"


def wires() -> tuple[Wire, ...]:
    """Return every wire of a station with default settings."""
    button, lamps, sound = ButtonSettings(), LampsSettings(), SoundSettings()

    def on(what: str, bcm: int, colour: str, svg: str) -> Wire:
        return Wire(what, PHYSICAL[bcm], bcm, colour, svg)

    return (
        Wire("lamps, 5 V", 4, None, "red", "#d00000"),
        on("lamp of seat A", lamps.seat_a_pin, "blue", "#0060d0"),
        on("lamp of seat B", lamps.seat_b_pin, "white", "white"),
        on('lamp "not so"', lamps.not_so_pin, "yellow", "#ffd400"),
        on("lamp of the camera", CAMERA_LAMP_PIN, "orange", "#f08000"),
        Wire("lamps, ground", 14, None, "black", "black"),
        on("dice button", button.pin, "green", "#009030"),
        Wire("dice button, ground", 34, None, "black", "black"),
        on("buzzer (if there is one)", sound.buzzer_pin, "violet", "#8000a0"),
        Wire("buzzer, ground", 30, None, "black", "black"),
    )


def table() -> str:
    """Return the wiring table in Markdown."""
    rows = ["| wire | header pin | BCM number | gpiozero | colour |", "| --- | --- | --- | --- | --- |"]
    for wire in wires():
        bcm = "power" if wire.bcm is None else str(wire.bcm)
        rows.append(f"| {wire.what} | {wire.pin} | {bcm} | {wire.gpiozero} | {wire.colour} |")
    return "\n".join(rows)


def drawing() -> str:
    """Draw the header from above, as the Pi lies with it at its right edge, and the wires."""
    sheet = Drawing(900, 640)
    sheet.text(
        20,
        30,
        "The 40 pins from above; pin 1 is the square one, next to the corner of the board",
        15,
        bold=True,
    )
    by_pin = {wire.pin: wire for wire in wires()}
    left, top, step = 390.0, 60.0, 27.0
    sheet.box(left - 20, top - 18, 76, 20 * step + 12, "#333")
    names = {pin: f"GPIO{bcm}" for bcm, pin in PHYSICAL.items()}
    names |= (
        dict.fromkeys(GROUNDS, "ground")
        | dict.fromkeys(FIVE_VOLTS, "5 V")
        | dict.fromkeys(THREE_VOLTS, "3.3 V")
    )
    names |= {27: "reserved", 28: "reserved"}
    for pin in range(1, 41):
        odd = pin % 2
        x, y = left + (0 if odd else 36), top + (pin - 1) // 2 * step
        wire = by_pin.get(pin)
        if pin == 1:
            sheet.box(x - 9, y - 9, 18, 18, "#c9a227")
        sheet.dot(x, y, 8, wire.svg if wire else "#c9a227")
        sheet.text(x, y + 3.5, str(pin), 9, "middle", bold=True) if not wire else None
        out, anchor = (x - 30, "end") if odd else (x + 30, "start")
        if wire is None:
            sheet.text(out, y + 4, names[pin], 11, anchor)
            continue
        end = 230.0 if odd else 600.0
        sheet.line([(x - 9 if odd else x + 9, y), (end, y)], wire.svg, 4)
        label = f"{pin}: {wire.what}" if wire.bcm is None else f"{pin}: {names[pin]}, {wire.what}"
        sheet.text(end - 8 if odd else end + 8, y + 5, label, 12, "end" if odd else "start", bold=True)
    sheet.text(
        20,
        625,
        "Green (36) and black (34) go to the button's two contacts; the lamps' wires to their transistors.",
        12,
    )
    return sheet.finished()
