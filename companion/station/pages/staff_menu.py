"""The pages of the staff that lead to others, or set what is the station's own."""

from dataclasses import replace

from companion import __version__
from companion.interface import intents
from companion.interface.intents import Ask, Intent
from companion.interface.views import AboutView, SettingsView, StaffView, TodayView, View
from companion.journal.visits import STEPS, Sums
from companion.station.context import Context
from companion.station.effects import CountVisits, KeepPin, StartAnew, WriteReport
from companion.station.pages.calibration import CalibrationPage
from companion.station.pages.camera import CameraPage
from companion.station.pages.offer import OfferPage
from companion.station.pages.overlays import LeafedPage, StaffPage
from companion.station.pages.setting_up import SettingUpPage
from companion.station.pages.staff import DiceAuditPage
from companion.station.pages.staff_hours import HoursPage
from companion.station.pages.texts import TextsPage
from companion.station.stimuli import ReportWritten, Stimulus, VisitsCounted


class StaffMenuPage(LeafedPage, StaffPage):
    """The way to all that staff can do."""

    watches = False

    def __init__(self) -> None:
        super().__init__()
        self._report: str | None = None

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go to another page, or have something done."""
        match intent:
            case Ask.CALIBRATE:
                context.lay(CalibrationPage(), now_s)
            case Ask.SHOW_CAMERA:
                context.lay(CameraPage(), now_s)
            case Ask.AUDIT_DICE:
                context.lay(DiceAuditPage(), now_s)
            case Ask.SHOW_LOOK:
                context.lay(LookPage(), now_s)
            case Ask.SHOW_OFFER:
                context.lay(OfferPage(), now_s)
            case Ask.SHOW_HOURS:
                context.lay(HoursPage(), now_s)
            case Ask.SHOW_HOUSE:
                context.lay(TextsPage(), now_s)
            case Ask.SHOW_SETTING_UP:
                context.lay(SettingUpPage(), now_s)
            case Ask.SHOW_TODAY:
                context.lay(TodayPage(), now_s)
            case Ask.SHOW_ABOUT:
                context.lay(AboutPage(), now_s)
            case Ask.REMOVE_PIN:
                context.do(KeepPin(None))
            case Ask.MAKE_REPORT:
                context.do(WriteReport())
            case Ask.RESTART:
                context.do(StartAnew())
            case _:
                return super().handle(context, intent, now_s)
        return True

    def hear(self, context: Context, news: Stimulus, now_s: float) -> None:
        """Where the report was written."""
        if isinstance(news, ReportWritten):
            self._report = news.path

    def view(self, context: Context, now_s: float) -> View:
        """Whether a PIN guards the pages."""
        return StaffView(context.staff_door.locked, self._report, self._leaf)


class LookPage(StaffPage):
    """Sound, voice and light, as they are from now on."""

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Change one of them."""
        settings = context.settings
        match intent:
            case intents.Volume(percent):
                volume = min(max(percent, 0), 100) / 100
                context.change_settings(replace(settings, sound=replace(settings.sound, volume=volume)))
            case intents.Mute(muted):
                context.change_settings(replace(settings, sound=replace(settings.sound, mute=muted)))
            case intents.ChooseVoice(voice):
                visitors = replace(settings.visitors, voice=voice)
                context.change_settings(replace(settings, visitors=visitors))
            case intents.ChooseTheme(theme):
                context.change_settings(replace(settings, display=replace(settings.display, theme=theme)))
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """What is set."""
        settings = context.settings
        sound = settings.sound
        percent = round(sound.volume * 100)
        return SettingsView(percent, sound.mute, settings.display.theme, settings.visitors.voice)


class TodayPage(StaffPage):
    """What has come of today's visits."""

    def __init__(self) -> None:
        self._sums = Sums()

    def enter(self, context: Context, now_s: float) -> None:
        """Have them counted."""
        context.do(CountVisits())

    def hear(self, context: Context, news: Stimulus, now_s: float) -> None:
        """What they come to."""
        if isinstance(news, VisitsCounted):
            self._sums = news.sums

    def view(self, context: Context, now_s: float) -> View:
        """The figures."""
        sums = self._sums
        _, *so_far = (sums.reached.get(step, 0) for step in STEPS)
        return TodayView(sums.visits, tuple(so_far), sums.median_first_move_s, sums.not_so)


class AboutPage(StaffPage):
    """What this station is, and where it keeps its things."""

    def view(self, context: Context, now_s: float) -> View:
        """The version and the folders."""
        station = context.settings.station
        return AboutView(__version__, str(station.calibration), str(station.data))
