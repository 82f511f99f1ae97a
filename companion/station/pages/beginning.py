"""How a game at the station begins, and how one is left."""

from companion.game import Seat, Starter
from companion.game.fair_die import FairDie, RandomnessError, seal
from companion.interface.faults import Fault
from companion.journal import Abandoned, ComputerSeated
from companion.station.context import Desk, Place
from companion.station.effects import BeginGame
from companion.station.game_at_table import GameAtTable


def begin_game(desk: Desk, now_s: float) -> None:
    """Begin a game as it is chosen; the one before is left, if it is not over."""
    leave_game(desk, "another game was begun")
    die: FairDie | None = None
    if not desk.own_dice:
        try:
            die = seal(desk.rules.die, desk.urandom)
        except RandomnessError as error:
            desk.faults[Fault.UNEXPECTED] = str(error)
            desk.own_dice = True
    opponent = desk.opponent
    computer = ComputerSeated(opponent.seat, opponent.level.name) if opponent is not None else None
    desk.do(BeginGame(die or desk.rules.die, desk.rules, computer))
    desk.game = GameAtTable(desk.rules, die, now_s, opponent)
    desk.prepare_chances(desk.rules, opponent)
    starter = _starter(desk)
    if starter is None:
        desk.go(Place.THROW_OFF, now_s)
    else:
        desk.store(desk.game.start(starter))
        desk.go(Place.PLAY, now_s)


def leave_game(desk: Desk, why: str) -> None:
    """The game is abandoned, if it is not over."""
    if desk.game is not None and desk.game.over is None:
        desk.store((Abandoned(why),))
    desk.game = None


def _starter(desk: Desk) -> Seat | None:
    """Who starts; None if a throw-off decides."""
    match desk.rules.starter:
        case Starter.A:
            return Seat.A
        case Starter.B:
            return Seat.B
        case Starter.LOSER:
            return desk.loser
        case Starter.THROW_OFF:
            return None
