"""What can go wrong while a station learns its board."""


class CalibrationError(ValueError):
    """A station cannot be learned from what was given; the message tells what, where and what to do."""
