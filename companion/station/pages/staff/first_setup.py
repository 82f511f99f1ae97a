"""The first setup: its steps, one after the other, and the page that lists them."""

from collections.abc import Mapping
from typing import ClassVar

from companion.interface import intents, setting_up
from companion.interface.faults import Fault
from companion.interface.intents import Ask, Intent, Named, Pick, Switch, Toggle
from companion.interface.sight import Corner
from companion.interface.views import CalibrationStep, Hotspot, View
from companion.settings.sections import Settings
from companion.station.board.calibrating import Located
from companion.station.board.camera_look import CameraLook, look_at
from companion.station.context import Context
from companion.station.effects import Do, LocateBoard
from companion.station.pages.overlay import StaffPage
from companion.station.pages.staff.about import AboutPage
from companion.station.pages.staff.calibration import CalibrationPage, located
from companion.station.pages.staff.house import OfferPage, own_game
from companion.station.stimuli import BoardKnown, ChancesNotFound
from hardware.audio.tones import Cue
from hardware.lamps import Lamp, Pattern
from hardware.pins import is_wanted
from hardware.settings import SoundDevice


def steps_left(settings: Settings) -> tuple[setting_up.SetUp, ...]:
    """Return the steps that are still to be done, in order."""
    return tuple(step for step in setting_up.SetUp if step in settings.station.still_to_set_up)


def device_state(*, wanted: bool, missing: bool, tried: bool) -> setting_up.DeviceState:
    """Return the state of a device; one that was tried is present, whatever the settings say."""
    if tried:
        return setting_up.DeviceState.TRIED
    if not wanted:
        return setting_up.DeviceState.UNSET
    return setting_up.DeviceState.MISSING if missing else setting_up.DeviceState.THERE


class StepPage(StaffPage):
    """A step of the setup."""

    watches = False
    step: ClassVar[setting_up.SetUp]

    def __init__(self, steps: "Steps") -> None:
        self._steps = steps

    @property
    def place(self) -> setting_up.StepPlace:
        """Return the progress of the setup."""
        return setting_up.StepPlace(self._steps.index(type(self)) + 1, len(self._steps))

    def press(self, context: Context) -> None:
        """Go on, at a press of the button."""
        self.handle(context, Ask.GO_ON)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Choose something, accept the step as it is, leave it for later, or go back."""
        match intent:
            case Pick() if super().handle(context, intent):
                self.settle(context)
            case Ask.GO_ON:
                self.settle(context)
            case Ask.LATER:
                self._lead(context, self.place.number)
            case Ask.BACK if self.place.number > 1:
                self._lead(context, self.place.number - 2)
            case _:
                return super().handle(context, intent)
        return True

    def settle(self, context: Context) -> None:
        """Mark the step as done, and go on to the next."""
        left = tuple(step for step in steps_left(context.settings) if step is not self.step)
        context.set("station", still_to_set_up=left)
        self._lead(context, self.place.number)

    def _lead(self, context: Context, number: int) -> None:
        """Go to another of the steps; behind the last one the pages below come back."""
        if number < len(self._steps):
            context.push(self._steps[number](self._steps))
        context.pop(self)


Steps = tuple[type[StepPage], ...]  # the pages of the setup's steps
LAMP_S = 1.0  # seconds that each lamp shines when the lamps are tried


class LanguageStep(StepPage):
    """The step for the default language."""

    step = setting_up.SetUp.LANGUAGE

    def view(self, context: Context) -> View:
        return setting_up.LanguageStepView(self.place)


class PlaceStep(StepPage):
    """The step for where the station stands."""

    step = setting_up.SetUp.PLACE

    def view(self, context: Context) -> View:
        return setting_up.PlaceStepView(self.place, context.settings.station.place)


class ScreenStep(StepPage):
    """The step for the screen's size, by a bank card laid on it or from a list; valid once confirmed."""

    step = setting_up.SetUp.SCREEN

    def __init__(self, steps: Steps) -> None:
        super().__init__(steps)
        self._diagonal_mm: float | None = None
        self._listed = False

    def handle(self, context: Context, intent: Intent) -> bool:
        """Make the card larger or smaller, or choose from the list."""
        match intent:
            case intents.Diagonal(diagonal_mm):
                self._diagonal_mm = diagonal_mm
                if self._listed:
                    self.settle(context)
            case Switch(Toggle.DISPLAYS, listed):
                self._listed = listed
            case Ask.BACK if self._listed:
                self._listed = False
            case _:
                return super().handle(context, intent)
        return True

    def settle(self, context: Context) -> None:
        """Confirm the screen's size."""
        context.set("display", diagonal_mm=self._diagonal(context))
        super().settle(context)

    def view(self, context: Context) -> View:
        return setting_up.ScreenStepView(self.place, self._diagonal(context), self._listed)

    def _diagonal(self, context: Context) -> float:
        return context.settings.display.diagonal_mm if self._diagonal_mm is None else self._diagonal_mm


