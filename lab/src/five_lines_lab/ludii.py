"""Rules in the language of the Ludii general game system: a game description (.lud) that it can play.

The board is its `rectangle 2 5`, sites 0 to 4 in front of seat A (P1) from left to right, 5 to 9 behind them.
Which counters a point takes is read from `landing`, so no rule of landing is written down twice.
"""

from companion.game import rules_title
from companion.game.board import GOAL_HALF, OWN_HALF, Seat
from companion.game.errors import GameError
from companion.game.landing import goal_is_shut, is_hit, other_obstacle, own_obstacle
from companion.game.legality import earns_throw
from companion.game.play import start_position
from companion.game.position import COUNTERS, Position
from companion.game.rulesets.reconstructions import reconstruction
from companion.game.rulesets.rules import EndTest, Entering, Goal, Leaving, Rules, Zugzwang

RULESETS = {"ludii-race": "785", "ludii-capture": "786"}
"""The numbers of Ludii's own rule sets that are played so, of its game 137, Pente Grammai."""
READ_IN = "1.3.10"  # the version of Ludii's description of Pente Grammai that the numbers were read in

_MAX_FACES = 100
_PLAIN = 0  # an index of the ring that stands for all points off the sacred line

_COUNTS = range(COUNTERS + 1)


def as_lud(rules: Rules) -> str:
    """The description of a game; raises GameError for options that are not said in Ludii's words here."""
    _check(rules)
    parts = [
        _head(rules),
        _definitions(rules),
        "\n".join(
            [
                f"(game {_quoted(f'Five Lines ({rules_title(rules)})')}",
                "    (players 2)",
                *_equipment(rules),
                "    (rules",
                *_start(rules),
                *_play(rules),
                *_end(rules),
                "    )",
                ")",
            ]
        ),
        _metadata(rules),
    ]
    return "\n\n".join(parts) + "\n"


def site_of(seat: Seat, index: int) -> int:
    """Return Ludii's number of the site at an index of a seat's ring."""
    place = (index + (0 if seat is Seat.A else 5)) % 10
    return place if place < 5 else 14 - place


def _check(rules: Rules) -> None:
    reason = None
    if rules.last_may_stay or rules.zugzwang is Zugzwang.MAY_PASS:
        reason = "a seat may choose not to move"
    elif rules.larger_throw_enters:
        reason = "a larger throw enters"
    elif rules.end_test is EndTest.ON_BOARD:
        reason = "counters in hand are left out of the end test"
    elif rules.limit is not None:
        reason = "there is a limit of throws"
    elif rules.hitting and _waits_at_home(rules):
        reason = "counters wait at home and can be hit"
    elif sum(rules.die.weights) > _MAX_FACES:
        reason = f"the weights of the die add up to more than {_MAX_FACES}"
    if reason is not None:
        raise GameError(f"there is no description for Ludii where {reason}: leave that option out")


def _head(rules: Rules) -> str:
    published = reconstruction(rules.name)
    lines = [f"// {published.title}.", f"// Source: {published.source}."]
    if rules.name in RULESETS and not rules.differences(published.rules):
        number = RULESETS[rules.name]
        lines.append(f"// Ludii's own description, version {READ_IN}: game 137, rule set {number}.")
    lines.append(
        "// Made by Five Lines from its own rules; needs Ludii 1.3 or newer, which counts whole stacks."
    )
    lines.append(
        "// P1, who is seat A, begins. A position in which nobody can ever move again is no draw here."
    )
    return "\n".join(lines)


def _definitions(rules: Rules) -> str:
    walked = "(trackSite Move from:(from) steps:(count Pips))"
    before = "OwnHalves" if _waits_at_home(rules) else "LastPoints"
    entered = f'(trackSite Move from:(mapEntry "{before}" Mover) steps:(count Pips))'
    definitions = [
        '(define "Mine" (count Pieces Mover in:(sites {#1})))',
        '(define "Theirs" (count Pieces Next in:(sites {#1})))',
        '(define "OwnHalf" (mapEntry "OwnHalves" Mover))',
        '(define "Goal" (mapEntry "Goals" Mover))',
        f'(define "WalksTo" {walked})',
        f'(define "EntersAt" {entered})',
        f'(define "MayWalkTo" {_may_land(rules, entering=False)})',
        f'(define "MayEnterAt" {_may_land(rules, entering=not _waits_at_home(rules))})',
    ]
    hit = _is_hit(rules)
    if hit is not None:
        definitions.append(f'(define "Hits" {hit})')
    return "\n".join(definitions)


