"""Plain data becomes values of the program's own types, and mistakes name their place."""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path

import pytest

from companion import FiveLinesError
from companion.system.convert import plain, value_of
from companion.system.data import Data, DataError


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class TooFarError(FiveLinesError, ValueError):
    """Out of the field."""


@dataclass(frozen=True)
class Spot:
    x: float
    colour: Colour | None
    sizes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.x > 9:
            raise TooFarError("x is at most 9")


@dataclass(frozen=True)
class Field:
    spots: tuple[Spot, ...]
    names: dict[str, int] = field(default_factory=dict)
    home: Path = Path()
    day: date | None = None
    at: datetime | None = None


SPOTS = [{"x": 1, "colour": "red", "sizes": [1, 2]}, {"x": 2.5, "colour": None}]


def test_types_decide_what_plain_data_becomes() -> None:
    data = Data(
        {"spots": SPOTS, "names": {"a": 1}, "home": "/x", "day": "2026-01-02", "at": "2026-01-02T03:04"}
    )
    assert value_of(Field, data) == Field(
        (Spot(1.0, Colour.RED, (1, 2)), Spot(2.5, None)),
        {"a": 1},
        Path("/x"),
        date(2026, 1, 2),
        datetime(2026, 1, 2, 3, 4),
    )


def test_a_value_is_read_back_from_its_plain_form() -> None:
    spot = Spot(3.0, Colour.BLUE, (4, 5))
    assert plain(spot) == {"x": 3.0, "colour": "blue", "sizes": [4, 5]}
    assert value_of(Spot, Data(plain(spot))) == spot


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (7, "it must be named values, not 7"),
        ({}, "'spots' is missing"),
        ({"spots": [], "size": 1}, "'size' is not known; known are spots, names, home, day, at"),
        ({"spots": 3}, "spots must be a list, not 3"),
        ({"spots": [{"x": True, "colour": None}]}, r"spots\[0\].x must be a finite number, not True"),
        ({"spots": [{"x": 1}]}, r"'spots\[0\].colour' is missing"),
        ({"spots": [{"x": 1, "colour": "pink"}]}, r"spots\[0\].colour must be 'red' or 'blue', not 'pink'"),
        (
            {"spots": [{"x": 1, "colour": None, "sizes": ["2"]}]},
            r"spots\[0\].sizes\[0\] must be a whole number, not '2'",
        ),
        ({"spots": [{"x": 10, "colour": None}]}, r"spots\[0\]: x is at most 9"),
        ({"spots": [], "names": {"a": "b"}}, "names.a must be a whole number, not 'b'"),
        ({"spots": [], "day": "today"}, "day must be a date in ISO 8601, not 'today'"),
        ({"spots": [], "at": "noon"}, "at must be a date and time in ISO 8601, not 'noon'"),
    ],
)
def test_a_mistake_names_its_place(value: object, says: str) -> None:
    with pytest.raises(DataError, match=f"^{says}$"):
        value_of(Field, Data(value))
