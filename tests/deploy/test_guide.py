"""The build guide says what holds: drawings and tables are today's, links and commands lead somewhere."""

import re
from pathlib import Path

import pytest

from companion.cli import COMMANDS
from companion.make.board import Paper
from deploy.drawings import lamp, mast, wiring
from deploy.drawings.__main__ import DOCS, PICTURES, TABLES, with_tables
from tests.support.documents import DOCUMENTS, name_of
from tests.support.root import ROOT
from tests.support.screen_texts import all_texts

DEPLOY = ROOT / "deploy"


@pytest.mark.parametrize("name", PICTURES)
def test_the_drawings_are_drawn_from_the_settings_as_they_are(name: str) -> None:
    drawn = (DOCS / "pictures" / name).read_text(encoding="utf-8")
    assert drawn == PICTURES[name](), "draw them again: python -m deploy.drawings"


@pytest.mark.slow
@pytest.mark.parametrize("page", TABLES)
def test_the_tables_are_worked_out_from_the_settings_as_they_are(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert text == with_tables(page, text), "fill them in again: python -m deploy.drawings"


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_commands_and_scripts_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    # After -u it is the user of that name.
    for command in re.findall(r"(?<!-u )\bfive-lines ([a-z]+)\b", text):
        assert command in COMMANDS, command
    for script in re.findall(r"(?<!tests/)\bdeploy/([a-z_]+(?:\.py|\.html)?)\b(?!\.md)", text):
        assert (DEPLOY / script).exists(), script


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_no_address_has_a_gap_for_the_reader_to_fill(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    addresses = re.findall(r"(?:\w+://|www\.|git@)[^\s)]*", text)
    assert [it for it in addresses if re.search(r"\.\.\.|example|your|[<{]|\b[A-Z]{2,}\b", it)] == []


@pytest.mark.slow
def test_what_the_guide_quotes_from_the_screen_is_what_the_screen_says() -> None:
    guide = (DOCS / "troubleshooting.md").read_text(encoding="utf-8")
    seen = "".join(re.findall(r"^\| ([^|]*) \|", guide, re.MULTILINE))
    out_of_order = (DEPLOY / "service" / "out-of-order").read_text(encoding="utf-8").splitlines()
    quoted, said = re.findall('"(.+?)"', seen), (*all_texts(), *out_of_order)
    assert len(quoted) > 5
    assert [words for words in quoted if not any(text.startswith(words) for text in said)] == []


def test_every_pin_of_the_header_is_one_thing() -> None:
    power = [*wiring.GROUNDS, *wiring.FIVE_VOLTS, *wiring.THREE_VOLTS]
    reserved = [27, 28]
    assert sorted([*wiring.PHYSICAL.values(), *power, *reserved]) == list(range(1, 41))
    pins = [wire.pin for wire in wiring.wires()]
    assert len(set(pins)) == len(pins)


def test_no_lamp_and_no_pin_gets_more_than_it_bears() -> None:
    assert all(5 < it.ma < 20 for it in lamp.LAMPS)
    assert lamp.base_ma() < 4
    assert all(it.ma / lamp.base_ma() < 20 for it in lamp.LAMPS)


def test_the_heights_of_the_mast_show_what_must_be_seen() -> None:
    for camera in mast.CAMERAS:
        for paper in Paper:
            across, down = mast.seen_mm(camera, mast.chosen_mm(camera, paper))
            wide, deep = paper.size_mm
            assert across >= wide + 2 * mast.MARGIN_MM
            assert down >= deep + 2 * mast.MARGIN_MM


def test_the_worked_example_is_right() -> None:
    example = mast.height_mm(mast.CAMERAS[0], Paper.A3)
    assert f"= {example:.0f} mm" in (DOCS / "camera.md").read_text(encoding="utf-8")
