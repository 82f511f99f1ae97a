"""Decode pictures; every size that is announced is checked before anything is decoded."""

import math
from enum import Enum, auto
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.system.picture_header import is_damaged, is_heic, size_wh


class PictureFlaw(Enum):
    """Why bytes give no picture."""

    NO_PICTURE = auto()  # neither a PNG nor a JPEG nor a WebP, or one that states no size
    HEIC = auto()  # a HEIC, as phones take pictures; OpenCV can't decode it
    TOO_LARGE = auto()  # more pixels are announced than are allowed
    DAMAGED = auto()  # the bytes end too soon, or a chunk is not what its length or checksum says
    UNDECODABLE = auto()  # the announced size is allowed, but the decoder can't read the rest


def decoded(data: bytes, max_pixels: int, flags: int = cv2.IMREAD_COLOR) -> NDArray[Any] | PictureFlaw:
    """Decode a PNG, JPEG or WebP as `cv2.imdecode` does with `flags`, or say why not.

    At most `max_pixels` are decoded.
    """
    announced = size_wh(data)
    if announced is None:
        return PictureFlaw.HEIC if is_heic(data) else PictureFlaw.NO_PICTURE
    if math.prod(announced) > max_pixels:
        return PictureFlaw.TOO_LARGE
    if is_damaged(data):
        return PictureFlaw.DAMAGED
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        return PictureFlaw.UNDECODABLE
    return PictureFlaw.UNDECODABLE if picture is None else np.asarray(picture)
