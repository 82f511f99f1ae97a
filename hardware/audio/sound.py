"""Sound through a loudspeaker or a buzzer on a pin, and the stand-in."""

from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any

from hardware.audio.mixer import SharedMixer
from hardware.audio.recordings import recorded, recording_of
from hardware.audio.tones import MELODIES, Cue, Note
from hardware.device import Clock, Device, HardwareError
from hardware.pins import opening_pins
from hardware.settings import SoundSettings

SOUNDS = Path(__file__).parent / "sounds"
"""The folder of the sounds; files in the folder of its name among the house's recordings replace them."""


class Sound(Device):
    """A device that plays cues, with a volume from 0 to 1; muting keeps the volume."""

    def __init__(self, settings: SoundSettings) -> None:
        self.volume = settings.volume
        self.mute = settings.mute

    def set_volume(self, volume: float, *, mute: bool) -> None:
        """Set the volume, 0 to 1, from the next sound on."""
        self.volume = min(max(volume, 0.0), 1.0)
        self.mute = mute

    @property
    def loudness(self) -> float:
        """The volume, 0 when muted."""
        return 0.0 if self.mute else self.volume

    def play(self, cue: Cue) -> None:
        """Start a sound and return at once, unless the sound is off. Raises HardwareError when it fails."""
        raise NotImplementedError

    def update(self) -> None:
        """Continue the current sound, if the device does not do so by itself.

        Called some thirty times a second. Raises HardwareError when the device fails.
        """


class StandInSound(Sound):
    """The stand-in; `played` holds the last cues."""

    def __init__(self, settings: SoundSettings) -> None:
        super().__init__(settings)
        self.played: deque[Cue] = deque(maxlen=100)

    def play(self, cue: Cue) -> None:
        """Remember the cue, unless the sound is off."""
        if self.loudness > 0:
            self.played.append(cue)


class MixerSound(Sound):
    """Sound through pygame's mixer. Raises HardwareError when there is no sound device.

    A file of the same name in the folder `sounds` of `recordings` replaces one of ours if it can be played.
    """

    def __init__(self, settings: SoundSettings, recordings: Path = Path()) -> None:
        super().__init__(settings)
        self._use = SharedMixer(settings.output)
        import pygame

        mixer = self._use.mixer
        try:
            self._sounds = {cue: mixer.Sound(file=str(SOUNDS / f"{cue}.wav")) for cue in Cue}
        except (pygame.error, MemoryError) as error:
            self._use.close()
            raise HardwareError(f"no sound: {error}", "five-lines doctor --only sound") from error
        own = recorded(recordings, SOUNDS.name)
        for cue in Cue:
            file = recording_of(cue, own)
            with suppress(pygame.error):
                self._sounds[cue] = self._sounds[cue] if file is None else mixer.Sound(file=str(file))

    def play(self, cue: Cue) -> None:
        """Start a sound, unless the sound is off."""
        if self.loudness > 0:
            sound = self._sounds[cue]
            # The ear hears loudness by ratios; the square spreads the slider's lower half.
            sound.set_volume(self.loudness**2)
            sound.play()

    def close(self) -> None:
        """Stop the sound and close the device."""
        self._use.close()


class BuzzerSound(Sound):
    """Sound through a piezo on a pin; a new sound replaces the current one.

    Raises HardwareError with the pin, the reason, and the setting to change.
    """

    def __init__(self, settings: SoundSettings, clock: Clock, pin_factory: object | None = None) -> None:
        super().__init__(settings)
        self._clock = clock
        self._where = f"the buzzer on GPIO {settings.buzzer_pin}"
        self._rest: deque[Note] = deque()
        self._until_s = 0.0
        with opening_pins(self._where, "sound") as gpiozero:
            # Three octaves about A4 hold all our notes.
            self._buzzer: Any = gpiozero.TonalBuzzer(settings.buzzer_pin, octaves=3, pin_factory=pin_factory)

    def play(self, cue: Cue) -> None:
        """Start a sound, unless the sound is off; raises HardwareError when the pin fails."""
        if self.loudness > 0:
            self._rest = deque(MELODIES[cue])
            self._until_s = self._clock()
            self.update()

    def update(self) -> None:
        """Play the note that is due; raises HardwareError when the pin fails."""
        while self._until_s and self._clock() >= self._until_s:
            if self._rest:
                note = self._rest.popleft()
                self._until_s += note.length_s
                self._sound(note.hz)
            else:
                self._until_s = 0.0
                self._sound(0.0)

    def close(self) -> None:
        """Stop the sound and release the pin."""
        self._buzzer.close()

    def _sound(self, hz: float) -> None:
        with opening_pins(self._where, "sound") as gpiozero:
            self._buzzer.play(gpiozero.tones.Tone.from_frequency(hz) if hz else None)
