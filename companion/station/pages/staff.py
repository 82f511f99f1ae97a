"""The pages for the staff: settings, calibration, the camera's picture, the audit of the dice."""

from companion.game import Halves, Point, start_position
from companion.interface import intents
from companion.interface.intents import Intent
from companion.interface.sight import Corner
from companion.interface.views import CalibrationView, CameraView, DiceAuditView, SettingsView, View
from companion.station.context import Context
from companion.station.effects import CountDice, LearnBoard, SetTheme, SetVolume
from companion.station.pages.overlays import Overlay
from companion.station.stimuli import Audited, Learned

OUTER_POINTS = (Point.A1, Point.A5, Point.B1, Point.B5)


class Settings(Overlay):
    """Sound and theme, and the way to the other pages for the staff."""

    watches = False

    def wish(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Change sound or theme, or go to another page."""
        match intent:
            case intents.Volume(percent):
                context.volume_percent = min(max(percent, 0), 100)
                context.do(SetVolume(context.volume_percent, context.muted))
            case intents.Mute(muted):
                context.muted = muted
                context.do(SetVolume(context.volume_percent, context.muted))
            case intents.ChooseTheme(theme):
                context.theme = theme
                context.do(SetTheme(theme))
            case intents.Calibrate():
                context.lay(Calibrating(), now_s)
            case intents.ShowCamera():
                context.lay(Camera(), now_s)
            case intents.AuditDice():
                context.lay(DiceAudit(), now_s)
            case _:
                return super().wish(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """The settings as they are."""
        return SettingsView(context.volume_percent, context.muted, context.theme)


class Calibrating(Overlay):
    """The live picture with the board's outer points, to be dragged and learned from."""

    watches = False

    def __init__(self) -> None:
        self._dragged: dict[Point, Corner] = {}
        self.learned: Learned | None = None
        self.learning = False

    def wish(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Move a point, or learn the board with the points as they are."""
        match intent:
            case intents.DragPoint(point, x_px, y_px) if point in OUTER_POINTS:
                self._dragged[point] = Corner(point, x_px, y_px)
            case intents.Recalibrate():
                self.learned, self.learning = None, True
                context.do(LearnBoard(self._corners(context), lies_now(context)))
            case _:
                return super().wish(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """The picture and the points."""
        corners = self._corners(context)
        if self.learned is None:
            return CalibrationView(context.seen.picture, corners, learning=self.learning)
        return CalibrationView(context.seen.picture, corners, self.learned.done, remarks=self.learned.remarks)

    def _corners(self, context: Context) -> tuple[Corner, ...]:
        return tuple(self._dragged.get(corner.point, corner) for corner in context.corners)


class Camera(Overlay):
    """What the camera sees, large."""

    def view(self, context: Context, now_s: float) -> View:
        """The picture and what is read from it."""
        return CameraView(context.seen)


class DiceAudit(Overlay):
    """How often each face of the die has fallen."""

    def __init__(self) -> None:
        self.answer: Audited | None = None

    def enter(self, context: Context, now_s: float) -> None:
        """Have the throws counted."""
        if self.answer is None:
            context.do(CountDice(context.rules.die))

    def view(self, context: Context, now_s: float) -> View:
        """The counts; all nought until they are known."""
        die = context.rules.die
        if self.answer is None:
            return DiceAuditView(die, (0,) * len(die.faces), None)
        return DiceAuditView(self.answer.die, self.answer.counts, self.answer.p_value)


def lies_now(context: Context) -> Halves:
    """What lies on the board when staff has put it as the station asks: the game's position, or a start."""
    position = context.played.state.position if context.playing else start_position(context.rules)
    return position.halves()
