"""Seeds of sealed dice, wherever they lie."""

import hashlib
import re


def seeds_in(data: bytes, commitment: str) -> list[bytes]:
    """What in these bytes has a seal as its SHA-256, written in hexadecimal or as it is."""
    spelled = [bytes.fromhex(found.decode()) for found in re.findall(rb"(?=([0-9a-f]{64}))", data)]
    bare = [data[at : at + 32] for at in range(len(data) - 31)]
    return [it for it in (*spelled, *bare) if hashlib.sha256(it).hexdigest() == commitment]
