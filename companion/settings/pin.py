"""The staff's PIN: set, checked and forgotten; its file holds only a hash."""

import hashlib
import hmac
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from companion import FiveLinesError
from companion.system.atomic_file import OWNER_ONLY, write_whole
from companion.system.data import MAX_TEXT_BYTES, Data, DataError, json_data, text_of

FILE_NAME = "staff-pin.json"  # name of the file in the folder of a station's data

FORGET_NAME = "five-lines-forget-pin.txt"
"""A file of this name on the card's boot partition, which every computer can write, resets the PIN."""

BOOT_FOLDERS = (Path("/boot/firmware"), Path("/boot"))

FORM = re.compile(r"[0-9]{4,8}")

COST, BLOCK, LANES = 2**14, 8, 1
"""Parameters of scrypt: 16 MB, and a quarter of a second on a Raspberry Pi 4, for each try."""


class PinError(FiveLinesError, ValueError):
    """The text is not a valid PIN."""


@dataclass(frozen=True)
class PinFile:
    """The file of a station's PIN. If it is damaged, the staff's pages stay locked."""

    path: Path

    @property
    def is_set(self) -> bool:
        """True if a PIN is set."""
        return self.path.exists() and "scrypt" in self._held()

    def matches(self, pin: str) -> bool:
        """True if this is the PIN."""
        try:
            held = Data(self._held())["scrypt"]
            salt, wanted = (bytes.fromhex(held[key].text()) for key in ("salt", "hash"))
            found = _hashed(pin, salt)
        except (DataError, ValueError):
            return False
        return hmac.compare_digest(found, wanted)

    def set(self, pin: str) -> None:
        """Set another PIN; on PinError or OSError the former one stays."""
        if not FORM.fullmatch(pin):
            raise PinError("a PIN is 4 to 8 digits")
        salt = os.urandom(16)
        scrypt = {"salt": salt.hex(), "hash": _hashed(pin, salt).hex()}
        self._write({**self._remembered(), "scrypt": scrypt})

    def forget(self) -> None:
        """Remove the PIN; raise OSError."""
        if self.path.exists():
            self._write(self._remembered())

    def forget_if_asked(self) -> bool:
        """Remove the PIN once for each file that asks for it; return True if it was removed.

        The station can't write to the boot partition, so it remembers the file that it has obeyed.
        """
        for folder in BOOT_FOLDERS:
            try:
                asked = f"{(folder / FORGET_NAME).stat().st_mtime_ns}"
            except OSError:
                continue
            if self._remembered().get("followed") != asked:
                self._write({"followed": asked})
                return True
        return False

    def _held(self) -> dict[str, object]:
        """Return the content of the file; for a damaged one, a PIN that nothing matches."""
        try:
            table = json_data(text_of(self.path, MAX_TEXT_BYTES)).table()
        except (OSError, DataError):
            return {"scrypt": None}
        return {key: data.value for key, data in table.items()}

    def _remembered(self) -> dict[str, object]:
        held = self._held() if self.path.exists() else {}
        return {key: value for key, value in held.items() if key == "followed"}

    def _write(self, held: dict[str, object]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, f"{json.dumps(held)}\n".encode(), OWNER_ONLY)


def _hashed(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=COST, r=BLOCK, p=LANES, dklen=32)
