"""The page that calibrates the station step by step; the calibration in use stays until the end."""

from companion.interface import intents
from companion.interface.intents import Ask, Intent
from companion.interface.sight import OUTER_POINTS
from companion.interface.views import CalibrationStep, CalibrationView, View
from companion.station.board.calibrating import Learned, Located
from companion.station.context import Context
from companion.station.effects import Do, LearnBoard, LocateBoard, ReadBy
from companion.station.pages.overlay import StaffPage
from vision.calibration import Calibration


class CalibrationPage(StaffPage):
    """A calibration's live picture, and one question: is this the board, take all off, lay the counters."""

    watches = False
    wants_pictures = True

    def __init__(self) -> None:
        self._tried: Calibration | None = None

    def enter(self, context: Context) -> None:
        """Resume the calibration; at the beginning, look for the board at once."""
        state = context.played.state if context.playing else None
        making = context.calibrating
        making.looking = False
        making.begin(context.board.corners, state.position.halves() if state is not None else None)
        self._try(context)

    def leave(self, context: Context) -> None:
        """Read the board by the calibration in use again."""
        context.do(ReadBy(None))

    def press(self, context: Context) -> None:
        """Do what the page asks for next, at a press of the button."""
        self.handle(context, Ask.GO_ON)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Place the corners, go on, or back."""
        making = context.calibrating
        finding = making.step is CalibrationStep.FIND
        match intent:
            case intents.DragPoint(point, x_px, y_px) if point in OUTER_POINTS and finding:
                making.drag(point, x_px, y_px)
            case Ask.TURN_BOARD if finding and making.corners:
                making.turn()
            case Ask.FIND_BOARD if finding:
                making.locate()
                self._look_for_board(context)
            case Ask.LEAVE_COUNTERS_ON if making.step is CalibrationStep.EMPTY:
                making.leave_counters_on()
            case Ask.USE_LAST_CALIBRATION if context.has_last_calibration:
                context.do(Do.SWAP_CALIBRATIONS)
                context.pop(self)
            case Ask.GO_ON:
                self._go_on(context)
            case Ask.BACK if making.back():
                self._try(context)
            case _:
                return super().handle(context, intent)
        return True

    def new_picture(self, context: Context) -> None:
        """Look for the board in the first picture; take the requested one when nothing moves."""
        making = context.calibrating
        if making.step is CalibrationStep.FIND and making.found is None and not making.looking:
            self._look_for_board(context)
        if making.calibration is not self._tried:
            self._try(context)
        if making.taking and not context.board.observation.is_moving and context.board.picture is not None:
            job = making.take(context.board.picture)
            if isinstance(job, LearnBoard):
                context.ask(job, self._learned)

    def _learned(self, context: Context, learned: Learned) -> None:
        """Take over the learned calibration, also while the page is away; on it, try it at once."""
        context.calibrating.take_learned(learned)
        if self in context.overlays:
            self._try(context)

    def view(self, context: Context) -> View:
        """Return the view of the step, over the live picture."""
        making, board = context.calibrating, context.board
        step, learned = making.step, making.learned
        laying = step is CalibrationStep.LAY
        return CalibrationView(
            step,
            board.live,
            making.corners,
            chosen=making.chosen,
            found=making.found,
            moving=board.observation.is_moving,
            laid=making.halves if laying else None,
            noticed=making.noticed(board.picture) if laying else None,
            reading=board.last_reading if making.calibration is not None else None,
            grade=learned.grade if learned is not None else None,
            guessed=making.calibration is not None and not making.calibration.board.was_seen_bare,
            remarks=learned.remarks if learned is not None else (),
            has_last=context.has_last_calibration,
        )

    def _go_on(self, context: Context) -> None:
        making = context.calibrating
        match making.step:
            case CalibrationStep.FIND if making.corners and making.found is not None:
                making.confirm()
            case CalibrationStep.EMPTY | CalibrationStep.LAY:
                making.taking = True
            case CalibrationStep.RESULT:
                calibration = making.calibration
                if calibration is None:
                    making.back()
                    return
                context.do(ReadBy(calibration, keep=True))
                making.finish()
                context.pop(self)

    def _look_for_board(self, context: Context) -> None:
        if context.board.picture is not None:
            context.calibrating.looking = True
            context.ask(LocateBoard(context.board.picture), located)

    def _try(self, context: Context) -> None:
        """Read the board by the learned calibration while that is shown."""
        context.board.last_reading = None
        self._tried = context.calibrating.calibration
        context.do(ReadBy(self._tried))


def located(context: Context, found: Located) -> None:
    """Take over where the board is, also while the page is away."""
    context.calibrating.looking = False
    context.calibrating.located(found, context.board.picture)
