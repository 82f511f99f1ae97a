"""What people make is true to the millimetre, opens in other programs, and is refused where it can't be."""

import math
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.board.spec import BoardSpec
from companion.cli import main
from companion.presentation.proportions import DOT, RING
from five_lines_make.board import size_of
from five_lines_make.commands.make import WHAT
from tests.support.dead_disk import dead_disk

trimesh = pytest.importorskip("trimesh")
ezdxf = pytest.importorskip("ezdxf")
manifold3d = pytest.importorskip("manifold3d")


def make(*words: str) -> int:
    """The exit status of `five-lines make`."""
    return main(["make", *words])


def meshes(path: Path) -> list[Any]:
    """All solids in a file."""
    loaded = trimesh.load(path)
    return list(loaded.geometry.values()) if isinstance(loaded, trimesh.Scene) else [loaded]


@pytest.mark.slow
@pytest.mark.parametrize("what", [what for what in WHAT if what != "rules"])
def test_solids_are_watertight(what: str, tmp_path: Path) -> None:
    assert make(what, "-o", str(tmp_path / "it.stl")) == 0
    found = [mesh for path in tmp_path.iterdir() for mesh in meshes(path)]
    assert found
    assert all(mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 0 for mesh in found)


@pytest.mark.slow
def test_the_board_is_as_large_as_asked_and_as_heavy_as_the_formula(tmp_path: Path) -> None:
    path = tmp_path / "board.stl"
    assert make("board", "--thickness", "8", "--depth", "2", "-o", str(path)) == 0
    (mesh,) = meshes(path)
    assert mesh.extents == pytest.approx([420, 297, 8], abs=1e-3)
    spec, groove = BoardSpec(), 2.4
    lines = 4 * (300 - 28 - groove) + (300 - 28 - groove - 8 - groove) + 2 * 15
    rings = math.pi * groove * (10 * spec.point_diameter_mm + 8)
    # A prismoid of 2 mm for the bevel.
    bevel = 2 * (420 * 297 + 416 * 293 + 4 * 418 * 295) / 6
    formula = 420 * 297 * 6 + bevel - 2 * (groove * lines + rings)
    assert mesh.volume == pytest.approx(formula, rel=0.01)
    # Labels are all that the formula leaves out.
    assert 0 < formula - mesh.volume < 2 * 20 * 25


@pytest.mark.slow
def test_tiles_fit_the_bed_and_make_up_the_board(tmp_path: Path) -> None:
    whole, tiled = tmp_path / "whole.stl", tmp_path / "tiled.3mf"
    assert make("board", "-o", str(whole)) == 0
    assert make("board", "--bed", "220x220", "-o", str(tiled)) == 0
    parts = meshes(tiled)
    assert len(parts) == 6
    assert all(part.is_watertight and (part.extents[:2] <= 220).all() for part in parts)
    # No seam runs along the sacred line, which lies at y = 0 from -148.5 to 148.5.
    assert sorted({round(float(part.extents[1])) for part in parts}) == [124, 186]
    # Only the play around the dovetails is missing.
    missing = meshes(whole)[0].volume - sum(part.volume for part in parts)
    assert 0 < missing < 0.002 * meshes(whole)[0].volume


@pytest.mark.slow
@pytest.mark.parametrize("bed", ["72x72", "200x72", "110x100"])
def test_a_tile_is_one_piece_and_fits_however_small_the_bed(bed: str, tmp_path: Path) -> None:
    assert make("board", "--bed", bed, "-o", str(tmp_path / "it.3mf")) == 0
    for mesh in meshes(tmp_path / "it.3mf"):
        solid = manifold3d.Manifold(
            manifold3d.Mesh(mesh.vertices.astype(np.float32), mesh.faces.astype(np.uint32))
        )
        assert len(solid.decompose()) == 1
        assert (mesh.extents[:2] <= size_of(bed)).all()


@pytest.mark.slow
def test_an_inlay_fills_what_is_engraved(tmp_path: Path) -> None:
    assert make("counters", "--inlay", "-o", str(tmp_path / "it.3mf")) == 0
    parts = meshes(tmp_path / "it.3mf")
    assert len(parts) == 20
    bodies = [part for part in parts if part.extents[0] == pytest.approx(22, abs=1e-3)]
    inlays = [part for part in parts if part.extents[0] < 21]
    assert len(bodies) == len(inlays) == 10
    # A's dot is a disc; B's ring, as wide as the screen draws it, has a hole and a cross in it.
    dots = [part for part in inlays if part.extents[0] == pytest.approx(DOT * 22, abs=1e-3)]
    rings = [part for part in inlays if part.extents[0] == pytest.approx(RING * 22, abs=1e-2)]
    assert len(dots) == len(rings) == 5
    assert {part.euler_number for part in dots} == {part.euler_number for part in rings} == {2}


