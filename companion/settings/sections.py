"""Everything that can be set about a station, section by section as in `station.toml`.

Each field explains itself; `settings_file` reads, checks and writes the file from these explanations.
"""

import os
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from pathlib import Path
from typing import Any

from companion.game import DICE, RECONSTRUCTIONS, Rules, Starter, rules_for
from companion.game.levels import LEVELS
from companion.interface.commands import MAX_MESSAGE_LENGTH
from companion.interface.offers import OFFERS
from companion.interface.presentation import BoardLook, Density, Theme, VoiceMode
from companion.settings.errors import NoHomeError
from companion.settings.opening_hours import WEEKDAYS, WHOLE_DAY, OpeningHours, read_closed, read_day
from hardware.screen_power import Layer
from hardware.settings import (
    ButtonSettings,
    CameraSettings,
    DeviceSettings,
    LampsSettings,
    SoundSettings,
    setting,
)

AS_PUBLISHED = "as-published"

DATA = Path(os.environ.get("FIVE_LINES_DATA") or "~/.local/share/five-lines")
"""Default folder of a station's games and calibration; an installed station has its own."""

RUN = Path(os.environ["FIVE_LINES_RUN"]) if os.environ.get("FIVE_LINES_RUN") else None
"""Run-time folder of an installed station; None if there is none."""

PROGRAM = Path("/opt/five-lines")
"""Folder of what `deploy/install` has installed: versions, and links to the present and the previous one."""

UNITS = Path("/usr/lib/systemd/system"), Path("/etc/systemd/system")
"""Folders in which the Debian package and `deploy/install` install systemd's units."""

LOOPBACK = ("127.0.0.1", "localhost", "::1")
ALL_ADDRESSES = ("", "0.0.0.0", "::")


class SystemRequest(Enum):
    """A request to the system: an empty file in RUN, for which a path unit of systemd waits."""

    REBOOT = "reboot", "reboot the machine"
    HOTSPOT = "hotspot", "open a wireless network"
    UPDATE = "update", "install the release on a stick"
    UPDATE_BACK = "update-back", "go back to the version before"

    def __init__(self, file: str, deed: str) -> None:
        self.file = file
        self.deed = deed
        self.unit = f"five-lines-{file.removesuffix('-back')}.path"

    def may_come_from_outside(self, link: "LinkSettings") -> bool:
        """True if the settings allow remote clients to make this request."""
        return getattr(link, self.file, False)


LINK_DATA = Path(os.environ["FIVE_LINES_LINK"]) if os.environ.get("FIVE_LINES_LINK") else None
"""Folder of an installed link's memory; it may write nowhere else."""


def from_home(path: Path) -> Path:
    """Return a path with ~ expanded; raise NoHomeError."""
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise NoHomeError(
            f"{path}: there is no such home folder; write the path in full, or set HOME "
            "(FIVE_LINES_DATA names the folder for games)"
        ) from error


class Language(StrEnum):
    """The languages of the screen, by their ISO 639-1 codes."""

    ENGLISH = "en"
    GERMAN = "de"
    FRENCH = "fr"
    ITALIAN = "it"
    GREEK = "el"


class DiceOwner(StrEnum):
    """Whose dice are thrown."""

    ELECTRONIC = "electronic"
    OWN = "own"


class Location(StrEnum):
    """Where the station stands, which decides whether it waits for its players."""

    NOT_ASKED = ""
    HOME = "home"
    HALL = "hall"


@dataclass(frozen=True, kw_only=True)
class StationSettings:
    """The station as a whole. Folders begin at this file's own folder, or at your home with ~."""

    language: Language = setting(Language.ENGLISH, "The language that is shown first.")
    calibration: Path = setting(DATA / "calibration", "The folder that `five-lines calibrate` has written.")
    board: Path = setting(
        Path(), "The BOARD.toml of a board that is not the standard one; it is calibrated by its measures."
    )
    data: Path = setting(DATA, "The folder in which the games are kept.")
    place: Location = setting(
        Location.NOT_ASKED,
        "home: games wait for days, and nothing counts down. hall: visitors come and go; untouched for 90 s, "
        'it asks whether anybody is there, and starts over. "": not asked yet; a hall that keeps its game, '
        "but a virtual table is a home.",
    )
    still_to_set_up: tuple[str, ...] = setting(
        (),
        'The steps of setting up that are left for later, for example ["screen", "game"]; where no PIN is '
        "set, the station leads through them when it starts.",
    )

    message: str = setting(
        "",
        "A message from staff that waits to be read, so that a restart loses none.",
        most=MAX_MESSAGE_LENGTH,
    )

    @property
    def at_home(self) -> bool:
        """True if nobody but the household plays."""
        return self.place is Location.HOME

    @property
    def density(self) -> Density:
        """The density of the pages: larger in a hall than at home."""
        return Density.HOME if self.at_home else Density.GALLERY

    @property
    def tables(self) -> Path:
        """The folder in which tables of chances are kept."""
        return from_home(self.data) / "tables"


