"""The pages for the staff: settings, calibration, the camera's picture, the audit of the dice."""

from dataclasses import replace

from companion.game import Halves, Point, start_position
from companion.interface import intents
from companion.interface.intents import Intent
from companion.interface.sight import Corner
from companion.interface.views import CalibrationView, CameraView, DiceAuditView, SettingsView, View
from companion.station.context import Context
from companion.station.effects import CalibrateBoard, CountThrows
from companion.station.pages.overlays import Overlay
from companion.station.stimuli import BoardCalibrated, Stimulus, ThrowsCounted
from companion.station.timings import Patience

OUTER_POINTS = (Point.A1, Point.A5, Point.B1, Point.B5)


class StaffPage(Overlay):
    """A page for the staff, who look at the table meanwhile."""

    for_staff = True
    patience = Patience.STAFF


class StaffMenuPage(StaffPage):
    """Sound and theme, and the way to the other pages for the staff."""

    watches = False

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Change sound or theme for good, or go to another page."""
        settings = context.settings
        match intent:
            case intents.Volume(percent):
                volume = min(max(percent, 0), 100) / 100
                context.change_settings(replace(settings, sound=replace(settings.sound, volume=volume)))
            case intents.Mute(muted):
                context.change_settings(replace(settings, sound=replace(settings.sound, mute=muted)))
            case intents.ChooseTheme(theme):
                context.change_settings(replace(settings, display=replace(settings.display, theme=theme)))
            case intents.Calibrate():
                context.lay(CalibrationPage(), now_s)
            case intents.ShowCamera():
                context.lay(CameraPage(), now_s)
            case intents.AuditDice():
                context.lay(DiceAuditPage(), now_s)
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """The settings as they are."""
        return SettingsView(context.volume.volume_percent, context.volume.muted, context.theme)


class CalibrationPage(StaffPage):
    """The live picture with the board's outer points, to be dragged and learned from."""

    watches = False
    wants_pictures = True

    def __init__(self) -> None:
        self._dragged: dict[Point, Corner] = {}
        self._learned: BoardCalibrated | None = None
        self._learning = False

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Move a point, or learn the board with the points as they are."""
        match intent:
            case intents.DragPoint(point, x_px, y_px) if point in OUTER_POINTS:
                self._dragged[point] = Corner(point, x_px, y_px)
            case intents.Recalibrate():
                self._learned, self._learning = None, True
                context.do(CalibrateBoard(self._corners(context), lies_now(context)))
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """The picture and the points."""
        corners = self._corners(context)
        if self._learned is None:
            return CalibrationView(context.board.seen.picture, corners, learning=self._learning)
        return CalibrationView(
            context.board.seen.picture, corners, self._learned.done, remarks=self._learned.remarks
        )

    def hear(self, context: Context, news: Stimulus, now_s: float) -> None:
        """Whether the board could be learned."""
        if isinstance(news, BoardCalibrated):
            self._learned, self._learning = news, False

    def _corners(self, context: Context) -> tuple[Corner, ...]:
        return tuple(self._dragged.get(corner.point, corner) for corner in context.board.corners)


class CameraPage(StaffPage):
    """What the camera sees, large."""

    wants_pictures = True

    def view(self, context: Context, now_s: float) -> View:
        """The picture and what is read from it."""
        return CameraView(context.board.seen)


class DiceAuditPage(StaffPage):
    """How often each face of the die has fallen."""

    def __init__(self) -> None:
        self._answer: ThrowsCounted | None = None

    def enter(self, context: Context, now_s: float) -> None:
        """Have the throws counted."""
        if self._answer is None:
            context.do(CountThrows(context.choice.rules.die))

    def hear(self, context: Context, news: Stimulus, now_s: float) -> None:
        """How often each face has fallen."""
        if isinstance(news, ThrowsCounted):
            self._answer = news

    def view(self, context: Context, now_s: float) -> View:
        """The counts; all nought until they are known."""
        die = context.choice.rules.die
        if self._answer is None:
            return DiceAuditView(die, (0,) * len(die.faces), None)
        answer = self._answer
        return DiceAuditView(answer.die, answer.counts, answer.p_value, answer.damaged)


def lies_now(context: Context) -> Halves:
    """What lies on the board when staff has put it as the station asks: the game's position, or a start."""
    position = context.played.state.position if context.playing else start_position(context.choice.rules)
    return position.halves()
