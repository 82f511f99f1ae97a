"""Counted trees: how many lines of play and positions lie a number of throws ahead.

A ply is one throw with one choice: a move, declining where the rules offer it, or a pass. An extra throw is a
further ply of the same seat. A game that has ended (won, drawn by the limit, or because nobody can ever move
again) is not continued; its lines and its position count at every greater depth. Seat A throws first whatever
the rules say about the starter, and every face of the die counts once, whatever its weight.
"""

from collections import Counter
from dataclasses import dataclass

from companion.game import (
    Position,
    Rules,
    Seat,
    legal_moves,
    next_seat,
    nobody_can_move,
    play,
    start_position,
    winner,
)

_Node = tuple[Position, Seat]


@dataclass(frozen=True)
class Perft:
    """A counted tree: lines of play, and distinct positions with the seat to throw at their ends."""

    depth: int
    lines: int
    positions: int


def perft(rules: Rules, depth: int) -> Perft:
    """Count the tree of the given depth from the start with seat A to throw."""
    position = start_position(rules)
    # Every node once per depth, with the number of lines that lead to it.
    open_nodes: Counter[_Node] = Counter()
    ended: Counter[_Node] = Counter()
    (open_nodes if winner(position, rules) is None else ended)[position, Seat.A] = 1
    for _ in range(depth if rules.limit is None else min(depth, rules.limit)):
        following: Counter[_Node] = Counter()
        for (position, seat), lines in open_nodes.items():
            turns = [legal_moves(position, seat, face, rules) for face in rules.die.faces]
            if all(turn.passes for turn in turns) and nobody_can_move(position, rules):
                ended[position, seat] += lines
                continue
            for turn in turns:
                for action in turn.choices:
                    node = play(position, action), next_seat(seat, action)
                    has_won = winner(node[0], rules, seat) is not None
                    (ended if has_won else following)[node] += lines
        open_nodes = following
    return Perft(depth, open_nodes.total() + ended.total(), len(open_nodes.keys() | ended.keys()))
