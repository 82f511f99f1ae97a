"""A frontend that also speaks its pages, if somebody wants that."""

from companion.app.window import Window
from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.views import AttractView, View
from companion.journal import Happening
from companion.station.effects import Looks, SetVoice
from hardware.devices import DeviceName, Devices
from hardware.errors import HardwareError


class SpeakingFrontend:
    """Shows pages in a window, and speaks what is new on each; newer words interrupt older ones."""

    def __init__(self, window: Window, devices: Devices, voice: SetVoice) -> None:
        self._window = window
        self._devices = devices
        self._speaks = False
        self._said: tuple[str, tuple[str, ...]] = ("", ())
        self._set(voice)

    def intents(self) -> list[Intent]:
        """Return what people have asked for since the last call."""
        return self._window.intents()

    def chosen(self) -> Intent | None:
        """Return the intent that a press of the button chooses, if any."""
        return self._window.chosen()

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        """Show a page, and speak what was not on the one before."""
        self._window.show(view, faults)
        if not self._speaks:
            return
        screen = self._window.screen
        language, before = self._said
        now = screen.spoken
        if isinstance(view, AttractView) and not now:
            # A slow voice may end what it tells of the story; what was said stays known for who comes.
            return
        new = now if language != screen.language else tuple(said for said in now if said not in before)
        self._said = screen.language, now
        try:
            if new:
                self._devices.voice.say(new, screen.language)
            elif before and not now:
                self._devices.voice.stop()
        except HardwareError as error:
            self._devices.fail(DeviceName.VOICE, error)

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        """Announce an event that has been stored."""
        self._window.tell(happenings)

    def change(self, setting: Looks) -> None:
        """Show the pages otherwise, or have them spoken, or not."""
        if isinstance(setting, SetVoice):
            self._set(setting)
        else:
            self._window.change(setting)

    def _set(self, voice: SetVoice) -> None:
        self._devices.set_voice_wanted(wanted=voice.wanted)
        self._speaks, self._said = voice.speaks, ("", ())
        if not voice.speaks:
            self._devices.voice.stop()