@pytest.mark.slow
@pytest.mark.parametrize("what", ["counters --inlay", "gauge", "box", "mast"])
def test_parts_lie_apart_in_rows_no_wider_than_a_bed(what: str, tmp_path: Path) -> None:
    """Slicers that take an inlay for an object of its own must not arrange them."""
    assert make(*what.split(), "-o", str(tmp_path / "it.3mf")) == 0
    scene = trimesh.load(tmp_path / "it.3mf")
    boxes = {name: (low, high) for name, (low, high) in bounds(scene).items() if "inlay" not in name}
    assert all(low[0] >= 0 and low[1] >= 0 and high[0] <= 200 for low, high in boxes.values())
    for (low, high), (other_low, other_high) in combinations(boxes.values(), 2):
        assert ((high + 4.9 < other_low) | (other_high + 4.9 < low))[:2].any()


def bounds(scene: Any) -> dict[str, Any]:
    """The box of each solid where it lies."""
    found = {}
    for name in scene.graph.nodes_geometry:
        there, geometry = scene.graph[name]
        found[name] = scene.geometry[geometry].copy().apply_transform(there).bounds
    return found


def model_of(path: Path) -> ElementTree.Element:
    with zipfile.ZipFile(path) as archive:
        return ElementTree.fromstring(archive.read("3D/3dmodel.model"))


@pytest.mark.slow
@pytest.mark.parametrize(("what", "count"), [("counters", 10), ("board --bed 220x220", 6)])
def test_a_body_and_its_inlay_are_two_components_of_one_item(what: str, count: int, tmp_path: Path) -> None:
    path = tmp_path / "it.3mf"
    assert make(*what.split(), "--inlay", "-o", str(path)) == 0
    model, space = model_of(path), "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
    objects = {it.get("id"): it for it in model.iter(f"{space}object")}
    items = [objects[it.get("objectid")] for it in model.iter(f"{space}item")]
    assert len(items) == count
    for item in items:
        pair = [objects[it.get("objectid")] for it in item.iter(f"{space}component")]
        assert [it.get("name") for it in pair] == [item.get("name"), f"{item.get('name')}-inlay"]
        assert [it.get("pindex") for it in pair] == ["0", "1"]
        assert all(it.find(f"{space}mesh") is not None for it in pair)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("slic3r") is None, reason="no Slic3r here")
def test_slic3r_keeps_an_inlay_in_its_body(tmp_path: Path) -> None:
    assert make("counters", "--inlay", "-o", str(tmp_path / "it.3mf")) == 0
    said = subprocess.run(["slic3r", "--info", str(tmp_path / "it.3mf")], capture_output=True, text=True)
    # A's counters with their dot; B's with a ring and a cross.
    assert sorted(re.findall(r"number_of_parts = +(\d)", said.stdout)) == ["2"] * 5 + ["3"] * 5


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("prusa-slicer") is None, reason="no PrusaSlicer here")
def test_prusaslicer_slices_grooves_with_their_inlays_in_them(tmp_path: Path) -> None:
    """The first layer has ten counters at their places on a usual bed, and nothing loose beside them."""
    path, out = tmp_path / "it.3mf", tmp_path / "it.gcode"
    assert make("counters", "--inlay", "-o", str(path)) == 0
    options = ["--dont-arrange", "--skirts", "0", "--layer-height", "0.2", "--fill-density", "15%"]
    subprocess.run(
        ["prusa-slicer", *options, "--export-gcode", "-o", out, path], check=True, capture_output=True
    )
    layers = out.read_text().split(";LAYER_CHANGE")
    first, places = layers[1], set()
    for x, y in re.findall(r"^G1 X([\d.]+) Y([\d.]+) .*E", first, re.MULTILINE):
        assert max(float(x), float(y)) < 200
        places.add((round((float(x) - 11) / 27), round((float(y) - 11) / 27)))
    assert len(places) == 10
    # In the uppermost layer, no counter is hollow: what is inlaid is printed, too.
    assert layers[-1].count("G1") > 10


