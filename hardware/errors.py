"""What can go wrong with the devices of a station."""

from companion import FiveLinesError


class HardwareError(FiveLinesError, OSError):
    """A device is missing or failing; the message tells which, why and what to do."""
