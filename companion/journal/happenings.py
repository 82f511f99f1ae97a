"""Happenings in a journal: the referee's events and others at a station; as JSON and back.

A field that has a default may be missing, so old journals stay readable when an event gets another field.
"""

import json
import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import get_args

from companion.game import Die, GameError, Halves, Rules, Seat
from companion.game.fair_die import FairDie
from companion.referee.events import Event
from companion.system.convert import plain, value_of
from companion.system.data import Data, DataError, json_data

_SEED = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class GameBegun:
    """A game has been chosen; throw-off and play follow.

    `commitment` was shown to the players and `seed` is what it commits to, both in hexadecimal; None when
    the players throw dice of their own. The seed is a secret until the game is over. `number` is what the
    players added, empty for nothing. `rules` are those that were chosen; journals of earlier versions lack
    them. `look` has the colours of the table, written as `TableColours` are; empty if they are not known.
    """

    die: Die
    commitment: str | None = None
    seed: str | None = field(default=None, repr=False)
    rules: Rules | None = None
    number: str = ""
    look: str = ""

    def __post_init__(self) -> None:
        if self.seed is not None and not _SEED.fullmatch(self.seed):
            raise GameError("a seed is written as 64 hexadecimal digits")

    @property
    def fair_die(self) -> FairDie | None:
        """The electronic die of this game, which throws the same again; None with own dice."""
        return None if self.seed is None else FairDie(self.die, bytes.fromhex(self.seed), self.number)


@dataclass(frozen=True)
class Sealed:
    """A die was sealed for a game to come; `commitment` is what the players may look at."""

    commitment: str


@dataclass(frozen=True)
class ComputerSeated:
    """The computer plays this seat, at a level by its name in `companion.game.levels.LEVELS`."""

    seat: Seat
    level: str


@dataclass(frozen=True)
class DieThrown:
    """The die shows a face; in play the referee's Thrown follows, in the throw-off nothing does.

    `number` counts the throws of a game's electronic die from 1; None is a throw by hand.
    """

    face: int
    number: int | None


@dataclass(frozen=True)
class ReadingCorrected:
    """A person has entered the board by hand, where the board reader sees something else or nothing."""

    read: Halves | None
    meant: Halves


@dataclass(frozen=True)
class SeedRevealed:
    """The seed of the game's electronic die has been shown to the players."""

    seed: str


@dataclass(frozen=True)
class Abandoned:
    """The players have left a game before its end."""

    why: str


@dataclass(frozen=True)
class DeviceFault:
    """A device has failed, or works again."""

    device: str
    message: str


Happening = (
    Event
    | Sealed
    | GameBegun
    | ComputerSeated
    | DieThrown
    | ReadingCorrected
    | SeedRevealed
    | Abandoned
    | DeviceFault
)


@dataclass(frozen=True)
class Entry:
    """One line of a journal: what happened, when, and in which game.

    `number` counts the entries of a journal from 1. `game` is None for what happened outside any game.
    """

    number: int
    game: int | None
    at: datetime
    happening: Happening


STORED_AS: dict[type[Happening], str] = {DeviceFault: "Fault"}
"""Names in journals of types that have another name in the code."""

KINDS: dict[str, type[Happening]] = {STORED_AS.get(kind, kind.__name__): kind for kind in get_args(Happening)}
"""Every type that can be stored, by the name under which it is stored."""


def kind_of(happening: Happening) -> str:
    """Return the name under which a happening is stored."""
    return STORED_AS.get(type(happening), type(happening).__name__)


def encode(happening: Happening) -> str:
    """Return the fields of a happening as a JSON object; the name of its type is stored beside it."""
    text = json.dumps(plain(happening), ensure_ascii=False, separators=(",", ":"))
    # A fault may name a file whose name is no UTF-8; no such text can be stored, nor is one read.
    return text.encode("utf-8", "replace").decode()


def decode(kind: str, text: str) -> Happening:
    """Return the happening of that kind from its JSON text; raise DataError naming the place of a mistake."""
    try:
        fields = json_data(text)
    except DataError as error:
        raise DataError(f"{kind}: not JSON ({error})") from error
    return happening_of(kind, fields)


def happening_of(kind: str, fields: Data) -> Happening:
    """Return the happening of that kind with these fields; raise DataError naming the place of a mistake."""
    if kind not in KINDS:
        raise DataError(f"there is no kind of entry {kind!r}")
    return value_of(KINDS[kind], Data(fields.value, kind))
