"""Examples of pages of a game against the computer, with hints and chances."""

from dataclasses import replace

from companion.game import Action, Move, Point, Position, Reserve, Rules, Seat, Stay, legal_moves, rules_for
from companion.game.levels import LEVELS
from companion.game.merits import Merit, Why
from companion.interface.views import Opponent, PlayView, Roll, View
from companion.referee.events import Moved
from companion.referee.referee import State
from five_lines_lab.gallery.pictures import seen_of

COMPUTER = Opponent(Seat.B, LEVELS[1])


def opponent_examples() -> dict[str, View]:
    """Return the pages by the names of their pictures."""
    race, capture = rules_for("schaedler"), rules_for("kidd")
    bones = rules_for("schaedler", ["die=knucklebone", "zugzwang=may-pass"])
    middle = "A 1A 2A 4A 3Bx2 / B 1B 5B 4B 3Ax2"
    moves = _play(race, middle, Seat.B, 3, Move(Seat.B, Point.B5, Point.A3))
    waits = _play(race, middle, Seat.A, 4, None)
    entry = _play(capture, "A 2Ax2 4A hand x2 / B 1B 3A 5A hand x2", Seat.B, 2, None)
    hit = Move(Seat.B, Point.B5, Point.A4, hits=True)
    stays = _play(bones, "A 3Bx4 2B / B 1B 2A 4B 3Ax2", Seat.A, 4, Stay.DECLINE)
    position = waits.state.position
    return {
        "computer-throws": replace(moves, state=replace(moves.state, throw=None), roll=None, chosen=None),
        "computer-thinks": replace(moves, chosen=None, solving=0.4),
        "computer-moves": replace(moves, chance_a=0.62),
        "computer-enters": replace(entry, chosen=Move(Seat.B, Reserve.HAND, Point.B2)),
        "computer-hits": _play(capture, "A 2Ax2 4A hand x2 / B 1B 3A 5Ax2 5B", Seat.B, 4, hit),
        "computer-stays": replace(stays, opponent=Opponent(Seat.A, LEVELS[-1])),
        "computer-waits": replace(
            waits, last=Moved(11, Seat.B, Move(Seat.B, Point.B2, Point.B4), None), chance_a=0.5
        ),
        "play-pointed": replace(waits, opponent=None, pointed=(Point.A4, Point.B3)),
        "play-shown": replace(entry, opponent=None, pointed=Move(Seat.B, Reserve.HAND, Point.B2)),
        "play-glow": replace(
            waits, opponent=None, best=Move(Seat.A, Point.A4, Point.B3), names_best=False, chance_a=0.734
        ),
        "play-best": replace(
            waits,
            opponent=None,
            hints=legal_moves(position, Seat.A, 4, race),
            best=Move(Seat.A, Point.A4, Point.B3),
            why=Why(Merit.ARRIVES),
            chance_a=0.734,
        ),
    }


def _play(rules: Rules, text: str, seat: Seat, throw: int, chosen: Action | None) -> PlayView:
    """Return a page on which a seat has thrown, and the computer, which plays B, has chosen."""
    state = State(rules, Position.parse(text), seat, ply=12, throw=throw)
    return PlayView(state, seen_of(state), Roll(rules.die, throw), opponent=COMPUTER, chosen=chosen)
