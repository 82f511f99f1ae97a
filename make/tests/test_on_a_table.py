"""A printed style and the counters made for it, on a table in two lights, are calibrated and read."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.made import laid
from bench.make_boards import with_counters
from companion.cli import main
from companion.game import RING, Point, Seat
from five_lines_lab.layouts import place_counters, slots_on
from five_lines_make.board import Paper
from five_lines_make.files import png
from five_lines_make.looks import LOOKS
from five_lines_make.sheets import Wish, design
from hardware.virtual_table.layouts import BoardSlot
from hardware.virtual_table.render.renderer import Renderer

KNOWN = "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B"
LATER = "A 2Ax2 3B 4A 1B / B 3Ax3 5B 4B"


@pytest.mark.slow
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(0, id="even light from above"),
        pytest.param(1, id="window light aslant", marks=pytest.mark.nightly),
    ],
)
def test_a_clay_board_and_its_counters_are_calibrated_by_markers_and_read(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = design(Paper.A3, Wish("terracotta"))
    print_file = tmp_path / "markers" / "clay" / "sheet.png"
    print_file.parent.mkdir(parents=True)
    print_file.write_bytes(png(sheet.pages[0]))
    rng, renderer = np.random.default_rng(3), Renderer()
    drawn = laid(sheet, LOOKS["terracotta"], print_file, number, rng)

    def photograph(name: str, text: str | None) -> str:
        halves = [] if text is None else [half for seat in Seat for half in halves_of(text, seat)]
        spots: list[BoardSlot | None] = [*slots_on(halves)]
        placed = place_counters(drawn.scene.board, drawn.counters, spots, 4.0, rng) if spots else ()
        cv2.imwrite(str(tmp_path / name), renderer.picture(with_counters(drawn.scene, placed), len(name)))
        return str(tmp_path / name)

    empty, known, later = (
        photograph(*it) for it in (("empty.png", None), ("known.png", KNOWN), ("later.png", LATER))
    )
    station = str(tmp_path / "station")
    assert main(["calibrate", "--empty", empty, "--known", known, KNOWN, "--out", station]) == 0
    capsys.readouterr()
    assert main(["read", "--station", station, known, later, "--json"]) == 0
    readings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for reading, text in zip(readings, (KNOWN, LATER), strict=True):
        assert reading["status"] == "clear", reading["why"]
        found = reading["halves"]
        counted = {seat: [half for half in RING for _ in range(found[half][seat])] for seat in "AB"}
        assert counted == {str(seat): sorted(halves_of(text, seat), key=RING.index) for seat in Seat}


def halves_of(text: str, seat: Seat) -> list[Point]:
    """The points of a seat's counters in a position, each as often as it has counters there."""
    own = text.split(" / ")[0 if seat is Seat.A else 1].split()[1:]
    pairs = [word.partition("x") for word in own]
    return [Point(point) for point, _, times in pairs for _ in range(int(times or 1))]
