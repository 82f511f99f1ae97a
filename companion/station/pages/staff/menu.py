"""The staff menu, and the pages that set or show facts of the station."""

from collections.abc import Callable
from dataclasses import replace

from companion.interface import views
from companion.interface.intents import Ask, Enter, Intent, Number, Switch, Toggle
from companion.journal.visits import STEPS, Sums
from companion.station.context import Context, StationPage
from companion.station.effects import CountThrows, Do, KeepPin
from companion.station.pages.overlay import LeafedPage, Overlay, StaffPage
from companion.station.pages.staff.about import AboutPage
from companion.station.pages.staff.backup import BackupPage
from companion.station.pages.staff.calibration import CalibrationPage
from companion.station.pages.staff.camera import CameraPage
from companion.station.pages.staff.first_setup import SettingUpPage
from companion.station.pages.staff.hours import HoursPage
from companion.station.pages.staff.house import OfferPage, TextsPage
from companion.station.pages.staff.study import StudyPage
from companion.station.pages.staff.update import UpdatePage


class SoundPage(Overlay):
    """The volume and the voice, as visitors may change them while they are there."""

    def handle(self, context: Context, intent: Intent) -> bool:
        """Change the volume, or switch the voice."""
        volume = context.volume
        match intent:
            case Enter(Number.VOLUME, percent):
                context.set_volume(replace(volume, volume_percent=percent))
            case Switch(Toggle.MUTED, muted):
                context.set_volume(replace(volume, muted=muted))
            case Switch(Toggle.VOICE, on) if context.voice.wanted:
                context.set_voice(replace(context.voice, speaks=on))
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> views.View:
        volume = context.volume
        speaks = context.voice.speaks if context.voice.wanted else None
        return views.SoundView(volume.volume_percent, volume.muted, speaks)


class DiceAuditPage(StaffPage):
    """Counts of each face of the die."""

    def __init__(self) -> None:
        self._answer: views.DiceAuditView | None = None

    def enter(self, context: Context) -> None:
        """Have the throws counted."""
        if self._answer is None:
            context.ask(CountThrows(context.choice.rules.die), self._counted)

    def _counted(self, context: Context, answer: views.DiceAuditView) -> None:
        self._answer = answer

    def view(self, context: Context) -> views.View:
        """Return the view of the counts; all zero until they are known."""
        die = context.choice.rules.die
        return self._answer or views.DiceAuditView(die, (0,) * len(die.faces), None)


class StaffMenuPage(LeafedPage, StaffPage):
    """The menu of all that staff can do."""

    watches = False

    def enter(self, context: Context) -> None:
        """Forget a report that was written before."""
        context.report = None

    def handle(self, context: Context, intent: Intent) -> bool:
        """Open another page, or carry out a command."""
        match intent:
            case Ask() if intent in PAGES:
                context.push(PAGES[intent]())
            case Ask.REMOVE_PIN:
                context.do(KeepPin(None))
            case Ask.MAKE_REPORT:
                context.ask(Do.WRITE_REPORT, _reported)
            case Ask.RESTART:
                context.do(Do.RESTART)
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> views.View:
        return views.StaffView(context.staff_door.locked, context.report, self._leaf)


def _reported(context: Context, file: str) -> None:
    """Show where the report is, on the menu that is open by then."""
    context.report = file


class LookPage(StaffPage):
    """The settings of sound, voice and light."""

    def handle(self, context: Context, intent: Intent) -> bool:
        """Change a setting."""
        match intent:
            case Enter(Number.VOLUME, percent):
                context.set("sound", volume=min(max(percent, 0), 100) / 100)
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> views.View:
        settings = context.settings
        sound = settings.sound
        percent = round(sound.volume * 100)
        return views.SettingsView(percent, sound.mute, settings.display.theme, settings.visitors.voice)


class TodayPage(StaffPage):
    """Today's visits."""

    def __init__(self) -> None:
        self._sums = Sums()

    def enter(self, context: Context) -> None:
        """Have them counted."""
        context.ask(Do.COUNT_VISITS, self._counted)

    def _counted(self, context: Context, sums: Sums) -> None:
        self._sums = sums

    def view(self, context: Context) -> views.View:
        sums = self._sums
        _, *so_far = (sums.reached.get(step, 0) for step in STEPS)
        dated = context.open_state.time_s is not None
        return views.TodayView(sums.visits, tuple(so_far), sums.median_first_move_s, sums.not_so, dated)


PAGES: dict[Ask, Callable[[], StationPage]] = {
    Ask.CALIBRATE: CalibrationPage,
    Ask.SHOW_CAMERA: CameraPage,
    Ask.STUDY: StudyPage,
    Ask.AUDIT_DICE: DiceAuditPage,
    Ask.SHOW_LOOK: LookPage,
    Ask.SHOW_OFFER: OfferPage,
    Ask.SHOW_HOURS: HoursPage,
    Ask.SHOW_HOUSE: TextsPage,
    Ask.SHOW_SETTING_UP: SettingUpPage,
    Ask.SHOW_TODAY: TodayPage,
    Ask.SHOW_BACKUP: BackupPage,
    Ask.SHOW_UPDATE: UpdatePage,
    Ask.SHOW_ABOUT: AboutPage,
}  # the pages that the menu opens
