"""The reconstructions once more, written straight from their texts and sharing nothing with the engine.

A slow second opinion: points are names, a counter walks from name to name, every reconstruction says in its
own lines where a counter may land, house rules are laid over it one by one, and trees counted by following
every single line of play.
"""

from collections.abc import Iterator
from functools import cache

RING = ["1A", "2A", "3A", "4A", "5A", "1B", "2B", "3B", "4B", "5B"]
AFTER = dict(zip(RING, RING[1:] + RING[:1], strict=True))
GOAL = {"A": "3B", "B": "3A"}
HOME = {"A": "3A", "B": "3B"}

House = dict[str, str]
"""House rules by key, such as {"entry": "free"}."""

# One seat's five counters, sorted: names of points, "hand", or "wait" for Kalkhoven's counters at home.
Side = tuple[str, ...]


def walk(point: str, steps: int) -> str:
    for _ in range(steps):
        point = AFTER[point]
    return point


def landing(text: str, me: str, mine: Side, theirs: Side, spot: str, house: House) -> str:
    """'no', 'yes' or 'hit'."""
    own, foreign = mine.count(spot), theirs.count(spot)
    sacred = spot in ("3A", "3B")
    if spot == HOME[me]:
        if house.get("own-half") == "closed" or (house.get("own-half") == "one" and own):
            return "no"
        if house.get("own-half") == "ordinary" and text in ("schaedler", "locus-ludi-race"):
            return "no" if own or (foreign and house.get("leaving") != "never") else "yes"
    if spot == GOAL[me] and house.get("goal-point") == "blocked" and foreign:
        return "no"
    if sacred and house.get("sacred-line") == "safe":
        return "yes"
    if sacred and house.get("sacred-line") == "open":
        return "no" if foreign >= 2 else "hit" if foreign == 1 else "yes"
    if text in ("schaedler", "locus-ludi-race"):
        # One counter a point; any number of both on the sacred line.
        return "yes" if sacred or own + foreign == 0 else "no"
    if text == "locus-ludi-capture":
        if sacred:
            return "yes"
        return "no" if own else "hit" if foreign else "yes"
    if text == "kidd":
        # Yoked counters block, single ones are hit, one's own are always welcome.
        return "no" if foreign >= 2 else "hit" if foreign == 1 else "yes"
    if text == "schaedler-adapted":
        if spot == GOAL[me]:
            return "yes"
        if spot == HOME[me]:
            return "yes" if own == 0 else "no"
        return "yes" if own + foreign == 0 else "no"
    if text == "kalkhoven":
        if spot == GOAL[me]:
            return "no" if foreign else "yes"  # stored inwards; shut while the other stands on the point
        if spot == HOME[me]:
            return "no" if own else "yes"
        return "yes" if own + foreign == 0 else "no"
    if text == "ludii-race":
        if spot == GOAL[me]:
            return "no" if foreign else "yes"
        if spot == HOME[me]:
            return "no" if own else "yes"  # what the other seat has gathered there is out of the game
        return "yes" if own + foreign == 0 else "no"
    if text == "ludii-capture":
        if spot == GOAL[me]:
            return "hit" if foreign else "yes"
        if spot == HOME[me]:
            return "no" if own else "yes"
        return "no" if own else "hit" if foreign else "yes"
    raise ValueError(text)


def leaving(text: str, house: House) -> str:
    defaults = "last-resort" if text == "kalkhoven" else "never" if text.startswith("ludii") else "free"
    return house.get("leaving", defaults)


def steps(
    text: str, me: str, mine: Side, theirs: Side, throw: int, house: House | None = None
) -> Iterator[tuple[str, str, str]]:
    """(where from, where to, 'yes' or 'hit') of every legal move."""
    house = house or {}
    found = []
    for place in sorted(set(mine)):
        if place == "hand":
            spots = [walk("1" + me, throw - 1)]
        elif place == "wait" and HOME[me] in mine:
            continue  # a counter on the point shuts the Home behind it
        else:
            here = HOME[me] if place == "wait" else place
            spots = [walk(here, throw)]
            passed = [walk(here, steps) for steps in range(1, throw)]
            if house.get("larger-throw-enters") == "yes" and GOAL[me] in passed:
                spots.append(GOAL[me])
        for spot in spots:
            verdict = landing(text, me, mine, theirs, spot, house)
            if place == GOAL[me]:
                shut = text in ("kalkhoven", "ludii-race") or house.get("goal-point") == "blocked"
                if shut and GOAL[me] in theirs:
                    verdict = "no"  # can't come out past a counter on the point
                if leaving(text, house) == "never":
                    verdict = "no"
            if place == "hand" and verdict == "hit" and house.get("entry-hits") == "blocked":
                verdict = "no"
            if verdict != "no":
                found.append((place, spot, verdict))
    entry = house.get("entry", "free" if text == "kalkhoven" else "must-else-move")
    entering = [move for move in found if move[0] in ("hand", "wait")]
    if entering and entry != "free":
        found = entering
    elif ("hand" in mine or "wait" in mine) and entry == "must-else-pass":
        found = []
    if leaving(text, house) == "last-resort":
        found = [move for move in found if move[0] != GOAL[me]] or found
    yield from found


