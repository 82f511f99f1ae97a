"""What keeps the link from working, in words for a person."""

from companion import FiveLinesError


class LinkError(FiveLinesError, ValueError):
    """The link can't work as it is set; the message says what to change."""


class PasswordError(LinkError):
    """The password can't be read by whoever this is."""
