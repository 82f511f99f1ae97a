"""What the tests share."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Before numpy is imported: the processes of a run share the processor already, and threads that wait for
# each other take longer than one alone.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OPENCV_FOR_THREADS_NUM"] = "1"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"  # it would be printed by whichever test comes first

from tests.support.root import ROOT
from tests.support.shared import FOLDER

# No example fails for being slow: on a busy machine every one may be.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# For `sh deploy/test --quick`: ten examples of each property, not a hundred.
settings.register_profile("quick", settings.get_profile("unhurried"), max_examples=10)
settings.load_profile("unhurried")


def pytest_configure(config: pytest.Config) -> None:
    """One folder for what the processes of this run make for each other."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="five-lines-tests-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ[FOLDER], ignore_errors=True))


@pytest.fixture(scope="session")
def boards() -> Path:
    """The folder of photographs with truth; its place is in FIVE_LINES_BOARDS or beside the checkout."""
    folder = Path(os.environ.get("FIVE_LINES_BOARDS", ROOT.parent / "shared" / "boards"))
    if not folder.is_dir():
        pytest.skip(f"no photographs with truth at {folder} (set FIVE_LINES_BOARDS)")
    return folder
