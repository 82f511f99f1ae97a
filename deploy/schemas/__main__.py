"""Writes what describes a station's data for other programs: `python -m deploy.schemas`, from the clone."""

import json
from pathlib import Path

from companion.link.page.render import STATIC
from deploy.schemas import asyncapi, games, openapi

DOCS = Path(__file__).resolve().parents[2] / "docs/schemas"


def documents() -> dict[Path, str]:
    """Return the text of each document by its file."""
    return {
        DOCS / "games.json": json.dumps(games.games_schema(), indent=2) + "\n",
        DOCS / "mqtt.json": json.dumps(asyncapi.topics_document(), indent=2) + "\n",
        STATIC / "openapi.json": openapi.document(),
    }


if __name__ == "__main__":
    for file, text in documents().items():
        file.write_text(text, encoding="utf-8")
