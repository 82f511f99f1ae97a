"""Share pygame's mixer between sounds and voice: the first user opens it, the last one closes it."""

import os
from types import ModuleType
from typing import Any

from hardware.device import HardwareError

SAMPLE_RATE = 22050  # sample rate in Hz, mono: that of our sounds, and of espeak-ng
BUFFER_SAMPLES = 512  # latency of the mixer in samples: 23 ms
SPEECH_CHANNEL = 0  # channel reserved for the voice, so that stopping it stops no cue


class SharedMixer:
    """One use of the mixer; close it once. `output` is a part of the output's name, empty for the default.

    The first use decides the output. Raises HardwareError without a sound device, or without that output.
    """

    _uses = 0

    def __init__(self, output: str = "") -> None:
        self.mixer = _pygame_mixer()
        if SharedMixer._uses == 0:
            _open(self.mixer, output)
            self.mixer.set_reserved(SPEECH_CHANNEL + 1)
        SharedMixer._uses += 1
        self._is_open = True

    @property
    def works(self) -> bool:
        """True if the mixer is still open."""
        return self._is_open and self.mixer.get_init() is not None

    def close(self) -> None:
        """Release the mixer; the last use closes it."""
        if self._is_open:
            self._is_open = False
            SharedMixer._uses -= 1
            if SharedMixer._uses == 0:
                self.mixer.quit()


def outputs() -> tuple[str, ...]:
    """Return the names of all outputs; call it while the mixer is open."""
    from pygame._sdl2 import audio  # type: ignore[attr-defined, unused-ignore]  # not in pygame's stubs

    return tuple(audio.get_audio_device_names(False))


def _pygame_mixer() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError as error:
        raise HardwareError(
            f"no sound: pygame can't be loaded ({error})",
            "install python3-pygame, or set [sound] device to none",
        ) from error
    return pygame.mixer


def _open(mixer: ModuleType | Any, output: str) -> None:
    import pygame

    try:
        # SDL converts to whatever the device wants, so that our samples always fit.
        mixer.init(SAMPLE_RATE, -16, 1, BUFFER_SAMPLES, allowedchanges=0)
        if not output:
            return
        names = outputs()
        name = next((name for name in names if output.casefold() in name.casefold()), None)
        mixer.quit()
        if name is None:
            raise HardwareError(
                f"no sound: there is no output {output!r}",
                f"set [sound] output to a part of one of these names: {'; '.join(names)}",
            )
        mixer.init(SAMPLE_RATE, -16, 1, BUFFER_SAMPLES, devicename=name, allowedchanges=0)
    except (pygame.error, NotImplementedError) as error:
        raise HardwareError(
            f"no sound: {' '.join(str(error).split())}",
            "plug in a loudspeaker (aplay -l lists them), or set [sound] device to buzzer or none",
        ) from error
