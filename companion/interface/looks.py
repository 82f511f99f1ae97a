"""How the things on the table look, so that pages can show the same."""

from dataclasses import dataclass

from companion.game.board import PerSeat

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class TableColours:
    """The colours of a table as its camera has learned them: red, green and blue, 0 to 255 each."""

    board: Rgb
    counters: PerSeat[Rgb]
