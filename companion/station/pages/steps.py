"""The steps of setting up that ask for a language, a screen, devices, a board, a game and hours."""

from dataclasses import replace

from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.setting_up import (
    BoardStepView,
    DevicesStepView,
    GameStepView,
    HoursStepView,
    LanguageStepView,
    ScreenStepView,
    SetUp,
)
from companion.interface.views import View
from companion.station.context import Context
from companion.station.pages.calibration import CalibrationPage
from companion.station.pages.offer import OfferPage, own_game
from companion.station.pages.overlays import choose_language
from companion.station.pages.staff_hours import HoursPage
from companion.station.pages.step import StepPage, Steps
from companion.station.setting_up import device_state
from companion.station.stimuli import BoardKnown, Stimulus
from hardware.audio.tones import Cue
from hardware.lamps import Lamp, Pattern
from hardware.pins import is_wanted
from hardware.settings import SoundDevice

LAMP_S = 1.0
"""How long each lamp shines when the lamps are tried."""


class LanguageStep(StepPage):
    """Which language is shown first."""

    step = SetUp.LANGUAGE

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Choose one."""
        if isinstance(intent, intents.Language):
            choose_language(context, intent.code)
            self.settle(context, now_s)
            return True
        return super().handle(context, intent, now_s)

    def view(self, context: Context, now_s: float) -> View:
        """The languages."""
        return LanguageStepView(self.place)


class ScreenStep(StepPage):
    """How large the screen is, by a bank card laid on it or from a list; it holds once it is confirmed."""

    step = SetUp.SCREEN

    def __init__(self, steps: Steps) -> None:
        super().__init__(steps)
        self._diagonal_mm: float | None = None
        self._listed = False

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Make the card larger or smaller, or choose from the list."""
        match intent:
            case intents.Diagonal(diagonal_mm):
                self._diagonal_mm = diagonal_mm
                if self._listed:
                    self.settle(context, now_s)
            case intents.ListDisplays(listed):
                self._listed = listed
            case intents.Back() if self._listed:
                self._listed = False
            case _:
                return super().handle(context, intent, now_s)
        return True

    def settle(self, context: Context, now_s: float) -> None:
        """It is as large as that."""
        settings = context.settings
        display = replace(settings.display, diagonal_mm=self._diagonal(context))
        context.change_settings(replace(settings, display=display))
        super().settle(context, now_s)

    def view(self, context: Context, now_s: float) -> View:
        """The card, or the list."""
        return ScreenStepView(self.place, self._diagonal(context), self._listed)

    def _diagonal(self, context: Context) -> float:
        return context.settings.display.diagonal_mm if self._diagonal_mm is None else self._diagonal_mm


class DevicesStep(StepPage):
    """The button is pressed; lamps and sound are tried."""

    step = SetUp.DEVICES
    lights = True

    def __init__(self, steps: Steps) -> None:
        super().__init__(steps)
        self._presses = 0
        self._lamps_since_s: float | None = None
        self._heard = False

    def press(self, context: Context, now_s: float) -> None:
        """That is what is tried."""
        self._presses += 1

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Try lamps or sound."""
        match intent:
            case intents.TryLamps():
                self._lamps_since_s = now_s
            case intents.TrySound():
                self._heard = True
                context.sound(Cue.YES)
            case _:
                return super().handle(context, intent, now_s)
        return True

    def lamps(self, context: Context, now_s: float) -> dict[Lamp, Pattern]:
        """One after the other, while they are tried."""
        if self._lamps_since_s is None:
            return {}
        number = int((now_s - self._lamps_since_s) / LAMP_S)
        return dict.fromkeys(tuple(Lamp)[number : number + 1], Pattern.ON)

    def view(self, context: Context, now_s: float) -> View:
        """How it stands with each."""
        settings, faults = context.settings, context.faults
        return DevicesStepView(
            self.place,
            button=device_state(
                wanted=is_wanted(settings.button.device),
                missing=Fault.BUTTON_MISSING in faults,
                tried=self._presses > 0,
            ),
            lamps=device_state(
                wanted=is_wanted(settings.lamps.device),
                missing=Fault.LAMPS_MISSING in faults,
                tried=self._lamps_since_s is not None and Fault.LAMPS_MISSING not in faults,
            ),
            sound=device_state(
                wanted=settings.sound.device is not SoundDevice.NONE,
                missing=Fault.SOUND_MISSING in faults,
                tried=self._heard and Fault.SOUND_MISSING not in faults,
            ),
            presses=self._presses,
        )


class BoardStep(StepPage):
    """The board is taught; what is seen here is only what is left when that page is left."""

    step = SetUp.BOARD

    def enter(self, context: Context, now_s: float) -> None:
        """Begin at once."""
        context.lay(CalibrationPage(), now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Teach it; it is not done before that."""
        if isinstance(intent, intents.Calibrate):
            context.lay(CalibrationPage(), now_s)
            return True
        if isinstance(intent, intents.GoOn) and not self._learned(context):
            context.lay(CalibrationPage(), now_s)
            return True
        return super().handle(context, intent, now_s)

    def hear(self, context: Context, news: Stimulus, now_s: float) -> None:
        """The board was learned."""
        if isinstance(news, BoardKnown):
            self.settle(context, now_s)

    def view(self, context: Context, now_s: float) -> View:
        """Whether it is learned."""
        return BoardStepView(self.place, self._learned(context))

    def _learned(self, context: Context) -> bool:
        return Fault.NOT_CALIBRATED not in context.faults


class GameStep(StepPage):
    """Which game is the station's own."""

    step = SetUp.GAME

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Choose another, and what visitors may choose."""
        if isinstance(intent, intents.ShowOffer):
            context.lay(OfferPage(), now_s)
            return True
        return super().handle(context, intent, now_s)

    def view(self, context: Context, now_s: float) -> View:
        """The game as it is set."""
        return GameStepView(self.place, own_game(context))


class HoursStep(StepPage):
    """When the station is open."""

    step = SetUp.HOURS

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Set the hours, and the days on which it stays closed."""
        if isinstance(intent, intents.ShowHours):
            context.lay(HoursPage(), now_s)
            return True
        return super().handle(context, intent, now_s)

    def view(self, context: Context, now_s: float) -> View:
        """The hours as they are set."""
        hours = context.settings.hours
        return HoursStepView(
            self.place,
            tuple(hours.of(weekday) for weekday in range(7)),
            len(hours.closed_days),
            context.opening.time_s is not None,
        )
