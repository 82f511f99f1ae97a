"""Everything needed to examine a reading elsewhere: pictures, the calibration, and the result."""

import shutil
from pathlib import Path

from calibration.errors import CalibrationError
from vision.arrays import Picture
from vision.picture_file import encode_picture


class DebugBundle:
    """A folder that collects readings for a report; one that exists is refused: nothing is mixed up."""

    def __init__(self, folder: Path, calibration: Path) -> None:
        try:
            folder.mkdir(parents=True)
            shutil.copytree(calibration, folder / "calibration")
        except FileExistsError:
            raise CalibrationError(f"{folder}: already there; give --debug a new folder") from None
        except OSError as error:
            raise CalibrationError(f"{folder}: cannot be written ({error.strerror})") from error
        self._folder = folder
        self._count = 0

    def add(self, picture: Path, drawn: Picture, reading: str) -> None:
        """Keeps a picture, the same with the reading drawn in (H, W, 3) BGR, and the reading as JSON."""
        self._count += 1
        name = f"{self._count:04d}"
        shutil.copyfile(picture, self._folder / f"{name}-picture{picture.suffix}")
        (self._folder / f"{name}-drawn.png").write_bytes(encode_picture(drawn))
        with (self._folder / "readings.jsonl").open("a", encoding="utf-8") as file:
            file.write(reading + "\n")