@dataclass(frozen=True, kw_only=True)
class GameSettings:
    """The game that is offered first; players can choose another on the screen."""

    rules: str = setting("schaedler", "The reconstruction that is played.", among=tuple(RECONSTRUCTIONS))
    options: tuple[str, ...] = setting(
        (), 'House rules, each written as "key=value", for example ["to-win=4", "last-may-stay=yes"].'
    )
    die: str = setting(AS_PUBLISHED, "The die.", among=(AS_PUBLISHED, *DICE))
    starter: str = setting(AS_PUBLISHED, "Who starts.", among=(AS_PUBLISHED, *map(str, Starter)))
    dice: DiceOwner = setting(
        DiceOwner.ELECTRONIC,
        "electronic: the station throws; own: players throw dice and tell what they show.",
    )

    def chosen(self) -> Rules:
        """Return the rules of these settings; raise GameError if they can't be read, or clash."""
        return rules_for(self.rules, self.all_options())

    def all_options(self) -> list[str]:
        """Return the options as `key=value`, with die and starter if they are not as published."""
        named = (("die", self.die), ("starter", self.starter))
        return [*self.options, *(f"{key}={value}" for key, value in named if value != AS_PUBLISHED)]


class ComputerSeat(StrEnum):
    """Which seat the computer plays."""

    NONE = "none"
    A = "A"
    B = "B"


@dataclass(frozen=True, kw_only=True)
class OpponentSettings:
    """The computer as a player, and its help. Players can choose seat, level and bar on the screen."""

    seat: ComputerSeat = setting(
        ComputerSeat.NONE, "The seat that the computer plays; none: two people play."
    )
    level: str = setting(
        "beginner",
        "How well the computer plays, from one who moves at random to one who never errs.",
        among=tuple(level.name for level in LEVELS),
    )
    hints: bool = setting(True, "true: players may ask which move is the best; false for a competition.")
    chance: bool = setting(False, "true shows the exact chances to win beside the board from the start.")


class Attract(StrEnum):
    """The display while nobody is there."""

    MOVING = "moving"
    STILL = "still"
    NONE = "none"


@dataclass(frozen=True, kw_only=True)
class VisitorsSettings:
    """Settings that visitors may change; the station returns to its own when it is left alone."""

    offered: tuple[str, ...] = setting(
        (), 'The games that visitors may choose, for example ["quick", "schaedler"]; [] means all.'
    )
    house_rules: bool = setting(True, "true: visitors may change the rules of a game; false: as published.")
    puzzles: bool = setting(
        True, "true: visitors are set puzzles from games that were played here, once there are some."
    )
    attract: Attract = setting(
        Attract.MOVING,
        "While nobody is there: moving shows a game and the object's story, and greets who reaches over the "
        "board; still: the same without motion or greeting; none: the first page.",
    )
    lesson: bool = setting(
        True,
        "true: the first game of a visit is a lesson, with a word at each step; false: nobody is taught.",
    )
    voice: VoiceMode = setting(
        VoiceMode.OFF,
        "Whether pages are spoken: off never, offered once somebody switches it on, on until somebody "
        "switches it off.",
    )

    @property
    def games(self) -> tuple[str, ...]:
        """The short names of the games that may be chosen."""
        return self.offered or tuple(OFFERS)


class ScreenOff(StrEnum):
    """The way to switch the screen off while the station is closed."""

    AUTO = "auto"
    BACKLIGHT = "backlight"
    TELEVISION = "television"
    BLACK = "black"

    @property
    def layers(self) -> tuple[Layer, ...]:
        """Return the layers to switch."""
        match self:
            case ScreenOff.AUTO:
                return tuple(Layer)
            case ScreenOff.BLACK:
                return ()
        return (Layer(self.value),)


