"""What can go wrong with a journal; the message names the file and what to do."""

from companion.game import GameError

RIGHTS = "check the rights of the file and its folder"
"""What to do when the system does not let a file be opened or written."""


class JournalError(GameError):
    """The journal can't be stored in or read just now."""


class DamagedError(JournalError):
    """A file is no journal, a damaged one, or one of another version."""


class FullError(JournalError):
    """The disk has no room for another entry."""


class NotWritableError(JournalError):
    """The journal's file or folder does not let itself be opened or written."""


class InUseError(JournalError):
    """Another program holds the journal."""


class ReplacedError(JournalError):
    """Another journal has taken the place of the one that was being written."""


class NoSuchGameError(JournalError):
    """A journal holds no such game."""
