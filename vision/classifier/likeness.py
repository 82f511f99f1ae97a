"""Likeness: how much rather a counter looks like others of its seat than like some other thing."""

from collections.abc import Sequence

import numpy as np

from companion.game.board import PerSeat, Seat
from vision.arrays import Floats
from vision.calibration import CounterModel
from vision.classifier.inputs import COLOUR_UNIT, MAX_UNITS
from vision.classifier.network import MODEL_LIKENESS, Network

MIN_LIKENESS = 1.0
"""Log odds, in nats, below which a counter looks like no other of its seat; of 1,625 counters on rendered
tables two do.
"""


class Likeness:
    """Compare patches of one picture with those that were learned, and with each other.

    The network turns a patch into a place, so that counters of one kind lie close together and other things
    further off (a Siamese network: Bromley et al., 1993), and into how much it looks like a counter at all.
    Raises VisionError where the network can't be run; see `Network`.
    """

    def __init__(self, counters: PerSeat[CounterModel]) -> None:
        self._network = Network(MODEL_LIKENESS)
        self._learned = counters.map(lambda counter: self._placed(counter.patches)[0])

    def of(self, patches: Floats, seats: Sequence[Seat]) -> Floats:
        """Return the log odds (n,), in nats, that patches show counters of seats (n) and no other things.

        `patches` (looks, n, PATCH_PX, PATCH_PX, 3) are of one picture, in log-opponent colours relative to
        the board nearby, NaN where unknown. The first look is at where a counter was found, others are
        aside or in other light: the best counts.
        """
        looks, count = patches.shape[:2]
        odds = np.zeros(count, np.float32)
        if not count:
            return odds  # OpenCV can't run a network on nothing
        places, as_counters = self._placed(patches.reshape(-1, *patches.shape[2:]))
        places, as_counters = places.reshape(looks, count, -1), as_counters.reshape(looks, count)
        for seat in Seat:
            own = np.flatnonzero([of is seat for of in seats])
            known = np.concatenate([places[0, own], self._learned.of(seat)])
            apart = ((places[:, own, None] - known) ** 2).sum(axis=3)
            apart[:, np.arange(len(own)), np.arange(len(own))] = np.inf
            odds[own] = (as_counters[:, own] - apart.min(axis=2)).max(axis=0)
        return odds

    def _placed(self, patches: Floats) -> tuple[Floats, Floats]:
        """Return the places (n, dimensions) of patches, and how much each looks like a counter (n,)."""
        answers = self._network.answers(likeness_input(patches))[..., 0, 0]
        return answers[:, :-1], answers[:, -1]


def likeness_input(patches: Floats) -> Floats:
    """Return the network's input (n, 4, PATCH_PX, PATCH_PX) of patches: colours, and where they are known."""
    known = ~np.isnan(patches[..., :1])
    scaled = np.clip(np.nan_to_num(patches) / COLOUR_UNIT, -MAX_UNITS, MAX_UNITS)
    return np.ascontiguousarray(np.concatenate([scaled, known], axis=3).transpose(0, 3, 1, 2), np.float32)
