"""Run `five-lines station` at a virtual table whose pictures another process draws, as a camera brings them.

    python -m bench.drawn_apart CALIBRATION --virtual --autoplay 100 ...

So this process holds what a station with a camera holds: it loads the calibration of the folder CALIBRATION
(which is made there if it is missing, by a process of its own), draws no table, and shows none.
"""

import multiprocessing
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

DRAWERS = multiprocessing.get_context("spawn")
SEED = 1


def learn(folder: Path) -> None:
    """Learn the table of the seed, and save its calibration."""
    from calibration.calibration_folder import save
    from companion.app.virtual.autoplay import learned_reader
    from hardware.virtual_table.table import virtual_table

    save(learned_reader(virtual_table(SEED)).calibration, folder)


def draw(scenes: Connection) -> None:
    """Draw each scene that comes, until nobody asks any more."""
    from hardware.virtual_table.table import virtual_table

    table = virtual_table(SEED)
    try:
        while True:
            scenes.send(table.picture(*scenes.recv()))
    except (EOFError, OSError):
        return


def main() -> int:
    """Run the station; return its exit status."""
    folder, words = Path(sys.argv[1]), sys.argv[2:]
    if not folder.exists():
        learner = DRAWERS.Process(target=learn, args=(folder,))
        learner.start()
        learner.join()
    ours, theirs = DRAWERS.Pipe()
    DRAWERS.Process(target=draw, args=(theirs,), daemon=True).start()
    theirs.close()

    from calibration.calibration_folder import load
    from companion.app import open_station
    from companion.app.virtual import autoplay
    from companion.app.window import Window
    from companion.cli import main as five_lines
    from hardware.virtual_table.table import VirtualTable
    from vision.board_reader import BoardReader

    def drawn(_: VirtualTable, scene: Any, seed: int = 0) -> Any:
        ours.send((scene, seed))
        return ours.recv()

    def window(display: Any, language: Any, _: Any, *others: Any, **named: Any) -> Window:
        return Window(display, language, None, *others, **named)

    # setattr: a station has no use for any of these from elsewhere.
    for place, name, other in (
        (VirtualTable, "picture", drawn),
        (autoplay, "learned_reader", lambda _: BoardReader(load(folder))),
        (open_station, "Window", window),
    ):
        setattr(place, name, other)
    return five_lines(["station", "--seed", str(SEED), *words])


if __name__ == "__main__":
    sys.exit(main())
