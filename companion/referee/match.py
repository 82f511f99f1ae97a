"""Who plays whom at home: a match of one or more games between two people, and a third who waits."""

from dataclasses import dataclass


@dataclass(frozen=True)
class HomeMatch:
    """The players at A and B, the games that each has won of the match, and the third, who waits."""

    players: tuple[str, ...] = ("", "")
    won: tuple[int, ...] = (0, 0)
    waits: str = ""
    best_of: int = 1

    @property
    def loser(self) -> int | None:
        """The index of who has lost the match; None while it goes on."""
        return next((1 - index for index, won in enumerate(self.won) if 2 * won > self.best_of), None)


NOBODY = HomeMatch()  # a game without names
