"""Combinations of valid settings that don't go together, or not with this system."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from companion.game import ClashError, GameError, parse_options
from companion.game.names import meant
from companion.interface.offers import OFFERS
from companion.interface.setting_up import SetUp
from companion.settings.opening_hours import WEEKDAYS, HoursError, read_closed, read_day
from companion.settings.sections import (
    AS_PUBLISHED,
    GameSettings,
    HoursSettings,
    Settings,
    StationSettings,
    VisitorsSettings,
)
from companion.system.os_errors import unusable
from hardware.settings import CameraDevice, PinDevice, SoundDevice

OWN_FOLDERS = ("data", "calibration")  # keys of folders that the station fills and replaces
SYSTEM_FOLDERS = re.compile(
    r"/((boot|proc|s?bin|sys)(/.*)?|dev(/(?!shm/).*)?|etc|home|lib|media|mnt|opt|root|run|srv|tmp|usr|var(/lib)?)?"
)

FORMER_STEP = "hours"  # of the first setup; a file may still name it as left


@dataclass(frozen=True)
class Clash:
    """The settings concerned (section and key), the one to change first, and the mistake."""

    keys: tuple[tuple[str, str], ...]
    what: str


def clashes(settings: Settings, folder: Path) -> Iterator[Clash]:
    """Yield all clashes of the settings in a file of a folder."""
    yield from _path_clashes(settings, folder)
    yield from _set_up_clashes(settings.station)
    yield from _visitors_clashes(settings.visitors)
    yield from _hours_clashes(settings.hours)
    yield from _game_clashes(settings.game)
    yield from _pin_clashes(settings)
    camera = settings.camera
    if camera.device is CameraDevice.FILM and not camera.film.name:
        yield Clash(
            (("camera", "film"), ("camera", "device")),
            'device = "film" needs film, the path of a film file or folder',
        )
    if camera.exposure_ms > 1000 / camera.frame_rate:
        yield Clash(
            (("camera", "exposure_ms"), ("camera", "frame_rate")),
            f"exposure_ms {camera.exposure_ms:g} is longer than a picture at {camera.frame_rate:g} a second, "
            f"{1000 / camera.frame_rate:.0f} ms; lower one of the two",
        )


def _path_clashes(settings: Settings, folder: Path) -> Iterator[Clash]:
    for section in fields(settings):
        values = getattr(settings, section.name)
        for field in fields(values):
            if field.type is Path:
                path = getattr(values, field.name)
                trouble, full = unusable(path), folder / path
                if field.name in OWN_FOLDERS and SYSTEM_FOLDERS.fullmatch(os.path.normpath(full)):
                    trouble = f"{full} is the system's own; write a folder of this station's"
                if trouble:
                    yield Clash(((section.name, field.name),), trouble)
    keys = ("station", "data"), ("station", "calibration")
    if settings.station.data.is_relative_to(settings.station.calibration):
        yield Clash(keys, "a calibration is replaced as a whole, and games lie in its folder; change one")


def _set_up_clashes(station: StationSettings) -> Iterator[Clash]:
    for name in station.still_to_set_up:
        if name not in (*SetUp, FORMER_STEP):
            yield Clash(
                (("station", "still_to_set_up"),),
                f"{name!r} is no step of setting up; there are {', '.join(SetUp)}",
            )


def _visitors_clashes(visitors: VisitorsSettings) -> Iterator[Clash]:
    for name in visitors.offered:
        if name not in OFFERS:
            yield Clash((("visitors", "offered"),), f"{name!r} is no game; {meant(name, OFFERS)}")


def _hours_clashes(hours: HoursSettings) -> Iterator[Clash]:
    for weekday, name in enumerate(WEEKDAYS):
        try:
            read_day(hours.of(weekday))
        except HoursError as error:
            yield Clash((("hours", name),), str(error))
    for text in hours.closed_days:
        try:
            read_closed(text)
        except HoursError as error:
            yield Clash((("hours", "closed_days"),), str(error))


def _game_clashes(game: GameSettings) -> Iterator[Clash]:
    options = ("game", "options")
    unreadable = False
    for option in game.options:
        try:
            parse_options([option])
        except GameError as error:
            unreadable = True
            yield Clash((options,), str(error))
    if unreadable:
        return
    try:
        game.chosen()
    except ClashError as error:
        yield Clash((options if game.options else ("game", "rules"),), str(error))
    except GameError as error:
        named = [("game", key) for key in ("die", "starter") if getattr(game, key) != AS_PUBLISHED]
        yield Clash((options, *named), str(error))


def _pin_clashes(settings: Settings) -> Iterator[Clash]:
    used: dict[int, tuple[str, str]] = {}
    lamps = ["seat_a_pin", "seat_b_pin", "not_so_pin", *(["camera_pin"] if settings.lamps.camera_pin else [])]
    buttons = ["pin", *(["second_pin"] if settings.button.second_pin else [])]
    wanted = [
        *[("button", key) for key in buttons if settings.button.device is not PinDevice.NONE],
        *[("lamps", key) for key in lamps if settings.lamps.device is not PinDevice.NONE],
        *([("sound", "buzzer_pin")] if settings.sound.device is SoundDevice.BUZZER else []),
    ]
    for section, key in wanted:
        pin = getattr(getattr(settings, section), key)
        if pin in used:
            other_section, other_key = used[pin]
            yield Clash(
                ((section, key), used[pin]),
                f"GPIO {pin} is both [{other_section}] {other_key} and [{section}] {key}; change one",
            )
        used.setdefault(pin, (section, key))
