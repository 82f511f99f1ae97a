"""Each option of `five-lines make` changes what is made, or is refused with what it counts for."""

from pathlib import Path
from typing import NamedTuple

import pytest

from companion.cli import main
from five_lines_make.commands.make import FLAT, SOLID, WHAT

pytest.importorskip("manifold3d")

OPTIONS = {
    "--size": "A4",
    "--style": "marble",
    "--no-markers": "",
    "--counters": "",
    "--rules": "kidd",
    "--language": "de",
    "--tiles": "",
    "--counter": "20",
    "--laser": "",
    "--kerf": "0",
    "--material": "800x500",
    "--bed": "230x200",
    "--inlay": "",
    "--thickness": "5",
    "--play": "0.3",
    "--button": "30",
    "--display": "touch2",
    "--depth": "0.5",
    "--dowel": "",
}
"""Every option but --force and -o, with a value that is not its default."""

HARMLESS = {
    "--laser": "as a .dxf and parts always have",
    "--bed": "all else must fit",
    "--play": "of a board with --bed",
}
"""Options that may change nothing, and what the help says of that."""

LARGER_THAN_A4 = {
    "board": " --size 400x300",
    "counters": " --size A2",
    "rules": " --size A3 --rules schaedler",
}
"""Sizes whose pages come in tiles."""

CANNOT_BE = {("rules", kind) for kind in (".dxf", *SOLID)} | {("bones", ".dxf")}
QUICK = (".svg", ".dxf", ".3mf")


class Outcome(NamedTuple):
    """What a command did: exit status, error, files by name, and what it printed."""

    status: int
    error: str
    files: dict[str, bytes]
    said: str


def made(folder: Path, words: str, kind: str, capsys: pytest.CaptureFixture[str]) -> Outcome:
    """Run `five-lines make` in a folder of its own."""
    folder.mkdir()
    status = main(["make", *words.split(), "-o", str(folder / f"it{kind}")])
    told = capsys.readouterr()
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    return Outcome(status, told.err, files, told.out.replace(str(folder), ""))


@pytest.mark.slow
@pytest.mark.parametrize("laser", ["", " --laser"], ids=["plain", "laser"])
@pytest.mark.parametrize(
    "kind",
    [kind if kind in QUICK else pytest.param(kind, marks=pytest.mark.nightly) for kind in FLAT + SOLID],
)
@pytest.mark.parametrize("what", WHAT)
def test_an_option_changes_what_is_made_or_is_refused(
    what: str, kind: str, laser: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = what + LARGER_THAN_A4.get(what, "") + laser
    before = made(tmp_path / "before", base, kind, capsys)
    if before.status:
        assert laser or (what, kind) in CANNOT_BE
        return
    for option, value in OPTIONS.items():
        if option == "--style" and (laser or kind not in (".pdf", ".svg", ".png")):
            value = "boxes"
        after = made(tmp_path / option, f"{base} {option} {value}", kind, capsys)
        if after.status:
            what_kind = f"{what} as {kind}{' with --laser' if laser or option == '--laser' else ''}"
            assert f"{option} changes nothing in {what_kind}; it counts for " in after.error
            assert not after.files
        elif option not in HARMLESS:
            assert (after.files, after.said) != (before.files, before.said), option


def test_the_help_says_which_options_may_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["make", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert all(words in told for words in HARMLESS.values())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "board --kerf 0 -o it.stl",
            "board, counters, mast, box, case and gauge from a laser (.dxf, or with --laser)",
        ),
        ("board --bed 200x200 -o it.pdf", "board, counters, mast, box, case and gauge in 3-D (.stl, .3mf)"),
        (
            "bones --thickness 3 -o it.stl",
            "board, mast, box, case and gauge from a laser (.dxf, or with --laser) or in 3-D (.stl, .3mf)",
        ),
        (
            "board --style marble -o it.dxf",
            "a board on paper (.pdf, .svg, .png); board as .dxf has lines or boxes",
        ),
        (
            "counters --style boxes -o it.pdf",
            "--style boxes changes nothing in counters as .pdf; it counts for board on paper (.pdf, .svg, "
            ".png) or from a laser (.dxf, or with --laser) or in 3-D (.stl, .3mf)",
        ),
        ("board --dowel -o it.pdf", "mast from a laser (.dxf, or with --laser) or in 3-D (.stl, .3mf)"),
    ],
)
def test_a_refusal_says_what_the_option_counts_for(
    words: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["make", *words.split()]) == 2
    assert f"{told}\n" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", [".dxf", pytest.param(".stl", marks=pytest.mark.slow)])
def test_a_board_that_is_not_standard_comes_with_its_settings_in_every_format(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = made(tmp_path / "paper", "board --size A4 --counter 15", ".svg", capsys)
    other = made(tmp_path / "other", "board --size A4 --counter 15", kind, capsys)
    assert other.files["it.toml"] == paper.files["it.toml"]
    differs = other.files["it.toml"].decode().strip().replace("\n", ", ")
    assert f"The standard board but for {differs}: calibrate with --board" in other.said
    counters = made(tmp_path / "counters", "board --counters", ".svg", capsys)
    assert "The standard board but for counter_height_mm = 1: " in counters.said
