"""Positions that come up in games, for property tests."""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st

from companion.game import (
    RECONSTRUCTIONS,
    Counters,
    Position,
    Rules,
    Seat,
    legal_moves,
    next_seat,
    outcome,
    play,
    rules_for,
    start_position,
)
from companion.game.rulesets.rules import GoalPoint, OwnHalf

STUCK = replace(rules_for("schaedler"), own_half=OwnHalf.CLOSED, goal_point=GoalPoint.BLOCKED)
"""Nobody can ever move from the start: refused when it is asked for, but a journal of before may hold it."""

patient = settings(max_examples=150)
"""Positions are cheap, and games many: more examples than elsewhere."""

Standing = tuple[Rules, Position, Seat]

MIXES = [(name, ()) for name in RECONSTRUCTIONS] + [
    ("schaedler", ("last-may-stay=yes", "larger-throw-enters=yes", "die=knucklebone")),
    ("schaedler", ("goal=anywhere", "zugzwang=may-pass", "leaving=last-resort")),
    ("kidd", ("sacred-line=safe", "entry=must-else-pass")),
    ("kidd", ("start=home", "entry-hits=blocked")),
    ("locus-ludi-capture", ("sacred-line=open", "own-half=closed", "entry=free")),
    ("locus-ludi-race", ("start=own-sacred", "own-half=ordinary", "extra-throw=both")),
    ("kalkhoven", ("larger-throw-enters=yes", "entry=must-else-move")),
    ("kalkhoven", ("hitting=yes", "own-half=free", "leaving=free")),
    ("ludii-capture", ("end-test=on-board",)),
]


HOUSE_RULES = [
    ("schaedler", "start=own-sacred zugzwang=may-pass"),
    ("schaedler", "start=hand entry=free goal=anywhere to-win=4"),
    ("schaedler", "extra-throw=both larger-throw-enters=yes die=knucklebone-roman"),
    ("schaedler", "own-half=ordinary extra-throw=goal"),
    ("schaedler", "start=hand own-half=one goal-point=blocked leaving=last-resort"),
    ("schaedler", "start=home entry=must-else-move die=painted-d6"),
    ("kidd", "start=full sacred-line=safe"),
    ("kidd", "start=full entry=must-else-pass die=knucklebone"),
    ("kidd", "start=own-sacred extra-throw=both entry-hits=blocked"),
    ("kidd", "start=full own-half=closed larger-throw-enters=yes"),
    ("locus-ludi-race", "start=own-sacred own-half=ordinary leaving=never last-may-stay=yes"),
    ("locus-ludi-race", "entry=free extra-throw=goal die=knucklebone"),
    ("locus-ludi-capture", "start=full sacred-line=open entry=free"),
    ("locus-ludi-capture", "entry-hits=blocked own-half=one die=knucklebone"),
    ("schaedler-adapted", "start=full last-may-stay=yes goal=anywhere"),
    ("kalkhoven", "extra-throw=goal leaving=free die=knucklebone-roman"),
    ("kalkhoven", "entry=must-else-move larger-throw-enters=yes"),
    ("kalkhoven", "zugzwang=may-pass own-half=closed"),
    ("ludii-race", "extra-throw=goal die=knucklebone"),
    ("ludii-capture", "start=full extra-throw=both"),
    ("ludii-race", "end-test=on-board"),
    ("ludii-capture", "end-test=on-board"),
    ("kidd", "end-test=on-board"),
]
"""Mixes that independent.py knows too: a reconstruction, and its options parted by blanks."""


@st.composite
def standings(draw: st.DrawFn, mixes: list[tuple[str, tuple[str, ...]]] | None = None) -> Standing:
    """Rules, a position that comes up in a game of them that is not over, and the seat to throw."""
    name, options = draw(st.sampled_from(mixes or MIXES))
    rules = rules_for(name, options)
    position, seat = start_position(rules), draw(st.sampled_from(Seat))
    # One number a ply holds the throw and the choice: short to draw and to shrink.
    for number in draw(st.lists(st.integers(0, 10_000), max_size=90)):
        legal = legal_moves(position, seat, rules.die.faces[number % len(rules.die.faces)], rules)
        action = legal.choices[number // 10 % len(legal.choices)]
        after = play(position, action)
        if outcome(after, rules, mover=seat) is not None:
            break
        position, seat = after, next_seat(seat, action)
    return rules, position, seat


@st.composite
def counters(draw: st.DrawFn) -> Counters:
    """Any five counters at all."""
    places = draw(st.lists(st.integers(0, 11), min_size=5, max_size=5))
    return Counters(tuple(places.count(index) for index in range(10)), places.count(10), places.count(11))


positions = st.builds(Position, counters(), counters())
