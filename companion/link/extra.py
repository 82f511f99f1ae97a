"""What the link needs beyond the station's own libraries."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.link.errors import LinkError


@contextmanager
def needs_paho() -> Iterator[None]:
    """Around an import of what speaks MQTT; raises LinkError where its library is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("paho"):
            raise
        raise LinkError(
            "this needs the library paho-mqtt 2, which is not here; install the extra five-lines[link]"
        ) from error
