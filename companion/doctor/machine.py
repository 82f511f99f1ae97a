"""Checks of the machine: power, heat, clock, and the service that runs the station."""

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from companion.doctor.findings import Check, Finding
from companion.link.figures import temperature_c
from companion.settings.sections import SystemRequest
from hardware.wall_clock import RELEASED, has_battery_clock, is_synchronised

UNIT = "five-lines.service"

LOW_VOLTAGE, CAPPED, THROTTLING, TOO_WARM = (1 << bit for bit in range(4))
"""The bits of get_throttled (Raspberry Pi documentation, vcgencmd); 16 bits higher: since it was started."""
SINCE_START = 16

ZONES_AT_ZERO = frozenset({"UTC", "GMT", "WET", "+00"})
"""Names of the time zones that are UTC (tz database); the C library takes unknown ones as UTC, too."""

WARM_C, HOT_C = 70.0, 80.0
"""At 80 degrees a Raspberry Pi begins to slow down (its documentation, frequency management)."""


@dataclass(frozen=True)
class Machine:
    """Facts about the machine; None where they are unknown.

    `restarts` counts those made by systemd; `listeners` has the states of the units that wait for requests.
    """

    throttled: int | None
    temperature_c: float | None
    now: datetime
    synchronised: bool
    has_clock: bool
    unit: str | None
    restarts: int = 0
    listeners: Mapping[SystemRequest, str | None] = field(default_factory=dict)

    @property
    def station_runs(self) -> bool:
        """True if the station's service is running, and so has camera, pins and screen."""
        return self.unit in ("active", "activating", "reloading")


def probe(now: datetime, root: Path = Path("/")) -> Machine:
    """Collect the facts; files are looked for below `root`."""
    unit = parse_unit(_output_of("systemctl", "show", UNIT, "--property=LoadState,ActiveState,NRestarts"))
    known = unit.get("LoadState") == "loaded"
    return Machine(
        parse_throttled(_output_of("vcgencmd", "get_throttled")),
        temperature_c(root),
        now,
        is_synchronised(root),
        has_battery_clock(root),
        unit.get("ActiveState") if known else None,
        int(unit.get("NRestarts") or 0) if known else 0,
        {request: _state_of(request.unit) for request in SystemRequest},
    )


def _state_of(unit: str) -> str | None:
    found = parse_unit(_output_of("systemctl", "show", unit, "--property=LoadState,ActiveState"))
    return found.get("ActiveState") if found.get("LoadState") == "loaded" else found.get("LoadState")


def judge_service(facts: Machine, *, on_pi: bool) -> Finding:
    """Check that the station's service is there, runs, and keeps running."""
    look = f"journalctl -u {UNIT} -n 50 says why"
    if facts.unit is None:
        if on_pi:
            return Check.SERVICE.warn(
                "the station does not start by itself: it is not installed as a service",
                "sudo sh deploy/install, if it should",
            )
        return Check.SERVICE.absent("no service is installed; `five-lines` starts it by hand")
    if facts.unit == "failed":
        return Check.SERVICE.wrong("the station keeps failing and was given up", look)
    if facts.restarts:
        times = "once" if facts.restarts == 1 else f"{facts.restarts} times"
        return Check.SERVICE.warn(f"the station had to be restarted {times}", look)
    if not facts.station_runs:
        return Check.SERVICE.warn("the station is stopped", f"start it with sudo systemctl start {UNIT}")
    return Check.SERVICE.fine("the station runs, and did not have to be restarted")


def judge_request(facts: Machine, request: SystemRequest) -> Finding:
    """Check that the system waits for a request that remote clients may make."""
    unit, state = request.unit, facts.listeners.get(request)
    if state == "active":
        return Check.SERVICE.fine(f"staff may {request.deed} from outside")
    if state == "masked":
        remedy = f"sudo systemctl unmask {unit} && sudo systemctl start {unit}"
    elif state in (None, "not-found"):
        remedy = "sudo sh deploy/install puts it there"
    else:
        remedy = f"sudo systemctl start {unit}"
    return Check.SERVICE.warn(
        f"[link] {request.file} is set, but nothing does it: {unit} is {state or 'not there'}", remedy
    )


