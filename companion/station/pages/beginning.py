"""How a game at the station begins, and how one is left."""

from companion.game import Seat, Starter
from companion.game.fair_die import FairDie, RandomnessError, seal
from companion.interface.faults import Fault
from companion.journal import Abandoned, ComputerSeated
from companion.station.context import Context, Stage
from companion.station.effects import BeginGame
from companion.station.game_at_table import GameAtTable


def begin_game(context: Context, now_s: float) -> None:
    """Begin a game as it is chosen; the one before is left, if it is not over."""
    leave_game(context, "another game was begun")
    die: FairDie | None = None
    if not context.own_dice:
        try:
            die = seal(context.rules.die, context.urandom)
        except RandomnessError as error:
            context.faults[Fault.UNEXPECTED] = str(error)
            context.own_dice = True
    opponent = context.opponent
    computer = ComputerSeated(opponent.seat, opponent.level.name) if opponent is not None else None
    context.do(BeginGame(die or context.rules.die, context.rules, computer))
    context.game = GameAtTable(context.rules, die, now_s, opponent)
    context.prepare_chances(context.rules, opponent)
    starter = _starter(context)
    if starter is None:
        context.go(Stage.THROW_OFF, now_s)
    else:
        context.store(context.game.start(starter))
        context.go(Stage.PLAY, now_s)


def leave_game(context: Context, why: str) -> None:
    """The game is abandoned, if it is not over."""
    if context.game is not None and context.game.over is None:
        context.store((Abandoned(why),))
    context.game = None


def _starter(context: Context) -> Seat | None:
    """Who starts; None if a throw-off decides."""
    match context.rules.starter:
        case Starter.A:
            return Seat.A
        case Starter.B:
            return Seat.B
        case Starter.LOSER:
            return context.loser
        case Starter.THROW_OFF:
            return None
