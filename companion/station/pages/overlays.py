"""The pages that anybody can lay over the game: languages, rules, pause, a correction, out of order."""

import math
from dataclasses import replace

from companion.game import COUNTERS, Halves, Seat
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask, Intent
from companion.interface.views import (
    CorrectView,
    FollowCodeView,
    LanguagesView,
    MessageView,
    OutOfOrderView,
    PauseView,
    RulesView,
    SoundView,
    StillThereView,
    View,
)
from companion.journal import ReadingCorrected
from companion.settings.sections import Language
from companion.station.context import Context, Page
from companion.station.effects import TryDevices
from companion.station.notice import READ_S, Notice
from companion.station.timings import Patience


class Overlay(Page):
    """A page that is taken away when somebody wants back."""

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go back."""
        if intent is Ask.BACK:
            context.take_away(self, now_s)
            return True
        return False


class LeafedPage(Overlay):
    """A page of leaves that can be turned."""

    def __init__(self) -> None:
        self._leaf = 0

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Turn the leaves."""
        if isinstance(intent, intents.TurnTo):
            self._leaf = intent.leaf
            return True
        return super().handle(context, intent, now_s)


class StaffPage(Overlay):
    """A page for the staff, who look at the table meanwhile."""

    for_staff = True
    patience = Patience.STAFF


class LanguagesPage(Overlay):
    """The choice of a language."""

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Choose one."""
        if isinstance(intent, intents.Language):
            choose_language(context, intent.code)
            context.take_away(self, now_s)
            return True
        return super().handle(context, intent, now_s)

    def view(self, context: Context, now_s: float) -> View:
        """The languages."""
        return LanguagesView()


def choose_language(context: Context, code: str) -> None:
    """Show the pages in a language: for as long as these visitors stay, or for good if staff choose it."""
    if context.staffed:
        station = replace(context.settings.station, language=Language(code))
        context.change_settings(replace(context.settings, station=station))
    else:
        context.set_language(code)


class RulesPage(LeafedPage):
    """The rules of the game."""

    def view(self, context: Context, now_s: float) -> View:
        """A leaf of the rules that are played, or chosen."""
        return RulesView(
            context.game.rules if context.playing and context.game else context.choice.rules, self._leaf
        )


class Interruption(Overlay):
    """A page that goes away when somebody wants to go on with what lies below."""

    def press(self, context: Context, now_s: float) -> None:
        """Go on."""
        context.take_away(self, now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go on."""
        if intent is Ask.GO_ON:
            context.take_away(self, now_s)
            return True
        return super().handle(context, intent, now_s)