class DevicesStep(StepPage):
    """The step for devices: press the button, try lamps and sound, open a network for phones."""

    step = setting_up.SetUp.DEVICES
    lights = True

    def __init__(self, steps: Steps) -> None:
        super().__init__(steps)
        self._presses = 0
        self._lamps_since_s: float | None = None
        self._heard = False
        self._has_network = False

    def enter(self, context: Context) -> None:
        """Find out whether this machine can open a network for phones."""
        context.ask(Do.FIND_HOTSPOT, self._found)

    def _found(self, _context: Context, found: Hotspot | None) -> None:
        self._has_network = found is not None

    def press(self, context: Context) -> None:
        """Count the press as a test of the button."""
        self._presses += 1

    def handle(self, context: Context, intent: Intent) -> bool:
        """Try lamps or sound, or go to the page of the network."""
        match intent:
            case Ask.SHOW_ABOUT:
                context.push(AboutPage())
            case Ask.TRY_LAMPS:
                self._lamps_since_s = context.now_s
            case Ask.TRY_SOUND:
                self._heard = True
                context.sound(Cue.YES)
            case _:
                return super().handle(context, intent)
        return True

    def lamps(self, context: Context) -> dict[Lamp, Pattern]:
        """Light one lamp after the other, while they are tried."""
        if self._lamps_since_s is None:
            return {}
        number = int((context.now_s - self._lamps_since_s) / LAMP_S)
        return dict.fromkeys(tuple(Lamp)[number : number + 1], Pattern.ON)

    def view(self, context: Context) -> View:
        settings, faults = context.settings, context.faults
        return setting_up.DevicesStepView(
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
            has_network=self._has_network,
        )


class BoardStep(StepPage):
    """The step for the board; it opens the calibration and shows the result when that closes."""

    step = setting_up.SetUp.BOARD

    def enter(self, context: Context) -> None:
        """Begin at once."""
        context.push(CalibrationPage())

    def handle(self, context: Context, intent: Intent) -> bool:
        """Open the calibration; the step is not done before that."""
        if intent is Ask.CALIBRATE or (intent is Ask.GO_ON and not self._learned(context)):
            self.enter(context)
            return True
        return super().handle(context, intent)

    def hear(self, context: Context, news: BoardKnown | ChancesNotFound) -> None:
        """Complete the step when the board was learned."""
        if isinstance(news, BoardKnown):
            self.settle(context)

    def view(self, context: Context) -> View:
        return setting_up.BoardStepView(self.place, self._learned(context))

    def _learned(self, context: Context) -> bool:
        return Fault.NOT_CALIBRATED not in context.faults


class GameStep(StepPage):
    """The step for the station's own game."""

    step = setting_up.SetUp.GAME

    def handle(self, context: Context, intent: Intent) -> bool:
        """Choose another game, and what visitors may choose."""
        if intent is Ask.SHOW_OFFER:
            context.push(OfferPage())
            return True
        return super().handle(context, intent)

    def view(self, context: Context) -> View:
        return setting_up.GameStepView(self.place, own_game(context))


LOOK_S = 0.5  # interval of measuring light and sharpness: fast enough to turn a lens by
SEARCH_S = 2.0  # delay before the board is searched for again; the search may take seconds itself


class CameraStep(StepPage):
    """The step for the camera: light, sharpness and the board's place, measured continuously."""

    step = setting_up.SetUp.CAMERA
    wants_pictures = True

    def __init__(self, steps: Steps) -> None:
        super().__init__(steps)
        self._look: CameraLook | None = None
        self._look_at_s = 0.0
        self._corners: tuple[Corner, ...] | None = None
        self._searching = False
        self._search_at_s = 0.0

    def leave(self, context: Context) -> None:
        """Have the calibration look for the board again: it may have been moved."""
        if context.calibrating.step is CalibrationStep.FIND:
            context.calibrating.locate()

    def new_picture(self, context: Context) -> None:
        """Measure it, and look for the board."""
        picture = context.board.picture
        if picture is None:
            return
        if not self._searching and context.now_s >= self._search_at_s:
            self._searching = True
            context.ask(LocateBoard(picture), self._located)
        if context.now_s >= self._look_at_s:
            self._look_at_s = context.now_s + LOOK_S
            self._look = look_at(context.calibrating.spec, picture, self._corners)

    def _located(self, context: Context, found: Located) -> None:
        located(context, found)
        self._corners = found.corners
        self._searching, self._search_at_s = False, context.now_s + SEARCH_S
        self._look_at_s = context.now_s

    def view(self, context: Context) -> View:
        look = self._look or CameraLook()
        faults = context.faults
        return setting_up.CameraStepView(
            self.place,
            context.board.live,
            look.sharpness,
            look.light,
            look.advice,
            self._corners or (),
            missing=Fault.CAMERA_MISSING in faults or Fault.CAMERA_LOST in faults,
        )


PAGES: Mapping[setting_up.SetUp, type[StepPage]] = {
    page.step: page
    for page in (LanguageStep, PlaceStep, ScreenStep, CameraStep, DevicesStep, BoardStep, GameStep)
}
"""The page of each step."""


class SettingUpPage(StaffPage):
    """The list of all steps, for staff to open any of them again."""

    watches = False

    def handle(self, context: Context, intent: Intent) -> bool:
        """Open a step, or go through all that are left."""
        match intent:
            case Pick(Named.STEP, step):
                lead_through(context, (setting_up.SetUp(step),))
            case Ask.GO_ON:
                lead_through(context, steps_left(context.settings))
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> View:
        return setting_up.SettingUpView(steps_left(context.settings))


def begin_set_up(context: Context, left: tuple[setting_up.SetUp, ...]) -> None:
    """Note the steps that are left, and lead through them; behind a PIN, staff open them when they want."""
    context.set("station", still_to_set_up=left)
    if not context.staff_door.locked:
        lead_through(context, left)


def lead_through(context: Context, steps: tuple[setting_up.SetUp, ...]) -> None:
    """Begin with the first of some steps."""
    pages = tuple(PAGES[step] for step in steps)
    if pages:
        context.push(pages[0](pages))
