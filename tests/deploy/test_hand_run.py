"""Scripts that are run by hand name what is there, so that a moved file or a new import shows itself here."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest

from tests.support.root import ROOT

LIBCAMERA = "tests/hardware/camera/libcamera_virtual"
SCRIPTS = ("deploy/check", "tests/deploy/roots", f"{LIBCAMERA}/run")
SOURCED = ("tests/support/debian_root",)


def text_of(script: str) -> str:
    return (ROOT / script).read_text(encoding="utf-8")


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_goes_to_the_root_of_the_clone(script: str) -> None:
    (way,) = re.findall(r'^cd "\$\(dirname "\$0"\)/([./]+)"$', text_of(script), re.MULTILINE)
    assert (ROOT / script).parent.joinpath(way).resolve() == ROOT


@pytest.mark.parametrize("script", [*SCRIPTS, *SOURCED])
def test_what_a_script_names_is_there(script: str) -> None:
    folders = "|".join(it.name for it in ROOT.iterdir() if it.is_dir() and not it.name.startswith("."))
    paths = re.findall(rf"(?<![\w/.$-])(?:{folders})/[\w./-]*\w", text_of(script))
    modules = re.findall(r"-m (tests[\w.]*|bench[\w.]*)", text_of(script))
    named = [*paths, *(module.replace(".", "/") for module in modules)]
    assert named or script in SOURCED
    assert [it for it in named if not (ROOT / it).exists() and not (ROOT / f"{it}.py").exists()] == []


@pytest.mark.slow
def test_the_tests_on_libcamera_need_only_what_their_root_has() -> None:
    installed = set(re.findall(r"python3-(\w+)", text_of(f"{LIBCAMERA}/run")))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ours = project["dependencies"] + project["optional-dependencies"]["test"]
    missing = {re.split(r"[^\w-]", it)[0] for it in ours if re.split(r"\W", it)[0] not in installed}
    modules = [it for it, names in packages_distributions().items() if missing & set(names)]
    assert "trimesh" in modules
    program = (
        f"import runpy, sys; sys.modules.update(dict.fromkeys({modules}))\n"
        f"for file in ('conftest.py', '{LIBCAMERA}/test_camera_libcamera.py'): runpy.run_path(file)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
