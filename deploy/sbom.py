"""Print what a release needs as a bill of materials, in CycloneDX's JSON.

The libraries are those that pip has installed beside the program, with all that they need themselves; one of
an extra that is not installed stands there with the versions that are asked for. Its time is the commit's
(SOURCE_DATE_EPOCH), so that it is the same each time it is made.
"""

import json
import os
import re
import tomllib
import uuid
from datetime import UTC, datetime
from importlib.metadata import PackageMetadata, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("link", "backup")
"""Of the program, those that a station may have."""

FONTS = {"Source Sans Pro": "SourceSansPro", "GFS Neohellenic": "GFSNeohellenic"}
"""Names of the fonts in the program, and how their files begin."""

Part = dict[str, object]


def main() -> str:
    """Return the bill of materials."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = re.findall(
        '^__version__ = "(.*)"$', (ROOT / "companion/__init__.py").read_text(), re.MULTILINE
    )[0]
    made = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    own: Part = {
        "type": "application",
        "bom-ref": project["name"],
        "name": project["name"],
        "version": version,
    }
    own["licenses"] = [{"license": {"id": project["license"]}}]
    asked = [
        *project["dependencies"],
        *(it for name in EXTRAS for it in project["optional-dependencies"][name]),
    ]
    parts: dict[str, Part] = {}
    needs = {project["name"]: _add(asked, parts)}
    waiting = [*needs[project["name"]]]
    while waiting:
        name = waiting.pop()
        if name not in needs:
            needs[name] = _add(_requires(name), parts)
            waiting += needs[name]
    fonts: list[Part] = [
        {"type": "file", "bom-ref": file, "name": name, "licenses": [{"license": {"id": "OFL-1.1"}}]}
        for name, file in FONTS.items()
    ]
    needs[project["name"]] += FONTS.values()
    return json.dumps(
        {
            "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, f'{version} {made} {sorted(parts)}')}",
            "version": 1,
            "metadata": {"timestamp": made.isoformat().replace("+00:00", "Z"), "component": own},
            "components": [*(parts[name] for name in sorted(parts)), *fonts],
            "dependencies": [{"ref": name, "dependsOn": sorted(needs[name])} for name in sorted(needs)],
        },
        indent=1,
    )


def _requires(name: str) -> list[str]:
    try:
        return distribution(name).requires or []
    except PackageNotFoundError:
        return []


def _add(requirements: list[str], parts: dict[str, Part]) -> list[str]:
    """Add what is required to the parts; return its names. What others or extras need is left out."""
    names = []
    for requirement in requirements:
        text, _, marker = requirement.partition(";")
        found = re.match(r"[\w.-]+", text)
        name = re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""
        part = _part(name, text.removeprefix(found[0] if found else "").strip())
        if "extra" not in marker and (not marker or "version" in part):
            parts[name] = part
            names.append(name)
    return sorted({*names})


def _part(name: str, asked: str) -> Part:
    part: Part = {"type": "library", "bom-ref": name, "name": name}
    try:
        metadata = distribution(name).metadata
    except PackageNotFoundError:
        return part | {"purl": f"pkg:pypi/{name}", "properties": [{"name": "requires", "value": asked}]}
    part |= {"version": metadata["Version"], "purl": f"pkg:pypi/{name}@{metadata['Version']}"}
    if licence := _licence(metadata):
        part["licenses"] = [licence]
    return part


def _licence(metadata: PackageMetadata) -> Part | None:
    if expression := metadata["License-Expression"]:
        return {"expression": expression}
    named = [
        it.rpartition(" :: ")[2] for it in metadata.get_all("Classifier", []) if it.startswith("License")
    ]
    named += [line for line in (metadata["License"] or "").splitlines()[:1] if line]
    return {"license": {"name": named[0]}} if named else None


if __name__ == "__main__":
    print(main())
