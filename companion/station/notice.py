"""What the staff want people at the station to be told."""

from dataclasses import dataclass

SHOWN_S = 300.0
"""So long after it was sent a message is out of date, whether anybody has touched it or not."""

READ_S = 2.0
"""For so long a message stays whatever is touched: whoever was about to press had no time to read it."""


@dataclass(frozen=True, slots=True, eq=False)
class Notice:
    """A message, and when it is out of date."""

    text: str
    until_s: float
