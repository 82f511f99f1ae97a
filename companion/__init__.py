"""Five Lines: the game, its referee, and the station that brings them to a table."""

__version__ = "0.2.0"
"""The version, here and nowhere else; between releases that of the next one with `.dev0` (PEP 440)."""


class FiveLinesError(Exception):
    """Something that a person can mend; the message tells what is wrong, where, and what to do."""
