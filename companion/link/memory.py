"""What the link remembers between its starts, in files of its own that are written whole."""

import json
from dataclasses import dataclass
from pathlib import Path

from companion.system.atomic_file import write_whole
from companion.system.data import DataError, json_data


@dataclass(frozen=True, slots=True)
class Place:
    """How far a journal has been told: its name, and the number of the last entry that was acknowledged."""

    book: str
    number: int


class Memory:
    """The folder in which it is kept; a file that is damaged is as none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def place(self, receiver: str) -> Place | None:
        """How far a receiver has been told; None for one that never was."""
        held = self.held(receiver)
        book, number = held.get("book"), held.get("number")
        return Place(book, number) if isinstance(book, str) and isinstance(number, int) else None

    def keep_place(self, receiver: str, place: Place) -> None:
        """Remember how far a receiver has been told; raises OSError."""
        self.keep(receiver, {"book": place.book, "number": place.number})

    def held(self, name: str) -> dict[str, object]:
        """What is kept under a name."""
        try:
            table = json_data(self._file(name).read_text(encoding="utf-8")).table()
        except (OSError, UnicodeDecodeError, DataError):
            return {}
        return {key: data.value for key, data in table.items()}

    def keep(self, name: str, held: dict[str, object]) -> None:
        """Keep something under a name; raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._file(name), f"{json.dumps(held)}\n".encode())

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.json"
