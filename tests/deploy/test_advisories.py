"""No library may be older than the version that mends a hole which is known of it."""

import re
import tomllib
from itertools import chain
from typing import Any

import pytest

from tests.support.root import ROOT

PROJECTS = [
    tomllib.loads((ROOT / it).read_text(encoding="utf-8"))["project"]
    for it in ("pyproject.toml", "lab/pyproject.toml", "make/pyproject.toml")
]
ADVISORIES = tomllib.loads((ROOT / "deploy" / "advisories.toml").read_text(encoding="utf-8"))["advisory"]
FLOORS = [
    (library, floor)
    for project in PROJECTS
    for text in chain(project["dependencies"], *project["optional-dependencies"].values())
    for library, _, floor in [text.partition(";")[0].partition(">=")]
]


def version(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"[0-9]+", text)]


@pytest.mark.parametrize("known", ADVISORIES, ids=[it["name"] for it in ADVISORIES])
def test_the_oldest_version_that_is_taken_is_one_without_a_known_hole(known: dict[str, Any]) -> None:
    floors = [floor for library, floor in FLOORS if library == known["library"]]
    assert floors
    for floor in floors:
        assert "unused" in known or version(floor) >= version(known["mended"]), f"{known['library']}>={floor}"


def test_debian_packages_are_asked_for_in_the_version_that_is_patched() -> None:
    control = (ROOT / "deploy" / "debian" / "control").read_text(encoding="utf-8")
    for known in ADVISORIES:
        if "debian" in known:
            assert f"python3-{known['library']} (>= {known['debian']})" in control
