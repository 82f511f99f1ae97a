"""Whatever is touched, in whatever order, the station stays in order: 20,000 touches, by hand.

    FIVE_LINES_TOUCHES=20000 python -m pytest tests/walks/test_crawler.py

`tests/support/crawler.py` has what must hold.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.settings.pin import PinFile
from companion.settings.sections import Location, StationSettings
from tests.support.crawler import PIN, Crawler
from tests.support.walk import SIZES, USUAL, walk

TOUCHES = int(os.environ.get("FIVE_LINES_TOUCHES", "150"))
SEED = int(os.environ.get("FIVE_LINES_SEED", "1"))
LIVELY = replace(USUAL, station=StationSettings(place=Location.HALL))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_everything_can_be_touched_in_any_order(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    PinFile(tmp_path / "data" / "staff-pin.json").set(PIN)
    with walk(tmp_path, monkeypatch, size, LIVELY) as person:
        crawler = Crawler(person, SEED)
        wrong = crawler.crawl(TOUCHES // len(SIZES))
    assert wrong == {}
    assert sum(crawler.counts.values()) >= TOUCHES // len(SIZES) // 2
