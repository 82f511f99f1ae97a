"""`five-lines station`: the station at its table; the default command."""

import argparse
import gc
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.backups import interrupted_restore
from companion.app.pygame_setup import NOWHERE, import_pygame
from companion.commands._arguments import add_rules_arguments, natural_number, positive_number, rules_from
from companion.commands._settings import add_settings_argument, settings_file_from
from companion.system.atomic_file import remove_leftovers
from companion.system.os_errors import detach, in_words
from companion.system.rights import as_caller
from hardware.virtual_table import SIZE_PX

if TYPE_CHECKING:
    from companion.settings.sections import Settings

SHORT_GAME, SHORT_OPTIONS = "schaedler", ("larger-throw-enters=yes", "to-win=4")
"""A game of ten throws with the default seed, to watch without a display."""

CAMERAS = Path("/dev")  # the folder where Linux lists cameras, as video0 and so on


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--virtual", action="store_true", help="use the virtual table, whatever is set")
    parser.add_argument(
        "--autoplay",
        metavar="N",
        type=positive_number,
        help="play N whole games by itself, mistakes included",
    )
    parser.add_argument(
        "--seed", metavar="S", type=natural_number, default=1, help="which games and table (1)"
    )
    parser.add_argument("--headless", action="store_true", help="no window: tell the game in the terminal")
    add_settings_argument(parser)
    parser.add_argument("--journal", metavar="FILE", type=Path, help="where the games are kept")
    add_rules_arguments(parser, required=False)


def run(args: argparse.Namespace) -> int:
    """Open the station; with --autoplay return 1 if a game was refereed wrongly."""
    from companion.game import rules_for
    from companion.journal import FILE_NAME
    from companion.settings.errors import SettingsError
    from companion.settings.sections import Location, Settings, first_settings, from_home
    from companion.settings.settings_file import remarks, settings_at
    from hardware.pins import is_raspberry_pi

    settings_file, mistake = settings_file_from(args), None
    remove_leftovers(settings_file.parent)
    _undo_restore(settings_file)
    settings = Settings().located(settings_file.parent)
    if is_new := not settings_file.exists() and (is_raspberry_pi() or args.settings is None):
        # It asks for what it needs, and writes them itself.
        if is_raspberry_pi() and not args.virtual:
            settings = first_settings().located(settings_file.parent)
        elif _may_ask(args):
            settings, is_new = ask_for_table(settings_file), False
    else:
        try:
            settings = settings_at(settings_file)
            for remark in remarks(settings_file):
                print(f"five-lines: {remark}", file=sys.stderr)
        except SettingsError as error:
            if args.headless:
                raise
            mistake = str(error)
    rules_given = args.rules is not None
    rules = rules_from(args) if rules_given else settings.game.chosen()
    journal = args.journal or settings.station.data / FILE_NAME
    # Games that only show how it works are not kept in this machine's own journal.
    own = from_home(Settings().station.data).absolute()
    kept = args.journal or (args.autoplay and args.settings and journal.parent != own)
    asked_for = args.virtual or not is_new or args.autoplay is not None
    if not args.headless and _has_display(offscreen=asked_for):
        virtual = args.virtual or args.autoplay is not None or _is_virtual(settings)
        if virtual and args.autoplay is None and settings.station.place is Location.NOT_ASKED:
            # Nobody is led through a setup that would ask; a computer that draws its table is somebody's own.
            settings = replace(settings, station=replace(settings.station, place=Location.HOME))
        # The desktop of who calls lets nobody else in.
        with as_caller():
            import_pygame()
            from companion.commands.station._first_page import show_first_page

            show_first_page(settings.display, SIZE_PX if virtual else (0, 0))
        # Almost nothing that the imports make is garbage, and looking for it takes a tenth of their time.
        gc.disable()
        from companion.app.open_station import StationPlan, open_station

        gc.freeze()
        gc.enable()
        plan = StationPlan(
            settings, rules, journal, virtual, args.seed, settings_file, args.autoplay, mistake
        )
        if args.autoplay is None or kept:
            ending = open_station(plan)
            if ending.restarts:
                # In the same process, which systemd goes on watching.
                os.execv(sys.executable, [sys.executable, "-m", "companion.cli", *sys.argv[1:]])
            return _tell(ending.misjudged)
        with tempfile.TemporaryDirectory(prefix="five-lines-") as folder:
            return _tell(open_station(replace(plan, journal=Path(folder) / FILE_NAME)).misjudged)

    from companion.app.virtual.autoplay import autoplay

    if args.autoplay is None:
        print("No display: a short game of the virtual table, played and refereed by itself.")
        if not rules_given:
            rules = rules_for(SHORT_GAME, SHORT_OPTIONS)
            print(f"To be short, it is won with {rules.to_win} counters gathered.")
    with tempfile.TemporaryDirectory(prefix="five-lines-") as folder:
        journal = journal if kept else Path(folder) / FILE_NAME
        opponent, tables = settings.opponent, settings.station.tables
        return _tell(
            autoplay(rules, args.autoplay or 1, args.seed, journal, _say, opponent=opponent, tables=tables)
        )


def _may_ask(args: argparse.Namespace) -> bool:
    """True if somebody at a terminal has a camera here, and has not said which table to use."""
    said = args.virtual or args.headless or args.autoplay is not None
    is_there = sys.stdin.isatty() and any(CAMERAS.glob("video*"))
    return not said and is_there and _has_display(offscreen=False)


def ask_for_table(settings_file: Path) -> "Settings":
    """Ask whether the camera looks at a board, keep the answer, and return the settings."""
    from companion.settings.sections import Settings
    from companion.settings.settings_file import save_settings
    from hardware.settings import CameraDevice, CameraSettings

    answer = input("Does the camera of this computer look at a board? y = yes, n = play on a drawn one: ")
    device = CameraDevice.OPENCV if answer.strip().lower().startswith("y") else CameraDevice.VIRTUAL
    settings = Settings(camera=CameraSettings(device=device))
    settings_file.parent.mkdir(parents=True, exist_ok=True)
    save_settings(settings_file, settings)
    print(f'{settings_file}: [camera] device = "{device}"; change it there')
    return settings.located(settings_file.parent)


def _undo_restore(settings_file: Path) -> None:
    if interrupted_restore(settings_file) is not None:
        from companion.app.backups.restore import undo_restore

        undo_restore(settings_file)


def _is_virtual(settings: "Settings") -> bool:
    """True if the settings mean the virtual table on this machine."""
    from hardware.pins import is_raspberry_pi
    from hardware.settings import CameraDevice

    device = settings.camera.device
    return device is CameraDevice.VIRTUAL or (device is CameraDevice.AUTO and not is_raspberry_pi())


def _has_display(*, offscreen: bool) -> bool:
    """True if a window can be opened: on a desktop, on a Pi's own screen, or with SDL's driver.

    SDL's offscreen drivers count if `offscreen`.
    """
    driver = os.environ.get("SDL_VIDEODRIVER")
    if driver is not None:
        return offscreen or driver not in NOWHERE
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return sys.platform in ("darwin", "win32") or any(Path("/dev/dri").glob("card*"))


def _tell(misjudged: list[str]) -> int:
    for line in misjudged:
        print(f"Wrongly refereed: {line}")
    return 1 if misjudged else 0


def _say(text: str) -> None:
    try:
        print(text, flush=True)
    except OSError as error:
        # To the loop it would be a fault of ours, after which the game goes on; but nobody listens any more.
        if not isinstance(error, BrokenPipeError):
            print(f"five-lines: {in_words(error)}", file=sys.stderr)
        sys.exit(detach(sys.stdout))
