"""The game of five lines: pure values and functions, standard library only.

The words of the game::

    rules = rules_for("kidd", ["sacred-line=safe"])  # a reconstruction and its options
    position = start_position(rules)                 # immutable; Position.parse(text), str(position)
    throw = rules.die.throw(random)                  # randomness is passed in
    legal = legal_moves(position, Seat.A, throw, rules)
    Move(Seat.A, Reserve.HAND, Point.A4) in legal    # len(legal), legal[0], iteration; or Reserve.HOME
    legal.choices                                    # the moves, Stay.DECLINE where offered; or Stay.PASS
    legal.passes, legal.forced, legal.zugzwang, legal.may_decline
    move = legal[0]                                  # .enters .hits .leaves_sacred_line .wins .throws_again
    position = play(position, move)                  # a choice of `legal`, which knows what the move does
    seat = next_seat(Seat.A, move)                   # the same seat after an extra throw
    outcome(position, rules, throws=1)               # None, or Outcome(termination, winner)

    why_illegal(position, seat, throw, move, rules)  # a Reason, or None when the move is legal
    citation(rules, reason)                          # "Kidd 4", or the house rule that replaces it

    parse_action("4A-3B", position, seat, throw, rules)   # text to a choice, with precise errors
    write_game(GameRecord(...)), read_game(text), game_as_json(game)

`start_position` says where the counters begin, `rules.starter` who begins by default. `position.halves()` is
what a camera sees. Everything that can be wrong is a GameError.
"""

from companion.game.advice import advice
from companion.game.board import GOAL_HALF, OWN_HALF, RING, Halves, Point, Seat, index_of, point_at
from companion.game.citations import citation
from companion.game.dice import DICE, Die
from companion.game.errors import AmbiguousMoveError, ClashError, GameError, IllegalMoveError, NotationError
from companion.game.legality import counters_home, legal_moves, why_illegal
from companion.game.moves import Action, LegalMoves, Move, Reserve, Source, Stay
from companion.game.notation import parse_action
from companion.game.options import OPTIONS, Choice, Option, parse_options
from companion.game.play import (
    Outcome,
    Termination,
    next_seat,
    nobody_can_move,
    outcome,
    play,
    start_position,
    winner,
)
from companion.game.position import COUNTERS, Counters, Position
from companion.game.reconstructions import RECONSTRUCTIONS, Reconstruction, reconstruction, rules_for
from companion.game.record import GameRecord, Turn, game_as_json, write_game
from companion.game.record_reader import read_game
from companion.game.refusals import Reason
from companion.game.rules import Rules, Starter

__all__ = [
    "COUNTERS",
    "DICE",
    "GOAL_HALF",
    "OPTIONS",
    "OWN_HALF",
    "RECONSTRUCTIONS",
    "RING",
    "Action",
    "AmbiguousMoveError",
    "Choice",
    "ClashError",
    "Counters",
    "Die",
    "GameError",
    "GameRecord",
    "Halves",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "NotationError",
    "Option",
    "Outcome",
    "Point",
    "Position",
    "Reason",
    "Reconstruction",
    "Reserve",
    "Rules",
    "Seat",
    "Source",
    "Starter",
    "Stay",
    "Termination",
    "Turn",
    "advice",
    "citation",
    "counters_home",
    "game_as_json",
    "index_of",
    "legal_moves",
    "next_seat",
    "nobody_can_move",
    "outcome",
    "parse_action",
    "parse_options",
    "play",
    "point_at",
    "read_game",
    "reconstruction",
    "rules_for",
    "start_position",
    "why_illegal",
    "winner",
    "write_game",
]
