"""The error of a station's devices."""

from companion import FiveLinesError


class HardwareError(FiveLinesError, OSError):
    """A device is missing or failing: `what` says which and why, `remedy` what to do; the message both."""

    def __init__(self, what: str, remedy: str | None = None) -> None:
        super().__init__(f"{what}; {remedy}" if remedy else what)
        self.what = what
        self.remedy = remedy


class SwappedError(HardwareError):
    """Another device is at the place of the one that was used until now."""
