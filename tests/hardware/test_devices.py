"""All devices together: what is missing stands in and is told, what fails on the way is replaced."""

from collections.abc import Iterator

import numpy as np
import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.audio.sound import BuzzerSound, MixerSound, Sound, StandInSound
from hardware.button import Button, GpioButton, StandInButton
from hardware.button_presses import PressKind
from hardware.camera.camera import FrameSource, Picture
from hardware.device import HardwareError
from hardware.devices import DeviceName, Devices
from hardware.failover import RETRY_DELAYS_S
from hardware.lamps import GpioLamps, Lamp, Lamps, Pattern, StandInLamps
from hardware.pins import is_raspberry_pi, opening_pins
from hardware.settings import (
    ButtonSettings,
    CameraDevice,
    CameraSettings,
    DeviceSettings,
    LampsSettings,
    PinDevice,
    SoundDevice,
    SoundSettings,
)
from tests.support.fake_clock import FakeClock

NOTHING = DeviceSettings(
    camera=CameraSettings(device=CameraDevice.VIRTUAL),
    button=ButtonSettings(device=PinDevice.NONE),
    lamps=LampsSettings(device=PinDevice.NONE),
    sound=SoundSettings(device=SoundDevice.NONE),
)
EVERYTHING = DeviceSettings(
    camera=CameraSettings(device=CameraDevice.VIRTUAL),
    button=ButtonSettings(device=PinDevice.GPIO),
    lamps=LampsSettings(device=PinDevice.GPIO),
    sound=SoundSettings(device=SoundDevice.BUZZER),
)


class Table:
    """The camera over a table that is not there."""

    def take(self) -> Picture:
        return np.zeros((2, 2, 3), np.uint8)

    def close(self) -> None:
        pass


def table() -> FrameSource:
    return Table()


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


def told(devices: Devices) -> list[DeviceName]:
    """The devices in trouble but for the camera, whose own thread doesn't keep up with a clock that leaps."""
    names = [trouble.device for trouble in devices.troubles()]
    return [name for name in names if name is not DeviceName.CAMERA]


def test_what_the_settings_leave_out_is_no_trouble() -> None:
    with Devices(NOTHING, FakeClock(), virtual=table) as devices:
        assert devices.troubles() == ()
        assert isinstance(devices.button, StandInButton)
        assert isinstance(devices.sound, StandInSound)


def test_what_is_there_is_opened(pins: MockFactory) -> None:
    with Devices(EVERYTHING, FakeClock(), virtual=table, pin_factory=pins) as devices:
        assert devices.troubles() == ()
        assert isinstance(devices.button, GpioButton)
        assert isinstance(devices.lamps, GpioLamps)
        assert isinstance(devices.sound, BuzzerSound)
        devices.lamps.show(Lamp.SEAT_A, Pattern.ON)
        devices.update()
    GpioButton(EVERYTHING.button, FakeClock(), pins).close()  # the pin was given back


@pytest.mark.parametrize(
    ("real", "stand_in", "asked_for"),
    [
        (GpioButton, StandInButton, Button),
        (GpioLamps, StandInLamps, Lamps),
        (MixerSound, StandInSound, Sound),
        (BuzzerSound, StandInSound, Sound),
    ],
)
def test_a_real_device_and_its_stand_in_are_siblings(real: type, stand_in: type, asked_for: type) -> None:
    assert stand_in not in real.__mro__
    assert real not in stand_in.__mro__
    assert asked_for in real.__mro__
    assert asked_for in stand_in.__mro__


@pytest.mark.skipif(is_raspberry_pi(), reason="a Raspberry Pi has the pins")
def test_on_a_machine_without_pins_each_device_says_so_and_stands_in() -> None:
    with Devices(EVERYTHING, FakeClock(), virtual=table) as devices:
        assert told(devices) == [DeviceName.BUTTON, DeviceName.LAMPS, DeviceName.SOUND]
        for trouble in devices.troubles():
            assert "there are no pins here" in trouble.what
            assert "\n" not in trouble.what
        devices.button.presses()
        devices.lamps.show(Lamp.SEAT_A, Pattern.ON)
        devices.update()


def test_one_pin_twice_costs_the_second_device_only(pins: MockFactory) -> None:
    clash = DeviceSettings(
        camera=EVERYTHING.camera,
        button=ButtonSettings(device=PinDevice.GPIO, pin=22),
        lamps=EVERYTHING.lamps,
        sound=NOTHING.sound,
    )
    with Devices(clash, FakeClock(), virtual=table, pin_factory=pins) as devices:
        assert told(devices) == [DeviceName.LAMPS]
        assert "GPIO 22 is taken" in devices.troubles()[0].what
        assert isinstance(devices.button, GpioButton)