@dataclass(frozen=True, kw_only=True)
class DisplaySettings:
    """The screen."""

    width_px: int = setting(800, "How wide the window is.", least=320, most=3840)
    height_px: int = setting(480, "How high the window is.", least=240, most=2160)
    fullscreen: bool = setting(False, "true fills the whole screen, whatever its size.")
    rotation: int = setting(
        0, "By how many degrees the picture is turned clockwise.", among=(0, 90, 180, 270)
    )
    diagonal_mm: float = setting(
        0.0,
        "How large the pages are from corner to corner, which sets the size of type and of what is touched; "
        "0: 7 inches; 3.5 with fewer than 640 pixels, 15.6 from 1366 on.",
        least=0,
        most=2000,
    )
    theme: Theme = setting(
        Theme.BRIGHT,
        "low-light is dark for dim rooms, bright is for daylight, high-contrast is black on white.",
    )
    board: BoardLook = setting(
        BoardLook.PICTURE,
        "picture shows the board as the camera has learned it, drawn shows a plate in the board's colour; "
        "high-contrast has neither.",
    )
    switch_off: ScreenOff = setting(
        ScreenOff.AUTO,
        "What is switched off while the station is closed, its page being black: a panel's backlight, a "
        "television (by HDMI-CEC), both (auto), or nothing (black).",
    )
    large_type: bool = setting(False, "true makes everything a quarter larger, as far as there is room.")
    two_sided: bool = setting(
        True, "true shows prompts to both long sides of the screen, so that both can read."
    )


def _hours(weekday: str, more: str = "") -> Any:
    return setting((str(WHOLE_DAY),), f"When it is open on {weekday}s.{more}")


@dataclass(frozen=True, kw_only=True)
class HoursSettings:
    """When the station is open, in the machine's time zone. Closed, its screen is dark; a touch wakes it."""

    monday: tuple[str, ...] = _hours(
        "Monday",
        ' For example ["10:00-12:30", "14:00-18:00"]; [] all day closed. ["18:00-02:00"] runs over midnight.',
    )
    tuesday: tuple[str, ...] = _hours("Tuesday")
    wednesday: tuple[str, ...] = _hours("Wednesday")
    thursday: tuple[str, ...] = _hours("Thursday")
    friday: tuple[str, ...] = _hours("Friday")
    saturday: tuple[str, ...] = _hours("Saturday")
    sunday: tuple[str, ...] = _hours("Sunday")
    closed_days: tuple[str, ...] = setting(
        (),
        'Days on which it does not open: ["2026-12-24", "01-01", "2027-02-08 to 2027-02-12"]; '
        "without a year, every year.",
    )

    def of(self, weekday: int) -> tuple[str, ...]:
        """Return the text of a weekday's hours, 0 for Monday."""
        written: tuple[str, ...] = getattr(self, WEEKDAYS[weekday])
        return written

    def chosen(self) -> OpeningHours:
        """Return the opening hours; raise HoursError."""
        return OpeningHours(
            tuple(read_day(self.of(weekday)) for weekday in range(7)),
            tuple(map(read_closed, self.closed_days)),
        )