class SoundPage(Overlay):
    """How loud it is and whether pages are spoken, as visitors may change it while they are there."""

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Louder, softer, or off; with the voice, or without."""
        volume, visitors = context.volume, context.settings.visitors
        match intent:
            case intents.Volume(percent):
                least, most = round(visitors.softest * 100), round(visitors.loudest * 100)
                context.set_volume(replace(volume, volume_percent=min(max(percent, least), most)))
            case intents.Mute(muted):
                context.set_volume(replace(volume, muted=muted))
            case intents.Speak(on) if context.voice.wanted:
                context.set_voice(replace(context.voice, speaks=on))
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """How loud it is, its limits, and whether pages are spoken."""
        volume, visitors = context.volume, context.settings.visitors
        limits = round(visitors.softest * 100), round(visitors.loudest * 100)
        speaks = context.voice.speaks if context.voice.wanted else None
        return SoundView(volume.volume_percent, volume.muted, *limits, speaks)


class PausePage(Interruption):
    """A pause: nothing on the board is watched."""

    watches = False
    patience = Patience.PAUSE

    def view(self, context: Context, now_s: float) -> View:
        """The game at rest."""
        game = context.played
        return PauseView(
            game.state,
            game.may_take_back,
            sealed=not game.own_dice,
            chance_shown=context.choice.chance_shown,
            opponent=game.opponent,
            for_staff=not context.staff_door.locked,
            may_follow=context.settings.link.page_address is not None,
        )


class FollowCodePage(Interruption):
    """The code by which a phone follows the game."""

    watches = False

    def view(self, context: Context, now_s: float) -> View:
        """Where the page is, with the key of this game."""
        address = context.settings.link.page_address or ""
        return FollowCodeView(f"{address}?key={context.follow_key or ''}", address)


class MessagePage(Interruption):
    """A message of the staff's. A press means what it means without it, so that no throw is lost."""

    lasts = True
    makes_way = True

    def __init__(self, notice: Notice, since_s: float) -> None:
        self.notice = notice
        self._since_s = since_s

    def press(self, context: Context, now_s: float) -> None:
        """It is read; the rest is done by what lies below."""
        pages = (context.flow, *context.overlays)
        below = pages[pages.index(self) - 1]
        if self._is_read(now_s):
            context.take_away(self, now_s)
        below.press(context, now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """It is read."""
        if intent is Ask.GO_ON and not self._is_read(now_s):
            return True
        return super().handle(context, intent, now_s)

    def _is_read(self, now_s: float) -> bool:
        return now_s - self._since_s >= READ_S

    def view(self, context: Context, now_s: float) -> View:
        """What it says."""
        return MessageView(self.notice.text)


class StillTherePage(Page):
    """The question whether anybody is there, with the time that is left to answer it."""

    asks_who_is_there = True

    def __init__(self, until_s: float) -> None:
        self._until_s = until_s

    def press(self, context: Context, now_s: float) -> None:
        """Somebody is: the press is no more than the answer."""
        context.take_away(self, now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Somebody is."""
        if intent is Ask.GO_ON:
            context.take_away(self, now_s)
            return True
        return False

    def view(self, context: Context, now_s: float) -> View:
        """The seconds that are left."""
        return StillThereView(max(1, math.ceil(self._until_s - now_s)), context.in_game)


class CorrectionPage(Overlay):
    """A reading being put right by hand; begins with what was read, or else with what should lie there."""

    watches = False

    def __init__(self, expected: Halves) -> None:
        self._expected = expected
        self._read: Halves | None = None
        self._meant: Halves | None = None
        self._touch = intents.CorrectWith(Seat.A, 1)

    def enter(self, context: Context, now_s: float) -> None:
        """Take what is read now."""
        if self._meant is None:
            self._read = context.board.halves
            self._meant = self._read or self._expected

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Change a half, or say that it is right now."""
        assert self._meant is not None
        match intent:
            case intents.CorrectHalf(point, seat, delta):
                count = self._meant.count(seat, point) + delta
                self._meant = self._meant.with_count(seat, point, min(max(count, 0), COUNTERS))
            case intents.CorrectWith():
                self._touch = intent
            case Ask.GO_ON | Ask.BEGIN:
                if context.in_game:
                    context.store((ReadingCorrected(self._read, self._meant),))
                context.board.believe(self._meant)
                context.take_away(self, now_s)
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """The board as it is meant so far."""
        assert self._meant is not None
        return CorrectView(self._meant, self._touch.seat, self._touch.delta)


class OutOfOrderPage(Interruption):
    """A fault that stops the game; put away to try again, or to go on without what is out of order."""

    lasts = True
    patience = Patience.PAUSE

    def __init__(self, fault: Fault, detail: str) -> None:
        self._fault = fault
        self._detail = detail
        self.goes_without = False
        """Somebody wants to go on without."""

    def replaces(self, other: Page) -> bool:
        """What is unexpected has its page beside that of the other faults."""
        return False

    def tell(self, fault: Fault, detail: str) -> None:
        """From now on tell of this fault."""
        self._fault, self._detail = fault, detail

    def press(self, context: Context, now_s: float) -> None:
        """Try again."""
        context.do(TryDevices())
        super().press(context, now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Try again, or go on without."""
        match intent:
            case Ask.GO_ON:
                self.press(context, now_s)
            case Ask.GO_WITHOUT if self._fault is not Fault.UNEXPECTED:
                self.goes_without = True
                context.take_away(self, now_s)
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """What is out of order."""
        retrying = self._fault in (Fault.CAMERA_LOST, Fault.CAMERA_MISSING)
        without = self._fault is not Fault.UNEXPECTED
        return OutOfOrderView(self._fault, self._detail, retrying, may_go_without=without)
