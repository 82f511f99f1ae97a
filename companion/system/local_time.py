"""Moments in the time of this machine."""

from datetime import datetime


def local_time(moment: datetime) -> datetime:
    """Return a moment in local time; as it is within a day of the years 1 and 9999, where that may not exist.

    A clock that nobody has set can show any year.
    """
    try:
        return moment.astimezone()
    except (OverflowError, ValueError, OSError):
        return moment
