"""The printed board is exact, and a photograph of it calibrates."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import cv2
import numpy as np
import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest
from numpy.typing import NDArray

from calibration.board_toml import read_board
from calibration.locate.board_finder import find_board
from calibration.locate.cameras import camera_from_markers
from calibration.locate.markers import find_markers
from calibration.locate.points import MIN_CONFIDENCE
from companion.board.spec import BoardSpec, BoardStyle
from companion.cli import main
from companion.game import RING
from five_lines_make.board import PRINTER_BLANK_MM, Paper, settings_text, size_of
from five_lines_make.files import pdf, svg
from five_lines_make.files import picture as drawn
from five_lines_make.shapes import Path as Stroke
from five_lines_make.shapes import SheetLabel, width_mm
from five_lines_make.sheets import TITLE, Wish, design
from tests.support.photographs import Picture, flat_pose, miss_mm, photograph, to_px

PX_PER_MM = 5.0


def printed(data: bytes, page: int = 0) -> Picture:
    """A page of a PDF as a printer without blank edges puts it onto paper, BGR."""
    document = pypdfium2.PdfDocument(data)
    bitmap = document[page].render(scale=PX_PER_MM * 25.4 / 72)
    return np.ascontiguousarray(bitmap.to_numpy()[..., :3])


def pose_of(paper: Paper) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """From mm on a page to pixels of its printed picture."""
    return flat_pose(paper.size_mm, PX_PER_MM)


def ink_at(picture: Picture, paper: Paper, x_mm: float, y_mm: float) -> bool:
    """True if there is ink at a place of a printed page."""
    column, row = np.rint(to_px(pose_of(paper), np.array([[x_mm, y_mm]]))[0]).astype(int)
    return bool(picture[row, column].mean() < 128)


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("style", list(BoardStyle))
def test_a_page_has_its_size_and_leaves_blank_what_printers_cannot_print(
    paper: Paper, style: BoardStyle
) -> None:
    data = pdf(design(paper, Wish(style, counters=True)).pages)
    document = pypdfium2.PdfDocument(data)
    assert len(document) == 3
    for number in range(3):
        width, height = document[number].get_size()
        # What is to be cut out is on the smallest page that has room for it.
        cut_out = Paper.A3 if paper is Paper.A2 else Paper.A4
        size_mm = (cut_out if number == 1 else paper).size_mm
        assert (width / 72 * 25.4, height / 72 * 25.4) == pytest.approx(size_mm, abs=0.01)
        picture = printed(data, number)
        blank = round(PRINTER_BLANK_MM * PX_PER_MM)
        picture[blank:-blank, blank:-blank] = 255
        assert (picture > 250).all()


@pytest.mark.parametrize("paper", list(Paper))
def test_markers_lie_where_the_board_says_to_a_tenth_of_a_millimetre(paper: Paper) -> None:
    sheet = design(paper, Wish())
    found = find_markers(printed(pdf(sheet.pages)))
    assert sorted(found) == [0, 1, 2, 3]
    half = sheet.spec.marker_size_mm / 2
    for number, centre in enumerate(sheet.spec.marker_centres_mm):
        square = centre + half * np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)])
        # A corner of ink lies between pixels, half a pixel out from the middle of the outermost one.
        assert found[number] == pytest.approx(to_px(pose_of(paper), square), abs=0.1 * PX_PER_MM + 0.5)


@pytest.mark.parametrize("paper", list(Paper))
def test_at_least_a_module_of_white_surrounds_each_marker(paper: Paper) -> None:
    sheet = design(paper, Wish())
    picture = printed(pdf(sheet.pages))
    size = sheet.spec.marker_size_mm
    module = size / 6
    for x, y in sheet.spec.marker_centres_mm:
        for out, white in ((0.3, False), (-0.5 * module, True), (-0.97 * module, True)):
            edge = size / 2 - out
            for along in np.linspace(-edge, edge, 41):
                for place in ((x + along, y + edge), (x + along, y - edge), (x + edge, y + along)):
                    assert ink_at(picture, paper, *place) != white


@pytest.mark.parametrize("style", list(BoardStyle))
def test_the_template_names_points_measures_and_the_groove(style: BoardStyle) -> None:
    sheet = design(Paper.A4, Wish(style))
    text = pypdfium2.PdfDocument(pdf(sheet.pages))[1].get_textpage().get_text_range()
    size = "Ø 20 mm" if style is BoardStyle.LINES else "20 x 20 mm"
    for words in (*RING, "204 mm", "34 mm", size, "1.6 mm wide, 0.8 mm deep, V-shaped or rounded"):
        assert words in text


def test_the_a3_sheet_is_the_standard_board() -> None:
    assert design(Paper.A3, Wish()).spec == BoardSpec()
    assert settings_text(design(Paper.A3, Wish()).spec) == ""


@pytest.mark.parametrize("paper", list(Paper))
def test_circles_lines_and_the_ruler_bar_are_exact(paper: Paper) -> None:
    spec = design(paper, Wish()).spec
    picture = printed(pdf(design(paper, Wish()).pages))
    radius = spec.point_diameter_mm / 2
    for x, y in spec.points_mm:
        for angle in np.linspace(0, 2 * np.pi, 24, endpoint=False):
            ray = np.array([np.cos(angle), np.sin(angle)])
            assert ink_at(picture, paper, *(np.array([x, y]) + radius * ray))
        assert not ink_at(picture, paper, x, y)
        assert ink_at(picture, paper, 0.5 * x, y)
    # Only the sacred line goes on beyond its circles.
    beyond = spec.line_length_mm / 2 + radius + 0.2 * spec.line_pitch_mm
    assert [ink_at(picture, paper, beyond, y) for _, y in spec.points_mm[:5]] == [
        False,
        False,
        True,
        False,
        False,
    ]
    # The bar lies between the frame and the words: the two ends of its longest run of ink are 100 mm apart.
    row = picture[round((paper.size_mm[1] - PRINTER_BLANK_MM - 7.2) * PX_PER_MM)].mean(axis=1) < 128
    columns = np.nonzero(row & (np.abs(np.arange(len(row)) / PX_PER_MM - paper.size_mm[0] / 2) < 60))[0]
    assert (columns[-1] - columns[0]) / PX_PER_MM == pytest.approx(100, abs=0.6)


@pytest.mark.slow
@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("style", list(BoardStyle))
def test_a_photographed_sheet_calibrates_by_its_markers(paper: Paper, style: BoardStyle) -> None:
    sheet = design(paper, Wish(style))
    rng = np.random.default_rng(5)
    picture, pose = photograph(
        printed(pdf(sheet.pages)),
        pose_of(paper),
        rng,
        25,
        distance_mm=2 * paper.size_mm[0],
        size_wh=(1280, 960),
    )
    camera = camera_from_markers(sheet.spec, find_markers(picture), (1280, 960))
    seen = camera.to_px(sheet.spec, sheet.spec.points_mm)
    assert miss_mm(pose, seen, sheet.spec.points_mm) < 0.5


@pytest.mark.slow
@pytest.mark.parametrize("paper", list(Paper))
def test_a_photographed_sheet_without_markers_is_found_by_its_lines(paper: Paper) -> None:
    sheet = design(paper, Wish(markers=False))
    flat = printed(pdf(sheet.pages))
    assert not find_markers(flat)
    rng = np.random.default_rng(6)
    picture, pose = photograph(flat, pose_of(paper), rng, 25, distance_mm=2 * paper.size_mm[0])
    found = find_board(picture, sheet.spec)
    assert found is not None
    assert found.confidence >= MIN_CONFIDENCE
    assert miss_mm(pose, found.points_px, sheet.spec.points_mm) < 1.0


def rings_of(path: ElementTree.Element) -> list[NDArray[np.float64]]:
    """The outlines of an SVG path, y upwards."""
    ways = re.findall(r"M([^Mz]+)", path.get("d", ""))
    return [np.array([corner.split(",") for corner in way.split()], float) * (1, -1) for way in ways]


@pytest.mark.parametrize("style", list(BoardStyle))
def test_svg_holds_the_same_places_in_millimetres(style: BoardStyle) -> None:
    page = design(Paper.A3, Wish(style)).pages[0]
    root = ElementTree.fromstring(svg(page))
    assert (root.get("width"), root.get("height")) == ("420mm", "297mm")
    assert root.get("viewBox") == "-210 -148.5 420 297"
    space = "{http://www.w3.org/2000/svg}"
    if style is BoardStyle.LINES:
        drawn = {
            (float(circle.get("cx", "nan")), -float(circle.get("cy", "nan")))
            for circle in root.iter(f"{space}circle")
            if circle.get("r") == "14"
        }
    else:
        drawn = {
            tuple(np.mean(ring, axis=0).round(6).tolist())
            for path in root.iter(f"{space}path")
            if len(ring := rings_of(path)[0]) == 4 and np.ptp(ring, axis=0).tolist() == [28, 28]
        }
    assert drawn == {(x, y) for x, y in BoardSpec().points_mm}
    picture = np.full((1485, 2100), 255, np.uint8)
    for path in root.iter(f"{space}path"):
        for ring in rings_of(path) if path.get("fill") == "#000000" and not path.get("aria-label") else ():
            (left, bottom), (right, top) = ring.min(axis=0), ring.max(axis=0)
            rows = slice(round(5 * (148.5 - top)), round(5 * (148.5 - bottom)))
            picture[rows, round(5 * (left + 210)) : round(5 * (right + 210))] = 0
    assert sorted(find_markers(np.asarray(cv2.merge([picture] * 3), np.uint8))) == [0, 1, 2, 3]


@pytest.mark.slow
def test_the_command_writes_the_sheet_and_the_settings_of_a_board_not_standard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["board", "--size", "A4", "--style", "boxes", "--counters", "-o", str(tmp_path / "b.svg")]) == 0
    )
    names = {"b.svg", "b-counters.svg", "b-template.svg", "b.toml"}
    assert {file.name for file in tmp_path.iterdir()} == names
    assert read_board(tmp_path / "b.toml") == design(Paper.A4, Wish("boxes", counters=True)).spec
    assert f"--board {tmp_path / 'b.toml'}" in capsys.readouterr().out


def test_the_standard_board_needs_no_settings(tmp_path: Path) -> None:
    assert main(["board", "-o", str(tmp_path / "board.pdf")]) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["board.pdf"]


@pytest.mark.parametrize(
    ("name", "telling"),
    [("board.gif", ".pdf, .svg"), ("board", ".pdf, .svg"), ("missing/board.pdf", "No such file")],
)
def test_a_sheet_that_cannot_be_written_is_refused_in_one_line(
    name: str, telling: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["board", "-o", str(tmp_path / name)]) == 2
    error = capsys.readouterr().err
    assert telling in error
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_files_stay_as_they_were_when_one_of_them_cannot_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "board.pdf").write_text("before")
    (tmp_path / "board.toml").mkdir()
    assert main(["board", "--size", "A4", "--force", "-o", str(tmp_path / "board.pdf")]) == 2
    assert (tmp_path / "board.pdf").read_text() == "before"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["board.pdf", "board.toml"]


@pytest.mark.slow
@pytest.mark.parametrize("style", ["lines", "boxes"])
@pytest.mark.parametrize("size", ["191x137", "218x154", "250x180", "2400x1700"])
def test_markers_of_the_smallest_and_largest_boards_have_white_around_them_and_are_found(
    size: str, style: str
) -> None:
    sheet = design(size_of(size), Wish(style))
    size_mm, spec = size_of(size), sheet.spec
    px_per_mm = 1500 / size_mm[0]
    picture = np.asarray(drawn(sheet.pages[0], 25.4 * px_per_mm)[..., ::-1])
    pose = flat_pose(size_mm, px_per_mm)
    found = find_markers(np.ascontiguousarray(picture))
    module = spec.marker_size_mm / 6
    assert sorted(found) == [0, 1, 2, 3]
    for x, y in spec.marker_centres_mm:
        edge = spec.marker_size_mm / 2 + 0.9 * module
        for along in np.linspace(-edge, edge, 41):
            for place in (
                (x + along, y + edge),
                (x + along, y - edge),
                (x - edge, y + along),
                (x + edge, y + along),
            ):
                column, row = np.rint(to_px(pose, np.array([place]))[0]).astype(int)
                assert picture[row, column].min() > 200


@pytest.mark.parametrize("style", ["lines", "terracotta"])
@pytest.mark.parametrize("size", ["191x137", "210x150", "250x180", "A4", "400x300"])
def test_the_bar_is_100_mm_and_crosses_neither_title_nor_ornament(size: str, style: str) -> None:
    page = design(size_of(size), Wish(style)).pages[0]
    (label,) = (it for it in page.shapes if isinstance(it, SheetLabel) and it.text.startswith("The bar"))
    (bar,) = (
        it
        for it in page.shapes
        if isinstance(it, Stroke)
        and it.rings[0][0][0] == -50
        and it.rings[0][-1] == (50.0, it.rings[0][0][1])
    )
    words = [label.place[1] - 0.25 * label.height_mm, label.place[1] + 0.8 * label.height_mm]
    ((_, y), _) = bar.rings[0]
    assert not words[0] < y < words[1]
    title = next(it for it in page.shapes if isinstance(it, SheetLabel) and it.text == TITLE)
    top = max(y, words[1])
    assert top < title.place[1]
    assert width_mm(label) < page.width_mm - 40
