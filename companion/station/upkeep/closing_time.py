"""Closing time: a countdown, a dark screen that a touch wakes for a while, and opening again."""

from enum import StrEnum

from companion.station.context import Context, FlowStage
from companion.station.effects import SwitchScreen
from companion.station.pages.pause import PausePage
from companion.station.pages.welcome import ClosedPage, ClosingPage
from hardware.screen_power import Switched

CLOSING_S = 60.0  # grace period between closing time and blanking the screen
LAST_S = 10.0  # seconds before closing of the last warning, which can't be put off
AWAKE_S = 120.0  # seconds after the last touch when a closed station that was woken goes dark again
TRIAL_S = 5.0  # seconds that the screen is off when staff try that out, unless they touch it
ASKED_S = 15.0  # seconds before closing when players after hours are warned


class ClosingState(StrEnum):
    """The state of the station between open and closed."""

    NEW = "new"
    OPEN = "open"
    CLOSING = "closing"
    AWAKE = "awake"  # closed, but woken by somebody
    DARK = "dark"


class ClosingTime:
    """Closes and opens the station; a game in progress is paused and kept, visitors' choices are not."""

    def __init__(self) -> None:
        self._state = ClosingState.NEW
        self._dark = ClosedPage()
        self._warning: ClosingPage | None = None
        self._until_s = 0.0
        self._trial_until_s: float | None = None
        self._was_dark: bool | None = None

    @property
    def is_open(self) -> bool:
        """True if it is open and not about to close."""
        return self._state in (ClosingState.NEW, ClosingState.OPEN)

    @property
    def is_closed(self) -> bool:
        """True if it is closed, woken or not: a touch then begins no visit."""
        return self._state in (ClosingState.AWAKE, ClosingState.DARK)

    def pass_time(self, context: Context) -> None:
        """Close or open when it is time, and switch the screen."""
        self._change_state(context)
        self._try_screen(context)
        if context.top.dark is not self._was_dark:
            # Also when it is started: the station before may have ended in the dark.
            self._was_dark = context.top.dark
            context.ask(SwitchScreen(not self._was_dark), _switched)

    def _try_screen(self, context: Context) -> None:
        """Switch the screen off for a moment, without closing the station."""
        if context.open_state.is_trial_wanted() and self._state is not ClosingState.DARK:
            self._trial_until_s = context.now_s + TRIAL_S
            context.push(self._dark)
        elif self._trial_until_s is not None and context.now_s >= self._trial_until_s:
            self._trial_until_s = None
            if self._state is not ClosingState.DARK:
                context.pop(self._dark)

    def _change_state(self, context: Context) -> None:
        if context.open_state.is_open():
            self._open(context)
            return
        if context.open_state.is_wanted_at_once():
            for page in reversed(context.overlays):
                if page.for_staff:
                    context.pop(page)
            self._close(context, at_once=not context.in_game)
        match self._state:
            case ClosingState.NEW:
                # Somebody has just switched it on, and wants to see that it works.
                self._wake(context)
            case ClosingState.OPEN if context.staffed:
                self._wake(context)
            case ClosingState.OPEN:
                self._close(context, at_once=context.nobody_plays and context.is_left)
            case ClosingState.CLOSING:
                self._count_down(context)
            case ClosingState.AWAKE:
                self._stay_awake(context)
            case ClosingState.DARK if self._dark not in context.overlays:
                self._wake(context)

    def _open(self, context: Context) -> None:
        if self._state is not ClosingState.OPEN:
            if self._state is not ClosingState.NEW:
                # Nobody has left what is found now.
                context.touch()
            self._take_warning_away(context)
            context.pop(self._dark)
            self._state = ClosingState.OPEN

    def _close(self, context: Context, *, at_once: bool) -> None:
        if at_once:
            self._darken(context)
        else:
            self._state, self._until_s = ClosingState.CLOSING, context.now_s + CLOSING_S
            self._warn(context, last=False)

    def _count_down(self, context: Context) -> None:
        rest_s, put_away = self._until_s - context.now_s, self._warning not in context.overlays
        was_last = self._warning is not None and self._warning.last
        if context.staffed:
            self._wake(context)
        elif rest_s <= 0 or (put_away and was_last):
            self._darken(context)
        elif rest_s <= LAST_S and not was_last:
            self._take_warning_away(context)
            self._warn(context, last=True)

    def _stay_awake(self, context: Context) -> None:
        rest_s = AWAKE_S - context.untouched_s
        if rest_s <= 0:
            self._darken(context)
        elif rest_s > ASKED_S:
            self._take_warning_away(context)
        elif self._warning is None and context.playing and context.watching:
            self._until_s = context.now_s + rest_s
            self._warn(context, last=False)

    def _wake(self, context: Context) -> None:
        self._take_warning_away(context)
        context.end_visit()
        self._state = ClosingState.AWAKE

    def _darken(self, context: Context) -> None:
        self._take_warning_away(context)
        context.end_visit()
        if not context.in_game:
            context.start_over()
        else:
            context.put_away()
            context.be_as_set()
            if context.playing:
                context.go(FlowStage.PLAY)
                context.push(PausePage())
        context.push(self._dark)
        self._state = ClosingState.DARK

    def _warn(self, context: Context, *, last: bool) -> None:
        self._warning = ClosingPage(self._until_s, last=last)
        context.push(self._warning)

    def _take_warning_away(self, context: Context) -> None:
        if self._warning is not None:
            context.pop(self._warning)
            self._warning = None


def _switched(context: Context, switched: Switched) -> None:
    context.open_state.hear(switched)