def gathered(me: str, mine: Side, house: House) -> int:
    return mine.count(GOAL[me]) + (mine.count(HOME[me]) if house.get("goal") == "anywhere" else 0)


def all_on_board_are_gathered(me: str, mine: Side, house: House) -> bool:
    """True if Ludii's file ends the game after such a turn: a test of all its sites on the board, if any."""
    on_board = [place for place in mine if place != "hand"]
    return house.get("end-test") == "on-board" and all(place == GOAL[me] for place in on_board)


def follow(
    text: str, me: str, mine: Side, theirs: Side, throw: int, house: House | None = None
) -> Iterator[tuple[Side, Side, bool]]:
    """(mine, theirs, throws again) after each thing that can happen with a throw."""
    house = house or {}
    earning = {"none": (), "goal": (GOAL[me],), "both": ("3A", "3B")}[
        house.get("extra-throw", "both" if text == "kalkhoven" else "none")
    ]
    stuck, off_the_line = True, True
    for place, spot, verdict in steps(text, me, mine, theirs, throw, house):
        stuck = False
        off_the_line &= place in ("3A", "3B", "wait") and spot not in ("3A", "3B")
        ours, others = list(mine), list(theirs)
        ours.remove(place)
        ours.append(spot)
        if verdict == "hit":
            others.remove(spot)
            others.append("hand")
        yield tuple(sorted(ours)), tuple(sorted(others)), spot in earning
    last = house.get("last-may-stay") == "yes" and "hand" not in mine and gathered(me, mine, house) == 4
    may_stay = last or (house.get("zugzwang") == "may-pass" and off_the_line)
    if stuck or may_stay:
        yield mine, theirs, False


def start(text: str, house: House) -> tuple[Side, Side]:
    defaults = {"schaedler": "full", "kalkhoven": "home"}.get(text, "hand")
    sides: dict[str, tuple[Side, Side]] = {
        "full": (("1A", "2A", "3A", "4A", "5A"), ("1B", "2B", "3B", "4B", "5B")),
        "hand": (("hand",) * 5, ("hand",) * 5),
        "home": (("3A", *["wait"] * 4), ("3B", *["wait"] * 4)),
        "own-sacred": (("3A",) * 5, ("3B",) * 5),
    }
    return sides[house.get("start", defaults)]


def tree(
    text: str, depth: int, faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6), house: House | None = None
) -> tuple[int, int]:
    """Lines and distinct ends, seat A to throw."""
    house = house or {}
    ends = set()

    def has_won(me: str, mine: Side) -> bool:
        return gathered(me, mine, house) >= int(house.get("to-win", "5"))

    @cache
    def can_ever_move(me: str, mine: Side, theirs: Side) -> bool:
        return any(True for throw in faces for _ in steps(text, me, mine, theirs, throw, house))

    def lines(me: str, mine: Side, theirs: Side, left: int) -> int:
        other = "B" if me == "A" else "A"
        if left == 0 or has_won(me, mine) or has_won(other, theirs):
            ends.add((me, mine, theirs))
            return 1
        if not (can_ever_move(me, mine, theirs) or can_ever_move(other, theirs, mine)):
            ends.add((me, mine, theirs))
            return 1
        total = 0
        for throw in faces:
            for ours, others, again in follow(text, me, mine, theirs, throw, house):
                if all_on_board_are_gathered(me, ours, house):
                    ends.add((other, others, ours))
                    total += 1
                elif again and not has_won(me, ours):
                    total += lines(me, ours, others, left - 1)
                else:
                    total += lines(other, others, ours, left - 1)
        return total

    return lines("A", *start(text, house), depth), len(ends)