def _waits_at_home(rules: Rules) -> bool:
    return start_position(rules).a.home > 0


def _kinds() -> list[tuple[int, str]]:
    """An index of each kind of point, and how a site (#1) is known to be of it."""
    return [
        (OWN_HALF, '(= #1 "OwnHalf")'),
        (GOAL_HALF, '(= #1 "Goal")'),
        (_PLAIN, '(not (or (= #1 "OwnHalf") (= #1 "Goal")))'),
    ]


def _may_land(rules: Rules, *, entering: bool) -> str:
    """The condition on which a site (#1) takes a counter of the mover."""
    ways = []
    for index, known in _kinds():
        own = [n for n in _COUNTS if own_obstacle(index, n, rules) is None]
        other = [n for n in _COUNTS if other_obstacle(index, n, rules, entering=entering) is None]
        if not own or not other:
            continue
        conditions = [known, *_at_most("Mine", own), *_at_most("Theirs", other)]
        ways.append(conditions[0] if len(conditions) == 1 else f"(and {{{' '.join(conditions)}}})")
    return f"(or {{{' '.join(ways)}}})"


def _at_most(whose: str, allowed: list[int]) -> list[str]:
    """Return the conditions that there are as few counters as allowed, up to some number."""
    assert allowed == list(range(len(allowed)))
    return [] if allowed[-1] == COUNTERS else [f'(<= ("{whose}" #1) {allowed[-1]})']


def _is_hit(rules: Rules) -> str | None:
    """The condition on which landing on a site (#1) hits, None if it never does."""
    hit_on = [known for index, known in _kinds() if is_hit(index, 1, rules)]
    if not hit_on:
        return None
    where = hit_on[0] if len(hit_on) == 1 else f"(or {{{' '.join(hit_on)}}})"
    single = '(= ("Theirs" #1) 1)'
    return single if len(hit_on) == len(_kinds()) else f"(and {single} {where})"


def _equipment(rules: Rules) -> list[str]:
    tracks = {seat: ",".join(str(site_of(seat, index)) for index in range(10)) for seat in Seat}
    faces = [
        str(face)
        for face, weight in zip(rules.die.faces, rules.die.weights, strict=True)
        for _ in range(weight)
    ]

    def mapped(name: str, index: int) -> str:
        sites = " ".join(f"(pair P{number} {site_of(seat, index)})" for number, seat in enumerate(Seat, 1))
        return f'        (map "{name}" {{{sites}}})'

    return [
        "    (equipment {",
        "        (board (rectangle 2 5)",
        "            {",
        f'            (track "Track1" "{tracks[Seat.A]}" loop:True P1)',
        f'            (track "Track2" "{tracks[Seat.B]}" loop:True P2)',
        "            }",
        "            use:Vertex",
        "        )",
        '        (piece "Counter" Each)',
        "        (hand Each)",
        f"        (dice faces:{{{' '.join(faces)}}} num:1)",
        mapped("LastPoints", 9),
        mapped("OwnHalves", OWN_HALF),
        mapped("Goals", GOAL_HALF),
        "    })",
    ]


def _start(rules: Rules) -> list[str]:
    start = start_position(rules)
    return ["        (start {", *(f"            {placed}" for placed in _placed(start)), "        })"]


def _placed(start: Position) -> list[str]:
    placed = []
    for number, seat in enumerate(Seat, 1):
        counters = start.of(seat)
        for index, count in enumerate(counters.ring):
            if count:
                placed.append(f'(place Stack "Counter{number}" {site_of(seat, index)} count:{count})')
        if counters.reserve:
            placed.append(f'(place Stack "Counter{number}" (handSite P{number}) count:{counters.reserve})')
    return placed


