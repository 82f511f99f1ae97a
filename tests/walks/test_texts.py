"""A house's own texts and logo: from a stick or the card, looked at as pages, kept, and taken away."""

import errno
import os
import shutil
from pathlib import Path
from typing import NoReturn

import cv2
import numpy as np
import pygame
import pytest

from companion.cli import main
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.texts import FlawKind, TextFlaw
from companion.interface.views import (
    AboutBoardView,
    PreviewView,
    StaffView,
    TextRow,
    TextsView,
    WelcomeView,
)
from companion.presentation.words import LANGUAGES
from companion.settings.texts_folder import read_texts
from tests.support.walk import EVERY_SIZE, Walk, walk

every_size = pytest.mark.parametrize("size", EVERY_SIZE)
TEXTS = {
    "en.txt": "Museum of Games\nCome and play\n\nOur board is a copy.\n\nIt was carved by hand.\n",
    "de.txt": "Museum der Spiele\r\nSpielen Sie mit\r\nUnser Brett ist eine Kopie.\r\n",
    "el.txt": "Μουσείο Παιχνιδιών\n",
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The machine's root, in which a stick may lie."""
    monkeypatch.setattr("companion.app.house_texts.ROOT", tmp_path / "root")
    return tmp_path / "root"


def lay(folder: Path, texts: dict[str, str] = TEXTS, *, logo: bool = True) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
    if logo:
        picture = np.zeros((300, 900, 4), np.uint8)
        picture[60:240, 60:840] = (40, 60, 200, 255)
        (folder / "logo.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    return folder


def to_texts(person: Walk) -> None:
    person.touch(Ask.OPEN_STAFF)
    person.find(Ask.SHOW_HOUSE)


def shows_logo(person: Walk) -> bool:
    """True if the logo's red is on the page."""
    pixels = pygame.surfarray.array3d(pygame.display.get_surface()).astype(int)
    return int((abs(pixels - (200, 60, 40)).sum(axis=2) < 12).sum()) > 200


@every_size
def test_texts_come_from_a_stick_are_looked_at_and_are_there_for_visitors(
    size: tuple[int, int], tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = lay(root / "media" / "stick" / "five-lines")
    with walk(tmp_path, monkeypatch, size) as person:
        to_texts(person)
        assert person.shows(TextsView).rows == tuple(TextRow(code) for code in LANGUAGES)
        person.touch(Ask.FIND_TEXTS)
        seen: list[tuple[str, type]] = []
        for _ in range(20):
            view = person.shows(PreviewView)
            seen.append((view.language, type(view.page)))
            if len(seen) == 1:
                person.picture("texts-preview")
            elif len(seen) == 2:
                assert shows_logo(person)
            if view.leaf + 1 == view.leaves:
                break
            person.touch(intents.Enter(intents.Number.LEAF, view.leaf + 1))
        # What French lacks is said in the station's own language, so every language has both pages.
        assert seen == [(code, page) for code in LANGUAGES for page in (WelcomeView, AboutBoardView)]
        assert not (tmp_path / "data" / "texts").exists()
        person.touch(Ask.KEEP_TEXTS)
        rows = {row.language: row for row in person.shows(TextsView).rows}
        assert rows["de"] == TextRow("de", title=True, line=True, about=True)
        assert rows["el"] == TextRow("el", title=True)
        assert rows["fr"] == TextRow("fr")
        person.picture("texts")
        person.touch(Ask.BACK)
        person.shows(StaffView)
        person.touch(Ask.BACK)
        assert {"Museum of Games", "Come and play"} <= set(person.texts)
        person.picture("welcome-house")
        person.touch(intents.Pick(intents.Named.LANGUAGE, "de"))
        assert {"Museum der Spiele", "Spielen Sie mit"} <= set(person.texts)
        person.touch(Ask.SHOW_STORY)
        assert "Unser Brett ist eine Kopie." in person.texts
        person.touch(Ask.BACK)
        person.touch(intents.Pick(intents.Named.LANGUAGE, "el"))
        assert {"Μουσείο Παιχνιδιών", "Come and play"} <= set(person.texts)
        person.touch(Ask.SHOW_STORY)
        assert person.shows(AboutBoardView).texts.about == "Our board is a copy.\n\nIt was carved by hand."
        assert shows_logo(person)
        person.picture("about-board")
    # The stick is taken away again.
    for file in stick.iterdir():
        file.unlink()
    with walk(tmp_path, monkeypatch) as person:
        assert {"Museum of Games", "Come and play"} <= set(person.texts)
        to_texts(person)
        person.touch(Ask.SHOW_TEXTS)
        assert not person.shows(PreviewView).may_keep
        person.touch(Ask.BACK)
        person.touch(Ask.FIND_TEXTS)
        assert person.shows(TextsView).flaws == (TextFlaw(FlawKind.NOTHING),)
        person.touch(Ask.REMOVE_TEXTS)
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        assert "Five Lines" in person.texts
    with walk(tmp_path, monkeypatch) as person:
        assert "Five Lines" in person.texts


def test_the_cards_boot_partition_does_for_a_stick(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(root / "boot" / "firmware" / "five-lines", {"fr.txt": "\ufeffMusée des jeux"}, logo=False)
    with walk(tmp_path, monkeypatch) as person:
        to_texts(person)
        person.touch(Ask.FIND_TEXTS)
        person.touch(Ask.KEEP_TEXTS)
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        assert "Five Lines" in person.texts
        person.touch(intents.Pick(intents.Named.LANGUAGE, "fr"))
        assert "Musée des jeux" in person.texts


@every_size
@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("de.txt", ("Museum " * 160).encode(), FlawKind.TITLE_TOO_LONG),
        ("de.txt", f"Museum\n{'Herzlich willkommen ' * 60}".encode(), FlawKind.LINE_TOO_LONG),
        ("en.txt", f"A\nB\n{'Five lines in the marble. ' * 760}".encode(), FlawKind.ABOUT_TOO_LONG),
        ("it.txt", "Museo\n\N{SNOWMAN}\N{CJK UNIFIED IDEOGRAPH-4E2D}".encode(), FlawKind.LETTERS),
        ("fr.txt", "Musée".encode("latin-1"), FlawKind.UNREADABLE),
        ("en.txt", b"Museum\0", FlawKind.UNREADABLE),
        ("en.txt", b"x" * 20_001, FlawKind.TOO_LARGE),
        ("story-1.jpg", b"no picture", FlawKind.NO_PICTURE),
        ("story-6.png", b"x" * 5_000_001, FlawKind.TOO_LARGE),
        ("story-2-de.txt", b"Ein Satz " * 90, FlawKind.TITLE_TOO_LONG),
        ("logo.png", b"GIF89a", FlawKind.NO_PICTURE),
        ("logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff", FlawKind.TOO_LARGE),
        ("logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10", FlawKind.NO_PICTURE),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_is_named_by_its_file_and_nothing_is_kept(
    name: str,
    data: bytes,
    kind: FlawKind,
    size: tuple[int, int],
    tmp_path: Path,
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = lay(root / "media" / "stick" / "five-lines")
    (folder / name).write_bytes(data)
    with walk(tmp_path, monkeypatch, size, calibrated=False) as person:
        person.touch(Ask.GO_WITHOUT)
        to_texts(person)
        person.touch(Ask.FIND_TEXTS)
        view = person.shows(TextsView)
        assert [(it.kind, it.file) for it in view.flaws] == [(kind, name)]
        assert view.folder.endswith("stick/five-lines")
        assert any(text.startswith(f"{name}: ") for text in person.texts)
        if kind is FlawKind.LETTERS:
            person.picture("texts-flaws")
    assert not (tmp_path / "data" / "texts").exists()


def test_a_stick_may_be_pulled_out_once_it_was_read_and_what_can_not_be_kept_is_reported(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(root / "media" / "stick" / "five-lines")
    with walk(tmp_path, monkeypatch) as person:
        to_texts(person)
        person.touch(Ask.FIND_TEXTS)
        shutil.rmtree(root / "media")
        with monkeypatch.context() as disk:
            disk.setattr("companion.settings.texts_folder.folder_written_whole", full)
            person.touch(Ask.KEEP_TEXTS)
        assert person.shows(TextsView).rows[0] == TextRow("en")
        assert person.it.station.faults == (Fault.NOT_KEPT,)
        lay(root / "media" / "stick" / "five-lines")
        person.touch(Ask.FIND_TEXTS)
        shutil.rmtree(root / "media")
        person.touch(Ask.KEEP_TEXTS)
        assert person.shows(TextsView).rows[0] == TextRow("en", title=True, line=True, about=True)
        assert not person.it.station.faults
    assert sorted(path.name for path in (tmp_path / "data" / "texts").iterdir()) == sorted(
        [*TEXTS, "logo.png"]
    )


def full(folder: Path) -> NoReturn:
    """In place of writing: the disk is full."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


def test_a_museums_own_story_is_looked_at_kept_and_reported_page_by_page(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {
        "story-2-en.txt": "Found here in 1931\nBy a farmer.\nInv. 12\n",
        "story-2-de.txt": "Hier gefunden\n",
    }
    stick = lay(root / "media" / "stick" / "five-lines", said)
    shutil.move(stick / "logo.png", stick / "story-2.png")
    with walk(tmp_path, monkeypatch) as person:
        to_texts(person)
        person.touch(Ask.FIND_TEXTS)
        assert person.shows(PreviewView).leaves == 2 * len(LANGUAGES)
        for leaf in (1, 2, 3):
            person.touch(intents.Enter(intents.Number.LEAF, leaf))
        assert person.shows(PreviewView).language == "de"
        assert shows_logo(person)
        person.touch(Ask.KEEP_TEXTS)
        assert "Logo: No · The story: 2" in person.texts
        person.touch(Ask.SHOW_TEXTS)
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        person.touch(Ask.SHOW_STORY)
        assert "Two heroes at a board game, painted in Athens around 540 BC." in person.texts
        person.touch(intents.Enter(intents.Number.LEAF, 1))
        assert {"Found here in 1931", "By a farmer.", "Inv. 12"} <= set(person.texts)
        assert shows_logo(person)
        person.touch(Ask.BACK)
        person.shows(WelcomeView)
        person.touch(intents.Pick(intents.Named.LANGUAGE, "de"))
        person.touch(Ask.SHOW_STORY)
        person.touch(intents.Enter(intents.Number.LEAF, 1))
        assert "Hier gefunden" in person.texts
        person.touch(intents.Enter(intents.Number.LEAF, 2))
        assert not shows_logo(person)


def test_texts_are_in_a_backup(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there, saved = tmp_path / "here", tmp_path / "there", tmp_path / "station.zip"
    here.mkdir()
    with walk(here, monkeypatch, calibrated=False):
        lay(here / "data" / "texts")
    assert main(["backup", str(saved), "--settings", str(here / "station.toml")]) == 0
    assert main(["restore", str(saved), "--settings", str(there / "station.toml")]) == 0
    texts, flaws = read_texts(there / "data" / "texts")
    assert (texts.by_language["de"].title, flaws) == ("Museum der Spiele", ())
    assert texts.logo is not None
    assert texts.logo.pixels.shape == (200, 600, 4)


@pytest.mark.parametrize("kind", ["grey", "deep", "jpeg"])
def test_logos_of_every_kind_are_read(kind: str, tmp_path: Path) -> None:
    picture = np.full((40, 60, 3), 200, np.uint8)
    match kind:
        case "grey":
            name, data = "logo.png", cv2.imencode(".png", picture[..., 0])[1]
        case "deep":
            name, data = "logo.png", cv2.imencode(".png", picture.astype(np.uint16) * 257)[1]
        case _:
            name, data = "logo.jpg", cv2.imencode(".jpg", picture)[1]
    (tmp_path / name).write_bytes(data.tobytes())
    texts, flaws = read_texts(tmp_path)
    assert flaws == ()
    assert texts.logo is not None
    assert texts.logo.pixels[20, 30].tolist() == [200, 200, 200, 255]


def test_windows_texts_are_read(tmp_path: Path) -> None:
    (tmp_path / "de.txt").write_bytes("Museum\r\nGrüß Gott\r\n\r\n Über uns \r\n".encode("utf-16"))
    texts, flaws = read_texts(tmp_path)
    assert flaws == ()
    assert texts.by_language["de"].line == "Grüß Gott"
    assert texts.by_language["de"].about == "Über uns"