def judge_power(facts: Machine, *, on_pi: bool) -> Finding:
    """Check that the voltage is, and was, high enough."""
    if facts.throttled is None:
        if on_pi:
            return Check.POWER.warn(
                "the firmware does not tell of low voltage",
                "look for a lightning bolt in the screen's corner, or run vcgencmd get_throttled",
            )
        return Check.POWER.absent("only a Raspberry Pi reports low voltage")
    remedy = (
        "use Raspberry Pi's own supply (5.1 V, 3 A for a Pi 4, 5 A for a Pi 5) and a short, thick cable; "
        "take lamps and loudspeakers off its USB sockets"
    )
    if facts.throttled & LOW_VOLTAGE:
        return Check.POWER.wrong("the voltage is too low just now", remedy)
    if facts.throttled & (LOW_VOLTAGE << SINCE_START):
        return Check.POWER.warn("the voltage was too low since the last start", remedy)
    return Check.POWER.fine("the voltage has been high enough since the last start")


def judge_heat(facts: Machine) -> Finding:
    """Check that the machine keeps cool."""
    if facts.temperature_c is None:
        return Check.HEAT.absent("no temperature sensor here")
    text = f"the processor is at {facts.temperature_c:.0f} degrees"
    remedy = "give it a heat sink or a fan, and holes in its case at the bottom and at the top"
    slowed = THROTTLING | TOO_WARM | CAPPED
    now = (facts.throttled or 0) & slowed & ~LOW_VOLTAGE
    if facts.temperature_c >= HOT_C or (now & (THROTTLING | TOO_WARM)):
        return Check.HEAT.wrong(f"{text} and it slows down", remedy)
    if facts.temperature_c >= WARM_C or (facts.throttled or 0) >> SINCE_START & (THROTTLING | TOO_WARM):
        return Check.HEAT.warn(f"{text}; it gets, or was, too warm", remedy)
    return Check.HEAT.fine(text)


def judge_clock(facts: Machine, *, on_pi: bool, undated: int = 0) -> Finding:
    """Check that the journal's times can be trusted; `undated` visits were counted without a date."""
    text = f"it is {facts.now:%Y-%m-%d %H:%M %Z}".rstrip()
    if undated:
        text += f"; {undated} visits have no date (five-lines visits counts them as unknown)"
    remedy = "connect it to a network once, or add a clock with a battery (the Pi 5 has a socket for one)"
    if facts.now < RELEASED:
        return Check.CLOCK.wrong(f"{text}, says the clock, and that can't be", remedy)
    if facts.now.utcoffset() == timedelta(0) and facts.now.tzname() not in ZONES_AT_ZERO:
        what = f"{text}, but no such time zone is known here, so opening hours are taken as UTC"
        named = "name one of `timedatectl list-timezones`; if there is none, sudo apt install tzdata"
        return Check.CLOCK.wrong(what, named)
    if facts.synchronised or not on_pi:
        return Check.CLOCK.fine(text)
    if facts.has_clock:
        return Check.CLOCK.fine(f"{text}, by a clock of its own")
    return Check.CLOCK.warn(f"{text}, but nothing keeps the clock right while it is switched off", remedy)


def parse_throttled(text: str) -> int | None:
    """Return the bits in vcgencmd's output, `throttled=0x50000`; None for other output."""
    found = re.fullmatch(r"throttled=0x([0-9a-fA-F]+)", text.strip())
    return int(found[1], 16) if found else None


def parse_unit(text: str) -> Mapping[str, str]:
    """Return the properties in the output of `systemctl show`."""
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)


def _output_of(*command: str) -> str:
    """Return the output of a program; empty if it is missing."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return ""
