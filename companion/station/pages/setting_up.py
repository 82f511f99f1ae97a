"""The way through setting a station up: all its steps, and the page of each."""

from collections.abc import Mapping

from companion.interface import intents
from companion.interface.intents import Ask, Intent
from companion.interface.setting_up import SettingUpView, SetUp
from companion.interface.views import View
from companion.station.context import Context
from companion.station.pages.camera_step import CameraStep
from companion.station.pages.overlays import StaffPage
from companion.station.pages.step import StepPage
from companion.station.pages.steps import (
    BoardStep,
    DevicesStep,
    GameStep,
    HoursStep,
    LanguageStep,
    ScreenStep,
)
from companion.station.setting_up import steps_left

PAGES: Mapping[SetUp, type[StepPage]] = {
    page.step: page
    for page in (LanguageStep, ScreenStep, CameraStep, DevicesStep, BoardStep, GameStep, HoursStep)
}
"""The page of each step."""


class SettingUpPage(StaffPage):
    """All steps, for staff to go to any of them again."""

    watches = False

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go to one, or through all that are left."""
        match intent:
            case intents.OpenStep(step):
                lead_through(context, (step,), now_s)
            case Ask.GO_ON:
                lead_through(context, steps_left(context.settings), now_s)
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """What is left."""
        return SettingUpView(steps_left(context.settings))


def lead_through(context: Context, steps: tuple[SetUp, ...], now_s: float) -> None:
    """Begin with the first of some steps."""
    pages = tuple(PAGES[step] for step in steps)
    if pages:
        context.lay(pages[0](pages), now_s)
