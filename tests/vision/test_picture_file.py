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


def with_size(data: bytes, width: int, height: int) -> bytes:
    """A JPEG that announces another size."""
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + height.to_bytes(2) + width.to_bytes(2) + data[at + 4 :]


def bomb(before_the_size: bytes) -> bytes:
    """A JPEG of 30,000 pixels each way, with bytes before its size that decoders skip."""
    data = with_size(jpeg(), 30_000, 30_000)
    at = data.index(b"\xff\xc0")
    return data[:at] + before_the_size + data[at:]


def endless_png() -> bytes:
    """A PNG whose pixels announce 2 GB, with an end."""
    data = bytes(cv2.imencode(".png", np.zeros((200, 300, 3), np.uint8))[1])
    return data.replace(data[data.index(b"IDAT") - 4 : data.index(b"IDAT")], b"\x7f\xff\xff\xff")


def other(ending: str) -> bytes:
    noise = np.random.default_rng(1).integers(0, 256, (200, 300, 3), np.uint8)
    return bytes(cv2.imencode(ending, noise)[1])


def webp_bomb() -> bytes:
    """An extended WebP that announces a canvas of 16,000 pixels each way."""
    size = (15_999).to_bytes(3, "little")
    body = b"WEBPVP8X" + (10).to_bytes(4, "little") + bytes(4) + size + size + bytes(100)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def test_a_webp_is_read(tmp_path: Path) -> None:
    path = tmp_path / "p.webp"
    picture = np.random.default_rng(0).integers(0, 255, (200, 300, 3), np.uint8)
    path.write_bytes(bytes(cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, 101])[1]))
    assert np.array_equal(read_picture(path), picture)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "no such picture"),
        (b"", "empty"),
        (b"five lines, but of text", "not a picture"),
        (jpeg()[:4000], "cut short"),
        (huge_png(), "too many"),
        (jpeg(60, 40), "too few"),
        (bomb(b""), "too many"),
        (bomb(b"\xff"), "too many"),
        (bomb(b"\xff" * 1000), "too many"),
        (bomb(b"of no segment"), "too many"),
        (bomb(b"\xff\x00\xff\xd0\xff\x01"), "too many"),
        (jpeg()[:100] + b"\xff\xd9", "not a picture"),
        (with_size(jpeg(), 0, 0), "decoded"),
        (huge_png().replace(b"IHDR", b"iHDR"), "not a picture"),
        (endless_png(), "cut short"),
        (other(".tiff"), "JPEG, PNG or WebP"),
        (other(".webp")[:-20], "cut short"),
        (webp_bomb(), "too many"),
        (b"\0\0\0\x18ftypheic" + bytes(200), "Most Compatible"),
        (other(".bmp"), "JPEG, PNG or WebP"),
    ],
    ids=[
        "missing",
        "empty",
        "text",
        "truncated",
        "huge",
        "tiny",
        "bomb",
        "bomb-filled",
        "bomb-filled-well",
        "bomb-after-rubbish",
        "bomb-after-bare-markers",
        "jpeg-without-size",
        "jpeg-of-nothing",
        "png-without-size",
        "png-with-an-endless-chunk",
        "tiff",
        "webp-cut",
        "webp-bomb",
        "heic",
        "bmp",
    ],
)
def test_what_cannot_be_read_is_named_with_the_file(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "p.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(VisionError, match=says) as caught:
        read_picture(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
