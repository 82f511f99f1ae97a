"""Writes the settings of a newly installed station: `first_settings.py DATA_FOLDER FILE`.

Games and calibration lie in the data folder and the screen is filled; all else has its default.
"""

import sys
from dataclasses import replace
from pathlib import Path

from companion.settings.sections import Settings
from companion.settings.settings_file import save_settings


def first_settings(data: Path) -> Settings:
    """The default settings but for where things are kept and how large the window is."""
    defaults = Settings()
    return replace(
        defaults,
        station=replace(defaults.station, calibration=data / "calibration", data=data),
        display=replace(defaults.display, fullscreen=True),
    )


if __name__ == "__main__":
    save_settings(Path(sys.argv[2]), first_settings(Path(sys.argv[1])))
