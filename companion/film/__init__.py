"""A filmed game, refereed: pictures and throws in, events out.

`first_game` is a film of a game of Schädler's rules with a forced pass, Zugzwang, three different illegal
moves and their correction, and a win. `five-lines film --seed 1590 --mistakes 3 --out DIR` makes it again.
"""

from companion import FiveLinesError


class FilmError(FiveLinesError, ValueError):
    """The folder is not a filmed game, is damaged, or can't become one."""