@dataclass(frozen=True, kw_only=True)
class LinkSettings:
    """The way out of the house, for `five-lines link`; docs/fleet.md. Left off, nothing is ever sent."""

    enabled: bool = setting(
        False, "true: the station answers the link, a process of its own that speaks to others for it."
    )
    station: str = setting(
        "", 'What this station is called there: small letters, digits and -; "" is the name of the machine.'
    )
    broker: str = setting("", 'The MQTT broker to publish to, for example "broker.museum.lan"; "" for none.')
    port: int = setting(0, "Its port; 0 is 8883, or 1883 without TLS.", least=0, most=65535)
    tls: bool = setting(
        True, "false: all that is said, the password too, can be read and changed on the network."
    )
    ca: Path = setting(
        Path(), 'The certificate by which the broker is known; "" trusts those that the machine trusts.'
    )
    user: str = setting("", 'The name at the broker; "" is that of the station.')
    hub: str = setting(
        "", 'The Exhibitera Hub to report to, for example "http://10.0.0.5:8082"; "" for none.'
    )
    hub_port: int = setting(
        0, "The port on which that Hub may have a restart, and see the screen; 0: none.", least=0, most=65535
    )
    definitions: tuple[str, ...] = setting(
        (),
        'Which game a definition of that Hub means: ["UUID=kidd", ...]; its schedule then changes the game.',
    )
    reboot: bool = setting(False, "true: staff may reboot the machine from outside.")
    page: bool = setting(False, "true: the link serves a page for phones, on which the game is followed.")
    page_host: str = setting(
        "127.0.0.1",
        "The address of this machine at which the page is served; 127.0.0.1: for this machine alone; "
        "0.0.0.0: at all its addresses; :: at those of IPv6 too.",
    )
    page_port: int = setting(8016, "Its port.", least=1024, most=65535)
    page_names: tuple[str, ...] = setting(
        (),
        "The names and addresses by which people ask for it, the one for the code on the screen first, for "
        'example ["five-lines.museum.lan"]; no other is answered but the address above.',
    )
    page_url: str = setting(
        "",
        "Where people find the page behind a web server with a certificate, for the code on the screen: "
        '"https://five-lines.museum.lan/"; "" is plain HTTP at the names and the port above.',
    )
    page_proxy: str = setting(
        "",
        'The address from which that web server asks, for example "127.0.0.1"; it is believed who its people '
        'are (X-Forwarded-For). "" believes nobody.',
    )
    page_open: bool = setting(
        False, "true: everyone who reaches the page can follow the game, also without the code on the screen."
    )

    page_hints: bool = setting(
        False,
        "true: while a game is played the page tells the chances, and what each move is worth; staff change "
        "it there, too.",
    )
    page_vote: bool = setting(
        False,
        "true: phones that follow say which move they would make, and the screen counts the votes: for a "
        "class. Staff change it on the page, too. Nobody keeps who voted for what.",
    )

    @property
    def page_address(self) -> str | None:
        """Address of the page for phones; None if there is none."""
        beyond = () if self.page_host in (*LOOPBACK, *ALL_ADDRESSES) else (self.page_host,)
        if self.enabled and self.page and self.page_url:
            return f"{self.page_url.rstrip('/')}/"
        name = next(iter((*self.page_names, *beyond)), None)
        if not (self.enabled and self.page) or name is None:
            return None
        return f"http://{f'[{name}]' if ':' in name else name}:{self.page_port}/"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All settings of a station."""

    station: StationSettings = field(default_factory=StationSettings)
    game: GameSettings = field(default_factory=GameSettings)
    opponent: OpponentSettings = field(default_factory=OpponentSettings)
    visitors: VisitorsSettings = field(default_factory=VisitorsSettings)
    hours: HoursSettings = field(default_factory=HoursSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    button: ButtonSettings = field(default_factory=ButtonSettings)
    lamps: LampsSettings = field(default_factory=LampsSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    link: LinkSettings = field(default_factory=LinkSettings)

    @property
    def door(self) -> Path:
        """The control socket, on which the station answers the link."""
        return (RUN or from_home(self.station.data)) / "station.sock"

    @property
    def link_folder(self) -> Path:
        """The folder that the link keeps."""
        return LINK_DATA or from_home(self.station.data) / "link"

    def devices(self) -> DeviceSettings:
        """Return the settings of the devices."""
        return DeviceSettings(
            camera=self.camera,
            button=self.button,
            lamps=self.lamps,
            sound=self.sound,
            recordings=from_home(self.station.data) / "recordings",
        )

    def located(self, folder: Path) -> "Settings":
        """Return these settings with absolute paths, relative to the settings file's folder."""
        folder = folder.absolute()

        def at(path: Path) -> Path:
            return path if path == Path() else folder / from_home(path)

        return replace(
            self,
            station=replace(
                self.station,
                # "." is the folder itself, here alone: elsewhere it is "", which names nothing.
                calibration=folder / at(self.station.calibration),
                board=at(self.station.board),
                data=folder / at(self.station.data),
            ),
            camera=replace(self.camera, film=at(self.camera.film)),
            link=replace(self.link, ca=at(self.link.ca)),
        )


def first_settings(data: Path = DATA) -> Settings:
    """Return the settings of a new station with its games and calibration in a folder, full screen."""
    defaults = Settings()
    return replace(
        defaults,
        station=replace(defaults.station, calibration=data / "calibration", data=data),
        display=replace(defaults.display, fullscreen=True),
    )
