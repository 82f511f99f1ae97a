"""Descriptions for the Ludii program: a small reader of its language finds in them what the rules allow."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import cli
from companion.game import (
    COUNTERS,
    RECONSTRUCTIONS,
    GameError,
    Move,
    Position,
    Reserve,
    Rules,
    Seat,
    index_of,
    legal_moves,
    next_seat,
    play,
    rules_for,
    start_position,
    winner,
)
from five_lines_lab.ludii import as_lud, site_of
from tests.support.selection import at_night_but

FOLDER = Path(__file__).parents[2] / "deploy" / "ludii"

WORDS = """
    game players equipment board rectangle track piece hand dice map pair rules start place play do roll
    priority or and not if forEach move from to apply fromTo trackSite mapEntry count sites is handSite level
    last then moveAgain end result all metadata info description source classification define = != <= >=
"""
LUDEMES = set(WORDS.split())
"""The words of Ludii's grammar that a list may begin with here."""
NAMES = {"use:", "loop:", "faces:", "num:", "count:", "next:", "from:", "steps:", "in:", "level:", "if:"}

Tree = Any
"""A word, or a list of such."""


def read(text: str) -> list[Tree]:
    """The lists of a description; braces are lists that begin with a brace."""
    text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    words = re.findall(r'"(?:[^"\\]|\\.)*"|[(){}]|[A-Za-z]+:|[^\s(){}"]+', text)
    open_lists: list[list[Tree]] = [[]]
    for word in words:
        if word in "({":
            open_lists.append(["{"] if word == "{" else [])
        elif word in ")}":
            closed = open_lists.pop()
            assert (closed[:1] == ["{"]) == (word == "}"), "a bracket is closed by one of another kind"
            open_lists[-1].append(closed)
        else:
            open_lists[-1].append(word)
    assert len(open_lists) == 1, "a bracket is not closed"
    return open_lists[0]


def expanded(tree: Tree, defined: dict[str, Tree], argument: Tree = "#1") -> Tree:
    """A tree with every definition put in its place."""
    if tree == "#1":
        return argument
    if isinstance(tree, str):
        return expanded(defined[tree], defined) if tree in defined else tree
    if tree and isinstance(tree[0], str) and tree[0] in defined:
        return expanded(defined[tree[0]], defined, expanded(tree[1], defined, argument))
    return [expanded(part, defined, argument) for part in tree]


def lists(tree: Tree) -> list[list[Tree]]:
    return [] if isinstance(tree, str) else [tree, *(inner for part in tree for inner in lists(part))]


def named(tree: list[Tree], name: str) -> Tree:
    return tree[tree.index(name) + 1]


