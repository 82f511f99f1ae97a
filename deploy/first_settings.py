"""Writes the settings of a newly installed station: `first_settings.py DATA_FOLDER FILE`.

Games and calibration lie in the data folder and the screen is filled; all else has its default. What lies in
the folder already may be a trap for root: it is read and written with the rights of the folder's owner.
"""

import sys
from pathlib import Path

from companion import FiveLinesError, visible
from companion.settings.sections import first_settings
from companion.settings.settings_file import save_settings
from companion.system.os_errors import in_words
from companion.system.rights import acting_as_owner_of

if __name__ == "__main__":
    data, file = map(Path, sys.argv[1:])
    try:
        with acting_as_owner_of(data):
            save_settings(file, first_settings(data))
    except FiveLinesError as error:
        sys.exit(visible(f"five-lines: {error}"))
    except OSError as error:
        sys.exit(visible(f"five-lines: {in_words(error)}"))
