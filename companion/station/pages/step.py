"""A step of setting a station up: settled, left for later, or gone back from."""

from typing import ClassVar

from companion.interface.intents import Ask, Intent
from companion.interface.setting_up import Place, SetUp
from companion.station.context import Context
from companion.station.pages.overlays import StaffPage
from companion.station.setting_up import steps_left, with_left


class StepPage(StaffPage):
    """A step of several that the station leads through, one after the other."""

    watches = False
    step: ClassVar[SetUp]

    def __init__(self, steps: "Steps") -> None:
        self._steps = steps

    @property
    def place(self) -> Place:
        """How far the station has led."""
        return Place(self._steps.index(type(self)) + 1, len(self._steps))

    def press(self, context: Context, now_s: float) -> None:
        """The button stands for what comes next."""
        self.handle(context, Ask.GO_ON, now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go on as it is now, leave it for later, or go back to the step before."""
        match intent:
            case Ask.GO_ON:
                self.settle(context, now_s)
            case Ask.LATER:
                self._lead(context, self.place.number, now_s)
            case Ask.BACK if self.place.number > 1:
                self._lead(context, self.place.number - 2, now_s)
            case _:
                return super().handle(context, intent, now_s)
        return True

    def settle(self, context: Context, now_s: float) -> None:
        """Keep that the step is done, and go on to the next."""
        left = tuple(step for step in steps_left(context.settings) if step is not self.step)
        context.change_settings(with_left(context.settings, left))
        self._lead(context, self.place.number, now_s)

    def _lead(self, context: Context, number: int, now_s: float) -> None:
        """Go to another of the steps; behind the last one the pages below come back."""
        if number < len(self._steps):
            context.lay(self._steps[number](self._steps), now_s)
        context.take_away(self, now_s)


Steps = tuple[type[StepPage], ...]
"""The pages of the steps that are led through."""
