"""Say what decided a game: from when on the winner was ahead, and whether it was dice or choices."""

from collections.abc import Sequence

from companion.game import Outcome, Seat, Termination
from companion.interface.summary import Balance
from companion.referee.words import Names, Translate

EVEN = 0.5  # the chance when neither seat is ahead


def turning_point(outcome: Outcome, chances_a: Sequence[float], tr: Translate, names: Names) -> str:
    """Say from which throw on the winner was ahead; without a winner, whose side of a curve is which.

    `chances_a` are seat A's chances to win, 0 to 1, at the start and after each turn.
    """
    winner = outcome.winner
    if outcome.termination is not Termination.WON or winner is None:
        return tr("Above the line {one} is ahead; below it, {other}.").format(
            one=names(Seat.A).name, other=names(Seat.B).name
        )
    behind = [
        number
        for number, chance in enumerate(chances_a)
        if (chance if winner is Seat.A else 1 - chance) < EVEN
    ]
    if not behind:
        return tr("{seat} was ahead all the way.").format(seat=names(winner).name)
    said = tr("Turning point: from throw {ply} on, {seat} was ahead.")
    return said.format(ply=behind[-1] + 1, seat=names(winner).name)


def verdict(outcome: Outcome, balances: tuple[Balance, Balance], tr: Translate) -> str:
    """Say what most of the difference between the seats came from; nothing if nobody won.

    What dice and choices gave the winner more than the loser adds up to the way from the first chance to the
    win; "most" means at least twice the other share.
    """
    if outcome.termination is not Termination.WON:
        return ""
    winner, loser = balances if outcome.winner is Seat.A else reversed(balances)
    dice, choices = winner.luck - loser.luck, loser.lost - winner.lost
    if dice > 0 and dice >= 2 * choices:
        return tr("Most of the difference came from the dice.")
    if choices > 0 and choices >= 2 * dice:
        return tr("Most of the difference came from the choices.")
    if dice > 0 and choices > 0:
        return tr("Dice and choices made the difference together.")
    return ""
