"""What the tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.root import ROOT

# No example fails for being slow: on a busy machine every one may be.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def boards() -> Path:
    """The folder of photographs with truth; its place is in FIVE_LINES_BOARDS or beside the checkout."""
    folder = Path(os.environ.get("FIVE_LINES_BOARDS", ROOT.parent / "shared" / "boards"))
    if not folder.is_dir():
        pytest.skip(f"no photographs with truth at {folder} (set FIVE_LINES_BOARDS)")
    return folder
