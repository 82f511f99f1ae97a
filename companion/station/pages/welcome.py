"""The first page, the choice of a language, and the pages of a station that closes."""

import math
from dataclasses import replace

from companion.game import (
    Seat,
)
from companion.interface import intents, views
from companion.interface.intents import Ask, Intent, Named, Pick
from companion.journal import StoredGame
from companion.settings.sections import Attract, Language
from companion.station.context import Context, FlowStage, StationPage
from companion.station.effects import Do
from companion.station.pages.choose import choose_game
from companion.station.pages.home.evening import EveningPage
from companion.station.pages.overlay import Interruption, Overlay
from hardware.audio.tones import Cue
from hardware.lamps import Lamp, Pattern


class LanguagesPage(Overlay):
    """The choice of a language."""

    def handle(self, context: Context, intent: Intent) -> bool:
        """Choose a language."""
        match intent:
            case Pick(Named.LANGUAGE, code):
                choose_language(context, code)
                context.pop(self)
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> views.View:
        return views.LanguagesView()


def choose_language(context: Context, code: str) -> None:
    """Show the pages in a language: until these visitors leave, or permanently if staff choose it."""
    if context.staffed:
        context.set("station", language=Language(code))
    else:
        context.set_language(code)


PICTURE_S = 1 / 15  # seconds per picture while something glides: it is slow

STILL_S = 1.0


class WelcomePage(StationPage):
    """The first page, before a game."""

    may_rest = True

    def __init__(self) -> None:
        self._entered_s = 0.0
        self._attracts = self._greets = False
        self._left = 0

    def enter(self, context: Context) -> None:
        """Note since when it is shown; at home, ask for the games that wait."""
        self._entered_s = context.now_s
        if context.settings.station.at_home:
            context.ask(Do.FIND_LEFT, self._found)

    def _found(self, context: Context, games: list[StoredGame]) -> None:
        self._left = len(games)

    def press(self, context: Context) -> None:
        """Begin a game; on the attract page, show the first page."""
        if self._attracts:
            self._attracts = False
        else:
            context.go(FlowStage.SET_UP)

    def tick(self, context: Context) -> None:
        """Show the attract page when nobody has been there for long enough."""
        settings = context.settings
        wanted = settings.visitors.attract is not Attract.NONE and not settings.station.at_home
        self._attracts = wanted and self._attracting_s(context) >= 0
        self._greets &= not self._attracts

    def see(self, context: Context) -> None:
        """Greet who has just reached over the board, or moved a counter, while the attract page moves."""
        moves = self._attracts and context.settings.visitors.attract is Attract.MOVING
        if moves and context.untouched_s == 0:
            self._greets = True
            context.sound(Cue.GREETING)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Begin with the rules that are set, or choose an opponent or a game."""
        match intent:
            case Ask.WELCOME:
                self._attracts = False
            case Ask.BEGIN | Ask.GO_ON:
                context.go(FlowStage.SET_UP)
            case intents.PlayAgainst(seat):
                context.choice = replace(context.choice, computer=seat, tips=False)
                if seat is None and context.settings.station.at_home:
                    context.push(EveningPage())
                else:
                    choose_game(context)
            case _:
                return False
        return True

    def view(self, context: Context) -> views.View:
        visitors = context.settings.visitors
        if self._attracts:
            time_s = max(0.0, self._attracting_s(context))
            still = visitors.attract is Attract.STILL
            step_s = STILL_S if still else PICTURE_S
            at_s = round(time_s // step_s * step_s, 3)
            first = context.settings.station.language
            return views.AttractView(at_s, context.as_set.rules, still, first, context.texts)
        seat = context.as_set.computer or Seat.B
        return views.WelcomeView(
            context.as_set.rules,
            for_staff=not context.staff_door.locked,
            computer=seat,
            texts=context.said,
            logo=context.texts.logo,
            greets=self._greets,
            left=self._left,
        )

    def _attracting_s(self, context: Context) -> float:
        """Return the seconds since the attract page became due; negative before."""
        alone_s = min(context.untouched_s, context.now_s - self._entered_s)
        return alone_s - context.timings.attract_s

    def lamps(self, context: Context) -> dict[Lamp, Pattern]:
        """Light both seats: they are free."""
        return {Lamp.SEAT_A: Pattern.GLOW, Lamp.SEAT_B: Pattern.GLOW}


class ClosingPage(Interruption):
    """The countdown before the station closes; a game can be played on, unless this is the `last`."""

    lasts = True

    def __init__(self, until_s: float, *, last: bool) -> None:
        self.last = last
        self._until_s = until_s

    def view(self, context: Context) -> views.View:
        seconds = max(1, math.ceil(self._until_s - context.now_s))
        return views.ClosingView(seconds, context.in_game, last=self.last)


class ClosedPage(StationPage):
    """A dark screen; any touch or press only wakes it."""

    watches = False
    lasts = True
    dark = True

    def press(self, context: Context) -> None:
        """Wake the station."""
        context.pop(self)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Wake the station; staff who hold the corner get to their pages at once."""
        context.pop(self)
        return intent is not Ask.OPEN_STAFF

    def view(self, context: Context) -> views.View:
        return views.ClosedView()