@dataclass
class Reader:
    """Says what a description lets a mover do in a position."""

    text: str
    position: Position
    mover: Seat
    pips: int
    at: int = -1
    game: list[Tree] = field(init=False)

    def __post_init__(self) -> None:
        trees = read(self.text)
        defined = {tree[1]: tree[2] for tree in trees if tree[0] == "define"}
        (game,) = [tree for tree in trees if tree[0] == "game"]
        self.game = expanded(game, defined)

    def one(self, name: str) -> list[list[Tree]]:
        return [tree for tree in lists(self.game) if tree[:1] == [name]]

    def standing(self, role: str, site: int) -> int:
        seat = self.mover if role == "Mover" else self.mover.other
        return next(
            count for index, count in enumerate(self.position.of(seat).ring) if site_of(seat, index) == site
        )

    def value(self, tree: Tree) -> int:
        if isinstance(tree, str):
            return int(tree)
        match tree[0], tree[1] if len(tree) > 1 else None:
            case "from", None:
                return self.at
            case "count", "Pips":
                return self.pips
            case "count", "Pieces":
                sites = named(tree, "in:")[1]
                return sum(self.standing(tree[2], self.value(site)) for site in sites[1:])
            case "mapEntry", name:
                (entries,) = [one[2] for one in self.one("map") if one[1] == name]
                player = "P1" if self.mover is Seat.A else "P2"
                return next(int(pair[2]) for pair in entries[1:] if pair[1] == player)
            case "trackSite", "Move":
                player = "P1" if self.mover is Seat.A else "P2"
                (track,) = [one[2] for one in self.one("track") if one[-1] == player]
                steps: list[int] = [int(site) for site in track.strip('"').split(",")]
                begin = steps.index(self.value(named(tree, "from:")))
                return steps[(begin + self.value(named(tree, "steps:"))) % len(steps)]
        raise AssertionError(f"no number: {tree}")

    def holds(self, tree: list[Tree]) -> bool:
        parts: list[Tree] = tree[1][1:] if tree[1][0] == "{" else tree[1:]
        match tree[0]:
            case "and":
                return all(self.holds(part) for part in parts)
            case "or":
                return any(self.holds(part) for part in parts)
            case "not":
                return not self.holds(tree[1])
            case "is":
                assert tree[1:] == ["Occupied", ["handSite", "Mover"]]
                return self.position.of(self.mover).reserve > 0
        one, other = self.value(tree[1]), self.value(tree[2])
        return {"=": one == other, "!=": one != other, "<=": one <= other}[tree[0]]

    def moves(self, tree: list[Tree]) -> set[tuple[int | None, int]]:
        """Where counters may go, from which site, or None from hand or home."""
        match tree[0]:
            case "or":
                return {move for part in tree[1][1:] for move in self.moves(part)}
            case "priority":
                return next((found for part in tree[1][1:] if (found := self.moves(part))), set())
            case "if":
                chosen = tree[2:3] if self.holds(tree[1]) else tree[3:4]
                return {move for part in chosen for move in self.moves(part)}
            case "forEach":
                found = set()
                for index, count in enumerate(self.position.of(self.mover).ring):
                    self.at = site_of(self.mover, index)
                    found |= self.moves(tree[2]) if count else set()
                return found
            case "move":
                from_hand = tree[1] == ["from", ["handSite", "Mover"]]
                return {(None if from_hand else self.at, self.value(tree[2][1]))}
        raise AssertionError(f"no moves: {tree}")

    def allowed(self) -> set[tuple[int | None, int]]:
        (do,) = self.one("do")
        return self.moves(named(do, "next:"))

    def hits(self, site: int) -> bool:
        """True if landing on a site sends a counter of the other seat to its hand."""
        applied = [one for one in self.one("apply") if "if:" in one]
        if not applied:
            return False
        condition = named(applied[0], "if:")
        return self.holds(_with(condition, ["to"], str(site)))

    def throws_again(self, site: int) -> bool:
        then = self.one("then")
        return bool(then) and self.holds(_with(then[0][1][1], ["last", "To"], str(site)))


def _with(tree: Tree, old: Tree, new: Tree) -> Tree:
    if tree == old:
        return new
    return tree if isinstance(tree, str) else [_with(part, old, new) for part in tree]


SETS = [
    *((name, ()) for name in RECONSTRUCTIONS),
    ("schaedler", ("leaving=last-resort", "die=knucklebone", "to-win=4")),
    ("kidd", ("entry=must-else-pass", "entry-hits=blocked", "sacred-line=safe")),
    ("kalkhoven", ("extra-throw=goal", "leaving=free", "own-half=free")),
    ("locus-ludi-race", ("goal=anywhere", "entry=free", "own-half=ordinary")),
]