@pytest.mark.slow
def test_a_tile_without_a_groove_has_no_inlay(tmp_path: Path) -> None:
    path = tmp_path / "it.stl"
    assert make("board", "--style", "boxes", "--inlay", "--bed", "160x130", "-o", str(path)) == 0
    inlays, bodies = (sorted(tmp_path.glob(f"it-board-{it}.stl")) for it in ("*-inlay", "?-?"))
    assert 0 < len(inlays) < len(bodies)
    assert all(len(mesh.faces) > 0 for file in (*inlays, *bodies) for mesh in meshes(file))


def cut_circles(path: Path) -> list[float]:
    """The diameters of the circles that are cut."""
    drawing = ezdxf.readfile(path)
    assert not drawing.audit().has_errors
    assert drawing.dxfversion == "AC1009"
    return sorted(2 * it.dxf.radius for it in drawing.modelspace().query('CIRCLE[layer=="CUT"]'))


@pytest.mark.parametrize("kerf", [0.0, 0.15, 0.3])
def test_a_cut_allows_for_the_kerf(kerf: float, tmp_path: Path) -> None:
    counters, mast, case = (tmp_path / f"{name}.dxf" for name in ("counters", "mast", "case"))
    assert make("counters", "--kerf", str(kerf), "-o", str(counters)) == 0
    assert cut_circles(counters) == pytest.approx([22 + kerf] * 10)
    assert make("mast", "--kerf", str(kerf), "-o", str(mast)) == 0
    assert cut_circles(mast)[:4] == pytest.approx([2.2 - kerf] * 4)
    assert make("case", "--kerf", str(kerf), "-o", str(case)) == 0
    sizes = [
        np.ptp([vertex.dxf.location.vec2 for vertex in line.vertices], axis=0)
        for line in ezdxf.readfile(case).modelspace().query('POLYLINE[layer=="CUT"]')
    ]
    assert any(size == pytest.approx([155 - kerf, 86.5 - kerf], abs=1e-3) for size in sizes)
    assert sum(size == pytest.approx([220 + kerf, 137.5 + kerf], abs=1e-3) for size in sizes) == 4


@pytest.mark.slow
@pytest.mark.parametrize("thick", [2.7, 3.6, 4.3, 6.5])
def test_slots_of_the_box_are_as_thick_as_the_sheet(thick: float, tmp_path: Path) -> None:
    path = tmp_path / "box.dxf"
    assert make("box", "--thickness", str(thick), "--kerf", "0", "-o", str(path)) == 0
    lines = ezdxf.readfile(path).modelspace().query('POLYLINE[layer=="CUT"]')
    sizes = [np.ptp([vertex.dxf.location.vec2 for vertex in line.vertices], axis=0) for line in lines]
    assert sum(sorted(size) == pytest.approx(sorted([thick, 24]), abs=1e-3) for size in sizes) == 6


@pytest.mark.slow
def test_printed_joints_have_play_and_a_gauge_has_each(tmp_path: Path) -> None:
    volumes = []
    for play in ("0", "0.15", "0.4"):
        path = tmp_path / f"{play}.3mf"
        assert make("box", "--play", play, "-o", str(path)) == 0
        volumes.append(sum(mesh.volume for mesh in meshes(path)))
    # Four slots of 24 x 4 in the floor, two in the lid, and round holes.
    assert volumes[0] - volumes[2] > 6 * 4 * (24.8 * 4.8 - 24 * 4)
    assert volumes[0] > volumes[1] > volumes[2]
    assert make("gauge", "--kerf", "0", "-o", str(tmp_path / "gauge.dxf")) == 0
    lines = ezdxf.readfile(tmp_path / "gauge.dxf").modelspace().query('POLYLINE[layer=="CUT"]')
    sizes = [np.ptp([vertex.dxf.location.vec2 for vertex in line.vertices], axis=0) for line in lines]
    for gap in (0.05, 0.1, 0.15, 0.2, 0.25, 0.3):
        assert any(size == pytest.approx([24 + 2 * gap, 4 + 2 * gap], abs=1e-3) for size in sizes)


def test_the_camera_and_the_pi_fit_their_holes(tmp_path: Path) -> None:
    assert make("mast", "-o", str(tmp_path / "mast.dxf")) == 0
    holes = ezdxf.readfile(tmp_path / "mast.dxf").modelspace().query('CIRCLE[layer=="CUT"]')
    for diameter, across in ((2.05, (21, 12.5)), (2.55, (58, 49))):
        places = [it.dxf.center.vec2 for it in holes if it.dxf.radius * 2 == pytest.approx(diameter)]
        assert len(places) == 4
        assert np.ptp(places, axis=0) == pytest.approx(across)


