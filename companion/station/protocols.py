"""Interfaces that the loop needs: devices, and the frontend that shows the pages."""

from typing import Protocol

from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.texts import FoundTexts, TextSet
from companion.interface.views import View
from companion.journal import Happening
from companion.station.effects import Looks
from hardware.audio.sound import Sound
from hardware.button import Button
from hardware.camera.camera import LiveCamera
from hardware.devices import DeviceName, DeviceTrouble
from hardware.errors import HardwareError
from hardware.lamps import Lamps


class DeviceSet(Protocol):
    """The devices as the loop sees them; `hardware.devices.Devices` is one."""

    @property
    def camera(self) -> LiveCamera:
        """Return the camera."""
        ...

    @property
    def button(self) -> Button:
        """Return the dice button."""
        ...

    @property
    def lamps(self) -> Lamps:
        """Return the lamps."""
        ...

    @property
    def sound(self) -> Sound:
        """Return the sound output."""
        ...

    def update(self) -> None:
        """Give devices their share of time."""
        ...

    def fail(self, device: DeviceName, error: HardwareError) -> None:
        """Note that a device failed in use, and replace it."""
        ...

    def retry(self) -> None:
        """Retry at once whatever is missing or has failed."""
        ...

    def troubles(self) -> tuple[DeviceTrouble, ...]:
        """Return what is missing or failing now."""
        ...


class TextsDesk(Protocol):
    """The museum's own texts; `companion.app.house_texts.HouseTexts` implements it."""

    def kept(self) -> TextSet:
        """Return the texts that are kept."""
        ...

    def find(self) -> FoundTexts:
        """Look for texts from outside and return them."""
        ...

    def keep(self) -> TextSet:
        """Keep what was found last and return what is kept now; raise OSError."""
        ...

    def remove(self) -> TextSet:
        """Remove all texts and return what is kept now; raise OSError."""
        ...

    def has_letters(self, text: str) -> bool:
        """True if the pages have every letter of a text."""
        ...


class Frontend(Protocol):
    """The station's frontend: a screen or a terminal."""

    def intents(self) -> list[Intent]:
        """Return what people have asked for since the last call."""
        ...

    def chosen(self) -> Intent | None:
        """Return the focused intent that a press of the button chooses; None if there is none."""
        ...

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        """Show a page; raises whatever keeps it from doing so."""
        ...

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        """Announce an event that has been stored."""
        ...

    def change(self, setting: Looks) -> None:
        """Show the pages otherwise: in another language or theme, or on a screen of another size."""
        ...
