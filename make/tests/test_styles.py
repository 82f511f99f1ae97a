"""Boards after the finds print whole, and a photograph of each calibrates by its markers or its lines."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import cv2
import numpy as np
import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from calibration.locate.board_finder import find_board
from calibration.locate.cameras import camera_from_markers
from calibration.locate.markers import find_markers
from calibration.locate.points import MIN_CONFIDENCE
from companion.board.spec import BoardStyle
from companion.cli import main
from companion.presentation.words import LANGUAGES, translator
from five_lines_make.board import PRINTER_BLANK_MM, Paper, size_of
from five_lines_make.files import picture
from five_lines_make.looks import LOOKS
from five_lines_make.shapes import Circle, SheetLabel, width_mm
from five_lines_make.sheets import DIE_MM, OVERLAP_MM, Wish, board_of, counters_pages, design, tiled
from tests.support.photographs import Picture, flat_pose, miss_mm, photograph

pytestmark = pytest.mark.slow

DPI = 100
PX_PER_MM = DPI / 25.4


def printed(paper: Paper, wish: Wish) -> Picture:
    """The board of a sheet as a picture, BGR."""
    return np.ascontiguousarray(picture(design(paper, wish).pages[0], DPI)[..., ::-1])


@pytest.mark.slow
@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("style", LOOKS)
def test_a_photographed_style_calibrates_by_its_markers(style: str, paper: Paper) -> None:
    spec = design(paper, Wish(style)).spec
    rng = np.random.default_rng(5)
    flat, pose = printed(paper, Wish(style)), flat_pose(paper.size_mm, PX_PER_MM)
    seen, there = photograph(flat, pose, rng, 25, distance_mm=2 * paper.size_mm[0], size_wh=(1280, 960))
    camera = camera_from_markers(spec, find_markers(seen), (1280, 960))
    assert miss_mm(there, camera.to_px(spec, spec.points_mm), spec.points_mm) < 0.5


@pytest.mark.slow
@pytest.mark.parametrize("style", [name for name, look in LOOKS.items() if look.style is BoardStyle.LINES])
def test_a_photographed_style_without_markers_is_found_by_its_lines(style: str) -> None:
    wish = Wish(style, markers=False)
    spec = design(Paper.A3, wish).spec
    flat, pose = printed(Paper.A3, wish), flat_pose(Paper.A3.size_mm, PX_PER_MM)
    assert not find_markers(flat)
    seen, there = photograph(flat, pose, np.random.default_rng(6), 25, distance_mm=840)
    found = find_board(seen, spec)
    assert found is not None
    assert found.confidence >= MIN_CONFIDENCE
    assert miss_mm(there, found.points_px, spec.points_mm) < 1.0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_font_of_a_sheet_is_embedded_and_the_rules_follow_on_two_pages(
    language: str, tmp_path: Path
) -> None:
    path = tmp_path / "it.pdf"
    words = ("--style", "terracotta", "--size", "A4", "--rules", "schaedler", "--language", language)
    assert main(["make", "board", *words, "-o", str(path)]) == 0
    data = path.read_bytes()
    assert data.count(b"/FontFile2") == 2  # its object, and its descriptor's reference: one of each face
    assert b"Helvetica" not in data
    document = pypdfium2.PdfDocument(data)
    assert len(document) == 4
    assert document[3].get_size() == pytest.approx((210 * 72 / 25.4, 297 * 72 / 25.4), abs=0.01)


@pytest.mark.parametrize("what", ["counters", "bones"])
def test_paper_counters_and_bones_say_in_the_language_what_to_do(what: str, tmp_path: Path) -> None:
    said = set()
    for language in LANGUAGES:
        path = tmp_path / f"{language}.pdf"
        assert main(["make", what, "--style", "marble", "--language", language, "-o", str(path)]) == 0
        text = pypdfium2.PdfDocument(path.read_bytes())[0].get_textpage().get_text_range()
        said.add(text)
    assert len(said) == len(LANGUAGES)


def test_the_die_beside_the_bones_folds_into_one_whose_opposite_sides_make_seven(tmp_path: Path) -> None:
    assert main(["make", "bones", "-o", str(tmp_path / "it.svg")]) == 0
    drawn = list(ElementTree.parse(tmp_path / "it.svg").getroot())
    side = DIE_MM
    squares, flaps = [], 0
    for it in drawn:
        corners = np.array(re.findall(r"(-?[\d.]+),(-?[\d.]+)", it.get("d", "")), float)
        if len(corners) == 4 and it.get("aria-label") is None:
            size = np.ptp(corners, axis=0)
            if size == pytest.approx([side, side]):
                squares.append(corners.mean(axis=0))
            elif sorted(size) == pytest.approx([5, side]):
                flaps += 1
    pips = np.array([(it.get("cx"), it.get("cy")) for it in drawn if it.tag.endswith("circle")], float)
    place = {int((abs(pips - middle).max(axis=1) < side / 2).sum()): middle for middle in squares}
    assert sorted(place) == [1, 2, 3, 4, 5, 6]
    assert len(pips) == 21
    # A cross: a row of four around the die, one above its second, one below.
    column = {face: round((x - place[1][0]) / side) for face, (x, _) in place.items()}
    row = {face: round((place[1][1] - y) / side) for face, (_, y) in place.items()}
    assert [column[face] for face in (1, 2, 6, 5)] == [0, 1, 2, 3]
    assert (row[3], column[3], row[4], column[4]) == (1, 1, -1, 1)
    # Of the fourteen free edges, two and two meet: each pair has one flap.
    assert flaps == 7


@pytest.mark.parametrize(
    ("size", "columns", "rows"), [("A2", 3, 2), ("A3", 2, 2), ("1000x700", 4, 4), ("2400x560", 13, 2)]
)
def test_tiles_are_as_few_sheets_as_cover_what_is_printed(size: str, columns: int, rows: int) -> None:
    page = design(size_of(size), Wish()).pages[0]
    tiles = tiled(page)
    assert [tile.name for tile in tiles] == [
        f"{'ABCDEF'[row]}{column + 1}" for row in range(rows) for column in range(columns)
    ]
    assert {tuple(sorted((tile.width_mm, tile.height_mm))) for tile in tiles} == {(210.0, 297.0)}
    assert tiled(tiles[0]) == (tiles[0],)


def test_tiles_glued_at_their_marks_are_the_board() -> None:
    page = design(Paper.A2, Wish("marble")).pages[0]
    columns, rows = 3, 2
    blank = round(PRINTER_BLANK_MM * 5)
    whole = picture(page, 127)[blank:-blank, blank:-blank]
    step = (page.width_mm - 2 * PRINTER_BLANK_MM) / columns, (page.height_mm - 2 * PRINTER_BLANK_MM) / rows
    wide, high = (round(side * 5) for side in step)
    glued = [picture(tile, 127) for tile in tiled(page)]
    # Each is printed beyond the cut, as far as printers reach.
    assert all(
        tile.shape[1] - wide >= 10 * OVERLAP_MM and tile.shape[0] - high >= 10 * OVERLAP_MM for tile in glued
    )
    inner = [
        tile[(tile.shape[0] - high) // 2 :, (tile.shape[1] - wide) // 2 :][:high, :wide] for tile in glued
    ]
    made = np.vstack([np.hstack(inner[columns * row : columns * (row + 1)]) for row in range(rows)])
    fitted = cv2.resize(whole, made.shape[1::-1], interpolation=cv2.INTER_AREA)
    differs = np.abs(made.astype(int) - fitted).max(axis=2) > 60
    # Lines agree to a pixel; only the marks at the tiles' corners are added.
    assert differs.mean() < 0.01


def test_a_style_prints_nothing_where_a_printer_can_not() -> None:
    for style in LOOKS:
        sheet = printed(Paper.A4, Wish(style))
        blank = round(4.8 * PX_PER_MM)
        sheet[blank:-blank, blank:-blank] = 255
        assert (sheet > 250).all()


@pytest.mark.parametrize("size", ["191x137", "A4", "A3", "700x500", "1663x1069", "2400x504"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("on_a4", [False, True], ids=["whole", "tiles"])
def test_words_among_the_counters_touch_neither_each_other_nor_a_counter(
    on_a4: bool, language: str, size: str
) -> None:
    board = board_of(size_of(size), Wish())
    pages = counters_pages(board, LOOKS["lines"], translator(language), on_a4)
    sheets = [page for page in pages if page.name != "bones"]
    discs = [it for page in sheets for it in page.shapes if isinstance(it, Circle) and it.fill is not None]
    # Both sides of ten counters; A's have a dot besides.
    assert len(discs) == 2 * 10 + 2 * 5
    if on_a4:
        assert all(tiled(page) == (page,) for page in pages)
    for page in pages:
        labels = [it for it in page.shapes if isinstance(it, SheetLabel)]
        words = [(*it.place, width_mm(it), it.height_mm) for it in labels]
        boxes = [(x - wide / 2, x + wide / 2, y, y + high) for x, y, wide, high in words]
        reach = page.width_mm / 2 - PRINTER_BLANK_MM - 3.2
        assert page.name == "bones" or all(-reach < left < right < reach for left, right, _, _ in boxes)
        for it in page.shapes:
            if isinstance(it, Circle) and it.fill is not None:
                (x, y), radius = it.centre, it.diameter_mm / 2
                assert abs(x) + radius < reach
                assert abs(y) + radius < page.height_mm / 2 - PRINTER_BLANK_MM - 3.2
                boxes.append((x - radius, x + radius, y - radius, y + radius))
        for one in range(len(words)):
            for other in range(one + 1, len(boxes)):
                (left, right, low, high), (left_2, right_2, low_2, high_2) = boxes[one], boxes[other]
                assert left >= right_2 or left_2 >= right or low >= high_2 or low_2 >= high