def test_nothing_overlaps_on_a_sheet_and_more_sheets_follow(tmp_path: Path) -> None:
    assert make("case", "--material", "300x200", "-o", str(tmp_path / "it.svg")) == 0
    assert len(list(tmp_path.iterdir())) == 5
    assert make("counters", "--material", "90x200", "-o", str(tmp_path / "c.dxf")) == 0
    places = [
        it.dxf.center for it in ezdxf.readfile(tmp_path / "c.dxf").modelspace().query('CIRCLE[layer=="CUT"]')
    ]
    assert len(places) == 10
    assert min(a.distance(b) for a in places for b in places if a != b) > 22.15
    assert all(11 < x < 189 and 11 < y < 79 for x, y, _ in places)


def test_length_time_weight_and_cost_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert make("counters", "--kerf", "0", "-o", str(tmp_path / "it.dxf")) == 0
    said = capsys.readouterr().out
    assert f"To cut: {10 * math.pi * 22 / 1000:.1f} m, on 1 of" in said
    cross = 0.14 * (2 * 0.36 - 0.07) * 11**2
    engraved = 5 * (math.pi * 11**2 * (0.3**2 + 0.66**2 - 0.52**2) + cross)
    minutes = (10 * math.pi * 22 / 10 + engraved / 30) / 60
    grams = 0.6e-3 * (10 * math.pi * 11**2 * 7 - 0.8 * engraved)
    assert f"As plywood: {minutes:.0f} min, {grams:.0f} g, USD 10 (" in said
    assert make("case", "-o", str(tmp_path / "it.3mf")) == 0
    said, found = capsys.readouterr().out, meshes(tmp_path / "it.3mf")
    volume = sum(mesh.volume for mesh in found)
    assert f"through: {volume / 1000:.0f} cm³" in said
    # A skin of 0.85 mm, and 15 % of what is within.
    grams = 1.24e-3 * (0.15 * volume + 0.85 * sum(0.85 * mesh.area for mesh in found))
    assert f"As PLA: {grams:.0f} g, USD {0.02 * grams:.2f} (" in said


@pytest.mark.slow
def test_the_odds_of_a_knucklebone_are_near_those_of_a_real_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make("bones", "-o", str(tmp_path / "bone.stl")) == 0
    said = next(line for line in capsys.readouterr().out.splitlines() if "not thrown" in line)
    shares = [int(word.rstrip("%,")) for word in said.split() if word.rstrip(",").endswith("%")]
    assert shares == pytest.approx([10, 40, 40, 10, 0], abs=3)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["it.pdf", "it.png"])
@pytest.mark.parametrize("what", ["board", "counters", "mast", "box", "case"])
def test_every_part_comes_as_a_drawing(what: str, name: str, tmp_path: Path) -> None:
    assert make(what, "-o", str(tmp_path / name)) == 0
    assert (tmp_path / name).stat().st_size > 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["it.dxf", "it.3mf"])
def test_board_is_short_for_make_board(name: str, tmp_path: Path) -> None:
    short, whole = tmp_path / name, tmp_path / f"make-{name}"
    assert main(["board", "--size", "300x400", "-o", str(short)]) == 0
    assert make("board", "--size", "300x400", "-o", str(whole)) == 0
    assert short.read_bytes() == whole.read_bytes()


def test_a_file_that_exists_is_replaced_only_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "it.dxf"
    path.write_text("before")
    assert make("box", "-o", str(path)) == 2
    assert "--force" in capsys.readouterr().err
    assert path.read_text() == "before"
    assert make("box", "--force", "-o", str(path)) == 0
    assert path.read_text() != "before"


