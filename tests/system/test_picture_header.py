"""What a picture says of its size is what decoders find, for every picture that they write."""

import cv2
import numpy as np
import pytest

from companion.system.picture_header import size_wh


@pytest.mark.parametrize("shape", [(1, 1, 3), (37, 411, 3), (480, 640), (200, 300, 4)])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        (".png", []),
        (".jpg", []),
        (".jpg", [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]),
        (".jpg", [cv2.IMWRITE_JPEG_RST_INTERVAL, 3]),
    ],
    ids=["png", "jpeg", "progressive", "restarting"],
)
def test_the_size_is_that_of_the_picture(shape: tuple[int, ...], name: str, options: list[int]) -> None:
    data = bytes(cv2.imencode(name, np.zeros(shape, np.uint8), options)[1])
    assert size_wh(data) == shape[1::-1]


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF89a" + bytes(100), bytes(1000)]
)
def test_what_states_no_size_has_none(data: bytes) -> None:
    assert size_wh(data) is None
