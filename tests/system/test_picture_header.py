"""What a picture says of its size is what decoders find, for every picture that they write."""

import cv2
import numpy as np
import pytest

from companion.system.picture_header import is_damaged, size_wh


@pytest.mark.parametrize("shape", [(1, 1, 3), (37, 411, 3), (480, 640), (200, 300, 4)])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        (".png", []),
        (".jpg", []),
        (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
        (".jpg", [cv2.IMWRITE_JPEG_RST_INTERVAL, 3]),
        (".webp", [cv2.IMWRITE_WEBP_QUALITY, 80]),
        (".webp", [cv2.IMWRITE_WEBP_QUALITY, 101]),
    ],
    ids=["png", "jpeg", "progressive", "restarting", "webp", "lossless-webp"],
)
def test_the_size_is_that_of_the_picture(shape: tuple[int, ...], name: str, options: list[int]) -> None:
    data = bytes(cv2.imencode(name, np.zeros(shape, np.uint8), options)[1])
    assert size_wh(data) == shape[1::-1]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xd8\xff",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a" + bytes(100),
        b"RIFF\0\0\0\0WEBPVP8 " + bytes(8),
        bytes(1000),
    ],
)
def test_what_states_no_size_has_none(data: bytes) -> None:
    assert size_wh(data) is None


@pytest.mark.parametrize("name", [".png", ".jpg", ".webp"])
def test_a_picture_is_whole_until_its_end_is_cut_off(name: str) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (200, 300, 3), np.uint8)
    data = bytes(cv2.imencode(name, noise)[1])
    assert not is_damaged(data)
    assert all(is_damaged(data[:-bytes_gone]) for bytes_gone in (12, 100, len(data) // 2))


def test_a_png_whose_chunk_reaches_beyond_the_file_is_damaged_though_it_has_an_end() -> None:
    data = bytes(cv2.imencode(".png", np.zeros((200, 300, 3), np.uint8))[1])
    at = data.index(b"IDAT") - 4
    for length in (len(data), 0x3F0065, 0x7FFFFFFF, 0xFFFFFFFF):
        assert is_damaged(data[:at] + length.to_bytes(4, "big") + data[at + 4 :])
