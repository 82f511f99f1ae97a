"""The build guide says what holds: drawings and tables are today's, links and commands lead somewhere."""

import re
from pathlib import Path

import pytest

from companion.board.measures import CAMERAS, COUNTER_MM, MARGIN_MM, MIN_COUNTER_PX
from companion.cli import COMMANDS
from deploy.drawings import lamp, mast, wiring, work
from deploy.drawings.__main__ import DOCS, PICTURES, TABLES, with_tables
from five_lines_make.board import Paper
from hardware.settings import ButtonSettings, LampsSettings, SoundSettings
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


def test_every_pin_that_the_guide_names_is_the_one_of_the_settings() -> None:
    """Sentences with pins are worked out here; nothing else in the documents names a pin of a wire."""
    button, lamps, sound = ButtonSettings(), LampsSettings(), SoundSettings()
    ground, wires = "dice button, ground", {wire.what: wire.pin for wire in wiring.wires()}
    dice = sorted((wires[ground], wires["dice button"]))
    named = {
        "parts.md": [f"the button between pins {dice[0]} and {dice[1]}"],
        "wiring.md": [
            f"Connect its two contacts to GPIO{button.pin} and ground",
            f"from GPIO{button.pin} to 3.3 V (pin {wiring.THREE_VOLTS[1]})",
            f"between GPIO{sound.buzzer_pin} and ground",
            f"to GPIO{wiring.CAMERA_LAMP_PIN} for example, and set with "
            f"`[lamps] camera_pin = {wiring.CAMERA_LAMP_PIN}`",
            f"mutes with GPIO{lamps.seat_a_pin}: move seat A's lamp. Its optional rotary knob takes "
            f"GPIO{lamps.seat_b_pin}",
            f"buttons on GPIO{sound.buzzer_pin} and {button.pin}, and GPIO{lamps.seat_b_pin}",
        ],
    }
    for page in DOCUMENTS:
        text = re.sub(r"<!-- table.*?<!-- end -->", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for sentence in named.pop(page.name, []):
            assert sentence in text, page.name
            text = text.replace(sentence, "")
        # "GPIO 9", with a space, is said of the Pi's pins themselves.
        assert re.findall(r"GPIO\d+|\bpins? \d+|_pin = \d+", text) == [], page.name
    assert not named
    drawn = lamp.drawing()
    assert f"GPIO{lamps.seat_a_pin}, {lamps.seat_b_pin} or {lamps.not_so_pin}" in drawn
    assert f"5 V (pin {wires['lamps, 5 V']})" in drawn
    assert f"ground (pin {wires['lamps, ground']})" in drawn


def test_no_lamp_and_no_pin_gets_more_than_it_bears() -> None:
    assert all(5 < it.ma < 20 for it in lamp.LAMPS)
    assert lamp.base_ma() < 4
    assert all(it.ma / lamp.base_ma() < 20 for it in lamp.LAMPS)


@pytest.mark.parametrize("paper", list(Paper))
def test_from_its_height_a_camera_sees_all_and_reads_every_counter(paper: Paper) -> None:
    for camera in CAMERAS:
        build = mast.chosen_mm(camera, paper)
        across, down = camera.seen_mm(build)
        wide, deep = paper.size_mm
        assert across >= wide + 2 * MARGIN_MM
        assert down >= deep + 2 * MARGIN_MM
        assert mast.counter_px(camera, paper) >= MIN_COUNTER_PX
        assert paper is Paper.A2 or mast.lean_mm(build, paper) < 5


def test_the_table_of_measures_has_the_counters_of_the_standard_board() -> None:
    assert mast.counter_mm(Paper.A3) == COUNTER_MM


def test_the_worked_example_is_right() -> None:
    example = CAMERAS[0].min_height_mm(Paper.A3.size_mm)
    assert f"= {example:.0f} mm" in (DOCS / "camera.md").read_text(encoding="utf-8")


NO_MEASURES = {
    "3.5 mm": "a socket for sound",
    "1.3 mm": "grooves that were tried",
    "1.2 mm": "grooves that were tried",
    "0.85 mm": "the skin of a print",
    "0.731 mm": "the worked example, which is tested above",
    "377 mm": "the worked example, which is tested above",
}
"""Lengths in the guide that are no measures of parts."""


@pytest.mark.slow
@pytest.mark.parametrize("page", ["make.md", "build.md", "parts.md", "wiring.md", "camera.md"])
def test_every_length_in_the_guide_is_one_of_the_table_of_measures(page: str) -> None:
    tables = "\n".join((mast.table(), work.bill(), work.measures(), work.table()))
    known = set(re.findall(r"\d+(?:\.\d+)?", tables))
    text = (DOCS / page).read_text(encoding="utf-8")
    prose = re.sub(r"<!-- table.*?<!-- end -->|```.*?```", "", text, flags=re.DOTALL)
    number = r"\d+(?:\.\d+)?"
    lengths = re.findall(rf"((?:{number}(?: ?x ?| to | or | and |-|, ))*{number}) mm\b", prose)
    numbers = [
        it for length in lengths if f"{length} mm" not in NO_MEASURES for it in re.findall(number, length)
    ]
    assert [it for it in numbers if it not in known] == []
