"""Ask if anybody is still there when all is quiet; if nobody answers, the station starts over."""

from companion.settings.sections import Location
from companion.station.context import Context, FlowStage
from companion.station.pages.beginning import leave_game
from companion.station.pages.pause import StillTherePage

GONE_S = 300.0  # seconds until visitors count as gone at a station that never asks whether they are there


class Idle:
    """Tracks how long nobody has done anything."""

    def __init__(self) -> None:
        self._asking: StillTherePage | None = None

    def is_asking(self, context: Context) -> bool:
        """True while the question is shown."""
        return self._asking is not None and context.top is self._asking

    def pass_time(self, context: Context) -> None:
        """Ask, withdraw the question when somebody has come, or start over."""
        # A hand is at work there, though the camera tells nothing new of it; or people wait for the computer,
        # which may have to work out the chances first.
        awaits_choice = context.playing and context.watching and context.played.awaits_choice
        if awaits_choice or (context.board.observation.is_moving and not context.blind):
            context.touch()
        timings, untouched_s = context.timings, context.untouched_s
        # The most patient page decides: a game may wait below a page that is only read.
        quiet_s = max(timings.untouched_s(page.patience) for page in context.pages)
        at_home = context.settings.station.at_home
        if at_home and untouched_s >= GONE_S and context.visit.is_open:
            # At home nothing is reset, but a visit is counted all the same.
            context.end_visit()
        if at_home or untouched_s < quiet_s:
            self.take_back(context)
        elif untouched_s >= quiet_s + timings.warning_s:
            self._asking = None
            context.end_visit()
            if context.playing and context.settings.station.place is Location.NOT_ASKED:
                # Offered as after a power cut: perhaps people at home only think.
                context.put_away()
                context.be_as_set()
                context.tutorial.know_it()
                if not context.flow.offers_game:
                    context.go(FlowStage.RESUME)
            elif not context.is_as_at_first:
                leave_game(context, f"nobody touched anything for {untouched_s:.0f} s")
                context.start_over()
        elif (
            self._asking is None
            and not context.nobody_plays
            and (not context.top.lasts or context.top.makes_way)
        ):
            self._asking = StillTherePage(context.now_s - untouched_s + quiet_s + timings.warning_s)
            context.push(self._asking)

    def take_back(self, context: Context) -> None:
        """Dismiss the "Still playing?" prompt."""
        if self._asking is not None:
            context.pop(self._asking)
            self._asking = None
