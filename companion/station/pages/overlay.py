"""Base classes of pages laid over others."""

from collections.abc import Mapping

from companion.interface.intents import Ask, Enter, Intent, Named, Number, Pick, Switch, Toggle
from companion.station.context import Context, StationPage
from companion.station.timings import Patience


class Overlay(StationPage):
    """A page that closes when somebody goes back."""

    closing: tuple[Intent, ...] = (Ask.BACK,)
    """The intents that close the page."""

    def handle(self, context: Context, intent: Intent) -> bool:
        """Go back."""
        if intent in self.closing:
            context.pop(self)
            return True
        return False


class LeafedPage(Overlay):
    """A page with leaves to turn."""

    def __init__(self) -> None:
        self._leaf = 0

    def handle(self, context: Context, intent: Intent) -> bool:
        """Turn the leaves."""
        match intent:
            case Enter(Number.LEAF, leaf):
                self._leaf = leaf
            case _:
                return super().handle(context, intent)
        return True


SETTINGS: Mapping[Toggle | Named, tuple[str, str]] = {
    Toggle.MUTED: ("sound", "mute"),
    Toggle.HOUSE_RULES: ("visitors", "house_rules"),
    Toggle.PUZZLES: ("visitors", "puzzles"),
    Named.LANGUAGE: ("station", "language"),
    Named.PLACE: ("station", "place"),
    Named.THEME: ("display", "theme"),
    Named.VOICE: ("visitors", "voice"),
}
"""The settings, by section and key, that staff switch or choose on any of their pages."""


class StaffPage(Overlay):
    """A page for the staff, who look at the table meanwhile."""

    for_staff = True
    patience = Patience.STAFF

    def handle(self, context: Context, intent: Intent) -> bool:
        """Change a setting, or go back."""
        match intent:
            case Switch(name, value) | Pick(name, value) if name in SETTINGS:
                section, key = SETTINGS[name]
                kind = type(getattr(getattr(context.settings, section), key))
                context.set(section, **{key: kind(value)})
            case _:
                return super().handle(context, intent)
        return True


class Interruption(Overlay):
    """A page that closes when somebody goes on with the page below."""

    closing = (Ask.BACK, Ask.GO_ON)

    def press(self, context: Context) -> None:
        """Go on."""
        context.pop(self)
