"""Interfaces that the station needs: the museum's texts, and the frontend that shows the pages."""

from collections.abc import Callable
from typing import Protocol

from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.texts import FoundTexts, TextSet
from companion.interface.views import BackupDone, FoundBackup, Update, View
from companion.journal import Happening
from companion.station.effects import Looks


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


class BackupDesk(Protocol):
    """Backups on a stick, and releases; `companion.app.backups.stick.BackupStick` implements it."""

    def find_update(self) -> Update | None:
        """Return the newest release on a stick, and an update's state; None if the system installs none."""
        ...

    def find(self) -> tuple[FoundBackup, ...] | None:
        """Return the newest backups on a stick; None if there is no stick."""
        ...

    def save(self, tell: Callable[[int], None]) -> BackupDone:
        """Write a backup; `tell` gets the megabytes so far."""
        ...

    def restore(self, name: str, tell: Callable[[int], None]) -> BackupDone:
        """Restore a backup; the journal is closed."""
        ...


class Frontend:
    """The base of the station's frontends: a screen or a terminal."""

    def intents(self) -> list[Intent]:
        """Return what people have asked for since the last call."""
        return []

    def chosen(self) -> Intent | None:
        """Return the focused intent that a press of the button chooses; None if there is none."""
        return None

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        """Show a page; raises whatever keeps it from doing so."""
        raise NotImplementedError

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        """Announce an event that has been stored."""

    def change(self, setting: Looks) -> None:
        """Show the pages otherwise: in another language or theme, or on a screen of another size."""
