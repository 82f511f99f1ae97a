"""Five Lines: the game, its referee, and the station that brings them to a table."""

import re

__version__ = "1.0.0"
"""The version; between releases that of the next one with `.dev0` (PEP 440). A test holds the lab to it."""

MAX_MESSAGE_LINE = 1000
"""Maximum letters of a line of a message; what is wrong may be a text of any length, and is quoted."""


class FiveLinesError(Exception):
    """Something that a person can mend; the message tells what is wrong, where, and what to do."""

    def __str__(self) -> str:
        return shortened(super().__str__())


def shortened(message: str) -> str:
    """Return a message with the middle of each line that is too long left out."""
    half = MAX_MESSAGE_LINE // 2
    return "\n".join(
        line if len(line) <= MAX_MESSAGE_LINE else f"{line[:half]} ... {line[-half:]}"
        for line in message.split("\n")
    )


def visible(text: str) -> str:
    """Return a text with what a terminal or a reader would obey spelled out, as <001B>: the one way out."""
    # Control characters but for tab and new line, those that turn the direction of writing, and half letters.
    unseen = "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
    return re.sub(unseen, lambda found: f"<{ord(found[0]):04X}>", text)
