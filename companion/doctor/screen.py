"""Checks of display, touch, fonts and sound."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.doctor.findings import Check, Finding
from companion.interface.setting_up import DeviceState
from companion.presentation.words import LANGUAGES, LanguageError, translator
from companion.presentation.words.setting_up import sound_text
from companion.settings.sections import DisplaySettings
from companion.system.data import system_text
from hardware.audio.sound import MixerSound
from hardware.device import HardwareError
from hardware.screen_power import Switched, disobedient
from hardware.settings import SoundDevice, SoundSettings

INPUT_DEVICES = Path("/proc/bus/input/devices")

ABS_MT_POSITION_X = 0x35  # an axis of touchscreens that mice lack (the kernel's input-event-codes.h)

INVISIBLE = ("offscreen", "dummy", "evdev")

POLYTONIC = "ᾧ πεττοῖς"


@dataclass(frozen=True)
class ScreenFacts:
    """The display: SDL's driver and its size in pixels, or the error."""

    driver: str | None = None
    size_wh: tuple[int, int] | None = None
    trouble: str | None = None


@dataclass(frozen=True)
class Fonts:
    """The font file and its missing letters, or the error."""

    file: Path | None = None
    missing: str = ""
    trouble: str | None = None


@contextmanager
def quiet() -> Iterator[None]:
    """Silence C libraries that write to the terminal; findings say it better."""
    sys.stderr.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(nowhere)
        os.close(kept)


def probe_screen() -> ScreenFacts:
    """Ask SDL for a display, without opening a window."""
    try:
        with quiet():
            import pygame

            pygame.display.init()
    except Exception as error:  # ImportError without pygame, pygame.error without a display.
        return ScreenFacts(trouble=" ".join(str(error).split()))
    try:
        sizes = pygame.display.get_desktop_sizes()
        return ScreenFacts(pygame.display.get_driver(), sizes[0] if sizes else None)
    finally:
        pygame.display.quit()


def probe_touch(text: str | None = None) -> tuple[str, ...]:
    """Return the names of the touchscreens in the kernel's list of input devices."""
    if text is None:
        text = system_text(INPUT_DEVICES)
    found = []
    for block in text.split("\n\n"):
        axes = re.search(r"^B: ABS=([0-9a-f ]+)$", block, re.MULTILINE)
        name = re.search(r'^N: Name="(.*)"$', block, re.MULTILINE)
        # Words of 64 bits, the highest first.
        bits = int("".join(word.zfill(16) for word in axes[1].split()), 16) if axes else 0
        if bits >> ABS_MT_POSITION_X & 1:
            found.append(name[1] if name else "a nameless one")
    return tuple(found)


def probe_fonts() -> Fonts:
    """Look for every letter of every language, and of polytonic Greek, in the font."""
    try:
        from companion.presentation.fonts import font_file

        path = font_file()
        letters = _letters(path)
        wanted = set(POLYTONIC) | set("".join(LANGUAGES.values()))
        for code in LANGUAGES:
            translator(code)
        return Fonts(path, "".join(sorted(wanted - letters - {" "})))
    except (LanguageError, ImportError, OSError) as error:
        return Fonts(trouble=str(error))


def probe_sound(settings: SoundSettings) -> HardwareError | None:
    """Return why there is no sound, or None; a buzzer is checked with the pins."""
    if settings.device is not SoundDevice.MIXER:
        return None
    try:
        with quiet(), closing(MixerSound(settings)):
            return None
    except HardwareError as error:
        return error


def judge_screen(facts: ScreenFacts, settings: DisplaySettings, *, on_pi: bool) -> Finding:
    """Check that there is a visible display, of the configured size."""
    if facts.trouble is not None or facts.driver in INVISIBLE or facts.size_wh is None:
        why = facts.trouble or f"SDL has only the driver {facts.driver}, which shows nothing"
        if on_pi:
            return Check.SCREEN.wrong(
                f"no display can be used: {why}",
                "check its cable and power; over ssh run this with sudo while the station is stopped; the "
                "user must be in the groups video and render",
            )
        return Check.SCREEN.absent(f"there is no display here ({why}); --headless needs none")
    width, height = facts.size_wh
    size = f"{width}x{height} pixels ({facts.driver})"
    wanted = (settings.width_px, settings.height_px)
    if not settings.fullscreen and (wanted[0] > width or wanted[1] > height):
        return Check.SCREEN.warn(
            f"the display has {size}, and the window is set to {wanted[0]}x{wanted[1]}",
            "set [display] fullscreen = true, or width_px and height_px to what there is",
        )
    return Check.SCREEN.fine(f"the display has {size}")


def judge_switching(off: Switched, on: Switched) -> Finding:
    """Check that the screen can be switched off while the station is closed, and on again."""
    failed = disobedient(off, on)
    if failed:
        return Check.SWITCHING.warn(
            f"the {' and the '.join(failed)} did not go off and on again",
            "for a backlight run this with sudo; a television is switched by HDMI-CEC, which its menu calls "
            'Anynet+, Bravia Sync, SimpLink or the like; [display] switch_off = "black" does without',
        )
    if not off.done:
        return Check.SWITCHING.absent(
            "no backlight and no television can be switched here; a closed station paints its screen black"
        )
    return Check.SWITCHING.fine(f"the {' and the '.join(off.done)} went off and on again")


def judge_touch(touchscreens: Sequence[str], *, on_pi: bool) -> Finding:
    """Check that there is a touchscreen."""
    if touchscreens:
        return Check.TOUCH.fine(f"touch: {', '.join(touchscreens)}")
    where = "a mouse works, too" if on_pi else "the mouse works, too"
    return Check.TOUCH.absent(f"no touchscreen; {where}")


def judge_fonts(facts: Fonts) -> Finding:
    """Check that every page can be written."""
    again = "run sudo sh deploy/install again"
    if facts.trouble is not None:
        return Check.FONTS.wrong(facts.trouble, again)
    if facts.missing:
        return Check.FONTS.wrong(f"{facts.file} lacks the letters {facts.missing}", again)
    return Check.FONTS.fine(f"{facts.file and facts.file.name} has all letters, old Greek too")


def judge_sound(trouble: HardwareError | None, settings: SoundSettings, *, on_pi: bool) -> Finding:
    """Check that there is sound, if it is wanted."""
    if settings.device is SoundDevice.NONE:
        return Check.SOUND.absent(sound_text(DeviceState.UNSET, translator("en")))
    if trouble is not None:
        if not on_pi:
            return Check.SOUND.absent(f"{trouble.what}; the game goes on without")
        remedy = trouble.remedy or "set [sound] device to none to do without"
        return Check.SOUND.warn(trouble.what, remedy)
    if settings.mute or settings.volume == 0:
        return Check.SOUND.fine(f"sound through the {settings.device}, switched off")
    return Check.SOUND.fine(f"sound through the {settings.device}, volume {settings.volume:.0%}")


def _letters(path: Path) -> set[str]:
    """Return the letters in a font file's table: rendering does not reveal missing ones."""
    from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

    try:
        return {chr(code) for code in TTFontFile(str(path)).charToGlyph}
    except TTFError as error:
        raise OSError(f"the font of the pages, {path}, is missing or damaged: {error}") from error
