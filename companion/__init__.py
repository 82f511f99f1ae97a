"""Five Lines: the game, its referee, and the station that brings them to a table."""

__version__ = "0.3.0.dev0"
"""The version, here and nowhere else; between releases that of the next one with `.dev0` (PEP 440)."""

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
