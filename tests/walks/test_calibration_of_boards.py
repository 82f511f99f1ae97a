"""Boards of every kind taught to the station by touch, on rendered live frames: 37 of them, by hand.

    FIVE_LINES_TAUGHT=37 python -m pytest -s -m nightly tests/walks/test_calibration_of_boards.py

A board counts as right when the station reads the start position on it afterwards, laid anew, and begins the
game. Where it is not found, or not where it lies, a person drags its corners, a finger's breadth of a
millimetre beside the truth.
"""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.game import RING, Halves, Point, start_position
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.sight import OUTER_POINTS
from companion.interface.views import CalibrationStep, CalibrationView, PlayView, ThrowOffView
from companion.station.board.calibrating import LAID
from five_lines_lab.dataset.random_scenes import RandomScene, random_scene
from five_lines_lab.film.make_film import board_toml
from hardware.virtual_table.table import points_px
from tests.support.walk import SIZES, USUAL, Walk, walk

BOARDS = int(os.environ.get("FIVE_LINES_TAUGHT", "8"))
"""Boards that are taught at night; any other run teaches the first."""

MIN_SHARE = 36 / 37
FRAME_WH = (1280, 720)
NEAR_PX = 12.0
"""A person sees that a line is not on its place when it is so far from it."""

HAND_PX = 2.0
"""How far beside the truth a finger leaves a corner, with the magnifier (standard deviation, of the page)."""


@pytest.mark.slow
@pytest.mark.parametrize("boards", [1, pytest.param(BOARDS, marks=pytest.mark.nightly)])
def test_boards_of_every_kind_are_learned_by_touch(
    boards: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = []
    for number in range(boards):
        rng = np.random.default_rng((number, 13))
        random = random_scene(rng, FRAME_WH)
        folder = tmp_path / str(number)
        folder.mkdir()
        why = taught(random, folder, monkeypatch, SIZES[number % len(SIZES)], rng)
        kind = f"{random.board_class} {random.colour_pair} {random.light_kind}"
        print(f"{number}: {kind}{' oblique' if random.oblique else ''}: {why or 'right'}")
        if why is not None:
            wrong.append((number, kind, why))
    print(f"right: {boards - len(wrong)} of {boards}")
    assert 1 - len(wrong) / boards >= MIN_SHARE, wrong


def taught(
    random: RandomScene,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    rng: np.random.Generator,
) -> str | None:
    """Why the start position is not read on a board that was taught by touch; None when it is."""
    (folder / "board.toml").write_text(board_toml(random.scene.board), encoding="utf-8")
    settings = replace(USUAL, station=replace(USUAL.station, board=Path("board.toml")))
    with walk(folder, monkeypatch, size, settings, frame_wh=FRAME_WH, calibrated=False) as person:
        person.table.scene = replace(random.scene, counters=random.counters)
        person.table.lay(Halves())
        person.touch(Ask.OPEN_STAFF)
        person.touch(Ask.CALIBRATE)
        person.wait(1.0)
        put_right(person, rng)
        person.touch(Ask.GO_ON)
        person.touch(Ask.GO_ON)
        person.wait(1.0)
        person.table.lay(LAID)
        person.wait(1.0)
        person.touch(Ask.GO_ON)
        person.wait(2.0)
        view = person.shows(CalibrationView)
        if view.step is not CalibrationStep.RESULT or view.grade is None:
            return f"not learned: {view.step} {[str(remark.flaw) for remark in view.remarks]}"
        person.picture(f"board-{folder.name}")
        person.touch(Ask.GO_ON)
        person.touch(Ask.BACK)
        person.wait(1.0)
        person.begin_game()
        person.wait(2.0)
        began = isinstance(person.view, ThrowOffView | PlayView)
        assert start_position(person.rules).halves() == LAID
        return None if began else f"not read: {type(person.view).__name__}, {view.grade}"


def put_right(person: Walk, rng: np.random.Generator) -> None:
    """Say that it is the board, or which end is A's, or where its corners are."""
    if off_px(person) > NEAR_PX:
        person.touch(Ask.TURN_BOARD)
    if off_px(person) <= NEAR_PX:
        return
    for point, (x_px, y_px) in corners_px(person).items():
        corner = next(it for it in person.shows(CalibrationView).corners if it.point is point)
        start, scale = handle(person, point)
        off = np.array((x_px - corner.x_px, y_px - corner.y_px)) * scale + rng.normal(0, HAND_PX, 2)
        person.drag(start, (round(start[0] + off[0]), round(start[1] + off[1])), finger=True)


def off_px(person: Walk) -> float:
    """How far from where it is the corner lies that is farthest from it."""
    real = corners_px(person)
    shown = person.shows(CalibrationView).corners
    return max(float(np.hypot(it.x_px - real[it.point][0], it.y_px - real[it.point][1])) for it in shown)


def corners_px(person: Walk) -> dict[Point, tuple[float, float]]:
    """Where the corners really are in the camera's frames."""
    pixels = points_px(person.table.scene)
    return {
        point: (float(pixels[RING.index(point)][0]), float(pixels[RING.index(point)][1]))
        for point in OUTER_POINTS
    }


def handle(person: Walk, point: Point) -> tuple[tuple[int, int], float]:
    """Where on the page the handle of a corner is, and how many of its pixels one of the frame takes."""
    for target in person.it.window.screen.targets:
        asked = target.at(0.5, 0.5) if target.at is not None else None
        if target.at is not None and isinstance(asked, intents.DragPoint) and asked.point is point:
            beside = target.at(0.5 + 10 / target.box.width, 0.5)
            assert isinstance(beside, intents.DragPoint)
            return target.box.center, 10 / (beside.x_px - asked.x_px)
    raise AssertionError(f"{point} can't be dragged")
