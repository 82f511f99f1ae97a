"""Writes the settings of a newly installed station: `first_settings.py DATA_FOLDER FILE`.

Games and calibration lie in the data folder and the screen is filled; all else has its default.
"""

import sys
from pathlib import Path

from companion.settings.sections import first_settings
from companion.settings.settings_file import save_settings

if __name__ == "__main__":
    save_settings(Path(sys.argv[2]), first_settings(Path(sys.argv[1])))
