"""The page of a fault that stops the game."""

from dataclasses import replace

from companion.interface.faults import Fault
from companion.interface.intents import Ask, Intent
from companion.interface.views import (
    OutOfOrderView,
    View,
)
from companion.station.context import Context, StationPage
from companion.station.effects import Do
from companion.station.pages.overlay import Interruption
from companion.station.timings import Patience


class OutOfOrderPage(Interruption):
    """A fault that stops the game; dismissed to try again, or to go on without the device."""

    lasts = True
    patience = Patience.PAUSE

    def __init__(self, fault: Fault, detail: str) -> None:
        self.tell(fault, detail)
        self.goes_without = False
        """True if somebody wants to go on without the device."""

    def replaces(self, other: StationPage) -> bool:
        """Return False: an unexpected fault has its page beside that of the other faults."""
        return False

    def tell(self, fault: Fault, detail: str) -> None:
        """Set the fault to show."""
        self._fault, self._detail = fault, detail
        # A board out of sight has its place shown in the live picture.
        self.wants_pictures = fault is Fault.BOARD_MOVED

    def press(self, context: Context, now_s: float) -> None:
        """Try again."""
        context.do(Do.TRY_DEVICES)
        super().press(context, now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Try again, or go on without."""
        match intent:
            case Ask.GO_ON:
                self.press(context, now_s)
            case Ask.GO_WITHOUT if self._fault is not Fault.UNEXPECTED:
                self.goes_without = True
                context.pop(self, now_s)
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        retrying = self._fault in (Fault.CAMERA_LOST, Fault.CAMERA_MISSING)
        without = self._fault is not Fault.UNEXPECTED
        view = OutOfOrderView(self._fault, self._detail, retrying, may_go_without=without)
        if self._fault is not Fault.BOARD_MOVED:
            return view
        board = context.board
        if board.motion is not None:
            return replace(view, motion=board.motion)
        return replace(view, picture=board.live, place=board.corners)
