"""Ask if anybody is still there when all is quiet; if nobody answers, the station starts over."""

import math

from companion.station.context import Context
from companion.station.pages.beginning import leave_game
from companion.station.pages.pause import StillTherePage
from companion.station.timings import Patience

GONE_S = 300.0  # seconds until visitors count as gone at a station that never asks whether they are there


class Idle:
    """Tracks how long nobody has done anything."""

    def __init__(self) -> None:
        self._asking: StillTherePage | None = None

    def is_asking(self, context: Context) -> bool:
        """True while the question is shown."""
        return self._asking is not None and context.top is self._asking

    def pass_time(self, context: Context, now_s: float) -> None:
        """Ask, withdraw the question when somebody has come, or start over."""
        if context.board.observation.is_moving and not context.blind:
            # A hand is at work there, though the camera tells nothing new of it.
            context.touch(now_s)
        if context.playing and context.watching and context.played.awaits_choice:
            # People wait for the computer, which may have to work out the chances first.
            context.touch(now_s)
        timings, untouched_s = context.timings, context.untouched_s(now_s)
        quiet_s = timings.untouched_s(self._patience(context))
        if math.isinf(quiet_s) and untouched_s >= GONE_S and context.visit.is_open:
            # At home nothing is reset, but a visit is counted all the same.
            context.end_visit(now_s)
        if untouched_s < quiet_s:
            self.take_back(context, now_s)
        elif untouched_s >= quiet_s + timings.warning_s:
            self._asking = None
            context.end_visit(now_s)
            if not context.is_as_at_first:
                leave_game(context, f"nobody touched anything for {untouched_s:.0f} s")
                context.start_over(now_s)
        elif (
            self._asking is None
            and not context.nobody_plays
            and (not context.top.lasts or context.top.makes_way)
        ):
            self._asking = StillTherePage(now_s - untouched_s + quiet_s + timings.warning_s)
            context.push(self._asking, now_s)

    def take_back(self, context: Context, now_s: float) -> None:
        """Dismiss the "Still playing?" prompt."""
        if self._asking is not None:
            context.pop(self._asking, now_s)
            self._asking = None

    def _patience(self, context: Context) -> Patience:
        """Return the patience of the most patient page: a game may wait below a page that is only read."""
        pages = (context.flow, *context.overlays)
        return max((page.patience for page in pages), key=context.timings.untouched_s)
