"""What the tests share."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def boards() -> Path:
    """The folder of photographs with truth; its place is in FIVE_LINES_BOARDS or beside the checkout."""
    folder = Path(os.environ.get("FIVE_LINES_BOARDS", ROOT.parent / "shared" / "boards"))
    if not folder.is_dir():
        pytest.skip(f"no photographs with truth at {folder} (set FIVE_LINES_BOARDS)")
    return folder
