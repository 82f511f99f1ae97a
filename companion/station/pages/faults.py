"""The page of a fault that stops the game."""

from dataclasses import replace

from companion.board.motion import RigidMotion
from companion.interface.faults import Fault
from companion.interface.intents import Ask, Intent
from companion.interface.views import (
    OutOfOrderView,
    View,
)
from companion.station.context import Context, StationPage
from companion.station.effects import Do, TakePlace
from companion.station.pages.overlay import Interruption
from companion.station.timings import Patience


class OutOfOrderPage(Interruption):
    """A fault that stops the game; dismissed to try again, or to go on without the device."""

    lasts = True
    patience = Patience.PAUSE

    def __init__(self, fault: Fault) -> None:
        self.tell(fault)
        self.goes_without = False
        """True if somebody wants to go on without the device."""

    def replaces(self, other: StationPage) -> bool:
        """Return False: an unexpected fault has its page beside that of the other faults."""
        return False

    def tell(self, fault: Fault) -> None:
        """Set the fault to show."""
        self._fault = fault
        # A board out of sight has its place shown in the live picture.
        self.wants_pictures = fault is Fault.BOARD_MOVED

    def press(self, context: Context) -> None:
        """Try again."""
        context.do(Do.TRY_DEVICES)
        super().press(context)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Try again, or go on without."""
        match intent:
            case Ask.GO_ON:
                self.press(context)
            case Ask.GO_WITHOUT if self._fault is not Fault.UNEXPECTED:
                self.goes_without = True
                context.pop(self)
            case Ask.TAKE_PLACE if (motion := self._new_place(context)) is not None:
                context.do(TakePlace(motion))
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> View:
        view = OutOfOrderView(self._fault, self._fault is not Fault.UNEXPECTED)
        if self._fault is not Fault.BOARD_MOVED:
            return view
        board = context.board
        if board.motion is not None:
            return replace(view, motion=board.motion, may_stay=self._new_place(context) is not None)
        return replace(view, picture=board.live, place=board.corners)

    def _new_place(self, context: Context) -> RigidMotion | None:
        """Return how the board has moved if it may stay there: at home, and all of it is seen."""
        board = context.board
        if self._fault is not Fault.BOARD_MOVED or not context.settings.station.at_home:
            return None
        seen = context.calibrating.is_seen_after(board.motion, board.corners, board.picture)
        return board.motion if seen else None
