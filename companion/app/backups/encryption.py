"""Encryption of a backup with a passphrase, in the format of age, so that `age -d` opens it anywhere.

The format is specified at https://age-encryption.org/v1: a header with one scrypt recipient, then chunks of
ChaCha20-Poly1305. Nothing of a damaged or shortened file is taken for whole.
"""

import hashlib
import hmac
import os
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from companion import FiveLinesError
from companion.system.data import DataError, text_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

MAGIC = b"age-encryption.org/v1\n"
CHUNK_BYTES = 65_536
TAG_BYTES = 16
MAX_PASSPHRASE_BYTES = 1000

WORK = 16  # power of two of scrypt's cost: 64 MB of memory, which a board of 512 MB can spare
MAX_WORK = 18  # maximum cost of a file to open: 256 MB. It is what age itself writes.

_HEADER = re.compile(
    MAGIC + rb"-> scrypt ([A-Za-z0-9+/]{22}) ([1-9]\d?)\n([A-Za-z0-9+/]{43})\n---( [A-Za-z0-9+/]{43}\n)"
)
_MAX_HEADER_BYTES = 200


class EncryptionError(FiveLinesError, ValueError):
    """A file can't be encrypted or decrypted; the message says why."""


def passphrase_in(file: Path) -> str:
    """Return the passphrase in a file, its first line; raise EncryptionError and OSError."""
    try:
        phrase = text_of(file, MAX_PASSPHRASE_BYTES).partition("\n")[0].strip()
    except DataError as error:
        raise EncryptionError(f"{file}: no passphrase, which is one line of text ({error})") from error
    if not phrase:
        raise EncryptionError(f"{file}: its first line is empty; write the passphrase there")
    return phrase


def is_encrypted(file: Path) -> bool:
    """True if a file begins as one of age's; raises OSError."""
    if not file.is_file():
        return False
    with file.open("rb") as source:
        return source.read(len(MAGIC)) == MAGIC


@contextmanager
def encrypting(write: Callable[[bytes], None], passphrase: str) -> Iterator[Callable[[bytes], None]]:
    """Yield a function that encrypts what it is given and hands it on to `write`; raise EncryptionError."""
    key, salt, nonce = os.urandom(16), os.urandom(16), os.urandom(16)
    wrapped = _cipher(_wrapping_key(passphrase, salt, WORK)).encrypt(bytes(12), key, None)
    header = MAGIC + b"-> scrypt %b %d\n%b\n---" % (_base64(salt), WORK, _base64(wrapped))
    write(header + b" " + _base64(_mac(key, header)) + b"\n" + nonce)
    cipher, held, number = _cipher(_derived(key, nonce, b"payload")), bytearray(), 0

    def take(data: bytes) -> None:
        nonlocal number
        held.extend(data)
        # The last chunk is marked as such, so one is always kept back.
        while len(held) > CHUNK_BYTES:
            write(cipher.encrypt(_nonce(number, is_last=False), bytes(held[:CHUNK_BYTES]), None))
            del held[:CHUNK_BYTES]
            number += 1

    yield take
    write(cipher.encrypt(_nonce(number, is_last=True), bytes(held), None))


def decrypted(source: BinaryIO, passphrase: str) -> Iterator[bytes]:
    """Yield what was encrypted, chunk by chunk; raise EncryptionError."""
    found = _HEADER.match(source.read(_MAX_HEADER_BYTES))
    if found is None:
        raise EncryptionError("this was not encrypted with a passphrase; if age opens it, use `age -d` first")
    salt, work, wrapped, mac = found.groups()
    if int(work) > MAX_WORK:
        raise EncryptionError("opening this takes too much memory; use `age -d` on another machine")
    key = _opened(_cipher(_wrapping_key(passphrase, _bytes(salt), int(work))), bytes(12), _bytes(wrapped))
    if key is None:
        raise EncryptionError("the passphrase is another one")
    header = found.group()[: found.start(4)]
    if not hmac.compare_digest(_mac(key, header), _bytes(mac.strip())):
        raise EncryptionError("its header is damaged; take another copy of it")
    source.seek(found.end())
    cipher, number = _cipher(_derived(key, source.read(16), b"payload")), 0
    chunk = source.read(CHUNK_BYTES + TAG_BYTES)
    while chunk:
        following = source.read(CHUNK_BYTES + TAG_BYTES)
        data = _opened(cipher, _nonce(number, is_last=not following), chunk)
        if data is None:
            raise EncryptionError("it is damaged or not whole; take another copy of it")
        yield data
        chunk, number = following, number + 1


def _cipher(key: bytes) -> "ChaCha20Poly1305":
    try:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    except ImportError as error:
        raise EncryptionError(
            f"a passphrase needs the library cryptography ({error}); install python3-cryptography, or the "
            "extra five-lines[backup]"
        ) from error
    return ChaCha20Poly1305(key)


def _opened(cipher: "ChaCha20Poly1305", nonce: bytes, data: bytes) -> bytes | None:
    from cryptography.exceptions import InvalidTag

    try:
        return cipher.decrypt(nonce, data, None)
    except InvalidTag:
        return None


def _wrapping_key(passphrase: str, salt: bytes, work: int) -> bytes:
    salt, memory = b"age-encryption.org/v1/scrypt" + salt, 2 ** (work + 10)
    return hashlib.scrypt(passphrase.encode(), salt=salt, n=2**work, r=8, p=1, maxmem=2 * memory, dklen=32)


def _derived(key: bytes, salt: bytes, purpose: bytes) -> bytes:
    """Return a key of 32 bytes by HKDF with SHA-256 (RFC 5869)."""
    return hmac.digest(hmac.digest(salt, key, "sha256"), purpose + b"\1", "sha256")


def _mac(key: bytes, header: bytes) -> bytes:
    return hmac.digest(_derived(key, b"", b"header"), header, "sha256")


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


def _base64(data: bytes) -> bytes:
    return b64encode(data).rstrip(b"=")


def _bytes(text: bytes) -> bytes:
    return b64decode(text + b"=" * (-len(text) % 4))
