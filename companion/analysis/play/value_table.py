"""Tables of values on disk: 16 bits a position, found by its rank, read through memory mapping.

A file is four lines of text and then one unsigned 16-bit number, little end first, for every rank: 0 for a
position that can't come up, else 1 + 65534 times its value. So a chance is off by 1/131068 at most. The lines
tell what the file is, every option that values depend on, how the computer's levels play (temperature:loss),
and a checksum; a table is used only when all of it fits.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from companion.analysis.errors import TableError
from companion.analysis.solve.ranking import Ranking
from companion.analysis.solve.rule_tables import Tables
from companion.game import Action, LegalMoves, Position, Rules, Seat, next_seat, play, winner
from companion.game.levels import LEVELS, Strength
from companion.system.atomic_file import write_whole

if TYPE_CHECKING:
    from companion.analysis.solve.solution import Solution

_FORMAT = "five-lines values 1"
_MAX_HEADER_LENGTH = 4096
_STEPS = 65534
_CODE = np.dtype("<u2")
_NO_INFLUENCE = ("name", "starter", "limit")


@dataclass(frozen=True)
class Prospect:
    """A choice and the chance to win of the player who makes it, a draw counted as half a win."""

    action: Action
    chance: float


class ValueTable:
    """The chances of every position of one game."""

    def __init__(
        self, rules: Rules, codes: NDArray[np.uint16], ranking: Ranking, strengths: tuple[Strength, ...]
    ) -> None:
        self.rules, self.strengths = rules, strengths
        self._codes, self._ranking = codes, ranking

    def chance(self, position: Position, seat: Seat) -> float:
        """The chance of a seat that is about to throw; 1 or 0 when the game is won.

        Raises TableError for a position that can't come up in a game.
        """
        won_by = winner(position, self.rules)
        if won_by is not None:
            return float(won_by is seat)
        rank = self._ranking.rank_of(position, seat)
        code = 0 if rank is None else int(self._codes[rank])
        if code == 0:
            raise TableError(f"the position {position} with {seat} to throw can't come up in this game")
        return (code - 1) / _STEPS

    def prospects(self, position: Position, legal: LegalMoves) -> tuple[Prospect, ...]:
        """Return the value of each choice of a turn, in the order of `legal.choices`."""
        return tuple(Prospect(action, self._after(position, legal.seat, action)) for action in legal.choices)

    def _after(self, position: Position, seat: Seat, action: Action) -> float:
        after, thrower = play(position, action), next_seat(seat, action)
        if winner(after, self.rules, seat) is seat:
            return 1.0
        chance = self.chance(after, thrower)
        return chance if thrower is seat else 1.0 - chance

    def save(self, path: Path) -> None:
        """Write the table, whole or not at all."""
        data = self._codes.astype(_CODE).tobytes()
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _head(self.rules, self.strengths, zlib.crc32(data)) + data)


def as_table(solution: "Solution") -> ValueTable:
    """The table of a solved game."""
    from companion.analysis.play.strengths import strengths

    graph = solution.graph
    codes = np.where(graph.reachable, np.rint(solution.values * _STEPS) + 1, 0).astype(np.uint16)
    return ValueTable(graph.rules, codes, graph.ranking, strengths(graph, solution.values))


def path_of(folder: Path, rules: Rules) -> Path:
    """Return the path of a game's table in a folder."""
    return folder / f"{sha256(' '.join(_key(rules)).encode()).hexdigest()[:16]}.values"


def open_table(path: Path, rules: Rules) -> ValueTable:
    """The table in a file; raises TableError unless it is whole and for these rules."""
    if not path.is_file():
        raise TableError(f"there is no table {path}; `five-lines solve --rules {rules.name} --keep` makes it")
    with path.open("rb") as file:
        lines = file.read(_MAX_HEADER_LENGTH).split(b"\n", 4)[:4]
    head = sum(len(line) + 1 for line in lines)
    ranking = Ranking(Tables(rules))
    strengths = _read_strengths(lines[2]) if len(lines) == 4 else None
    damaged = TableError(f"{path} is damaged or for another game; delete it and it is made again")
    if strengths is None or path.stat().st_size != head + ranking.positions * _CODE.itemsize:
        raise damaged
    codes = np.memmap(path, dtype=_CODE, mode="r", offset=head, shape=(ranking.positions,))
    if b"\n".join([*lines, b""]) != _head(rules, strengths, zlib.crc32(codes.data)):
        raise damaged
    return ValueTable(rules, codes, ranking, strengths)


def table_for(
    rules: Rules, folder: Path, on_step: Callable[[float], object] = lambda gap: None
) -> ValueTable:
    """The table of a game, from its file in a folder, or solved now and kept there.

    The limit of throws is left out of account. Raises UnsolvedError when the game can't be solved.
    """
    from companion.analysis.solve.graph import build
    from companion.analysis.solve.solution import solve

    path = path_of(folder, rules)
    try:
        return open_table(path, rules)
    except TableError:
        graph = build(replace(rules, limit=None))
        as_table(solve(graph, on_step)).save(path)
        return open_table(path, rules)


def _key(rules: Rules) -> list[str]:
    """Return every option that values depend on."""
    return [rules.written(field.name) for field in fields(rules) if field.name not in _NO_INFLUENCE]


def _head(rules: Rules, strengths: tuple[Strength, ...], checksum: int) -> bytes:
    levels = " ".join(f"{strength.temperature!r}:{strength.loss!r}" for strength in strengths)
    lines = f"{_FORMAT}\n{' '.join(_key(rules))}\n{levels}\n{checksum:08x}"
    # Of even length, so that the numbers after it lie where a processor reads them best.
    return (lines + " " * (len(lines) % 2 == 0) + "\n").encode("ascii")


def _read_strengths(line: bytes) -> tuple[Strength, ...] | None:
    """Parse the levels in a line of the head; None if it is damaged."""
    pairs = [pair.split(b":") for pair in line.split()]
    if len(pairs) != len(LEVELS) or any(len(pair) != 2 for pair in pairs):
        return None
    try:
        numbers = [(float(temperature), float(loss)) for temperature, loss in pairs]
    except ValueError:
        return None
    return tuple(Strength(temperature, loss) for temperature, loss in numbers)
