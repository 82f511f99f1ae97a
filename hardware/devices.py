"""All devices of a station: what is there is opened, the rest stands in, and what is missing is told."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeVar

from hardware.button import Button, GpioButton, StandInButton
from hardware.camera import Camera, OpenSource
from hardware.camera_devices import open_camera
from hardware.camera_lifeline import CameraState
from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.lamps import GpioLamps, Lamps, StandInLamps
from hardware.pins import on_a_pi
from hardware.settings import DeviceSettings, PinDevice, SoundDevice
from hardware.sound import BuzzerSound, MixerSound, Sound, StandInSound

Device = TypeVar("Device")


class DeviceName(StrEnum):
    """The devices of a station, as people call them."""

    CAMERA = "camera"
    BUTTON = "button"
    LAMPS = "lamps"
    SOUND = "sound"


@dataclass(frozen=True, slots=True)
class Trouble:
    """A device that is missing or failing: which, and one line that says why and what to do."""

    device: DeviceName
    what: str


class Devices:
    """The open devices of a station; a context manager.

    Whatever fails is replaced by its stand-in and told by `troubles`, so that the game goes on with the
    rest. A device that the settings leave out is no trouble. `virtual` opens the virtual table's eye;
    `pin_factory` is one of gpiozero's, None for its usual one.
    """

    def __init__(
        self,
        settings: DeviceSettings,
        clock: Clock,
        *,
        virtual: OpenSource | None = None,
        pin_factory: object | None = None,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._troubles: dict[DeviceName, Trouble] = {}
        self.button: Button = self._try(
            DeviceName.BUTTON,
            _wanted(settings.button.device),
            lambda: GpioButton(settings.button, clock, pin_factory),
            lambda: StandInButton(settings.button, clock),
        )
        self.lamps: Lamps = self._try(
            DeviceName.LAMPS,
            _wanted(settings.lamps.device),
            lambda: GpioLamps(settings.lamps, clock, pin_factory),
            lambda: StandInLamps(settings.lamps, clock),
        )
        self.sound: Sound = self._try(
            DeviceName.SOUND,
            settings.sound.device is not SoundDevice.NONE,
            lambda: (
                BuzzerSound(settings.sound, clock, pin_factory)
                if settings.sound.device is SoundDevice.BUZZER
                else MixerSound(settings.sound)
            ),
            lambda: StandInSound(settings.sound),
        )
        # The camera comes back by itself, so it needs no stand-in.
        self.camera: Camera = open_camera(settings.camera, clock, virtual).start()

    def update(self) -> None:
        """Give lamps and sound their share of time; one that fails is replaced by its stand-in."""
        try:
            self.lamps.update()
        except HardwareError as error:
            self._fail(DeviceName.LAMPS, error, self.lamps)
            self.lamps = StandInLamps(self._settings.lamps, self._clock)
        try:
            self.sound.update()
        except HardwareError as error:
            self._fail(DeviceName.SOUND, error, self.sound)
            self.sound = StandInSound(self._settings.sound)

    def troubles(self) -> tuple[Trouble, ...]:
        """What is missing or failing now."""
        status = self.camera.status()
        failing = status.state in (CameraState.LOST, CameraState.HUNG)
        camera = (Trouble(DeviceName.CAMERA, status.why or "it is gone"),) if failing else ()
        return (*camera, *self._troubles.values())

    def close(self) -> None:
        """Let go of everything, lamps dark."""
        for device in (self.camera, self.button, self.lamps, self.sound):
            device.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<devices: {self.camera!r}, {self.button!r}, {self.lamps!r}, {self.sound!r}>"

    def _try(
        self,
        name: DeviceName,
        wanted: bool,
        real: Callable[[], Device],
        stand_in: Callable[[], Device],
    ) -> Device:
        if wanted:
            try:
                return real()
            except HardwareError as error:
                self._troubles[name] = Trouble(name, str(error))
        return stand_in()

    def _fail(self, name: DeviceName, error: HardwareError, device: Lamps | Sound) -> None:
        self._troubles[name] = Trouble(name, str(error))
        # It has failed already; that it can't be closed either adds nothing.
        with suppress(Exception):
            device.close()


def _wanted(device: PinDevice) -> bool:
    return device is PinDevice.GPIO or (device is PinDevice.AUTO and on_a_pi())
