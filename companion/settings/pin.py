"""The staff's PIN, in a file of its own from which it can't be read; and how it is forgotten."""

import hashlib
import hmac
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from companion import FiveLinesError
from companion.system.atomic_file import OWNER_ONLY, write_whole
from companion.system.data import Data, DataError, json_data

FILE_NAME = "staff-pin.json"
"""What the file is called in the folder of a station's data."""

FORGET_NAME = "five-lines-forget-pin.txt"
"""Such a file on the card's boot partition, which every computer can write, makes the PIN forgotten."""

BOOT_FOLDERS = (Path("/boot/firmware"), Path("/boot"))

FORM = re.compile(r"[0-9]{4,8}")

COST, BLOCK, LANES = 2**14, 8, 1
"""What scrypt takes: 16 MB, and a quarter of a second on a Raspberry Pi 4, for each try."""


class PinError(FiveLinesError, ValueError):
    """What was given can be no PIN."""


@dataclass(frozen=True, slots=True)
class PinFile:
    """Where a station's PIN is kept. A file that is damaged keeps the staff's pages locked."""

    path: Path

    @property
    def is_set(self) -> bool:
        """Whether there is a PIN."""
        return self.path.exists() and "scrypt" in self._held()

    def matches(self, pin: str) -> bool:
        """Whether this is the PIN."""
        try:
            held = Data(self._held())["scrypt"]
            salt, wanted = (bytes.fromhex(held[key].text()) for key in ("salt", "hash"))
            found = _hashed(pin, salt)
        except (DataError, ValueError):
            return False
        return hmac.compare_digest(found, wanted)

    def set(self, pin: str) -> None:
        """Have another PIN from now on; raises PinError, or OSError, and then the one before stays."""
        if not FORM.fullmatch(pin):
            raise PinError("a PIN is 4 to 8 digits")
        salt = os.urandom(16)
        scrypt = {"salt": salt.hex(), "hash": _hashed(pin, salt).hex()}
        self._write({**self._remembered(), "scrypt": scrypt})

    def forget(self) -> None:
        """Have no PIN any more; raises OSError."""
        if self.path.exists():
            self._write(self._remembered())

    def forget_if_asked(self) -> bool:
        """Forget the PIN if somebody has laid the file for it, once for each such file; whether that was so.

        The station may not write to the boot partition, so it remembers the file that it has followed.
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
        """What the file holds; of a damaged one, a PIN that nothing matches."""
        try:
            table = json_data(self.path.read_text(encoding="utf-8")).table()
        except (OSError, UnicodeDecodeError, DataError):
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
