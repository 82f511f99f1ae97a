"""The bill of materials of a release names what the program needs, as it is installed here."""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from typing import Any

from companion import __version__
from tests.support.root import ROOT


def bill(commit_s: str = "1700000000") -> dict[str, Any]:
    made = subprocess.run(
        [sys.executable, ROOT / "deploy/sbom.py"],
        env={**os.environ, "SOURCE_DATE_EPOCH": commit_s},
        capture_output=True,
        check=True,
        text=True,
    )
    found: dict[str, Any] = json.loads(made.stdout)
    return found


def test_each_library_of_a_station_stands_there_with_the_version_that_is_installed() -> None:
    parts = {part["name"]: part for part in bill()["components"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["link"]]
    names = {re.split("[>;]", text)[0] for text in asked} - {"pygame-ce" if "pygame" in parts else "pygame"}
    assert names <= parts.keys()
    assert {name: parts[name]["version"] for name in names} == {name: version(name) for name in names}
    # What a library of ours needs itself.
    assert parts["pillow"]["purl"] == f"pkg:pypi/pillow@{version('pillow')}"


def test_all_that_depends_on_something_names_a_part_and_every_part_has_a_licence() -> None:
    found = bill()
    assert found["metadata"]["component"]["version"] == __version__
    parts = {part["bom-ref"]: part for part in found["components"]}
    needed = {name for row in found["dependencies"] for name in row["dependsOn"]}
    assert needed == parts.keys()
    assert all(len(row["dependsOn"]) == len({*row["dependsOn"]}) for row in found["dependencies"])
    assert [name for name, part in parts.items() if "version" in part and not part.get("licenses")] == []
    assert {"OFL-1.1"} == {
        parts[name]["licenses"][0]["license"]["id"] for name in ("SourceSansPro", "GFSNeohellenic")
    }


def test_it_is_the_same_each_time_it_is_made() -> None:
    assert bill() == bill()
    assert bill()["serialNumber"] != bill("1700000001")["serialNumber"]
