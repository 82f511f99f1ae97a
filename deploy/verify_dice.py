"""Check the dice of Five Lines with Python alone.

NUMBER is what the players added, "" for nothing. Without FACES the die has six equal sides; a knucklebone
has the FACES "1 2 3 4" and the WEIGHTS "1 4 4 1".
"""

import argparse
import hashlib
import hmac
import itertools
import math
import sys


def throws(seed, number, faces, weights):
    """Yield the throws of a game one after another, from the throw-off on."""
    pairs, common = sorted(zip(faces, weights, strict=True)), math.gcd(*weights) or 1
    sides = [face for face, weight in pairs for _ in range(weight // common)]
    total, before = len(sides), f"{number}/" if number else ""
    size = 1 if total <= 256 else 2  # bytes of a draw
    for throw in itertools.count(1):
        texts = (f"{before}{throw}.{block}".encode() for block in itertools.count())
        blocks = (hmac.digest(seed, text, "sha256") for text in texts)
        drawn = (
            int.from_bytes(block[at : at + size], "big") for block in blocks for at in range(0, 32, size)
        )
        yield sides[next(value for value in drawn if value < 256**size - 256**size % total) % total]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seal", type=lambda text: text.replace(" ", "").lower())
    parser.add_argument("seed", type=bytes.fromhex)
    for name, usual in (("number", ""), ("faces", "1 2 3 4 5 6"), ("weights", "1 1 1 1 1 1")):
        parser.add_argument(name, nargs="?", default=usual)
    parser.add_argument("--throws", type=int, default=100, help="how many to show; without it, 100")
    args = parser.parse_args()
    faces, weights = ([int(word) for word in text.split()] for text in (args.faces, args.weights))
    if not 1 <= sum(weights) // (math.gcd(*weights) or 1) <= 256**2:
        parser.error("the weights add up to 1 to 65536 in any die of a station")
    found = list(itertools.islice(throws(args.seed, args.number, faces, weights), args.throws))
    print("The throws from the first on:")
    for at in range(0, len(found), 20):
        print(*found[at : at + 20])
    fits = hashlib.sha256(args.seed).hexdigest() == args.seal
    print("The seed is the sealed one." if fits else "The seed is NOT the sealed one.")
    sys.exit(not fits)
