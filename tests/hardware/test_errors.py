"""An error of a device holds what is wrong and what to do, and says both."""

from hardware.device import HardwareError


def test_a_remedy_is_reported_after_what_is_wrong() -> None:
    error = HardwareError("the pin GPIO 16 is taken", "choose another")
    assert (error.what, error.remedy) == ("the pin GPIO 16 is taken", "choose another")
    assert str(error) == "the pin GPIO 16 is taken; choose another"


def test_without_a_remedy_what_is_wrong_stands_alone() -> None:
    error = HardwareError("it is gone")
    assert error.remedy is None
    assert str(error) == "it is gone"
    assert error.errno is None