def test_lamps_that_fail_during_the_game_are_reported_and_replaced(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_self: object, _value: float) -> None:
        raise OSError("the chip is gone")

    clock = FakeClock()
    with Devices(EVERYTHING, clock, virtual=table, pin_factory=pins) as devices:
        monkeypatch.setattr(MockPWMPin, "_set_state", broken)
        devices.lamps.show(Lamp.SEAT_A, Pattern.ON)
        devices.update()
        clock.go(1)
        devices.update()
        assert type(devices.lamps) is StandInLamps
        assert told(devices) == [DeviceName.LAMPS]
        assert "the chip is gone" in devices.troubles()[0].what
        monkeypatch.undo()
        clock.go(RETRY_DELAYS_S[0])
        devices.update()
        assert isinstance(devices.lamps, GpioLamps)
        assert told(devices) == []


def test_a_device_that_fails_while_it_is_used_is_replaced_and_its_loudness_kept(pins: MockFactory) -> None:
    clock = FakeClock()
    with Devices(EVERYTHING, clock, virtual=table, pin_factory=pins) as devices:
        devices.sound.set_volume(0.25, mute=True)
        for name in DeviceName:
            devices.fail(name, HardwareError("it is gone"))
        assert told(devices) == [DeviceName.BUTTON, DeviceName.LAMPS, DeviceName.SOUND]
        assert type(devices.sound) is StandInSound
        assert (devices.sound.volume, devices.sound.mute) == (0.25, True)
        clock.go(RETRY_DELAYS_S[0])
        devices.update()
        assert told(devices) == []
        assert isinstance(devices.sound, BuzzerSound)
        assert (devices.sound.volume, devices.sound.mute) == (0.25, True)


@pytest.mark.slow
def test_what_was_missing_at_the_start_is_opened_once_it_is_there(pins: MockFactory) -> None:
    taken = [LED(pin, pin_factory=pins) for pin in (16, 22, 12)]
    clock = FakeClock()
    with Devices(EVERYTHING, clock, virtual=table, pin_factory=pins) as devices:
        assert told(devices) == [DeviceName.BUTTON, DeviceName.LAMPS, DeviceName.SOUND]
        devices.sound.set_volume(0.25, mute=True)
        for led in taken:
            led.close()
        clock.go(RETRY_DELAYS_S[0] / 2)
        devices.update()
        assert told(devices) == [DeviceName.BUTTON, DeviceName.LAMPS, DeviceName.SOUND]
        clock.go(RETRY_DELAYS_S[0] / 2)
        devices.update()
        assert told(devices) == []
        assert isinstance(devices.sound, BuzzerSound)
        assert (devices.sound.volume, devices.sound.mute) == (0.25, True)
        assert isinstance(devices.button, GpioButton)
        pins.pin(16).drive_low()
        clock.go(1)
        assert [press.kind for press in devices.button.presses()] == [PressKind.PRESS]


def test_what_goes_on_missing_goes_on_being_reported_and_is_tried_ever_more_seldom(pins: MockFactory) -> None:
    clock = FakeClock()
    taken = LED(16, pin_factory=pins)
    with Devices(EVERYTHING, clock, virtual=table, pin_factory=pins) as devices:
        for retry_delay_s in RETRY_DELAYS_S:
            clock.go(retry_delay_s)
            devices.update()
            assert told(devices) == [DeviceName.BUTTON]
        taken.close()
        clock.go(RETRY_DELAYS_S[-1] - 1)
        devices.update()
        assert told(devices) == [DeviceName.BUTTON]
        clock.go(1)
        devices.update()
        assert told(devices) == []


def test_what_the_settings_leave_out_is_not_tried_later(pins: MockFactory) -> None:
    clock = FakeClock()
    with Devices(NOTHING, clock, virtual=table, pin_factory=pins) as devices:
        clock.go(RETRY_DELAYS_S[0])
        devices.update()
        assert type(devices.button) is StandInButton


def test_a_missing_gpiozero_is_reported_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "gpiozero", None)
    with (
        pytest.raises(HardwareError, match="gpiozero is not installed"),
        opening_pins("the button", "button"),
    ):
        pass


def test_a_pin_that_the_system_has_taken_is_reported_whatever_the_pin_library_raises() -> None:
    with (
        pytest.raises(HardwareError, match=r"GPIO 16 is taken by another program .*\[button\].* gpioinfo"),
        opening_pins("the button's pin GPIO 16", "button"),
    ):
        raise Exception("'GPIO busy'")
