"""Things to make: boards, counters and parts, from one geometry in millimetres."""

from companion import FiveLinesError


class MakeError(FiveLinesError, ValueError):
    """The request can't be made or written; the message says what would do."""
