"""Light of one colour: find the channels that it leaves dark, and read the board by the others.

Under a red lamp, green and blue hold only noise and what leaks of the red; compared with white light they
make counters of bare board. So these channels are filled from the others, in the frame and in everything
learned.
"""

from dataclasses import replace

import numpy as np

from vision.arrays import Floats, Picture, as_levels
from vision.calibration import Background, Calibration, Shade
from vision.frame_checks.brightness import MIN_LEVEL, subsample
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import DARK_OFFSET, channels_of, opponent_of

MIN_CHANNEL_LOSS = 1.0
"""Minimum loss of a dark channel against the best one, in log units, for it to be left out: warm lamps reach
0.6, red, green and blue ones 1.0 and more."""

DARK_CHANNEL = 60
"""Median grey level from which a channel shows colours, however much brighter the others are."""

ChannelMask = tuple[bool, bool, bool]  # which of the channels B, G and R a light shows


def visible_channels(picture: Picture, reference: Picture) -> ChannelMask | None:
    """Return the channels that coloured light shows of a board (h, w, 3), against a reference in white light.

    None in any other light, and where it is too dark to say. Median levels are compared, since counters
    change all channels alike. A channel that falls behind without being dark is shown as well.
    """
    levels, before = (
        np.median(subsample(one).reshape(-1, 3), axis=0) + DARK_OFFSET for one in (picture, reference)
    )
    change = np.log(levels / before)
    shown = (change > change.max() - MIN_CHANNEL_LOSS) | (levels > DARK_CHANNEL)
    if shown.all() or levels.max() < MIN_LEVEL + DARK_OFFSET:
        return None
    blue, green, red = shown.tolist()
    return (blue, green, red)


def fill_channels(picture: Picture, shown: ChannelMask) -> Picture:
    """Fill the channels of a picture (H, W, 3) BGR that are not shown with the mean of the others."""
    whole = picture.copy()
    whole[..., ~np.array(shown)] = _geometric_mean(picture[..., np.array(shown)])[..., None]
    return whole


def restrict_to_channels(calibration: Calibration, shown: ChannelMask) -> Calibration:
    """Return the calibration in the channels shown. Evidence stays relative to what is typical in all."""
    board, background = calibration.board, calibration.background
    alike = Shade(np.zeros(2, np.float32), background.shade.spread)
    return replace(
        calibration,
        board=BoardRaster(board.spec, board.grid, fill_channels(board.reference, shown), board.known),
        background=Background(
            _fill_patch_channels(background.patches, shown),
            # The variance of one channel is three times that of the mean of three.
            background.noise * np.float32((3 / sum(shown)) ** 0.5),
            alike,
            background.typical_edges,
        ),
        counters=calibration.counters.map(
            lambda one: replace(one, patches=_fill_patch_channels(one.patches, shown))
        ),
        finer=calibration.finer and restrict_to_channels(calibration.finer, shown),
    )


def _geometric_mean(channels: Picture) -> Picture:
    """Return the geometric mean (H, W) of one channel (H, W, 1) or two."""
    if channels.shape[2] == 1:
        return np.asarray(channels[..., 0])
    levels = np.arange(256) + DARK_OFFSET
    means = np.sqrt(levels[:, None] * levels[None]) - DARK_OFFSET
    table = as_levels(np.clip(means + 0.5, 0, 255))
    return np.asarray(table[channels[..., 0], channels[..., 1]])


def _fill_patch_channels(patches: Floats, shown: ChannelMask) -> Floats:
    """Fill the channels that are not shown in log-opponent patches (n, PATCH_PX, PATCH_PX, 3)."""
    channels = channels_of(patches)
    kept = np.array(shown)
    channels[..., ~kept] = channels[..., kept].mean(axis=-1, keepdims=True)
    return opponent_of(channels)
