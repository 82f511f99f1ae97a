"""What the settings say about the computer at the table, until visitors choose otherwise."""

from dataclasses import dataclass

from companion.analysis.play.levels import Level
from companion.game import Seat
from companion.settings.sections import ComputerSeat, OpponentSettings
from companion.station.computer.opponent import USUAL_LEVEL, level_of


@dataclass(frozen=True, slots=True)
class OpponentDefaults:
    """What the settings say: the computer's seat and level, whether hints are given and the bar is shown."""

    seat: Seat | None = None
    level: Level = USUAL_LEVEL
    hints: bool = True
    chance_shown: bool = False


def defaults_of(settings: OpponentSettings) -> OpponentDefaults:
    """What the settings say."""
    seat = None if settings.seat is ComputerSeat.NONE else Seat(settings.seat)
    return OpponentDefaults(seat, level_of(settings.level), settings.hints, settings.chance)
