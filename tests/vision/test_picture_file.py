"""Reading pictures from files, whole and broken."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import VisionError
from vision.picture_file import read_picture


def jpeg(width: int = 320, height: int = 240) -> bytes:
    noise = np.random.default_rng(0).integers(0, 255, (height, width, 3), np.uint8)
    return bytes(cv2.imencode(".jpg", noise)[1])


def test_a_picture_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "p.png"
    picture = np.random.default_rng(0).integers(0, 255, (200, 300, 3), np.uint8)
    path.write_bytes(bytes(cv2.imencode(".png", picture)[1]))
    assert np.array_equal(read_picture(path), picture)


def huge_png() -> bytes:
    header = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (60_000).to_bytes(4) + (60_000).to_bytes(4)
    return header + b"\x08\x02\x00\x00\x00" + b"\x00" * 64


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "no such picture"),
        (b"", "empty"),
        (b"five lines, but of text", "not a picture"),
        (jpeg()[:4000], "cut short"),
        (huge_png(), "too many"),
        (jpeg(60, 40), "too few"),
    ],
    ids=["missing", "empty", "text", "truncated", "huge", "tiny"],
)
def test_what_cannot_be_read_is_named_with_the_file(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "p.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(VisionError, match=says) as caught:
        read_picture(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
