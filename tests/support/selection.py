"""Which cases of a test are run by day; the others are left to the night."""

from collections.abc import Collection, Iterable
from typing import TypeVar

import pytest
from _pytest.mark.structures import ParameterSet

Case = TypeVar("Case")


def at_night_but(day: Collection[Case], cases: Iterable[Case]) -> list[ParameterSet]:
    """All cases; those that are not to be run by day are marked `nightly`."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)), marks=() if case in day else pytest.mark.nightly
        )
        for case in cases
    ]