def _play(rules: Rules) -> list[str]:
    to_hand = ""
    if rules.hitting:
        to_hand = ' (apply if:("Hits" (to)) (fromTo (from (to)) (to (handSite Next))))'

    def walk(leaving: bool | None) -> str:
        conditions = ['("MayWalkTo" "WalksTo")']
        if leaving is not None:
            conditions.insert(0, f'({"=" if leaving else "!="} (from) "Goal")')
        if leaving is not False and goal_is_shut(1, rules):
            open_goal = '(= ("Theirs" "Goal") 0)'
            conditions.append(open_goal if leaving else f'(or (!= (from) "Goal") {open_goal})')
        condition = conditions[0] if len(conditions) == 1 else f"(and {{{' '.join(conditions)}}})"
        return f'(forEach Piece (if {condition} (move (from (from) level:(level)) (to "WalksTo"{to_hand}))))'

    waits = ["(is Occupied (handSite Mover))", '("MayEnterAt" "EntersAt")']
    if _waits_at_home(rules):
        waits.append('(= ("Mine" "OwnHalf") 0)')
    enter = f'(if (and {{{" ".join(waits)}}}) (move (from (handSite Mover)) (to "EntersAt"{to_hand})))'
    stay, leave = walk(False), walk(True)
    moves = walk(None) if rules.leaving is Leaving.FREE else stay
    groups = [[moves]]
    if rules.entry in (Entering.MUST_ELSE_MOVE, Entering.MUST_ELSE_PASS):
        groups.insert(0, [enter])
    elif rules.entry is Entering.FREE:
        groups[0].insert(0, enter)
    if rules.leaving is Leaving.LAST_RESORT:
        groups.append([leave])
    if rules.entry is Entering.MUST_ELSE_PASS:
        rest = _first_of(groups[1:])
        whole = [f"(if (is Occupied (handSite Mover)) {enter}", *_indented(rest), ")"]
    else:
        whole = _first_of(groups)
    again = _again(rules)
    if again is not None:
        whole = ["(or {", *_indented(whole), f"}} {again})"]
    return ["        (play (do (roll) next:", *(f"            {line}" for line in whole), "        ))"]


def _first_of(groups: list[list[str]]) -> list[str]:
    """Return the first group of moves that has any."""
    said = [group if len(group) == 1 else ["(or {", *_indented(group), "})"] for group in groups]
    if len(said) == 1:
        return said[0]
    return ["(priority {", *_indented([line for group in said for line in group]), "})"]


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _again(rules: Rules) -> str | None:
    """Return what gives another throw, None if nothing does."""
    sites = [
        name for index, name in ((OWN_HALF, "OwnHalf"), (GOAL_HALF, "Goal")) if earns_throw(index, rules)
    ]
    if not sites:
        return None
    conditions = [f'(= (last To) "{name}")' for name in sites]
    condition = conditions[0] if len(conditions) == 1 else f"(or {' '.join(conditions)})"
    return f"(then (if {condition} (moveAgain)))"


def _end(rules: Rules) -> list[str]:
    sites = '"Goal" "OwnHalf"' if rules.goal is Goal.ANYWHERE else '"Goal"'
    gathered = f"(count Pieces Mover in:(sites {{{sites}}}))"
    return [
        "        // Two passes in a row do not end the game: naming them tells Ludii so.",
        "        (end {",
        f"            (if (>= {gathered} {rules.to_win}) (result Mover Win))",
        "            (if (and (all Passed) (= (count Pieces All) 0)) (result Mover Draw))",
        "        })",
    ]


def _metadata(rules: Rules) -> str:
    published = reconstruction(rules.name)
    words = _quoted(f"{published.title}, as `five-lines rules {rules.name}` explains it.")
    return "\n".join(
        [
            "(metadata",
            "    (info {",
            f"        (description {words})",
            f"        (source {_quoted(published.source)})",
            '        (classification "board/race/reach")',
            "    })",
            ")",
        ]
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
