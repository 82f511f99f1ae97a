"""Whole games as values, as text and as JSON; record_reader reads the text again.

The text can be read and written by hand::

    A: Achilles
    B: Ajax
    date: 2026-03-21
    rules: kidd sacred-line=safe
    die: d6

    1. A 4 hand-4A
    2. B 4 !entered-on-wrong-point hand-4B
    3. A 6 hand-1B
    4. B 1 hand-1B*
    result: unfinished

Its grammar, a line at a time; blank lines and lines that begin with `#` are skipped, words are parted by
blanks::

    game    = header* turn* result
    header  = ("A:" | "B:") name | "date:" YYYY-MM-DD | "rules:" NAME option* | "die:" NAME
              | "helped:" note                a move was taken back when the next throw was known
    option  = KEY "=" VALUE                       as listed by `five-lines rules NAME`
    turn    = [NUMBER "."] seat THROW flag* action
    seat    = "A" | "B"
    flag    = "!" REASON                          what the referee refused before, such as !wrong-distance
    action  = move mark* | "pass" | "decline"
    move    = place "-" POINT | place             the place alone where only one legal move starts there
    place   = POINT | "hand" | "home"
    POINT   = "1A" ... "5A" | "1B" ... "5B"
    mark    = "*" hits | "+" throws again | "#" wins; may be left out
    result  = "result:" ("A wins" | "B wins" | "A wins by resignation" | "B wins by resignation"
              | "draw by limit" | "draw by agreement" | "draw as nobody can move" | "unfinished")

`rules:` must be given, the other headers may be left out (the die is then that of the rules). The first turn
shows who starts. Every turn is checked against the rules as it is read.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from companion.game.board import Seat
from companion.game.errors import GameError
from companion.game.landing import Reason
from companion.game.moves import Action, Move
from companion.game.play import Outcome, Termination, next_seat, outcome, play, start_position
from companion.game.position import Position
from companion.game.record.notation import parse_action
from companion.game.rulesets.reconstructions import reconstruction, rules_record
from companion.game.rulesets.rules import Rules


@dataclass(frozen=True, slots=True)
class Turn:
    """One throw and the action that followed; `flags` are the refusals before it was accepted."""

    seat: Seat
    throw: int
    action: Action
    flags: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game: players, rules, every turn, and the outcome (None: unfinished).

    `players` are the names at seat A and seat B, `colours` their counters'; `helped`: a move was taken back
    when the next throw was known. Raises GameError for longer names than a line.
    """

    rules: Rules
    turns: tuple[Turn, ...] = ()
    outcome: Outcome | None = None
    players: tuple[str, str] = ("", "")
    date: datetime.date | None = None
    colours: tuple[str, str] = ("", "")
    helped: bool = False

    def __post_init__(self) -> None:
        for name in (*self.players, *self.colours):
            if name != name.strip() or len(name.splitlines()) > 1:
                raise GameError(f"a player's name is one line without blanks around it, not {name!r}")


RESULTS: Mapping[str, Outcome | None] = {
    "A wins": Outcome(Termination.WON, Seat.A),
    "B wins": Outcome(Termination.WON, Seat.B),
    "A wins by resignation": Outcome(Termination.RESIGNED, Seat.A),
    "B wins by resignation": Outcome(Termination.RESIGNED, Seat.B),
    "draw by limit": Outcome(Termination.LIMIT),
    "draw by agreement": Outcome(Termination.AGREED),
    "draw as nobody can move": Outcome(Termination.NOBODY_CAN_MOVE),
    "unfinished": None,
}
"""Outcomes by their text."""


class Replay:
    """The game so far, followed by the rules turn by turn."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.position: Position = start_position(rules)
        self.seat: Seat | None = None
        self.mover: Seat | None = None
        self.throws = 0

    def turn(self, seat: Seat, throw: int, text: str) -> Action:
        """Play the turn that a text describes; raise GameError if it can't follow here."""
        self.expect(seat)
        action = parse_action(text, self.position, seat, throw, self.rules)
        self.position, self.seat = play(self.position, action), next_seat(seat, action)
        self.mover = seat
        self.throws += 1
        return action

    def expect(self, seat: Seat) -> None:
        """Raise GameError unless it is for this seat to throw."""
        ended = outcome(self.position, self.rules, self.throws, self.mover)
        if ended:
            raise GameError(f"the game is over ({ended})")
        if seat is not (self.seat or seat):
            raise GameError(f"it is for {self.seat} to throw, not for {seat}")

    def result_text(self, claimed: Outcome | None) -> str:
        """Return the text of a result; raise GameError if the game can't have ended so here."""
        ended = outcome(self.position, self.rules, self.throws, self.mover)
        by_the_rules = {Termination.WON, Termination.LIMIT, Termination.NOBODY_CAN_MOVE}
        if ended != claimed and (ended or (claimed and claimed.termination in by_the_rules)):
            raise GameError(f"the result is {_text_of(ended)!r}, not {_text_of(claimed)!r}")
        return _text_of(claimed)


def write_game(game: GameRecord) -> str:
    """Return a game as text; raise GameError if its turns or its result don't follow from its rules."""
    lines = [f"# A's counters are {game.colours[0]}, B's {game.colours[1]}"] if all(game.colours) else []
    lines += [f"{seat}: {name}".rstrip() for seat, name in zip(Seat, game.players, strict=True)]
    if game.date:
        lines.append(f"date: {game.date.isoformat()}")
    if game.helped:
        lines.append("helped: a move was taken back when the next throw was known")
    base = reconstruction(game.rules.name).rules
    options = [option for option in game.rules.differences(base) if not option.startswith("die=")]
    lines += [" ".join(["rules:", game.rules.name, *options]), f"die: {game.rules.die}", ""]
    replay = Replay(game.rules)
    for turn in game.turns:
        action = replay.turn(turn.seat, turn.throw, str(turn.action))
        flags = (f"!{flag}" for flag in turn.flags)
        lines.append(" ".join([f"{replay.throws}.", turn.seat, str(turn.throw), *flags, marked(action)]))
    lines.append(f"result: {replay.result_text(game.outcome)}")
    return "\n".join(lines) + "\n"


def game_as_json(game: GameRecord) -> str:
    """Return a game as one JSON object on one line, with the position after each turn.

    Raises GameError as write_game does.
    """
    import json

    replay = Replay(game.rules)
    turns = []
    for turn in game.turns:
        action = replay.turn(turn.seat, turn.throw, str(turn.action))
        flat: dict[str, object] = {"seat": turn.seat, "throw": turn.throw, "flags": list(turn.flags)}
        if isinstance(action, Move):
            flat |= {"action": "move", "from": action.source, "to": action.target, "hits": action.hits}
        else:
            flat["action"] = str(action)
        turns.append(flat | {"position": str(replay.position)})
    return json.dumps(
        {
            "players": dict(zip(Seat, game.players, strict=True)),
            "colours": dict(zip(Seat, game.colours, strict=True)),
            "date": game.date.isoformat() if game.date else None,
            **rules_record(game.rules),
            "turns": turns,
            "result": replay.result_text(game.outcome),
            "helped": game.helped,
        },
        ensure_ascii=False,
    )


def _text_of(result: Outcome | None) -> str:
    return next(text for text, known in RESULTS.items() if known == result)


def marked(action: Action) -> str:
    """Return an action as text with the marks of its effects."""
    if not isinstance(action, Move):
        return action
    return f"{action}{'*' * action.hits}{'+' * action.throws_again}{'#' * action.wins}"
