"""Pictures' bytes are checked in one place before they are decoded, whoever reads them."""

import ast
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.interface.texts import FlawKind, TextFlaw
from companion.settings.texts_folder import texts_in
from companion.system.decoded_picture import PictureFlaw, decoded
from tests.support.root import ROOT

DECODE_OUR_OWN = {
    "companion/system/decoded_picture.py",
    "hardware/virtual_table/render/materials.py",
    "hardware/virtual_table/render/sensor.py",
}
"""The one way to pixels, and modules that decode what this program has encoded."""


def chunk(kind: bytes, content: bytes, announced: int | None = None) -> bytes:
    length = len(content) if announced is None else announced
    return length.to_bytes(4) + kind + content + zlib.crc32(kind + content).to_bytes(4)


def png(*, before_the_pixels: bytes = b"", size: int = 8) -> bytes:
    """A PNG of 8 x 8 pixels, or that says another size, with chunks before its pixels."""
    header = size.to_bytes(4) + size.to_bytes(4) + b"\x08\x02\x00\x00\x00"
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", header),
            before_the_pixels,
            chunk(b"IDAT", zlib.compress(bytes(8 * 25))),
            chunk(b"IEND", b""),
        )
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", [b"tEXt", b"zTXt", b"iCCP", b"eXIf", b"abCd"])
def test_a_logo_whose_chunk_announces_gigabytes_is_refused_before_it_is_decoded(
    kind: bytes, tmp_path: Path
) -> None:
    bomb = tmp_path / "logo.png"
    bomb.write_bytes(png(before_the_pixels=chunk(kind, b"a\0b", announced=2_100_000_000)))
    read = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from companion.settings.texts_folder import read_texts\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(read_texts(Path(sys.argv[1]))[1][0].kind.name)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", read, str(tmp_path)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    flaw, grown_kb = done.stdout.split()
    assert flaw == "NO_PICTURE"
    assert int(grown_kb) < 100_000


@pytest.mark.parametrize(
    ("data", "flaw"),
    [
        (b"no picture", PictureFlaw.NO_PICTURE),
        (png()[:-12], PictureFlaw.DAMAGED),
        (png(before_the_pixels=chunk(b"tEXt", b"a\0b", announced=2**31 - 1)), PictureFlaw.DAMAGED),
        (png().replace((8).to_bytes(4) * 2, (60_000).to_bytes(4) * 2), PictureFlaw.TOO_LARGE),
        (png().replace(b"IDAT", b"IDAD"), PictureFlaw.DAMAGED),
        (png()[:-20] + bytes(4) + png()[-16:], PictureFlaw.DAMAGED),
        (png(size=0), PictureFlaw.UNDECODABLE),
    ],
    ids=["text", "cut", "endless-chunk", "many-pixels", "other-kind", "other-pixels", "no-pixels"],
)
def test_what_is_wrong_with_bytes_is_found(
    data: bytes, flaw: PictureFlaw, capfd: pytest.CaptureFixture[str]
) -> None:
    assert decoded(data, 1000) is flaw
    assert "CRC" not in capfd.readouterr().err, "libpng writes lines that say nothing to staff"


def test_a_sound_picture_is_decoded_and_a_sound_logo_shown() -> None:
    picture = decoded(png(), 64)
    assert isinstance(picture, np.ndarray)
    assert picture.shape == (8, 8, 3)
    data = cv2.imencode(".png", np.full((20, 30, 4), 200, np.uint8))[1].tobytes()
    texts, flaws = texts_in({"logo.png": data, "logo.jpg": b"no logo"})
    assert texts.logo is not None
    assert texts.logo.pixels.shape == (20, 30, 4)
    assert flaws == (TextFlaw(FlawKind.NO_PICTURE, "logo.jpg"),)


@pytest.mark.slow
def test_nothing_else_decodes_pictures_from_outside() -> None:
    decoding = set()
    for package in ("companion", "vision", "calibration", "hardware", "make/src"):
        for file in (ROOT / package).rglob("*.py"):
            names = {
                node.attr
                for node in ast.walk(ast.parse(file.read_bytes()))
                if isinstance(node, ast.Attribute)
            }
            if names & {"imdecode", "imread", "imdecodemulti", "imreadmulti"}:
                decoding.add(file.relative_to(ROOT).as_posix())
    assert decoding == DECODE_OUR_OWN
