"""Makes the tables of chances of the published games that are missing: `tables.py SETTINGS_FILE`.

The station makes a missing table itself once somebody wants a hint, but that takes minutes on a Raspberry Pi.
"""

import subprocess
import sys
from pathlib import Path

from companion.analysis.errors import TableError
from companion.analysis.play.solve_process import arguments
from companion.analysis.play.value_table import open_table, path_of
from companion.game import RECONSTRUCTIONS
from companion.settings.errors import SettingsError
from companion.settings.settings_file import settings_at


def main(settings_file: Path) -> int:
    """Make the tables; return 1 if one could not be made, after printing why."""
    try:
        settings = settings_at(settings_file)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 1
    folder = settings.station.tables
    failed = 0
    for name, published in RECONSTRUCTIONS.items():
        try:
            open_table(path_of(folder, published.rules), published.rules)
        except TableError:
            # A process for each gives its memory back, and it steps behind all others.
            solver = [sys.executable, *arguments(published.rules, folder)]
            done = subprocess.run(solver, stdout=subprocess.DEVNULL, check=False).returncode == 0
            print(f"event=table game={name} made={'yes' if done else 'no'}", flush=True)
            failed += not done
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
