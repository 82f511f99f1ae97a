"""Seal the die of a game, begin it, and leave it."""

from dataclasses import replace

from companion.game import Seat, Starter
from companion.game.errors import RandomnessError
from companion.game.fair_die import seal
from companion.interface.faults import Fault
from companion.interface.views import Ending
from companion.journal import Abandoned, ComputerSeated, Sealed, StoredGame
from companion.referee.match import NOBODY
from companion.station.context import NO_VOTES, Context, FlowStage
from companion.station.effects import BeginGame
from companion.station.game.game_at_table import GameAtTable
from companion.station.pages.pause import EndingPage


def seal_die(context: Context) -> None:
    """Seal the electronic die of the next game, if it is played with one.

    A seal that was shown and not yet played with is kept, without its number: nobody gets another by going
    back.
    """
    context.sealed, unplayed, die = None, context.unplayed, context.choice.rules.die
    if context.choice.own_dice:
        return
    try:
        fair = seal(die, context.urandom) if unplayed is None else replace(unplayed, die=die, number="")
        if unplayed is None:
            context.store((Sealed(fair.commitment),))
        context.sealed = context.unplayed = fair
    except RandomnessError as error:
        context.raise_fault(Fault.UNEXPECTED, str(error))
        context.choice = replace(context.choice, own_dice=True)


def begin_game(context: Context) -> None:
    """Begin the chosen game with the sealed die; an unfinished one is abandoned."""
    leave_game(context, "another game was begun")
    rules, opponent, die = context.choice.rules, context.choice.opponent, context.sealed
    context.sealed = None
    if die is not None:
        context.unplayed = None
    computer = ComputerSeated(opponent.seat, opponent.level.name) if opponent is not None else None
    match = context.match_of(opponent)
    context.do(BeginGame(die or rules.die, rules, computer, match, leaves=context.settings.station.at_home))
    game, context.votes = GameAtTable(rules, die, opponent), NO_VOTES
    context.game = game
    context.prepare_chances(rules, opponent)
    starter = _starter(context)
    if starter is None:
        context.go(FlowStage.THROW_OFF)
    else:
        context.store(game.start(starter))
        context.go(FlowStage.PLAY)


def leave_game(context: Context, why: str) -> None:
    """Abandon the game, if it is not over; at home it waits if anything was played."""
    game = context.game
    if game is not None and game.over is None and not (context.settings.station.at_home and game.is_begun):
        context.store((Abandoned(why),))
        context.reveal()
    context.game = None


def put_aside(context: Context) -> None:
    """Leave the game for another; at home it waits, and who plays the next one is asked."""
    leave_game(context, "another game was wanted")
    if context.settings.station.at_home:
        context.match = NOBODY
        context.show_players(None)
        context.go(FlowStage.WELCOME)
    else:
        context.go(FlowStage.CHOOSE)


def take_up(context: Context, stored: StoredGame) -> None:
    """Offer to go on with an unfinished game; one left in the throw-off goes on there."""
    game = GameAtTable.of(stored)
    context.tutorial.know_it()
    context.game, context.match, context.votes = game, stored.match, NO_VOTES
    context.choice = context.choice.as_in(game)
    context.show_players(game.opponent)
    context.prepare_chances(game.rules, game.opponent)
    context.go(FlowStage.RESUME if game.started else FlowStage.THROW_OFF)


def _starter(context: Context) -> Seat | None:
    """Return who starts; None if a throw-off decides."""
    match context.choice.rules.starter:
        case Starter.A:
            return Seat.A
        case Starter.B:
            return Seat.B
        case Starter.LOSER:
            return context.loser
        case Starter.THROW_OFF:
            return None


def begin_another(context: Context) -> None:
    """Lay the board for the chosen game; a game in progress is left only after confirmation."""
    if not context.playing:
        context.go(FlowStage.SET_UP)
        return
    opponent = context.played.opponent
    anybody = Seat.A if opponent is None else opponent.seat.other

    def go(context: Context) -> None:
        context.go(FlowStage.SET_UP)

    context.push(EndingPage(Ending.ANOTHER_GAME, (anybody,), go))


def go_back(context: Context) -> None:
    """Go back to the choice of a game, or to the first page where only one is offered."""
    one = len(context.settings.visitors.offered) == 1
    context.go(FlowStage.WELCOME if one else FlowStage.CHOOSE)