def allowed_by_the_rules(
    position: Position, seat: Seat, throw: int, rules: Rules
) -> dict[tuple[int | None, int], Move]:
    return {
        (
            None if isinstance(move.source, Reserve) else site_of(seat, index_of(seat, move.source)),
            site_of(seat, index_of(seat, move.target)),
        ): move
        for move in legal_moves(position, seat, throw, rules)
    }


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), at_night_but(SETS[:5] + SETS[-2:], SETS))
def test_a_description_allows_what_the_rules_allow(name: str, options: tuple[str, ...]) -> None:
    rules, random = rules_for(name, options), Random(1)
    reader = Reader(as_lud(rules), start_position(rules), Seat.A, 1)
    compared = 0
    for _ in range(3):
        position, seat = start_position(rules), Seat.A
        for _ in range(60):
            throw = rules.die.throw(random)
            reader.position, reader.mover, reader.pips = position, seat, throw
            told = allowed_by_the_rules(position, seat, throw, rules)
            assert reader.allowed() == told.keys(), f"{position}, {seat} with {throw}"
            for (_, site), move in told.items():
                assert reader.hits(site) == move.hits
                assert (reader.throws_again(site) or move.wins) == (move.throws_again or move.wins)
            compared += len(told)
            action = random.choice(legal_moves(position, seat, throw, rules).choices)
            position, seat = play(position, action), next_seat(seat, action)
            if winner(position, rules) is not None:
                break
    assert compared > 100


@pytest.mark.parametrize(("name", "options"), SETS)
def test_a_description_begins_throws_and_ends_as_the_rules_do(name: str, options: tuple[str, ...]) -> None:
    rules = rules_for(name, options)
    start = start_position(rules)
    reader = Reader(as_lud(rules), start, Seat.A, 1)
    for number, seat in enumerate(Seat, 1):
        placed = {
            str(one[3]): int(named(one, "count:"))
            for one in reader.one("place")
            if one[2] == f'"Counter{number}"'
        }
        ring = {str(site_of(seat, index)): count for index, count in enumerate(start.of(seat).ring) if count}
        reserve = start.of(seat).reserve
        assert placed == ring | ({str(["handSite", f"P{number}"]): reserve} if reserve else {})
        assert sum(placed.values()) == COUNTERS
    (dice,) = reader.one("dice")
    faces = named(dice, "faces:")[1:]
    assert [faces.count(str(face)) for face in rules.die.faces] == list(rules.die.weights)
    assert len(faces) == sum(rules.die.weights)
    (end,) = reader.one("end")
    won = end[1][1]
    assert won[1][0] == ">="
    assert won[1][2] == str(rules.to_win)
    assert won[2] == ["result", "Mover", "Win"]


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_descriptions_use_words_of_the_grammar_and_of_their_own(name: str) -> None:
    trees = read(as_lud(rules_for(name, [])))
    own = {tree[1] for tree in trees if tree[0] == "define"}
    used = {one[0] for tree in trees for one in lists(tree) if one and isinstance(one[0], str)} - {"{"}
    assert {word for word in used if not word.startswith('"')} <= LUDEMES
    assert {word for word in used if word.startswith('"')} <= own
    names = {word for tree in trees for one in lists(tree) for word in one if str(word).endswith(":")}
    assert names <= NAMES
    assert [tree[0] for tree in trees][-2:] == ["game", "metadata"]


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_the_files_are_what_the_command_prints(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ludii", name]) == 0
    assert (FOLDER / f"{name}.lud").read_text(encoding="utf-8") == capsys.readouterr().out


def test_ludiis_own_readings_are_cited_by_their_numbers() -> None:
    assert "version 1.3.10: game 137, rule set 785." in as_lud(rules_for("ludii-race", []))
    assert "version 1.3.10: game 137, rule set 786." in as_lud(rules_for("ludii-capture", []))
    assert "game 137" not in as_lud(rules_for("ludii-race", ["to-win=4"]))


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("schaedler", "last-may-stay=yes"),
        ("schaedler", "zugzwang=may-pass"),
        ("schaedler", "larger-throw-enters=yes"),
        ("schaedler", "limit=60"),
        ("schaedler", "die=1:60,2:59"),
        ("kalkhoven", "hitting=yes"),
        ("ludii-race", "end-test=on-board"),
    ],
)
def test_what_cannot_be_said_is_refused(name: str, option: str) -> None:
    with pytest.raises(GameError, match="leave that option out"):
        as_lud(rules_for(name, [option]))
