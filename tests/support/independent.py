"""The reconstructions once more, written straight from their texts and sharing nothing with the engine.

A slow second opinion: points are names, a counter walks from name to name, every reconstruction says in its
own lines where a counter may land, house rules are laid over it one by one, and trees counted by following
every single line of play.
"""

from collections.abc import Iterator
from functools import cache

House = dict[str, str]
"""House rules by key, such as {"entry": "free"}; "lines" and "counters" are those of another board."""

# One seat's counters, sorted: names of points, "hand", or "wait" for Kalkhoven's counters at home.
Side = tuple[str, ...]


def lines_of(house: House) -> int:
    return int(house.get("lines", "5"))


def counters_of(house: House) -> int:
    return int(house.get("counters", lines_of(house)))


def middle(seat: str, house: House) -> str:
    """The end of the middle line on a seat's side."""
    return f"{(lines_of(house) + 1) // 2}{seat}"


def home(me: str, house: House) -> str:
    return middle(me, house)


def goal(me: str, house: House) -> str:
    return middle("B" if me == "A" else "A", house)


def walk(point: str, steps: int, house: House) -> list[str]:
    """The points that a counter comes to, one after the other."""
    passed = []
    for _ in range(steps):
        line, side = int(point[:-1]), point[-1]
        across = "1B" if side == "A" else "1A"
        point = f"{line + 1}{side}" if line < lines_of(house) else across
        passed.append(point)
    return passed


def landing(text: str, me: str, mine: Side, theirs: Side, spot: str, house: House) -> str:
    """'no', 'yes' or 'hit'."""
    own, foreign = mine.count(spot), theirs.count(spot)
    sacred = spot in (home(me, house), goal(me, house))
    if gone(text, house) and spot == home(me, house):
        foreign = 0  # what the other seat has gathered there is out of reach
    if spot == home(me, house):
        if own >= int(house.get("waiting", "99")):
            return "no"
        if house.get("own-half") == "closed" or (house.get("own-half") == "one" and own):
            return "no"
        if house.get("own-half") == "ordinary" and text in ("schaedler", "locus-ludi-race"):
            return "no" if own or foreign else "yes"
    if spot == goal(me, house) and house.get("goal-point") == "blocked" and foreign:
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
        if spot == goal(me, house):
            return "yes"
        if spot == home(me, house):
            return "yes" if own == 0 else "no"
        return "yes" if own + foreign == 0 else "no"
    if text == "kalkhoven":
        if spot == goal(me, house):
            return "no" if foreign else "yes"  # stored inwards; shut while the other stands on the point
        if spot == home(me, house):
            return "no" if own else "yes"
        return "yes" if own + foreign == 0 else "no"
    if text == "ludii-race":
        if spot == goal(me, house):
            return "no" if foreign else "yes"
        if spot == home(me, house):
            return "no" if own else "yes"  # what the other seat has gathered there is out of the game
        return "yes" if own + foreign == 0 else "no"
    if text == "ludii-capture":
        if spot == goal(me, house):
            return "hit" if foreign else "yes"
        if spot == home(me, house):
            return "no" if own else "yes"
        return "no" if own else "hit" if foreign else "yes"
    raise ValueError(text)


def gone(text: str, house: House) -> bool:
    """True if counters on the goal are out of reach."""
    return "bear-off" in house or "middle-returns" in house or leaving(text, house) == "never"


def leaving(text: str, house: House) -> str:
    defaults = "last-resort" if text == "kalkhoven" else "never" if text.startswith("ludii") else "free"
    return house.get("leaving", defaults)


