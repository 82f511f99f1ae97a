"""All devices of a station, opened where possible, with stand-ins and retries for the rest."""

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from hardware.audio.sound import BuzzerSound, MixerSound, Sound, StandInSound
from hardware.audio.voice import SpokenVoice, StandInVoice, VoiceDevice
from hardware.button import Button, GpioButton, StandInButton
from hardware.camera.camera import LiveCamera, OpenSource
from hardware.camera.health import CameraState
from hardware.camera.open_camera import open_camera
from hardware.device import Clock, Device, HardwareError
from hardware.failover import FailoverSlot
from hardware.lamps import GpioLamps, Lamps, StandInLamps
from hardware.pins import is_wanted
from hardware.settings import DeviceSettings, SoundDevice


class DeviceName(StrEnum):
    """Names of a station's devices for people."""

    CAMERA = "camera"
    BUTTON = "button"
    SECOND_BUTTON = "second button"
    LAMPS = "lamps"
    SOUND = "sound"
    VOICE = "voice"


@dataclass(frozen=True)
class DeviceTrouble:
    """A missing or failing device, and one line that says why and what to do."""

    device: DeviceName
    what: str


class Devices(Device):
    """The open devices of a station; a context manager, in which the camera runs by itself.

    A failing device is replaced by its stand-in, reported by `troubles`, and retried now and then; the game
    goes on. A device that the settings leave out is no trouble. `virtual` opens the virtual table's camera;
    `pin_factory` is one of gpiozero's, None for its default; `camera_memory` is the file that remembers which
    USB camera is used.
    """

    def __init__(
        self,
        settings: DeviceSettings,
        clock: Clock,
        *,
        virtual: OpenSource | None = None,
        pin_factory: object | None = None,
        camera_memory: Path | None = None,
    ) -> None:
        self._button = FailoverSlot[Button](
            lambda: GpioButton(settings.button, clock, pin_factory),
            StandInButton(settings.button, clock),
            clock,
            wanted=is_wanted(settings.button.device),
        )
        second = replace(settings.button, pin=settings.button.second_pin)
        self._second_button = FailoverSlot[Button](
            lambda: GpioButton(second, clock, pin_factory),
            StandInButton(second, clock),
            clock,
            wanted=is_wanted(settings.button.device) and second.pin != 0,
        )
        self._lamps = FailoverSlot[Lamps](
            lambda: GpioLamps(settings.lamps, clock, pin_factory),
            StandInLamps(settings.lamps, clock),
            clock,
            wanted=is_wanted(settings.lamps.device),
        )
        self._sound = FailoverSlot[Sound](
            lambda: (
                BuzzerSound(settings.sound, clock, pin_factory)
                if settings.sound.device is SoundDevice.BUZZER
                else MixerSound(settings.sound, settings.recordings)
            ),
            StandInSound(settings.sound),
            clock,
            wanted=settings.sound.device is not SoundDevice.NONE,
        )
        self._voice = FailoverSlot[VoiceDevice](
            lambda: SpokenVoice(
                settings.recordings, clock, lambda: self.sound.loudness, settings.sound.output
            ),
            StandInVoice(),
            clock,
            wanted=False,
        )
        self._slots: dict[DeviceName, FailoverSlot[Any]] = {
            DeviceName.BUTTON: self._button,
            DeviceName.SECOND_BUTTON: self._second_button,
            DeviceName.LAMPS: self._lamps,
            DeviceName.SOUND: self._sound,
            DeviceName.VOICE: self._voice,
        }
        # The camera recovers by itself, so it needs no stand-in.
        self.camera: LiveCamera = open_camera(settings.camera, clock, virtual, camera_memory)

    def __enter__(self) -> Self:
        self.camera.start()
        return self

    @property
    def button(self) -> Button:
        """The dice button, or its stand-in."""
        return self._button.device

    @property
    def second_button(self) -> Button:
        """The button that moves to the next item on a page, or its stand-in."""
        return self._second_button.device

    @property
    def lamps(self) -> Lamps:
        """The lamps, or their stand-in."""
        return self._lamps.device

    @property
    def sound(self) -> Sound:
        """The sound, or its stand-in."""
        return self._sound.device

    @property
    def voice(self) -> VoiceDevice:
        """The voice, or its stand-in."""
        return self._voice.device

    def set_voice_wanted(self, *, wanted: bool) -> None:
        """Switch the voice on or off; it is off at first."""
        self._voice.set_wanted(wanted=wanted)

    def update(self) -> None:
        """Update all devices, replace failing ones, and retry missing ones."""
        for name, device in (
            (DeviceName.LAMPS, self.lamps),
            (DeviceName.SOUND, self.sound),
            (DeviceName.VOICE, self.voice),
        ):
            try:
                device.update()
            except HardwareError as error:
                self.fail(name, error)
        sound = self.sound
        for slot in self._slots.values():
            slot.retry()
        self._copy_volume(sound)

    def fail(self, device: DeviceName, error: HardwareError) -> None:
        """Replace a device that has failed in use by its stand-in until it works again."""
        # The camera reports its failures itself.
        if device is not DeviceName.CAMERA:
            sound = self.sound
            self._slots[device].fail(error)
            self._copy_volume(sound)

    def retry(self) -> None:
        """Retry missing and failed devices at once."""
        self.camera.retry()
        for slot in self._slots.values():
            slot.retry_now()

    def troubles(self) -> tuple[DeviceTrouble, ...]:
        """Return the missing and failing devices."""
        status = self.camera.status()
        failing = status.state not in (CameraState.OPENING, CameraState.LIVE)
        why = {DeviceName.CAMERA: (status.why or "it is gone") if failing else None} | {
            name: slot.trouble for name, slot in self._slots.items()
        }
        return tuple(DeviceTrouble(name, what) for name, what in why.items() if what is not None)

    def close(self) -> None:
        """Close all devices; the lamps go dark."""
        devices = (self.camera, self.button, self.second_button, self.lamps, self.voice, self.sound)
        for device in devices:
            device.close()

    def _copy_volume(self, before: Sound) -> None:
        if self.sound is not before:
            self.sound.set_volume(before.volume, mute=before.mute)
