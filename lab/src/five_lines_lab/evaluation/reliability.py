"""Reliability of the predicted chances of both detectors, compared with the truth."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from companion.board.spec import BoardSpec
from companion.game.board import Seat
from vision.arrays import Doubles
from vision.detection.fused_estimate import PlaceOdds

BOUNDS = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1.0)  # bounds of the bins of predicted chances

HALVINGS = 40
COOLEST, HOTTEST = 0.05, 20.0  # range of the search for the best temperature


@dataclass(frozen=True)
class TrueCounter:
    """A counter of a seat and the true position of its middle on the board, in mm."""

    seat: Seat
    x_mm: float
    y_mm: float


@dataclass(frozen=True)
class PredictedPlace:
    """A prediction at a place: the log odds of a counter there and of one of A, and the truth."""

    counter: float
    of_a: float
    lay: Seat | None


def predictions_of(
    odds: PlaceOdds, lying: Sequence[TrueCounter], spec: BoardSpec
) -> tuple[PredictedPlace, ...]:
    """Return the predictions at places on the board, on which alone a reading rests, with the truth.

    A counter lies at a place if its middle is within its radius of that.
    """
    left, places = list(lying), []
    for i in np.argsort(-odds.counter):
        x, y = odds.places_mm[i].tolist()
        away = [float(np.hypot(one.x_mm - x, one.y_mm - y)) for one in left]
        near = bool(away) and min(away) < spec.counter_diameter_mm / 2
        lay = left.pop(int(np.argmin(away))).seat if near else None
        if spec.half_at(x, y) is not None:
            places.append(PredictedPlace(float(odds.counter[i]), float(odds.of_a[i]), lay))
    return tuple(places)


@dataclass(frozen=True)
class Claims:
    """Predicted log odds (n,) in nats of something, whether it was true (n,), and at which table (n,)."""

    log_odds: Doubles
    so: NDArray[np.bool_]
    tables: NDArray[np.str_]

    @property
    def chances(self) -> Doubles:
        """The same as chances."""
        return np.asarray(0.5 * (1 + np.tanh(self.log_odds / 2)), np.float64)

    @property
    def brier(self) -> float:
        """The mean squared error of the chances."""
        return float(((self.chances - self.so) ** 2).mean())

    def log_loss(self, temperature: float = 1.0) -> float:
        """Return the mean surprise in nats, with the log odds divided by a temperature."""
        return float(np.logaddexp(0, -self._for_it / temperature).mean())

    def temperature(self) -> float:
        """Return the factor by which to divide the log odds so that they surprise least."""
        odds, (low, high) = self._for_it, (COOLEST, HOTTEST)
        for _ in range(HALVINGS):
            middle = float(np.sqrt(low * high))
            # How the surprise changes with the inverse temperature, of which it is a convex function.
            slope = -(odds * 0.5 * (1 - np.tanh(odds / middle / 2))).sum()
            low, high = (low, middle) if slope < 0 else (middle, high)
        return float(np.sqrt(low * high))

    def halves(self) -> tuple["Claims", "Claims"]:
        """Return the claims at every other table, and those at the tables between."""
        first = np.isin(self.tables, np.unique(self.tables)[::2])
        return self._those(first), self._those(~first)

    def between(self, low: float, high: float) -> "Claims":
        """Return the claims with chances from one to another."""
        chances = self.chances
        return self._those((chances >= low) & ((chances < high) | (high == BOUNDS[-1])))

    @property
    def _for_it(self) -> Doubles:
        """Return the log odds given to the truth."""
        return np.where(self.so, self.log_odds, -self.log_odds)

    def _those(self, which: NDArray[np.bool_]) -> "Claims":
        return Claims(self.log_odds[which], self.so[which], self.tables[which])


@dataclass(frozen=True)
class Bin:
    """Claims of similar chances: their number, mean chance, and the share that was true."""

    count: int
    chance: float
    so: float


@dataclass(frozen=True)
class Question:
    """A question about places, and the claims that answer it."""

    words: str
    claims: Claims

    @property
    def bins(self) -> list[Bin]:
        """Return the claims in bins by their chances; empty bins are left out."""
        parts = [self.claims.between(low, high) for low, high in pairwise(BOUNDS)]
        return [Bin(len(p.so), float(p.chances.mean()), float(p.so.mean())) for p in parts if len(p.so)]

    def lines(self) -> Iterator[str]:
        """Yield the claims as a table."""
        claims = self.claims
        yield f"{self.words}: {len(claims.so)} places"
        if not len(claims.so):
            return
        yield f"{'chance':>10} {'places':>8} {'was so':>10}"
        for part in self.bins:
            yield f"{part.chance:10.2%} {part.count:8} {part.so:10.2%}"
        yield f"Brier score {claims.brier:.5f}, log loss {claims.log_loss():.5f} nats"
        if (fit := self.fit) is not None:
            yield (
                f"temperature {fit.temperature:.2f}, fitted at every other table: log loss at the others "
                f"{fit.log_loss:.5f} in place of {fit.log_loss_unfitted:.5f}"
            )

    @property
    def fit(self) -> "Fit | None":
        """The temperature fitted at every other table, tested at the rest; None without a second table."""
        fitted, checked = self.claims.halves()
        if not len(checked.so):
            return None
        best = fitted.temperature()
        return Fit(best, checked.log_loss(best), checked.log_loss())

    def as_dict(self) -> dict[str, object]:
        """Return the same for JSON."""
        fit = None if self.fit is None else asdict(self.fit)
        if fit is not None:
            fit["log_loss_as_told"] = fit.pop("log_loss_unfitted")
        return {
            "question": self.words,
            "places": len(self.claims.so),
            "bins": [asdict(part) for part in self.bins],
            "brier": self.claims.brier if len(self.claims.so) else None,
            "log_loss": self.claims.log_loss() if len(self.claims.so) else None,
            "fit": fit,
        }


@dataclass(frozen=True)
class Fit:
    """A temperature, and the log loss with and without it at tables that it was not fitted to."""

    temperature: float
    log_loss: float
    log_loss_unfitted: float


def questions(places: Sequence[tuple[str, PredictedPlace]], kind: str) -> list[Question]:
    """Return the questions whether a counter lies at places of named tables, and whether it is A's.

    No questions without places.
    """
    if not places:
        return []
    lying = [(table, place) for table, place in places if place.lay is not None]
    return [
        Question(f"a counter lies there, {kind}", _claims(places, lambda p: (p.counter, p.lay is not None))),
        Question(f"the counter there is A's, {kind}", _claims(lying, lambda p: (p.of_a, p.lay is Seat.A))),
    ]


def _claims(
    places: Sequence[tuple[str, PredictedPlace]], claim: Callable[[PredictedPlace], tuple[float, bool]]
) -> Claims:
    made = [claim(place) for _, place in places]
    return Claims(
        np.array([odds for odds, _ in made], np.float64),
        np.array([so for _, so in made], np.bool_),
        np.array([table for table, _ in places], np.str_),
    )
