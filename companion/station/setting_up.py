"""What is still to be set up at a station: kept in its settings, so that a new start goes on where it was."""

from dataclasses import replace

from companion.interface.setting_up import DeviceState, SetUp
from companion.settings.sections import Settings


def steps_left(settings: Settings) -> tuple[SetUp, ...]:
    """The steps that are still to be done, in their order."""
    return tuple(step for step in SetUp if step in settings.station.still_to_set_up)


def with_left(settings: Settings, left: tuple[SetUp, ...]) -> Settings:
    """Settings in which these steps are still to be done."""
    return replace(settings, station=replace(settings.station, still_to_set_up=left))


def device_state(*, wanted: bool, missing: bool, tried: bool) -> DeviceState:
    """How it stands with a device; one that was tried is there, whatever is set."""
    if tried:
        return DeviceState.TRIED
    if not wanted:
        return DeviceState.UNSET
    return DeviceState.MISSING if missing else DeviceState.THERE
