"""Light of one colour: which channels of the camera it leaves out, and a board seen by the others alone.

A red lamp shows how much red a thing sends back, and nothing else. What a camera gives then in green and blue
is noise and what leaks of the red; compared with what was learned in white light it makes pebbles of bare
board. So the channels that are left out are filled from those that are not, in the frame and in all that was
learned: reference, counters, and what is typical of them.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.game.board import PerSeat, Seat
from vision.arrays import Floats, Picture
from vision.calibration import Background, Calibration, CounterModel, Shade
from vision.frame_checks.brightness import MIN_READ_LEVEL, subsample
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import DARK_OFFSET, channels_of, colour_cells, opponent_of
from vision.segmentation.counter_colours import QUARTERS, CounterColours, counter_mask, quarter_masks

MIN_CHANNEL_LOSS = 1.0
"""Logarithm of grey levels by which a dark channel falls behind the one that lost least, from which on the
light leaves it out: warm lamps reach 0.6, red, green and blue ones leave 1.0 and more behind."""

DARK_CHANNEL = 60
"""Grey level in the middle from which on a channel tells colours, however much brighter the others are."""

MIN_INFORMATIVE = 0.35
"""Evidence, in nats a pixel, that has to be typical of counters, and of either seat against the other, for
seats to be learned, and for a board to be read by the channels that are left."""

ChannelMask = tuple[bool, bool, bool]
"""Which of the channels B, G and R a light shows."""


def visible_channels(picture: Picture, reference: Picture) -> ChannelMask | None:
    """Which channels a light of one colour shows of a board (h, w, 3), against a reference in white light.

    None in any other light, and where it is too dark to tell. By the middle levels: counters darken or
    brighten all channels much alike. A channel that falls behind and is not dark for that is shown as well.
    """
    levels, before = (
        np.median(subsample(one).reshape(-1, 3), axis=0) + DARK_OFFSET for one in (picture, reference)
    )
    change = np.log(levels / before)
    shown = (change > change.max() - MIN_CHANNEL_LOSS) | (levels > DARK_CHANNEL)
    if shown.all() or levels.max() < MIN_READ_LEVEL + DARK_OFFSET:
        return None
    blue, green, red = shown.tolist()
    return (blue, green, red)


def fill_channels(picture: Picture, shown: ChannelMask) -> Picture:
    """A picture (H, W, 3) BGR whose channels that are not shown are the geometric mean of those that are."""
    whole = picture.copy()
    whole[..., ~np.array(shown)] = _geometric_mean(picture[..., np.array(shown)])[..., None]
    return whole


def restrict_to_channels(calibration: Calibration, shown: ChannelMask) -> Calibration | None:
    """A calibration as the channels shown would have given it; None where they don't tell counters apart."""
    board, background = calibration.board, calibration.background
    alike = Shade(np.zeros(2, np.float32), background.shade.spread)
    seen = replace(
        calibration,
        board=BoardRaster(board.spec, board.grid, fill_channels(board.reference, shown), board.known),
        background=Background(
            _fill_patch_channels(background.patches, shown),
            # One channel has the noise that three have in their mean three times over.
            background.noise * np.float32((3 / sum(shown)) ** 0.5),
            alike,
            background.typical_edges,
        ),
        counters=calibration.counters.map(
            lambda one: replace(one, patches=_fill_patch_channels(one.patches, shown))
        ),
        finer=None,
    )
    counters = PerSeat.made(lambda seat: _typical(calibration, seen, seat))
    if min(min(one.typical_llr, one.typical_rival_llr) for one in counters) < MIN_INFORMATIVE:
        return None
    finer = None if calibration.finer is None else restrict_to_channels(calibration.finer, shown)
    return replace(seen, counters=counters, finer=finer)


def _geometric_mean(channels: Picture) -> Picture:
    """The geometric mean (H, W) of one channel (H, W, 1) or two."""
    if channels.shape[2] == 1:
        return np.asarray(channels[..., 0])
    levels = np.arange(256) + DARK_OFFSET
    means = np.sqrt(levels[:, None] * levels[None]) - DARK_OFFSET
    table = np.clip(means + 0.5, 0, 255).astype(np.uint8)
    return np.asarray(table[channels[..., 0], channels[..., 1]])


def _fill_patch_channels(patches: Floats, shown: ChannelMask) -> Floats:
    """Small pictures (n, PATCH_PX, PATCH_PX, 3), log-opponent, with the channels left out fill_channels."""
    channels = channels_of(patches.reshape(1, -1, 3))
    kept = np.array(shown)
    channels[..., ~kept] = channels[..., kept].mean(axis=-1, keepdims=True)
    return np.asarray(opponent_of(channels).reshape(patches.shape), np.float32)


def _typical(calibration: Calibration, seen: Calibration, seat: Seat) -> CounterModel:
    """A seat's counters as seen, with the share of the typical evidence that their own pictures have left."""
    (llr, rival), (llr_seen, rival_seen) = (_evidence(one, seat) for one in (calibration, seen))
    model = seen.counters.of(seat)
    return replace(
        model,
        typical_llr=max(1e-3, model.typical_llr * min(1.0, llr_seen / llr)),
        typical_rival_llr=max(1e-3, model.typical_rival_llr * min(1.0, rival_seen / rival)),
    )


def _evidence(calibration: Calibration, seat: Seat) -> tuple[float, float]:
    """The mean evidence of a seat's own pictures for a counter against bare board, and against the other."""
    colours, patches = CounterColours(calibration), calibration.counters.of(seat).patches
    found: Sequence[list[float]] = ([], [])
    first = list(Seat).index(seat) * QUARTERS
    masks = quarter_masks(patches.shape[1], (patches.shape[1] - 1) / 2)
    for quarter, mask in enumerate(masks):
        pixels = patches[:, mask & counter_mask()].reshape(-1, 3)
        cells = colour_cells(pixels[~np.isnan(pixels[:, 0])]).astype(np.uint16)
        bare = colours.of_bare_board(cells)
        found[0].extend((colours.of_counters(cells)[:, first + quarter] - bare).tolist())
        unclipped = np.zeros((*cells.shape, 3), bool)
        a_not_b = colours.a_not_b(cells, unclipped, np.full(cells.shape, quarter, np.intp))
        found[1].extend((a_not_b if seat is Seat.A else -a_not_b).tolist())
    return max(1e-3, float(np.mean(found[0]))), max(1e-3, float(np.mean(found[1])))
