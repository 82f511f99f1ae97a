"""Infer moves of a film that no picture shows clearly from the next board that is seen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from companion.game import Halves, outcome
from companion.referee.events import Ended, Moved, Throw
from companion.referee.referee import State, apply, step
from companion.referee.verdict import Wrong, changes, judge
from vision.reading import Cause

ORDINARY_PICTURES = 2  # maximum pictures of a hand for one move; with more, a board in between may be hidden
MAX_STATES = 6000  # maximum number of states followed; with more, the result is unsure


@dataclass
class Gap:
    """The unseen part of a film since it was last followed.

    `pictures` is how many were not read, `still` whether one of those showed no hand, so that a board lay
    there unseen. `lost`: the board that was then seen could not be explained; `hopeless`: too much may have
    happened for any later one to be.
    """

    pictures: int = 0
    still: bool = False
    lost: bool = False
    hopeless: bool = False

    def miss(self, cause: Cause | None) -> None:
        """Count another picture that could not be read, for that cause."""
        self.pictures += 1
        self.still |= cause not in (Cause.HAND, Cause.COVERED)

    @property
    def hides_moves(self) -> bool:
        """True if the board may have lain unseen after a move."""
        return self.still or self.lost or self.pictures > ORDINARY_PICTURES

    @property
    def max_moves(self) -> int:
        """Return the maximum number of moves that may lead to the next board that is seen."""
        return self.pictures + 1 if self.hides_moves else 2


@dataclass(frozen=True)
class GapExplanation:
    """Consecutive boards, the last of them seen; `certain` if no others lead there."""

    boards: tuple[Halves, ...]
    certain: bool = True


def way_to(state: State, shown: Halves, ahead: Sequence[int], gap: Gap) -> GapExplanation | None:
    """Explain the way from a state to the board shown: one move, or a wrong one, if that explains it.

    `ahead` are the throws to come. Else the only legal moves that lead there, or that lead to the same state
    though their order is not known. None if it is unclear what has happened: nobody is accused then.
    """
    if gap.hopeless:
        return None
    legal = state.legal
    if (
        legal is None
        or shown == state.flag
        or not isinstance(judge(state.position, shown, legal, state.seat, state.rules), Wrong)
    ):
        return GapExplanation((shown,))
    # What one hand does wrong in one turn rarely changes counters of both seats; turns of both mostly do.
    of_one = len({change.seat for change in changes(state.position.halves(), shown)}) == 1
    if of_one and not gap.still and not gap.lost:
        return GapExplanation((shown,))
    ways = _ways(state, shown, ahead, gap)
    gap.hopeless = ways is None
    if ways is not None and len(ways) == 1:
        return ways[0]
    if ways == [] and not gap.lost and (of_one or not gap.hides_moves):
        return GapExplanation((shown,))
    return None


@dataclass(frozen=True)
class _Node:
    """A possible state, the boards that led to it, and the throws used; `certain` if only by those."""

    state: State
    used: int
    boards: tuple[Halves, ...]
    certain: bool = True


def _ways(state: State, shown: Halves, ahead: Sequence[int], gap: Gap) -> list[GapExplanation] | None:
    """Return ways of more than one legal move to a board, one per possible state; None for too many."""
    found: dict[object, _Node] = {}
    nodes, followed = [_Node(state, 0, ())], 0
    for moves in range(1, gap.max_moves + 1):
        following: dict[object, _Node] = {}
        for node in nodes:
            for after in _moves(node):
                arrived = after.boards[-1] == shown
                if arrived and moves > 1:
                    _add(found, after)
                elif not arrived and moves < gap.max_moves:
                    thrown = _thrown(after, ahead)
                    # Two counters of one seat are what a wrong move looks like.
                    if thrown is not None and (gap.hides_moves or thrown.state.seat is not state.seat):
                        _add(following, thrown)
        nodes = list(following.values())
        followed += len(nodes)
        if followed > MAX_STATES:
            return None
    return [GapExplanation(node.boards, node.certain) for node in found.values()]


def _moves(node: _Node) -> list[_Node]:
    """Return where each legal move leads, before the next throw."""
    state = node.state
    nodes: dict[Halves, _Node] = {}
    for move in state.legal or ():
        after = apply(state, Moved(state.ply, state.seat, move, None))
        board = after.position.halves()
        ended = outcome(after.position, after.rules, after.ply, after.mover)
        if ended is not None:
            after = apply(after, Ended(after.ply, ended))
        # A look tells moves that leave the same board for the first of them.
        nodes.setdefault(board, replace(node, state=after, boards=(*node.boards, board)))
    return list(nodes.values())


def _thrown(node: _Node, ahead: Sequence[int]) -> _Node | None:
    """Apply the throws that follow, until a move is due; return None if none is."""
    state, used = node.state, node.used
    while state.throw is None and state.ended is None and used < len(ahead):
        state = reduce(apply, step(state, Throw(ahead[used])), state)
        used += 1
    return None if state.throw is None or state.ended is not None else replace(node, state=state, used=used)


def _add(nodes: dict[object, _Node], node: _Node) -> None:
    """Add a node by its state; the first of equal nodes stands for all."""
    key = (node.state.position, node.state.seat, node.state.throw, node.used)
    known = nodes.get(key)
    nodes[key] = node if known is None else replace(known, certain=False)
