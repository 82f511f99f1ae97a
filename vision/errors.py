"""What can go wrong on the way from a picture to a reading."""

from companion import FiveLinesError


class VisionError(FiveLinesError, ValueError):
    """A picture or its description cannot be used; the message tells what, where and what to do."""


class OtherSizeError(VisionError):
    """A frame has another size than those that the board was learned from."""


class InvalidValueError(ValueError):
    """A value that passes between the stages is not what it should be; the message tells which.

    It is a fault of whoever made the value, so it is not of the family of what people can mend; who makes one
    from a file calls the file damaged.
    """
