"""What a station and its links are called outside."""

import platform
import re

from companion.link.errors import LinkError
from companion.settings.sections import LinkSettings

FORM = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""Nothing that means something in a topic, and short enough for every list."""

PREFIX = "five-lines"


def station_name(settings: LinkSettings, machine: str | None = None) -> str:
    """What this station is called; raises LinkError for what can be no name."""
    if settings.station:
        if not FORM.fullmatch(settings.station):
            raise LinkError(
                f"[link] station = {settings.station!r}: write small letters, digits and -, at most 40, "
                'for example "hall-2"'
            )
        return settings.station
    short = (machine if machine is not None else platform.node()).partition(".")[0].lower()
    name = re.sub(r"[^a-z0-9]+", "-", short).strip("-")[:40]
    return name or "station"
