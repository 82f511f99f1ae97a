"""Settings of the devices, with defaults, limits and explanations.

The example of `station.toml`, the check of a file and the error messages are all generated from these.
"""

from dataclasses import Field, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

_EXPLANATION = "explanation"


@dataclass(frozen=True)
class SettingExplanation:
    """A setting's meaning, and its constraints beyond the type: a range, or a choice of values."""

    text: str
    least: float | None = None
    most: float | None = None
    among: tuple[int | str, ...] = ()


def setting(
    default: object,
    text: str,
    *,
    least: float | None = None,
    most: float | None = None,
    among: tuple[int | str, ...] = (),
) -> Any:
    """Return a field of a settings dataclass with its explanation."""
    return field(default=default, metadata={_EXPLANATION: SettingExplanation(text, least, most, among)})


def explanation(of: Field[Any]) -> SettingExplanation:
    """Return the explanation of a field made by `setting`."""
    explained = of.metadata[_EXPLANATION]
    assert isinstance(explained, SettingExplanation)
    return explained


class CameraDevice(StrEnum):
    """Sources of pictures."""

    AUTO = "auto"
    PICAMERA2 = "picamera2"
    OPENCV = "opencv"
    FILM = "film"
    VIRTUAL = "virtual"


class PinDevice(StrEnum):
    """A device that may use the pins of a Raspberry Pi."""

    AUTO = "auto"
    GPIO = "gpio"
    NONE = "none"


class SoundDevice(StrEnum):
    """Devices that play sounds."""

    MIXER = "mixer"
    BUZZER = "buzzer"
    NONE = "none"


_AUTO_PIN = "auto is gpio on a Raspberry Pi and none elsewhere."
_PIN = "by its BCM number; 0 and 1 are reserved"


def pin(default: int, text: str) -> Any:
    """Return a setting for a pin of the Raspberry Pi."""
    return setting(default, f"{text} ({_PIN}).", least=2, most=27)


@dataclass(frozen=True, kw_only=True)
class CameraSettings:
    """The camera over the board."""

    device: CameraDevice = setting(
        CameraDevice.AUTO,
        "Where pictures come from: picamera2 (a Raspberry Pi's own camera), opencv (a USB camera), film (a "
        "film file or a folder of pictures) or virtual (the virtual table). auto is picamera2 on a Raspberry "
        "Pi, opencv where that has only a USB camera, and virtual elsewhere.",
    )
    number: int = setting(0, "Which camera, where there are several.", least=0, most=63)
    film: Path = setting(Path(), "The film file or folder of pictures, for the device film.")
    width_px: int = setting(
        1280, "How wide the pictures are; more costs time and shows little.", least=320, most=1920
    )
    height_px: int = setting(720, "How high the pictures are.", least=240, most=1440)
    mirrored: bool = setting(
        False, "true: the camera sends pictures as a mirror shows them; they are mirrored back."
    )
    rotation: int = setting(
        0,
        "By how many degrees pictures are turned clockwise, after mirroring; then calibrate again.",
        among=(0, 90, 180, 270),
    )
    frame_rate: float = setting(15.0, "Pictures a second during a game.", least=1, most=60)
    mains_hz: int = setting(
        50,
        "The mains frequency (50 in Europe, 60 in North America). Exposures are whole flickers of lamps.",
        among=(50, 60),
    )
    exposure_ms: float = setting(
        0.0,
        "The exposure. 0 measures it when the camera starts and keeps it. Under dimmed LEDs give 20 or more.",
        least=0,
        most=200,
    )
    focus_dioptres: float = setting(
        0.0,
        "Focus (picamera2 only): 1 divided by the distance in metres, so 2 at 500 mm. 0 focuses by itself "
        "when the camera starts.",
        least=0,
        most=32,
    )


@dataclass(frozen=True, kw_only=True)
class ButtonSettings:
    """The dice button."""

    device: PinDevice = setting(
        PinDevice.AUTO, f"gpio or none; keyboard and touch always throw as well. {_AUTO_PIN}"
    )
    pin: int = pin(16, "The pin to which the button connects")
    second_pin: int = setting(
        0,
        "The pin of a second button (by its BCM number), which goes on to the next thing on the page; the "
        "dice button then chooses it. 0: there is none.",
        least=0,
        most=27,
    )
    pull_up: bool = setting(
        True, "true: the button connects the pin to ground; false: it connects the pin to 3.3 V."
    )


@dataclass(frozen=True, kw_only=True)
class LampsSettings:
    """The lamps: one for either seat, one for a refusal, and one that tells that the camera looks."""

    device: PinDevice = setting(PinDevice.AUTO, f"gpio or none. {_AUTO_PIN}")
    seat_a_pin: int = pin(22, "The pin of seat A's lamp")
    seat_b_pin: int = pin(23, "The pin of seat B's lamp")
    not_so_pin: int = pin(27, 'The pin of the lamp for "not so"')
    camera_pin: int = setting(
        0,
        "The pin (by its BCM number) of a lamp that is lit only while the camera looks. 0: there is none.",
        least=0,
        most=27,
    )
    brightness: float = setting(
        0.8, "How bright the lamps are at most: 0 is dark, 1 is full.", least=0, most=1
    )


@dataclass(frozen=True, kw_only=True)
class SoundSettings:
    """Sounds for the throw, for moves, for a refusal and for a won game."""

    device: SoundDevice = setting(
        SoundDevice.MIXER, "mixer (a loudspeaker), buzzer (a piezo on a pin) or none."
    )
    volume: float = setting(0.6, "0 is silent, 1 is full; a buzzer knows only on and off.", least=0, most=1)
    mute: bool = setting(False, "true mutes; the volume is remembered.")
    output: str = setting(
        "",
        "What is played through, where there is more than one thing: a part of its name, such as Headphones "
        "for the headphone socket. Empty is what the system takes.",
    )
    buzzer_pin: int = pin(12, "The pin of the buzzer")


@dataclass(frozen=True, kw_only=True)
class DeviceSettings:
    """Settings of all devices of a station; `recordings` is the folder of recorded speech."""

    camera: CameraSettings = CameraSettings()
    button: ButtonSettings = ButtonSettings()
    lamps: LampsSettings = LampsSettings()
    sound: SoundSettings = SoundSettings()
    recordings: Path = Path()
