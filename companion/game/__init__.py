"""The game of five lines: pure values and functions, standard library only.

A reconstruction with its options, a position, and what a throw allows:

>>> rules = rules_for("kidd", ["limit=300"])
>>> print(start_position(rules))
A hand x5 / B hand x5
>>> position = Position.parse("A 1A 2A 3A 4A 2B / B 1Bx2 5A 4Bx2")
>>> legal = legal_moves(position, Seat.A, 3, rules)
>>> legal
<LegalMoves of A with a 3: 1A-4A, 2A-5A, 4A-2B, 2B-5B>
>>> legal.passes, legal.forced, legal.zugzwang, legal.may_decline
(False, False, False, False)

`legal` is a sequence of moves; `legal.choices` also has `Stay.PASS` or `Stay.DECLINE`, where that is so. What
a move does stands in the move, and what it leads to in a new position:

>>> move = legal[1]
>>> str(move), move.enters, move.hits, move.leaves_sacred_line, move.wins, move.throws_again
('2A-5A', False, True, False, False, False)
>>> position = play(position, move)
>>> print(position)
A 1A 3A 4A 5A 2B / B 1Bx2 4Bx2 hand x1
>>> next_seat(Seat.A, move)
<Seat.B: 'B'>
>>> outcome(position, rules, throws=9) is None
True

Why a move is not legal, and the rule that says so:

>>> move = Move(Seat.A, Point.A3, Point.B1)
>>> move in legal_moves(position, Seat.A, 3, rules)
False
>>> reason = why_illegal(position, Seat.A, 3, move, rules)
>>> print(reason, "-", citation(rules, reason))
point-taken-by-other-counter - Kidd 4

Text is read with precise errors:

>>> parse_action("1A-4A", position, Seat.A, 3, rules) in legal_moves(position, Seat.A, 3, rules)
True
>>> parse_action("5A-2B", position, Seat.A, 3, rules)
Traceback (most recent call last):
companion.game.errors.IllegalMoveError: 5A-2B is not legal for A with a 3: wrong-distance (Kidd 1)

`rules.die.throw(random)` throws: randomness is passed in. `position.halves()` is what a camera sees.
`write_game`, `read_game` and `game_as_json` keep whole games. Everything that can be wrong is a GameError.
"""

from companion.game.board import GOAL_HALF, OWN_HALF, RING, Halves, Point, Seat, index_of, point_at
from companion.game.dice import DICE, Die
from companion.game.errors import AmbiguousMoveError, ClashError, GameError, IllegalMoveError, NotationError
from companion.game.landing import Reason
from companion.game.legality import barred_moves, counters_home, legal_moves, what_bars, why_illegal
from companion.game.moves import Action, LegalMoves, Move, Reserve, Source, Stay, path, shorter_way
from companion.game.play import (
    Outcome,
    Termination,
    next_seat,
    nobody_can_move,
    outcome,
    play,
    position_of,
    start_position,
    winner,
)
from companion.game.position import COUNTERS, Counters, Position
from companion.game.record.notation import parse_action
from companion.game.record.record import GameRecord, Turn, game_as_json, write_game
from companion.game.record.record_reader import read_game
from companion.game.rulesets.advice import Advice, advice
from companion.game.rulesets.citations import Citation, citation
from companion.game.rulesets.options import OPTIONS, Choice, Option, parse_options
from companion.game.rulesets.reconstructions import (
    RECONSTRUCTIONS,
    Reconstruction,
    options_of,
    reconstruction,
    rules_for,
    rules_record,
    rules_title,
)
from companion.game.rulesets.rules import Rules, Starter

__all__ = [
    "COUNTERS", "DICE", "GOAL_HALF", "OPTIONS", "OWN_HALF", "RECONSTRUCTIONS", "RING", "Action", "Advice",
    "AmbiguousMoveError", "Choice", "Citation", "ClashError", "Counters", "Die", "GameError", "GameRecord",
    "Halves", "IllegalMoveError", "LegalMoves", "Move", "NotationError", "Option", "Outcome", "Point",
    "Position", "Reason", "Reconstruction", "Reserve", "Rules", "Seat", "Source", "Starter", "Stay",
    "Termination", "Turn", "advice", "barred_moves", "citation", "counters_home", "game_as_json", "index_of",
    "legal_moves", "next_seat", "nobody_can_move", "options_of", "outcome", "parse_action", "parse_options",
    "path", "play", "point_at", "position_of", "read_game", "reconstruction", "rules_for", "rules_record",
    "rules_title", "shorter_way", "start_position", "what_bars", "why_illegal", "winner", "write_game",
]  # fmt: skip
