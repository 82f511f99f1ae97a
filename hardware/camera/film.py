"""A film file or a folder of pictures as a camera."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.system.data import MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS, DataError, bytes_of
from companion.system.decoded_picture import PictureFlaw, decoded
from hardware.camera.camera import Picture
from hardware.device import Clock, HardwareError

PICTURES = (".jpg", ".jpeg", ".png", ".webp")


class FilmSource:
    """Show the pictures of a film file, or of a folder by name; then repeat the last one while that is there.

    With a frame rate, the picture due at the clock's time is shown, skipping some if `take` is called less
    often; without one each `take` shows the next. Raises HardwareError when there is nothing to show.
    """

    def __init__(self, path: Path, clock: Clock, *, frame_rate: float | None = None) -> None:
        self._pictures = _FolderPictures(path) if path.is_dir() else _FilePictures(path)
        self._path = path
        self._clock = clock
        self._frame_rate = frame_rate
        self._began_s = clock()
        self._shown = -1
        self._picture: Picture | None = None

    @property
    def ended(self) -> bool:
        """True if the last picture has been shown."""
        return self._pictures.ended_after(self._shown)

    def take(self) -> Picture:
        """Return the picture that is due, (H, W, 3) uint8 BGR; raises HardwareError if it is unreadable."""
        due = self._shown + 1
        if self._frame_rate is not None:
            due = max(0, int((self._clock() - self._began_s) * self._frame_rate + 1e-9))
        if not self._path.exists():
            raise HardwareError(f"{self._path}: the film is gone", "put it back")
        if self._picture is None or (due > self._shown and not self.ended):
            self._shown, picture = self._pictures.at(due)
            if picture is not None:
                self._picture = picture
        if self._picture is None:
            raise HardwareError(f"{self._path}: the film has no picture", "name another")
        return self._picture

    def close(self) -> None:
        """Close the film."""
        self._pictures.close()

    def __repr__(self) -> str:
        rate = f"at {self._frame_rate:g} a second" if self._frame_rate else "one at a time"
        return f"<film {self._path}, {rate}>"


class _FolderPictures:
    def __init__(self, folder: Path) -> None:
        self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
        if not self._paths:
            raise HardwareError(
                f"{folder}: no pictures here ({', '.join(PICTURES)})", "name the folder that holds them"
            )

    def at(self, number: int) -> tuple[int, Picture | None]:
        number = min(number, len(self._paths) - 1)
        path = self._paths[number]
        picture: NDArray[Any] | PictureFlaw = PictureFlaw.NO_PICTURE
        with suppress(OSError, DataError):
            picture = decoded(bytes_of(path, MAX_PICTURE_BYTES), MAX_PICTURE_PIXELS)
        if isinstance(picture, PictureFlaw):
            raise HardwareError(
                f"{path}: this picture can't be read", "remove it from the film or save it again"
            )
        return number, np.asarray(picture, np.uint8)

    def ended_after(self, number: int) -> bool:
        return number >= len(self._paths) - 1

    def close(self) -> None:
        pass


class _FilePictures:
    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise HardwareError(
                f"{path}: there is no such film", "set [camera] film to a film file or a folder"
            )
        self._video = cv2.VideoCapture(str(path))
        if not self._video.isOpened():
            raise HardwareError(
                f"{path}: this is no film that can be read", "give an MP4 or AVI file, or a folder"
            )
        self._at = -1
        self._over = False

    def at(self, number: int) -> tuple[int, Picture | None]:
        """Advance to a picture; return its number and itself, or the last number and None at the end."""
        picture: Picture | None = None
        while self._at < number and not self._over:
            if not self._video.grab():
                self._over = True
                break
            self._at += 1
            # Keep the last picture at the end.
            if self._at == number or self.ended_after(self._at):
                there, decoded = self._video.retrieve()
                picture = np.asarray(decoded, np.uint8) if there else picture
        return self._at, picture

    def ended_after(self, number: int) -> bool:
        return self._over or number >= self._video.get(cv2.CAP_PROP_FRAME_COUNT) - 1

    def close(self) -> None:
        self._video.release()
