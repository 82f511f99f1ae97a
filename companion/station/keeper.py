"""What staff change on the screen is kept for the next start: settings in their file, the board learned."""

from dataclasses import dataclass, replace
from pathlib import Path

from calibration.calibration_folder import save
from companion.settings.sections import Language, Settings
from companion.settings.settings_file import read_settings, save_settings
from companion.station.effects import SetLanguage, SetTheme, SetVolume
from vision.calibration import Calibration


@dataclass(frozen=True, slots=True)
class Keeper:
    """Where changes are kept: a settings file and the folder of a calibration; None keeps nothing there."""

    settings_file: Path | None = None
    calibration: Path | None = None

    def keep(self, change: SetLanguage | SetTheme | SetVolume | Calibration) -> None:
        """Keep a change; the rest of the settings stays as the file says now.

        Raises SettingsError, CalibrationError or OSError, and then everything is left as it was.
        """
        if isinstance(change, Calibration):
            if self.calibration is not None:
                save(change, self.calibration)
        elif self.settings_file is not None:
            save_settings(self.settings_file, _changed(read_settings(self.settings_file), change))


def _changed(settings: Settings, change: SetLanguage | SetTheme | SetVolume) -> Settings:
    match change:
        case SetLanguage(code):
            return replace(settings, station=replace(settings.station, language=Language(code)))
        case SetTheme(theme):
            return replace(settings, display=replace(settings.display, theme=theme))
        case SetVolume(percent, muted):
            return replace(settings, sound=replace(settings.sound, volume=percent / 100, mute=muted))
