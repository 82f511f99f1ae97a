"""All errors of ours are of one family, and each is a built-in error as well."""

import importlib
import pkgutil
from functools import cache

import calibration
import companion
import hardware
import vision
from companion import FiveLinesError
from vision.errors import InvalidValueError

BUILT_IN = (ArithmeticError, ImportError, LookupError, OSError, RuntimeError, ValueError)

EXTRAS = {"onnx", "torch"}
"""Libraries that one room alone needs, and that tests do without."""


@cache
def errors() -> set[type[BaseException]]:
    """Every class of errors in our packages."""
    found = set()
    for package in (companion, vision, calibration, hardware):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            try:
                names = vars(importlib.import_module(module.name)).values()
            except ModuleNotFoundError as error:
                if error.name not in EXTRAS:
                    raise
                continue
            found |= {
                it
                for it in names
                if isinstance(it, type)
                and issubclass(it, BaseException)
                and it.__module__.split(".")[0] == package.__name__
            }
    return found - {FiveLinesError}


def test_errors_are_found() -> None:
    assert len(errors()) > 30


def test_every_error_is_of_the_family_and_fits_a_built_in_one() -> None:
    strangers = {it for it in errors() if not (issubclass(it, FiveLinesError) and issubclass(it, BUILT_IN))}
    assert strangers == {InvalidValueError}


def test_a_value_that_cannot_be_is_a_fault_of_the_program_and_not_of_a_person() -> None:
    assert issubclass(InvalidValueError, ValueError)
    assert not issubclass(InvalidValueError, FiveLinesError)


def test_only_what_is_said_of_the_game_is_an_error_of_the_game() -> None:
    from companion.game import GameError

    told = {it.__module__.rpartition(".")[0] for it in errors() if issubclass(it, GameError)}
    assert told == {"companion.game", "companion.referee"}
