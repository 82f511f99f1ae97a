"""Keep what staff change on the screen for the next start: settings in their file, the learned board."""

from dataclasses import dataclass, fields, replace
from pathlib import Path

from calibration.calibration_folder import load, save
from calibration.errors import CalibrationError
from companion.settings.sections import Settings
from companion.settings.settings_file import read_settings, save_settings
from companion.station.effects import KeepSettings
from companion.system.atomic_file import write_whole
from vision.arrays import Picture
from vision.calibration import Calibration
from vision.picture_file import encode_picture


@dataclass(frozen=True)
class Persistence:
    """The storage of changes: a settings file and the folder of a calibration; None keeps nothing there.

    The calibration before the present one is kept in a folder beside it, so that staff can go back to it.
    """

    settings_file: Path | None = None
    calibration: Path | None = None
    pictures: Path = Path("pictures")  # the folder of pictures that staff save

    @property
    def has_last_calibration(self) -> bool:
        """True if there is a calibration before the present one."""
        return self._last is not None and self._last.is_dir()

    def keep(self, change: KeepSettings | Calibration) -> None:
        """Keep a change; the rest of the settings stays as the file says now.

        Raises SettingsError, CalibrationError or OSError, and then everything is left as it was.
        """
        if isinstance(change, Calibration):
            self._keep_calibration(change)
        elif self.settings_file is not None and not self.settings_file.exists():
            # The first settings of a station are all that it runs with.
            self.settings_file.parent.mkdir(parents=True, exist_ok=True)
            save_settings(self.settings_file, change.after)
        elif self.settings_file is not None:
            save_settings(self.settings_file, _changed(read_settings(self.settings_file), change))

    def swap_calibrations(self) -> Calibration:
        """Swap the present calibration and the previous one.

        Raises CalibrationError or OSError, and then the present one stays.
        """
        if self.calibration is None or self._last is None:
            raise CalibrationError("no calibration is kept here")
        last = load(self._last)
        self._keep_calibration(last)
        return last

    def keep_picture(self, picture: Picture) -> Path:
        """Save a picture (H, W, 3) BGR under the next free number and return its file.

        Raises OSError.
        """
        self.pictures.mkdir(parents=True, exist_ok=True)
        taken = [int(path.stem) for path in self.pictures.glob("*.png") if path.stem.isdecimal()]
        file = self.pictures / f"{max(taken, default=0) + 1:04}.png"
        write_whole(file, encode_picture(picture))
        return file

    @property
    def _last(self) -> Path | None:
        folder = self.calibration
        return None if folder is None else folder.with_name(f"{folder.name}-last")

    def _keep_calibration(self, new: Calibration) -> None:
        if self.calibration is None or self._last is None:
            return
        try:
            present = load(self.calibration)
        except CalibrationError:
            present = None  # There is none yet, or none that anybody would want back.
        if present is not None:
            save(present, self._last)
        save(new, self.calibration)


def _changed(settings: Settings, change: KeepSettings) -> Settings:
    """Return settings with the changes made one by one."""
    for section in fields(settings):
        before, after = getattr(change.before, section.name), getattr(change.after, section.name)
        values = {
            field.name: getattr(after, field.name)
            for field in fields(after)
            if getattr(after, field.name) != getattr(before, field.name)
        }
        settings = replace(settings, **{section.name: replace(getattr(settings, section.name), **values)})
    return settings
