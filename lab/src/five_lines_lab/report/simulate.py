"""Games played at random, many at once.

Both seats choose evenly among all they may do, declining included. Games fill the lanes of a batch; when a
lane's game ends, the next one begins there, and every game that was begun is played to its end, so that long
games are not left out.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.arrangements import Indices
from companion.game import Rules, Seat, Starter
from five_lines_lab.measure.estimates import Share
from five_lines_lab.measure.match import LANES
from five_lines_lab.solve.drawn_plies import DrawnPlies

_SEATS = (Seat.A, Seat.B)
_DRAW = 2
_CHECK_EVERY = 16  # plies between checks for games in which nobody can ever move again


@dataclass(frozen=True)
class Simulation:
    """Games played at random: one entry a game in every array, in the order of ending.

    `winners` holds 0 for seat A, 1 for seat B, 2 for a draw.
    """

    rules: Rules
    winners: NDArray[np.int8]
    throws: NDArray[np.int64]
    passes: NDArray[np.int64]
    declines: NDArray[np.int64]
    zugzwang_moves: NDArray[np.int64]
    hits: NDArray[np.int64]

    @property
    def games(self) -> int:
        """The number of games played."""
        return len(self.winners)

    @property
    def moves(self) -> NDArray[np.int64]:
        """The number of moves in each game."""
        return self.throws - self.passes - self.declines

    def wins(self, seat: Seat) -> Share:
        """Return the number of games that a seat won."""
        return Share(int(np.count_nonzero(self.winners == _SEATS.index(seat))), self.games)

    @property
    def draws(self) -> Share:
        """The number of games drawn."""
        return Share(int(np.count_nonzero(self.winners == _DRAW)), self.games)


def simulate(
    rules: Rules,
    games: int,
    seed: int,
    on_end: Callable[[int], object] = lambda ended: None,
    lanes: int = LANES,
) -> Simulation:
    """Play games at random; the same seed and lanes play the same games.

    `on_end` is given how many games have just ended. Rules under which a game may never end need a limit.
    """
    batch = _Batch(rules, games, np.random.default_rng(seed), min(lanes, games))
    while batch.goes_on:
        ended = batch.step()
        if ended:
            on_end(ended)
    return batch.record()


class _Batch:
    """Lanes of games in play, and the record of those that have ended."""

    def __init__(self, rules: Rules, games: int, random: np.random.Generator, lanes: int) -> None:
        self._rules, self._random, self._tables = rules, random, DrawnPlies(rules)
        self._to_begin = games - lanes
        self._plies = 0
        self._winners: list[NDArray[np.int8]] = []
        self._counts: list[NDArray[np.int64]] = []
        self._in_play = np.ones(lanes, dtype=np.bool_)
        self._mover, self._other = np.full((2, lanes), self._tables.start(), dtype=np.intp)
        self._seat = self._starters(np.full(lanes, _DRAW, dtype=np.int8))
        # The ply before which the lane's game began, what has been counted in it, and passes in a row.
        self._begun, self._passes, self._declines, self._zugzwang, self._hits, self._idle = np.zeros(
            (6, lanes), dtype=np.int64
        )

    @property
    def goes_on(self) -> bool:
        """True if any game is still in play."""
        return bool(self._in_play.any())

    def record(self) -> Simulation:
        """Return everything that happened in the games that have ended."""
        return Simulation(self._rules, np.concatenate(self._winners), *np.concatenate(self._counts, axis=1))

    def step(self) -> int:
        """Throw once in every lane; return how many games have ended with that."""
        face, share = self._tables.draw(self._random, len(self._mover))
        plies = self._tables.ply(self._mover, self._other, face, share)
        self._plies += 1
        self._passes += plies.passed
        self._zugzwang += plies.zugzwang
        self._idle += 1
        self._idle *= plies.passed
        if plies.declined is not None:
            self._declines += plies.declined
        if plies.hit is not None:
            self._hits += plies.hit
        over = plies.won
        if self._rules.limit is not None:
            over = over | (self._plies - self._begun >= self._rules.limit)
        ended = np.flatnonzero(over & self._in_play)
        winners = np.where(plies.won, self._seat, _DRAW).astype(np.int8)[ended] if len(ended) else None
        if plies.again is None:
            self._mover, self._other = plies.other, plies.mover
            self._seat ^= 1
        else:
            self._mover = np.where(plies.again, plies.mover, plies.other)
            self._other = np.where(plies.again, plies.other, plies.mover)
            self._seat ^= ~plies.again
        if winners is not None:
            self._finish(ended, winners)
        dead = self._dead_lanes() if self._plies % _CHECK_EVERY == 0 else ended[:0]
        if len(dead):
            self._finish(dead, np.full(len(dead), _DRAW, dtype=np.int8))
        return len(ended) + len(dead)

    def _dead_lanes(self) -> Indices:
        """The lanes in which nobody can ever move again, found by their passes in a row."""
        idle = np.flatnonzero((self._idle >= _CHECK_EVERY) & self._in_play)
        return idle[self._tables.nobody_can_move(self._mover[idle], self._other[idle])]

    def _finish(self, lanes: Indices, winners: NDArray[np.int8]) -> None:
        """Record the games that ended in some lanes and begin the next ones there."""
        # A game in which nobody can move ended when that came about, not with the passes that revealed it.
        dead = (winners == _DRAW) & self._tables.nobody_can_move(self._mover[lanes], self._other[lanes])
        idle = self._idle[lanes] * dead
        self._winners.append(winners)
        self._counts.append(
            np.stack(
                [
                    self._plies - self._begun[lanes] - idle,
                    self._passes[lanes] - idle,
                    self._declines[lanes],
                    self._zugzwang[lanes],
                    self._hits[lanes],
                ]
            )
        )
        fresh, spent = lanes[: self._to_begin], lanes[self._to_begin :]
        self._to_begin -= len(fresh)
        self._mover[fresh] = self._other[fresh] = self._tables.start()
        self._seat[fresh] = self._starters(winners[: len(fresh)])
        self._begun[fresh] = self._plies
        for counts in (self._passes, self._declines, self._zugzwang, self._hits, self._idle):
            counts[fresh] = 0
        self._in_play[spent] = False
        if len(spent) and np.count_nonzero(self._in_play) < 3 * len(self._in_play) // 4:
            self._drop_spent_lanes()

    def _drop_spent_lanes(self) -> None:
        lanes = [self._mover, self._other, self._seat, self._begun]
        lanes += [self._passes, self._declines, self._zugzwang, self._hits, self._idle]
        self._mover, self._other, self._seat, self._begun, *counts = np.stack(lanes)[:, self._in_play]
        self._passes, self._declines, self._zugzwang, self._hits, self._idle = counts
        self._in_play = self._in_play[self._in_play]

    def _starters(self, last_winners: NDArray[np.int8]) -> NDArray[np.int64]:
        """Return who starts the next game in lanes with these last winners; a throw-off is even."""
        lanes = len(last_winners)
        match self._rules.starter:
            case Starter.A:
                return np.zeros(lanes, dtype=np.int64)
            case Starter.B:
                return np.ones(lanes, dtype=np.int64)
        thrown_off = self._random.integers(0, 2, lanes)
        if self._rules.starter is Starter.LOSER:
            return np.where(last_winners == _DRAW, thrown_off, 1 - last_winners)
        return thrown_off
