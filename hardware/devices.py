"""All devices of a station: what is there is opened, the rest stands in, is told, and is tried again."""

from dataclasses import dataclass, replace
from enum import StrEnum

from hardware.audio.sound import BuzzerSound, MixerSound, Sound, StandInSound
from hardware.audio.voice import SpokenVoice, StandInVoice, VoiceDevice
from hardware.button import Button, GpioButton, StandInButton
from hardware.camera.camera import Camera, OpenSource
from hardware.camera.health import CameraState
from hardware.camera.open_camera import open_camera
from hardware.device import Clock, Device
from hardware.errors import HardwareError
from hardware.failover import FailoverSlot
from hardware.lamps import GpioLamps, Lamps, StandInLamps
from hardware.pins import is_wanted
from hardware.settings import DeviceSettings, SoundDevice


class DeviceName(StrEnum):
    """The devices of a station, as people call them."""

    CAMERA = "camera"
    BUTTON = "button"
    SECOND_BUTTON = "second button"
    LAMPS = "lamps"
    SOUND = "sound"
    VOICE = "voice"


@dataclass(frozen=True, slots=True)
class DeviceTrouble:
    """A device that is missing or failing: which, and one line that says why and what to do."""

    device: DeviceName
    what: str


class Devices(Device):
    """The open devices of a station; a context manager.

    Whatever fails is replaced by its stand-in and told by `troubles`, so that the game goes on with the
    rest; it is tried again now and then. A device that the settings leave out is no trouble. `virtual` opens
    the virtual table's camera; `pin_factory` is one of gpiozero's, None for its usual one.
    """

    def __init__(
        self,
        settings: DeviceSettings,
        clock: Clock,
        *,
        virtual: OpenSource | None = None,
        pin_factory: object | None = None,
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
                else MixerSound(settings.sound)
            ),
            StandInSound(settings.sound),
            clock,
            wanted=settings.sound.device is not SoundDevice.NONE,
        )
        self._voice = FailoverSlot[VoiceDevice](
            lambda: SpokenVoice(settings.voice, clock, lambda: self.sound.loudness, settings.sound.output),
            StandInVoice(),
            clock,
            wanted=False,
        )
        # The camera comes back by itself, so it needs no stand-in.
        self.camera: Camera = open_camera(settings.camera, clock, virtual).start()

    @property
    def button(self) -> Button:
        """The dice button, or what stands in for it now."""
        return self._button.device

    @property
    def second_button(self) -> Button:
        """The button that goes on to the next thing on a page, or what stands in for it now."""
        return self._second_button.device

    @property
    def lamps(self) -> Lamps:
        """The lamps, or what stands in for them now."""
        return self._lamps.device

    @property
    def sound(self) -> Sound:
        """What makes sounds, or what stands in for it now."""
        return self._sound.device

    @property
    def voice(self) -> VoiceDevice:
        """The voice, or what stands in for it now."""
        return self._voice.device

    def set_voice_wanted(self, *, wanted: bool) -> None:
        """Whether there is to be a voice; until somebody says so, there is none."""
        self._voice.set_wanted(wanted=wanted)

    def update(self) -> None:
        """Give devices their share of time; replace what fails, and try again what is missing."""
        try:
            self.lamps.update()
        except HardwareError as error:
            self.fail(DeviceName.LAMPS, error)
        try:
            self.sound.update()
        except HardwareError as error:
            self.fail(DeviceName.SOUND, error)
        try:
            self.voice.update()
        except HardwareError as error:
            self.fail(DeviceName.VOICE, error)
        for slot in (self._button, self._second_button, self._lamps, self._voice):
            slot.retry()
        sound = self.sound
        self._sound.retry()
        self._copy_volume(sound)

    def fail(self, device: DeviceName, error: HardwareError) -> None:
        """A device has failed while it was used: its stand-in takes its place until it works again."""
        match device:
            case DeviceName.BUTTON:
                self._button.fail(error)
            case DeviceName.SECOND_BUTTON:
                self._second_button.fail(error)
            case DeviceName.LAMPS:
                self._lamps.fail(error)
            case DeviceName.SOUND:
                sound = self.sound
                self._sound.fail(error)
                self._copy_volume(sound)
            case DeviceName.VOICE:
                self._voice.fail(error)
            case DeviceName.CAMERA:
                pass  # It tells of its failures itself.

    def retry(self) -> None:
        """Try at once what is missing, or has failed."""
        self.camera.retry()
        slots = (self._button, self._second_button, self._lamps, self._sound, self._voice)
        for slot in slots:
            slot.retry_now()

    def troubles(self) -> tuple[DeviceTrouble, ...]:
        """What is missing or failing now."""
        status = self.camera.status()
        failing = status.state in (CameraState.LOST, CameraState.FROZEN, CameraState.HUNG)
        why = {
            DeviceName.CAMERA: (status.why or "it is gone") if failing else None,
            DeviceName.BUTTON: self._button.trouble,
            DeviceName.SECOND_BUTTON: self._second_button.trouble,
            DeviceName.LAMPS: self._lamps.trouble,
            DeviceName.SOUND: self._sound.trouble,
            DeviceName.VOICE: self._voice.trouble,
        }
        return tuple(DeviceTrouble(name, what) for name, what in why.items() if what is not None)

    def close(self) -> None:
        """Let go of everything, lamps dark."""
        devices = (self.camera, self.button, self.second_button, self.lamps, self.voice, self.sound)
        for device in devices:
            device.close()

    def _copy_volume(self, before: Sound) -> None:
        if self.sound is not before:
            self.sound.set_volume(before.volume, mute=before.mute)

    def __repr__(self) -> str:
        return f"<devices: {self.camera!r}, {self.button!r}, {self.lamps!r}, {self.sound!r}>"
