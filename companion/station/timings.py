"""Timeouts of the station's pages, in seconds."""

from dataclasses import dataclass
from enum import StrEnum


class Patience(StrEnum):
    """Classes of pages by how long they are left alone before the station asks if anybody is there."""

    USUAL = "usual"
    STAFF = "staff"
    PAUSE = "pause"


@dataclass(frozen=True, kw_only=True)
class Timings:
    """The times of a station.

    `roll_s`: how long a die rolls. `glide_s`: how long a move is shown on the drawn board once it was made.
    `celebrate_s`: how long the winner's counters run home and a wreath grows. `count_s`: own dice are counted
    by pressing the button; after such a pause the count is the throw. `grace_s`: how long a board may look
    unfinished (a counter lifted, or knocked off) before it is spoken of. `lay_s`: how long a board has to be
    laid for a start to begin a game. `before_s`: how long each seat waits in a throw-off until the electronic
    die is thrown for it. `decided_s`: how long the result is shown. `eager_s`: a press made while a hand is
    still at the board counts when the move is seen within this time. `rest_s`: untouched for this long
    without a game it looks less often. `quiet_s`: untouched this long, the station asks whether anybody is
    there. `warning_s`: how long it waits for the answer. `staff_s`, `pause_s`: the same as
    `quiet_s` for pages of the staff, who look at the table meanwhile, and for a game that is paused.
    `attract_s`: nobody being there, the attract page comes after this time.
    `remind_s`: when a player has done nothing this long, the seat's lamp beckons. `think_s`: how long the
    computer waits before it throws, so that people can follow.
    """

    think_s: float = 2.0
    quiet_s: float = 90.0
    warning_s: float = 15.0
    pause_s: float = 1800.0
    attract_s: float = 30.0
    roll_s: float = 0.9
    glide_s: float = 0.8
    celebrate_s: float = 7.0
    count_s: float = 1.5
    grace_s: float = 2.0
    lay_s: float = 2.0
    before_s: float = 1.2
    decided_s: float = 2.5
    eager_s: float = 3.0
    rest_s: float = 20.0
    staff_s: float = 300.0
    remind_s: float = 60.0

    def untouched_s(self, patience: Patience) -> float:
        """Return how long a page may be left alone."""
        own_s = {Patience.STAFF: self.staff_s, Patience.PAUSE: self.pause_s}
        return max(self.quiet_s, own_s.get(patience, 0.0))
