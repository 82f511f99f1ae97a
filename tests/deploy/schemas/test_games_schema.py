"""The schema of games holds for what `games export` really writes, and for nothing else."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.game import RECONSTRUCTIONS, rules_for
from companion.journal import Journal
from deploy.schemas.__main__ import DOCS
from tests.support.playing import Table, noon

Validator = pytest.importorskip("jsonschema").Draft202012Validator


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Any]:
    """What a command prints: JSON, one value a line."""
    assert cli.main(["games", *arguments]) == 0
    return list(map(json.loads, capsys.readouterr().out.splitlines()))


@pytest.mark.slow
def test_what_is_exported_is_as_the_schema_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, noon) as journal:
        for seed, name in enumerate(RECONSTRUCTIONS):
            Table(journal, rules_for(name, ["limit=40"]), random.Random(seed)).play()
    schema = json.loads((DOCS / "games.json").read_text(encoding="utf-8"))
    Validator.check_schema(schema)
    lines = printed(capsys, "export", "--all", "--journal", str(path))
    assert len(lines) == len(RECONSTRUCTIONS) + 2
    valid = Validator(schema)
    for line in lines:
        valid.validate(line)
    kinds = {entry["kind"] for line in lines[1:-1] for entry in line["entries"]}
    assert {"GameBegun", "Thrown", "Moved", "Passed", "Flagged", "Ended"} <= kinds

    (record,) = printed(capsys, "export", "last", "--json", "--journal", str(path))
    Validator(schema | {"oneOf": [{"$ref": "#/$defs/Record"}]}).validate(record)

    entry = lines[1]["entries"][0]
    for change in ({"kind": "Thrown"}, {"at": 5}, {"more": 1}):
        assert not valid.is_valid(lines[1] | {"entries": [entry | change]})
    assert not valid.is_valid(lines[1] | {"record": record | {"result": "A loses"}})