@pytest.mark.parametrize(
    ("words", "cure"),
    [
        ("board --bed 50x50 -o it.stl", "at least 72x72"),
        ("board --bed wide -o it.stl", "--bed: it can't be 'wide'"),
        ("board --bed=-80x80 -o it.stl", "--bed: it can't be '-80x80'"),
        ("case --bed 200x137 -o it.stl", "at least 220x138 mm"),
        ("mast --bed 100x100 -o it.3mf", "at least 120x120 mm"),
        ("board --depth 6 -o it.stl", "at most 5 mm"),
        ("board --depth -1 -o it.dxf", "from 0.1 to 100 mm"),
        ("board --thickness 1 -o it.stl", "thick; a board of 2 mm"),
        ("board --thickness 1e6 -o it.stl", "from 0.1 to 100 mm"),
        ("board --depth nan -o it.stl", "from 0.1 to 100 mm"),
        ("board --thickness 0 -o it.stl", "from 0.1 to 100 mm"),
        ("board --counter nan -o it.pdf", "at most 30 mm"),
        ("board --counter 40 -o it.pdf", "at most 30 mm"),
        ("board --counter 40 -o it.pdf", "or a board of 560x395 mm"),
        ("counters --counter 200 -o it.stl", "lines 50 mm apart; at most 30 mm\n"),
        ("board --counter inf -o it.dxf", "at most 30 mm"),
        ("board --counter 5 -o it.pdf", "at least 10.6 mm"),
        ("board --counter -3 -o it.pdf", "at least 10.6 mm"),
        ("board --size 2000x2000 -o it.pdf", "at most 2000x1746 mm"),
        ("box --thickness 2.6 -o it.svg", "a box of sheets of 2.6 mm can't be made; from 2.7 to 6.5 mm"),
        ("case --thickness 6.6 -o it.stl", "from 2.7 to 6.5 mm"),
        ("mast --thickness nan -o it.dxf", "from 2.7 to 6.5 mm"),
        ("gauge --thickness=-4 -o it.dxf", "from 2.7 to 6.5 mm"),
        ("box --play 0.6 -o it.stl", "0 to 0.5"),
        ("board --play nan --bed 220x220 -o it.stl", "0 to 0.5"),
        ("box --button 60 -o it.svg", "24"),
        ("case --display hdmi -o it.svg", "touch2"),
        ("board --size 150x100 -o it.pdf", "at least 191x137"),
        ("board --size 0x0 -o it.pdf", "at least 191x137"),
        ("board --size 2000x150 -o it.pdf", "at least 2000x435"),
        ("board --size=-300x400 -o it.pdf", "--size: it can't be '-300x400'"),
        ("board --size 3000x2000 -o it.pdf", "at most 2400 mm"),
        ("board --size nonsense -o it.pdf", "400x300"),
        ("board --material 300x200 -o it.dxf", "--material 426x303"),
        ("counters --material 20x20 -o it.dxf", "--material 28x28"),
        ("box --material 1e5x3 -o it.dxf", "--material: it can't be '1e5x3'"),
        ("box --kerf 3 -o it.dxf", "0 to 1"),
        ("box --kerf nan -o it.dxf", "0 to 1"),
        ("bones -o it.dxf", ".stl or .3mf"),
        ("rules --rules kidd -o it.dxf", ".pdf, .svg or .png"),
        ("rules --rules kidd --size 300x400 -o it.pdf", "there are A4, A3, A2"),
        ("rules -o it.pdf", "schaedler, kidd"),
        ("board --style marbel -o it.pdf", "did you mean marble?"),
        ("board --language xx -o it.pdf", "en, de, fr, it, el"),
    ],
)
def test_what_cannot_be_made_is_refused_with_what_would_do(
    words: str, cure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        status = make(*words.split())
    except SystemExit as refused:
        status = int(str(refused.code))
    assert status == 2
    error = capsys.readouterr().err
    assert cure in error
    assert "Traceback" not in error
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("size", ["191x137", "210x297", "300x400", "A2", "2000x435", "2400x1700"])
def test_what_a_refusal_names_and_any_size_between_can_be_made(size: str, tmp_path: Path) -> None:
    assert make("board", "--size", size, "-o", str(tmp_path / "it.svg")) == 0
    assert make("counters", "--size", size, "-o", str(tmp_path / "it.3mf")) == 0


@pytest.mark.parametrize("folder", ["missing", "/sys"], ids=["missing", "not to be written to"])
@pytest.mark.parametrize("name", ["it.pdf", "it.dxf", "it.stl"])
def test_a_folder_that_cannot_be_written_to_is_said_in_one_line(
    folder: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / folder / name
    assert make("counters", "-o", str(path)) == 2
    error = capsys.readouterr().err
    assert f"{path.parent / path.stem}" in error
    assert "cannot be written" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("name", ["it.pdf", "it.svg", "it.stl"])
def test_on_a_full_disk_nothing_is_half_written_and_what_was_there_stays(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tmp_path / name
    before.write_text("before")
    with dead_disk():
        assert make("counters", "--size", "A4", "--force", "-o", str(before)) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert before.read_text() == "before"


def test_without_the_library_solids_are_refused_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    assert make("board", "-o", str(tmp_path / "it.stl")) == 2
    assert "pip install 'five-lines-make[solids]'" in capsys.readouterr().err
    assert make("board", "-o", str(tmp_path / "it.dxf")) == 0


def test_sizes_put_the_longer_side_first() -> None:
    assert size_of("300x400") == (400.0, 300.0)
