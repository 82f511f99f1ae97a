"""Frontends around the window: one writes what happens to systemd's journal, one speaks the pages.

The log has `key=value` lines: `journalctl -u five-lines`.
"""

import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields
from enum import Enum, IntEnum
from typing import TextIO

from companion import shortened
from companion.app.window import Window
from companion.game import Move, Rules
from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.views import AttractView, View
from companion.journal import Happening
from companion.journal.happenings import kind_of
from companion.station.effects import Looks, SetVoice
from companion.station.protocols import Frontend
from hardware.device import HardwareError
from hardware.devices import DeviceName, Devices

LOGGED_TYPES = (str, int, Enum, Move, Rules)
"""Types of values that fit in a word; everything else is in the journal's file."""


class LogLevel(IntEnum):
    """Severity in syslog's numbers, which systemd reads at the beginning of a line."""

    ERROR = 3
    WARNING = 4
    INFO = 6


def line(event: str, values: Mapping[str, object]) -> str:
    """Return one line: `event=thrown seat=A throw=4`; quoted where there are spaces, left out where None."""
    named = {"event": event, **{key: value for key, value in values.items() if value is not None}}
    return " ".join(f"{key}={_text(value)}" for key, value in named.items())


def happening_line(happening: Happening) -> str:
    """Return the line of a happening, without what is secret (a seed) or longer than a word (a board)."""
    event = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind_of(happening)).lower()
    named = {f.name: getattr(happening, f.name) for f in fields(happening) if f.repr}
    return line(event, {name: value for name, value in named.items() if isinstance(value, LOGGED_TYPES)})


class _Around(Frontend):
    """A frontend that passes everything on to another."""

    def __init__(self, frontend: Frontend) -> None:
        self._frontend = frontend

    def intents(self) -> list[Intent]:
        """Return what people have asked for since the last call."""
        return self._frontend.intents()

    def chosen(self) -> Intent | None:
        """Return the intent that a press of the button chooses, if any."""
        return self._frontend.chosen()

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        """Announce an event that has been stored."""
        self._frontend.tell(happenings)

    def change(self, setting: Looks) -> None:
        """Show the pages otherwise: in another language or theme, or on a screen of another size."""
        self._frontend.change(setting)


class LoggedFrontend(_Around):
    """A frontend that also logs events and faults.

    `why` gives the reason of a fault, empty for none. `levels` puts syslog's number before each line, as
    systemd's journal takes it.
    """

    def __init__(
        self,
        frontend: Frontend,
        why: Callable[[Fault], str],
        out: TextIO = sys.stderr,
        *,
        levels: bool = False,
    ) -> None:
        super().__init__(frontend)
        self._why = why
        self._out = out
        self._levels = levels
        self._faults: frozenset[Fault] = frozenset()

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        """Show a page; a fault that is new or gone is logged."""
        now = frozenset(faults)
        for fault in sorted(now - self._faults):
            level = LogLevel.ERROR if fault is Fault.UNEXPECTED else LogLevel.WARNING
            self.log(level, line("fault", {"what": fault, "why": self._why(fault) or None}))
        for fault in sorted(self._faults - now):
            self.log(LogLevel.INFO, line("mended", {"what": fault}))
        self._faults = now
        self._frontend.show(view, faults)

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        """Announce an event that has been stored."""
        for happening in happenings:
            self.log(LogLevel.INFO, happening_line(happening))
        self._frontend.tell(happenings)

    def log(self, level: LogLevel, text: str) -> None:
        """Write a line to the log."""
        # A log that can't be written, such as a file on a full disk, must not keep a page from being shown.
        with suppress(OSError):
            print(f"<{level}>{text}" if self._levels else text, file=self._out, flush=True)


def _text(value: object) -> str:
    if isinstance(value, Enum):
        value = value.value
    elif isinstance(value, Rules):
        value = value.name
    text = shortened(" ".join(str(value).split()))
    if re.search(r'[\s="]', text) or not text:
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return text


class SpeakingFrontend(_Around):
    """Shows pages in a window, and speaks what is new on each; newer words interrupt older ones."""

    def __init__(self, window: Window, devices: Devices, voice: SetVoice) -> None:
        super().__init__(window)
        self._window = window
        self._devices = devices
        self._speaks = False
        self._said: tuple[str, tuple[str, ...]] = ("", ())
        self._set(voice)

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        """Show a page, and speak what was not on the one before."""
        self._window.show(view, faults)
        if not self._speaks:
            return
        screen = self._window.screen
        language, before = self._said
        now = screen.spoken
        if isinstance(view, AttractView) and not now:
            # A slow voice may end what it tells of the story; what was said stays known for who comes.
            return
        new = now if language != screen.language else tuple(said for said in now if said not in before)
        self._said = screen.language, now
        try:
            if new:
                self._devices.voice.say(new, screen.language)
            elif before and not now:
                self._devices.voice.stop()
        except HardwareError as error:
            self._devices.fail(DeviceName.VOICE, error)

    def change(self, setting: Looks) -> None:
        """Show the pages otherwise, or have them spoken, or not."""
        if isinstance(setting, SetVoice):
            self._set(setting)
        else:
            super().change(setting)

    def _set(self, voice: SetVoice) -> None:
        self._devices.set_voice_wanted(wanted=voice.wanted)
        self._speaks, self._said = voice.speaks, ("", ())
        if not voice.speaks:
            self._devices.voice.stop()
