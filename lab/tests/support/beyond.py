"""Brute force for `five_lines_lab.beyond`: turns of one die or two, by independent.py alone."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from companion.game import rules_for
from five_lines_lab.beyond.turns import MoveGenerator
from five_lines_lab.beyond.variant import BearOff, Variant
from tests.support import independent
from tests.support.independent import House, Side

Turn = tuple[Side, Side, bool, bool]
"""The mover's counters and the other seat's after a turn, another throw, a win."""

CASES: list[tuple[str, str, str]] = [
    ("schaedler", "", "lines=3"),
    ("schaedler", "start=hand die=knucklebone", "lines=3 bear-off=exact"),
    ("schaedler", "start=own-sacred", "lines=3 counters=4 bear-off=larger"),
    ("schaedler", "start=hand entry=free", "lines=3 waiting=1 dice=2"),
    ("kidd", "", "lines=3"),
    ("kidd", "entry-hits=blocked die=knucklebone", "lines=3 middle-returns=yes"),
    ("kidd", "end-test=on-board", "lines=3 counters=2 dice=2"),
    ("locus-ludi-capture", "larger-throw-enters=yes extra-throw=both", "lines=3 dice=2"),
    ("locus-ludi-race", "zugzwang=may-pass to-win=4", "lines=3"),
    ("schaedler-adapted", "goal=anywhere last-may-stay=yes", "lines=3 dice=2"),
    ("kalkhoven", "die=knucklebone-roman", "lines=3"),
    ("kalkhoven", "leaving=free", "lines=3 middle-returns=yes dice=2"),
    ("ludii-race", "extra-throw=goal", "lines=3"),
    ("ludii-capture", "", "lines=3 bear-off=larger"),
]
"""Small games: a reconstruction, its options, and what is changed of the board and the dice."""

LARGER = [
    ("schaedler", "", "lines=5 dice=2"),
    ("schaedler", "start=own-sacred", "lines=7 counters=4 waiting=2 bear-off=exact"),
    ("kidd", "", "lines=9 middle-returns=yes"),
    ("locus-ludi-capture", "last-may-stay=yes", "lines=11 dice=2"),
    ("kalkhoven", "", "lines=7 dice=2"),
]
"""Larger ones, for counted trees alone."""


def house_of(options: str, changed: str) -> House:
    return dict(option.split("=") for option in f"{options} {changed}".split())


def throws(faces: tuple[int, ...], house: House) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(faces, int(house.get("dice", "1"))))


def ways(throw: tuple[int, ...], faces: tuple[int, ...]) -> int:
    """How many casts of the dice, told apart, make a throw."""
    return sum(tuple(sorted(cast)) == throw for cast in product(faces, repeat=len(throw)))


def made(name: str, options: str, changed: str) -> tuple[MoveGenerator, tuple[int, ...], House]:
    """The turns of a case, its die's faces, and its house rules for brute force."""
    house, rules = house_of(options, changed), rules_for(name, options.split())
    lines = int(house["lines"])
    return (
        MoveGenerator(
            Variant(
                rules,
                lines,
                int(house.get("counters", lines)),
                int(house.get("dice", "1")),
                BearOff(house["bear-off"]) if "bear-off" in house else None,
                int(house["waiting"]) if "waiting" in house else None,
                "middle-returns" in house,
            )
        ),
        rules.die.faces,
        house,
    )


def _die(text: str, me: str, mine: Side, theirs: Side, face: int, house: House) -> Iterator[tuple[Turn, int]]:
    played = any(True for _ in independent.steps(text, me, mine, theirs, face, house))
    for ours, others, again in independent.follow(text, me, mine, theirs, face, house):
        won = independent.has_won(me, ours, house)
        won = won or independent.all_on_board_are_gathered(me, ours, house)
        yield (ours, others, again and not won, won), int(played)


def turn(text: str, me: str, mine: Side, theirs: Side, throw: tuple[int, ...], house: House) -> set[Turn]:
    """Everything that a throw can lead to."""
    if len(throw) == 1:
        return {turn for turn, _ in _die(text, me, mine, theirs, throw[0], house)}
    found: dict[int, set[Turn]] = {0: set(), 1: set(), 2: set()}
    for first, second in (throw, throw[::-1]):
        for one, played in _die(text, me, mine, theirs, first, house):
            ours, others, again, won = one
            if won:
                found[2].add(one)
                continue
            for (*sides, more, wins), also in _die(text, me, ours, others, second, house):
                found[played + also].add((sides[0], sides[1], (again or more) and not wins, wins))
    return found[2] or found[1] or found[0]


def is_dead(text: str, me: str, mine: Side, theirs: Side, faces: tuple[int, ...], house: House) -> bool:
    """True if no throw of either seat changes anything."""
    other = "B" if me == "A" else "A"
    return all(
        after[:2] == (own, foreign)
        for seat, own, foreign in ((me, mine, theirs), (other, theirs, mine))
        for throw in throws(faces, house)
        for after in turn(text, seat, own, foreign, throw, house)
    )


def tree(text: str, depth: int, faces: tuple[int, ...], house: House) -> tuple[int, int]:
    """Lines and distinct ends, seat A to throw; what leads to the same is one line."""
    ends = set()

    def lines(me: str, mine: Side, theirs: Side, left: int) -> int:
        if left == 0 or is_dead(text, me, mine, theirs, faces, house):
            ends.add((me, mine, theirs))
            return 1
        other, total = "B" if me == "A" else "A", 0
        for throw in throws(faces, house):
            for ours, others, again, won in turn(text, me, mine, theirs, throw, house):
                if won:
                    ends.add((other, others, ours))
                    total += 1
                elif again:
                    total += lines(me, ours, others, left - 1)
                else:
                    total += lines(other, others, ours, left - 1)
        return total

    return lines("A", *independent.start(text, house), depth), len(ends)
