"""Decide whether the station is open: by its hours, or by staff until the hours agree."""

from companion.settings.opening_hours import OpeningHours
from hardware.screen_power import Switched
from hardware.wall_clock import WallClock


class OpenState:
    """Compares the hours with the time of day; while the time is uncertain, the station is open."""

    def __init__(self, hours: OpeningHours, wall: WallClock) -> None:
        self.hours = hours
        self._wall = wall
        self._wanted: bool | None = None
        self._at_once = False
        self._trial = False
        self.off: Switched | None = None
        """The result of switching the screen off last."""
        self.on: Switched | None = None
        """The result of switching it on again; None while it is off."""

    @property
    def time_s(self) -> float | None:
        """Return the seconds since 1970, None while the time is uncertain."""
        return self._wall()

    @property
    def until_s(self) -> float | None:
        """Return when the station opens or closes next, if that is known."""
        time_s = self._wall()
        if time_s is None:
            return None
        change_s = self.hours.next_change(time_s)
        if change_s is not None and self.is_open() is not self.hours.is_open(time_s):
            # Then the hours say what staff have wanted before.
            change_s = self.hours.next_change(change_s)
        return change_s

    def is_open(self) -> bool:
        """True if it is to be open now."""
        time_s = None if self.hours.always else self._wall()
        by_hours = True if time_s is None else self.hours.is_open(time_s)
        if self._wanted is by_hours:
            self._wanted = None
        return by_hours if self._wanted is None else self._wanted

    def want(self, *, opened: bool) -> None:
        """Open or close the station at once, for staff."""
        self._wanted = opened
        self._at_once = not opened

    def try_screen(self) -> None:
        """Request a test of switching the screen off and on."""
        self._trial = True

    def is_trial_wanted(self) -> bool:
        """Return and clear the pending screen-test request."""
        trial, self._trial = self._trial, False
        return trial

    def hear(self, switched: Switched) -> None:
        """Note that the screen was switched."""
        if switched.on:
            self.on = switched
        else:
            self.off, self.on = switched, None

    def is_wanted_at_once(self) -> bool:
        """Return and clear the pending request to close at once."""
        at_once, self._at_once = self._at_once, False
        return at_once
