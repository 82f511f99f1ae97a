"""What can go wrong with a journal; the message names the file and what to do."""

from pathlib import Path

from companion import FiveLinesError

RIGHTS = "check the rights of the file and its folder"
"""What to do when the system does not let a file be opened or written."""


class JournalError(FiveLinesError, OSError):
    """The journal can't be stored in or read just now."""


class FullError(JournalError):
    """The disk has no room for another entry."""


class NotWritableError(JournalError):
    """The journal's file or folder does not let itself be opened or written."""


class InUseError(JournalError):
    """Another program holds the journal."""


class ReplacedError(JournalError):
    """Another journal has taken the place of the one that was being written."""


class NoSuchGameError(JournalError, LookupError):
    """A journal holds no such game."""


class DamagedError(JournalError, ValueError):
    """A journal can't be read."""


class ForeignError(JournalError, ValueError):
    """A file never was a journal of this program."""


class NewerError(JournalError, ValueError):
    """A journal is whole, but of a later `version` than this program reads."""

    def __init__(self, path: Path, version: int, readable: int) -> None:
        super().__init__(
            f"{path}: this journal is of version {version}, made by a newer Five Lines; this one reads "
            f"version {readable}, so update it to go on in that journal"
        )
        self.version = version


class InconsistentError(JournalError, ValueError):
    """A stored game holds an event that can't have happened; the message names the entry."""


class CorpusError(JournalError, ValueError):
    """A file of games is not as it was written, or does not fit the journal; nothing was changed."""


class SealedError(JournalError, LookupError):
    """A game's throws can't be recomputed: it is not over, or its die was not electronic."""
