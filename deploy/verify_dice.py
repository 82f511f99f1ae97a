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

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("seal", type=lambda text: text.replace(" ", "").lower())
parser.add_argument("seed", type=bytes.fromhex)
for name, usual in (("number", ""), ("faces", "1 2 3 4 5 6"), ("weights", "1 1 1 1 1 1")):
    parser.add_argument(name, nargs="?", default=usual)
parser.add_argument("--throws", type=int, default=100, help="how many to show; without it, 100")
args = parser.parse_args()
pairs = sorted(zip(map(int, args.faces.split()), map(int, args.weights.split()), strict=True))
common = math.gcd(*(weight for _, weight in pairs)) or 1
total, before = sum(weight for _, weight in pairs) // common, f"{args.number}/" if args.number else ""
if not 1 <= total <= 256**2:
    parser.error("the weights add up to 1 to 65536 in any die of a station")
size = 1 if total <= 256 else 2  # bytes of a draw
sides = [face for face, weight in pairs for _ in range(weight // common)]
print("The throws from the first on:")
for throw in range(1, args.throws + 1):
    texts = (f"{before}{throw}.{block}".encode() for block in itertools.count())
    blocks = (hmac.digest(args.seed, text, "sha256") for text in texts)
    drawn = (int.from_bytes(block[at : at + size], "big") for block in blocks for at in range(0, 32, size))
    fair = (value for value in drawn if value < 256**size - 256**size % total)
    print(sides[next(fair) % total], end="\n" if throw % 20 == 0 or throw == args.throws else " ")
fits = hashlib.sha256(args.seed).hexdigest() == args.seal
print("The seed is the sealed one." if fits else "The seed is NOT the sealed one.")
sys.exit(not fits)