def steps(
    text: str, me: str, mine: Side, theirs: Side, throw: int, house: House | None = None
) -> Iterator[tuple[str, str, str]]:
    """(where from, where to, 'yes' or 'hit') of every legal move."""
    house = house or {}
    end = goal(me, house)
    found = []
    for place in sorted(set(mine)):
        enters = place == "hand" or (place == end and "middle-returns" in house)
        if enters and place != "hand" and "hand" in mine:
            continue  # those in hand come first
        if place == "wait" and home(me, house) in mine:
            continue  # a counter on the point shuts the Home behind it
        if enters:
            way = ["1" + me, *walk("1" + me, throw - 1, house)]
        else:
            way = walk(home(me, house) if place == "wait" else place, throw, house)
        spots = way[-1:]
        if "bear-off" in house and end in way[:-1]:
            spots = [end] if house["bear-off"] == "larger" else []
        elif house.get("larger-throw-enters") == "yes" and not enters and end in way[:-1] and place != end:
            spots.append(end)
        rest = list(mine)
        rest.remove(place)
        for spot in spots:
            verdict = landing(text, me, tuple(rest), theirs, spot, house)
            if place == end and not enters:
                shut = text in ("kalkhoven", "ludii-race") or house.get("goal-point") == "blocked"
                if shut and end in theirs:
                    verdict = "no"  # can't come out past a counter on the point
                if gone(text, house):
                    verdict = "no"
            if enters and verdict == "hit" and house.get("entry-hits") == "blocked":
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
        found = [move for move in found if move[0] != end] or found
    yield from found


def gathered(me: str, mine: Side, house: House) -> int:
    return mine.count(goal(me, house)) + (
        mine.count(home(me, house)) if house.get("goal") == "anywhere" else 0
    )


def all_on_board_are_gathered(me: str, mine: Side, house: House) -> bool:
    """True if Ludii's file ends the game after such a turn: a test of all its sites on the board, if any."""
    on_board = [place for place in mine if place != "hand"]
    return house.get("end-test") == "on-board" and all(place == goal(me, house) for place in on_board)


def follow(
    text: str, me: str, mine: Side, theirs: Side, throw: int, house: House | None = None
) -> Iterator[tuple[Side, Side, bool]]:
    """(mine, theirs, throws again) after each thing that can happen with a throw."""
    house = house or {}
    earning = {"none": (), "goal": (goal(me, house),), "both": (goal(me, house), home(me, house))}[
        house.get("extra-throw", "both" if text == "kalkhoven" else "none")
    ]
    stuck, off_the_line = True, True
    for place, spot, verdict in steps(text, me, mine, theirs, throw, house):
        stuck = False
        line = (home(me, house), goal(me, house))
        off_the_line &= place in (*line, "wait") and spot not in line
        ours, others = list(mine), list(theirs)
        ours.remove(place)
        ours.append(spot)
        if verdict == "hit":
            others.remove(spot)
            others.append("hand")
        yield tuple(sorted(ours)), tuple(sorted(others)), spot in earning
    last = (
        house.get("last-may-stay") == "yes"
        and "hand" not in mine
        and gathered(me, mine, house) == counters_of(house) - 1
    )
    may_stay = last or (house.get("zugzwang") == "may-pass" and off_the_line)
    if stuck or may_stay:
        yield mine, theirs, False


def start(text: str, house: House) -> tuple[Side, Side]:
    defaults = {"schaedler": "full", "kalkhoven": "home"}.get(text, "hand")
    n, how = counters_of(house), house.get("start", defaults)

    def side(me: str) -> Side:
        here = home(me, house)
        places: dict[str, Side] = {
            "full": ("1" + me, *walk("1" + me, n - 1, house)),
            "hand": ("hand",) * n,
            "home": (here, *["wait"] * (n - 1)),
            "own-sacred": (here,) * n,
        }
        return tuple(sorted(places[how]))

    return side("A"), side("B")


def has_won(me: str, mine: Side, house: House) -> bool:
    return gathered(me, mine, house) >= counters_of(house) - 5 + int(house.get("to-win", "5"))


def tree(
    text: str, depth: int, faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6), house: House | None = None
) -> tuple[int, int]:
    """Lines and distinct ends, seat A to throw."""
    house = house or {}
    ends = set()

    @cache
    def can_ever_move(me: str, mine: Side, theirs: Side) -> bool:
        return any(True for throw in faces for _ in steps(text, me, mine, theirs, throw, house))

    def lines(me: str, mine: Side, theirs: Side, left: int) -> int:
        other = "B" if me == "A" else "A"
        if left == 0 or has_won(me, mine, house) or has_won(other, theirs, house):
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
                elif again and not has_won(me, ours, house):
                    total += lines(me, ours, others, left - 1)
                else:
                    total += lines(other, others, ours, left - 1)
        return total

    return lines("A", *start(text, house), depth), len(ends)
