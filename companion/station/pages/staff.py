"""The pages for the staff: settings, calibration, the camera's picture, the audit of the dice."""

from dataclasses import replace

from companion.interface import intents
from companion.interface.intents import Intent
from companion.interface.views import CameraView, DiceAuditView, SettingsView, View
from companion.station.context import Context
from companion.station.effects import CountThrows
from companion.station.pages.calibration import CalibrationPage
from companion.station.pages.overlays import StaffPage
from companion.station.stimuli import Stimulus, ThrowsCounted


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


class CameraPage(StaffPage):
    """What the camera sees, large."""

    wants_pictures = True

    def view(self, context: Context, now_s: float) -> View:
        """The picture and what is read from it."""
        board = context.board
        return CameraView(board.live, board.last_reading, board.seen.sight)


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
