"""What every device is, real or a stand-in: something open, let go of in the end."""

from typing import Protocol, Self


class Device(Protocol):
    """An open device; at the end of a `with` it is let go of."""

    def close(self) -> None:
        """Let go of it; may be called more than once."""
        ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
