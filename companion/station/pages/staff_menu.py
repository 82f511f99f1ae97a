"""The pages of the staff that lead to others, or set what is the station's own."""

from collections.abc import Collection
from dataclasses import replace

from companion import __version__
from companion.game import GameError
from companion.interface import intents
from companion.interface.intents import Intent
from companion.interface.offers import OFFERS, QUICK, QUICK_GAME, QUICK_OPTIONS, offer_of
from companion.interface.views import AboutView, OfferView, SettingsView, StaffView, TodayView, View
from companion.journal.visits import STEPS, Sums
from companion.settings.sections import AS_PUBLISHED
from companion.station.context import Context
from companion.station.effects import CountVisits, KeepPin, StartAnew, WriteReport
from companion.station.pages.calibration import CalibrationPage
from companion.station.pages.camera import CameraPage
from companion.station.pages.overlays import LeafedPage, StaffPage
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
            case intents.Calibrate():
                context.lay(CalibrationPage(), now_s)
            case intents.ShowCamera():
                context.lay(CameraPage(), now_s)
            case intents.AuditDice():
                context.lay(DiceAuditPage(), now_s)
            case intents.ShowLook():
                context.lay(LookPage(), now_s)
            case intents.ShowOffer():
                context.lay(OfferPage(), now_s)
            case intents.ShowHours():
                context.lay(HoursPage(), now_s)
            case intents.ShowHouse():
                context.lay(TextsPage(), now_s)
            case intents.ShowToday():
                context.lay(TodayPage(), now_s)
            case intents.ShowAbout():
                context.lay(AboutPage(), now_s)
            case intents.RemovePin():
                context.do(KeepPin(None))
            case intents.MakeReport():
                context.do(WriteReport())
            case intents.Restart():
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
    """Sound and light, as they are from now on."""

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Change one of them."""
        settings = context.settings
        match intent:
            case intents.Volume(percent):
                volume = min(max(percent, 0), 100) / 100
                context.change_settings(replace(settings, sound=replace(settings.sound, volume=volume)))
            case intents.Mute(muted):
                context.change_settings(replace(settings, sound=replace(settings.sound, mute=muted)))
            case intents.ChooseTheme(theme):
                context.change_settings(replace(settings, display=replace(settings.display, theme=theme)))
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """What is set."""
        settings = context.settings
        return SettingsView(round(settings.sound.volume * 100), settings.sound.mute, settings.display.theme)


class OfferPage(LeafedPage, StaffPage):
    """The station's own game, and what visitors may choose."""

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Change one of them; the station's own game is always offered."""
        settings = context.settings
        visitors = settings.visitors
        match intent:
            case intents.ChooseRules(name):
                # House rules of another game may not go with this one.
                text, options = (QUICK_GAME, QUICK_OPTIONS) if name == QUICK else (name, ())
                game = replace(settings.game, rules=text, options=options, starter=AS_PUBLISHED)
                try:
                    game.chosen()
                except GameError:
                    game = replace(game, die=AS_PUBLISHED)
                offered = _sorted((*visitors.games, name))
                context.change_settings(
                    replace(settings, game=game, visitors=replace(visitors, offered=offered))
                )
            case intents.Offer(name, offered) if offered or name != _own(context):
                games = {*visitors.games, name} if offered else {*visitors.games} - {name}
                context.change_settings(replace(settings, visitors=replace(visitors, offered=_sorted(games))))
            case intents.OfferHouseRules(allowed):
                context.change_settings(replace(settings, visitors=replace(visitors, house_rules=allowed)))
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """What is set."""
        settings = context.settings
        visitors = settings.visitors
        return OfferView(_own(context), visitors.games, visitors.house_rules, self._leaf)


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


def _sorted(names: Collection[str]) -> tuple[str, ...]:
    """The games in the order in which they are shown, each once; all of them is what no choice means."""
    chosen = tuple(name for name in OFFERS if name in names)
    return () if len(chosen) == len(OFFERS) else chosen


def _own(context: Context) -> str:
    """The short name of the station's own game, whatever house rules it is played by."""
    game = context.settings.game
    offer = offer_of(game.chosen())
    return game.rules if offer is None else offer.name
