"""Walks go through the whole program, which takes a second or more: all are slow."""

from pathlib import Path

import pytest

WALKS = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them, so that `sh deploy/test --quick` leaves them out."""
    for item in items:
        if item.path.is_relative_to(WALKS):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def no_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No walk writes to, or restores from, what is mounted on this machine."""
    monkeypatch.setattr("companion.app.backups.stick.ROOT", tmp_path / "no-sticks")
