"""Check the dice of Five Lines with Python alone: verify_dice.py SEAL SEED [NUMBER [FACES WEIGHTS]].

NUMBER is what the players added, "" for nothing. Without FACES the die has six equal sides; a knucklebone
has the FACES "1 2 3 4" and the WEIGHTS "1 4 4 1".
"""

import hashlib
import hmac
import itertools
import sys

if len(sys.argv) not in (3, 4, 6):
    sys.exit(__doc__)
seal, seed = sys.argv[1].replace(" ", "").lower(), bytes.fromhex(sys.argv[2])
before = f"{sys.argv[3]}/" if sys.argv[3:] and sys.argv[3] else ""
faces, weights = sys.argv[4:] or ("1 2 3 4 5 6", "1 1 1 1 1 1")
sides = [
    face for face, weight in zip(faces.split(), weights.split(), strict=True) for _ in range(int(weight))
]
print("The throws from the first on:")
for throw in range(1, 101):
    blocks = (hmac.digest(seed, f"{before}{throw}.{block}".encode(), "sha256") for block in itertools.count())
    fair = (byte for block in blocks for byte in block if byte < 256 - 256 % len(sides))
    print(sides[next(fair) % len(sides)], end="\n" if throw % 20 == 0 else " ")
fits = hashlib.sha256(seed).hexdigest() == seal
print("The seed is the sealed one." if fits else "The seed is NOT the sealed one.")
sys.exit(not fits)
