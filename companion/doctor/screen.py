"""What people see, touch and hear: the display, its touch, the fonts, the sound."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion import FiveLinesError
from companion.doctor.findings import Check, Finding, Mark
from companion.interface.setting_up import DeviceState
from companion.referee.words import english
from companion.settings.sections import DisplaySettings
from companion.words import LANGUAGES, translator
from companion.words.setting_up import sound_text
from hardware.audio.sound import MixerSound
from hardware.errors import HardwareError
from hardware.screen_power import Switched, disobedient
from hardware.settings import SoundDevice, SoundSettings

INPUT_DEVICES = Path("/proc/bus/input/devices")

ABS_MT_POSITION_X = 0x35
"""The axis that a touchscreen has and a mouse has not (the kernel's input-event-codes.h)."""

INVISIBLE = ("offscreen", "dummy", "evdev")

POLYTONIC = "ᾧ πεττοῖς"


@dataclass(frozen=True, slots=True)
class Screen:
    """The display: SDL's driver for it and its size in pixels, or why there is none."""

    driver: str | None = None
    size_wh: tuple[int, int] | None = None
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Fonts:
    """The font file and the letters that it lacks, or why there is none."""

    file: Path | None = None
    missing: str = ""
    trouble: str | None = None


@contextmanager
def quiet() -> Iterator[None]:
    """Keeps C libraries from writing to the terminal what a finding says better."""
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


def probe_screen() -> Screen:
    """Ask SDL for a display, without opening a window on it."""
    try:
        with quiet():
            import pygame

            pygame.display.init()
    except Exception as error:  # ImportError without pygame, pygame.error without a display.
        return Screen(trouble=" ".join(str(error).split()))
    try:
        sizes = pygame.display.get_desktop_sizes()
        return Screen(pygame.display.get_driver(), sizes[0] if sizes else None)
    finally:
        pygame.display.quit()


def probe_touch(text: str | None = None) -> tuple[str, ...]:
    """The names of the touchscreens in the kernel's list of input devices."""
    if text is None:
        try:
            text = INPUT_DEVICES.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ()
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
    """Whether the font has every letter of every language, and polytonic Greek."""
    try:
        from companion.display.drawing.fonts import font_file

        path = font_file()
        letters = _letters(path)
        wanted = set(POLYTONIC) | set("".join(LANGUAGES.values()))
        for code in LANGUAGES:
            translator(code)
        return Fonts(path, "".join(sorted(wanted - letters - {" "})))
    except (FiveLinesError, ImportError, OSError) as error:
        return Fonts(trouble=str(error))


def probe_sound(settings: SoundSettings) -> HardwareError | None:
    """Why there is no sound, None when there is; a buzzer is looked at with the pins."""
    if settings.device is not SoundDevice.MIXER:
        return None
    try:
        with quiet(), closing(MixerSound(settings)):
            return None
    except HardwareError as error:
        return error


def judge_screen(facts: Screen, settings: DisplaySettings, *, on_pi: bool) -> Finding:
    """Whether there is a display that people can see, as large as is set."""
    if facts.trouble is not None or facts.driver in INVISIBLE or facts.size_wh is None:
        why = facts.trouble or f"SDL offers only {facts.driver}, which nobody sees"
        if on_pi:
            return Finding(
                Check.SCREEN,
                Mark.WRONG,
                f"no display can be used: {why}",
                "check its cable and power; over ssh run this with sudo while the station is stopped; the "
                "user must be in the groups video and render",
            )
        return Finding(Check.SCREEN, Mark.ABSENT, f"there is no display here ({why}); --headless needs none")
    width, height = facts.size_wh
    size = f"{width}x{height} pixels ({facts.driver})"
    wanted = (settings.width_px, settings.height_px)
    if not settings.fullscreen and (wanted[0] > width or wanted[1] > height):
        return Finding(
            Check.SCREEN,
            Mark.MIND,
            f"the display has {size}, and the window is set to {wanted[0]}x{wanted[1]}",
            "set [display] fullscreen = true, or width_px and height_px to what there is",
        )
    return Finding(Check.SCREEN, Mark.FINE, f"the display has {size}")


def judge_switching(off: Switched, on: Switched) -> Finding:
    """Whether the screen goes off while the station is closed, and on again."""
    failed = disobedient(off, on)
    if failed:
        return Finding(
            Check.SWITCHING,
            Mark.MIND,
            f"the {' and the '.join(failed)} did not go off and on again",
            "for a backlight run this with sudo; a television is switched by HDMI-CEC, which its menu calls "
            'Anynet+, Bravia Sync, SimpLink or the like; [display] switch_off = "black" does without',
        )
    if not off.done:
        return Finding(
            Check.SWITCHING,
            Mark.ABSENT,
            "no backlight and no television can be switched here; a closed station paints its screen black",
        )
    return Finding(Check.SWITCHING, Mark.FINE, f"the {' and the '.join(off.done)} went off and on again")


def judge_touch(touchscreens: Sequence[str], *, on_pi: bool) -> Finding:
    """Whether there is a touchscreen."""
    if touchscreens:
        return Finding(Check.TOUCH, Mark.FINE, f"touch: {', '.join(touchscreens)}")
    where = "a mouse does as well" if on_pi else "the mouse does as well"
    return Finding(Check.TOUCH, Mark.ABSENT, f"no touchscreen; {where}")


def judge_fonts(facts: Fonts) -> Finding:
    """Whether every page can be written."""
    again = "run sudo sh deploy/install again"
    if facts.trouble is not None:
        return Finding(Check.FONTS, Mark.WRONG, facts.trouble, again)
    if facts.missing:
        return Finding(Check.FONTS, Mark.WRONG, f"{facts.file} lacks the letters {facts.missing}", again)
    return Finding(Check.FONTS, Mark.FINE, f"{facts.file and facts.file.name} has all letters, old Greek too")


def judge_sound(trouble: HardwareError | None, settings: SoundSettings, *, on_pi: bool) -> Finding:
    """Whether there is sound, where it is wanted."""
    if settings.device is SoundDevice.NONE:
        return Finding(Check.SOUND, Mark.ABSENT, sound_text(DeviceState.UNSET, english))
    if trouble is not None:
        if not on_pi:
            return Finding(Check.SOUND, Mark.ABSENT, f"{trouble.what}; the game goes on without")
        remedy = trouble.remedy or "set [sound] device to none to do without"
        return Finding(Check.SOUND, Mark.MIND, trouble.what, remedy)
    if settings.mute or settings.volume == 0:
        return Finding(Check.SOUND, Mark.FINE, f"sound through the {settings.device}, switched off")
    return Finding(
        Check.SOUND, Mark.FINE, f"sound through the {settings.device}, volume {settings.volume:.0%}"
    )


def _letters(path: Path) -> set[str]:
    """The letters that a font file has, by its own table: a rendering doesn't tell a missing one."""
    from reportlab.pdfbase.ttfonts import TTFontFile

    return {chr(code) for code in TTFontFile(str(path)).charToGlyph}
