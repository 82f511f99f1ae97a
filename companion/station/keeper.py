"""What staff change on the screen is kept for the next start: settings in their file, the board learned."""

from dataclasses import dataclass, fields, replace
from pathlib import Path

from calibration.calibration_folder import save
from companion.settings.sections import Settings
from companion.settings.settings_file import read_settings, save_settings
from companion.station.effects import KeepSettings
from vision.calibration import Calibration


@dataclass(frozen=True, slots=True)
class Keeper:
    """Where changes are kept: a settings file and the folder of a calibration; None keeps nothing there."""

    settings_file: Path | None = None
    calibration: Path | None = None

    def keep(self, change: KeepSettings | Calibration) -> None:
        """Keep a change; the rest of the settings stays as the file says now.

        Raises SettingsError, CalibrationError or OSError, and then everything is left as it was.
        """
        if isinstance(change, Calibration):
            if self.calibration is not None:
                save(change, self.calibration)
        elif self.settings_file is not None:
            save_settings(self.settings_file, _changed(read_settings(self.settings_file), change))


def _changed(settings: Settings, change: KeepSettings) -> Settings:
    """Settings with every single one that was changed."""
    for section in fields(settings):
        before, after = getattr(change.before, section.name), getattr(change.after, section.name)
        values = {
            field.name: getattr(after, field.name)
            for field in fields(after)
            if getattr(after, field.name) != getattr(before, field.name)
        }
        settings = replace(settings, **{section.name: replace(getattr(settings, section.name), **values)})
    return settings
