"""Errors between picture and reading."""

from companion import FiveLinesError


class VisionError(FiveLinesError, ValueError):
    """A picture or its description cannot be used; the message says what, where and what to do."""


class OtherSizeError(VisionError):
    """A frame has another size than those of calibration."""


class InvalidValueError(ValueError):
    """A value that passes between the stages is wrong; the message says which.

    This is a bug of the caller, not an error people can fix; code that makes values from a file reports the
    file as damaged instead.
    """
