"""Walks go through the whole program, which takes a second or more: all are slow."""

from pathlib import Path

import pytest

WALKS = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them, so that `sh deploy/test --quick` leaves them out."""
    for item in items:
        if item.path.is_relative_to(WALKS):
            item.add_marker(pytest.mark.slow)
