"""What can go wrong on the way from a picture to a reading."""


class VisionError(ValueError):
    """A picture or its description cannot be used; the message tells what, where and what to do."""
