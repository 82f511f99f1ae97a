"""Read pictures from files, with precise errors, and encode pictures for files."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.system.data import MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, DataError, bytes_of
from companion.system.decoded_picture import PictureFlaw, decoded
from companion.system.picture_header import size_wh
from vision.arrays import Picture, as_levels
from vision.errors import VisionError

MIN_SIDE_PX = 120


def read_picture(path: Path) -> Picture:
    """Return the picture in a file, (H, W, 3) uint8 BGR.

    Raises VisionError, naming the file, when it is missing, empty, truncated, too large, too small or no
    picture.
    """
    if not path.exists():
        raise VisionError(f"{path}: there is no such picture")
    if not path.is_file():
        raise VisionError(f"{path}: this is a folder, not a picture")
    try:
        data = bytes_of(path, MAX_PICTURE_BYTES)
    except DataError as error:
        raise VisionError(f"{path}: {error}; save it as a smaller JPEG") from error
    if not data:
        raise VisionError(f"{path}: the file is empty; take the picture again")
    picture = decoded(data, MAX_PICTURE_PIXELS)
    if isinstance(picture, PictureFlaw):
        raise VisionError(f"{path}: {_words(picture, data)}")
    height, width = picture.shape[:2]
    if min(height, width) < MIN_SIDE_PX:
        raise VisionError(
            f"{path}: {width} x {height} pixels are too few to read a board; give at least "
            f"{MIN_SIDE_PX} each way"
        )
    return as_levels(picture)


def _words(flaw: PictureFlaw, data: bytes) -> str:
    match flaw:
        case PictureFlaw.NO_PICTURE:
            return "this is not a picture that can be read; give a JPEG, PNG or WebP file"
        case PictureFlaw.HEIC:
            return (
                "HEIC pictures can't be read; save it as JPEG. To take JPEG pictures, set an iPhone to "
                "Settings > Camera > Formats > Most Compatible, and switch off HEIF in another phone's camera"
            )
        case PictureFlaw.TOO_LARGE:
            width, height = size_wh(data) or (0, 0)
            most = MAX_PICTURE_PIXELS // 10**6
            return f"{width} x {height} pixels are too many; scale it down to at most {most} million"
        case PictureFlaw.DAMAGED:
            return "the file is cut short or damaged; copy or take the picture again"
        case PictureFlaw.UNDECODABLE:
            return "this picture cannot be decoded; save it again as JPEG or PNG"


def encode_picture(picture: NDArray[np.uint8 | np.uint16], name: str = ".png") -> bytes:
    """Return a picture (H, W) or (H, W, 3) BGR encoded in the format of a file name, PNG or JPEG.

    Raises VisionError for another suffix.
    """
    ending = name[name.rfind(".") :].lower()
    if ending not in (".png", ".jpg", ".jpeg"):
        raise VisionError(f"{name}: a picture's name must end in .png or .jpg")
    done, data = cv2.imencode(ending, picture)
    if not done:
        raise VisionError(f"{name}: a picture of {picture.shape} {picture.dtype} cannot be encoded")
    return data.tobytes()
