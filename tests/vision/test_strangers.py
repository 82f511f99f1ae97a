"""A thing on an empty point is no counter, whichever counters are missing."""

from dataclasses import replace

import numpy as np
import pytest

from companion.app.virtual.autoplay import learned_reader
from companion.game.board import RING, Halves
from hardware.virtual_table.scene import ObjectKind, SceneObject
from hardware.virtual_table.table import VirtualTable, virtual_table
from vision.board_reader import BoardReader
from vision.reading import Cause

FIVE_ON_BOARD = Halves((1, 1, 0, 0, 0, 0, 0, 1, 0, 0), (0, 0, 1, 0, 0, 1, 0, 0, 0, 0))
EMPTY_POINT = 3
COPPER, GOLD = (0.70, 0.42, 0.28), (0.80, 0.66, 0.25)


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return virtual_table(2)


@pytest.fixture(scope="module")
def reader(table: VirtualTable) -> BoardReader:
    return learned_reader(table)


@pytest.mark.slow
@pytest.mark.parametrize("colour", [COPPER, GOLD], ids=["copper", "gold"])
def test_a_coin_is_never_a_missing_counter_and_its_point_is_named(
    table: VirtualTable, reader: BoardReader, colour: tuple[float, float, float]
) -> None:
    table.lay(FIVE_ON_BOARD)
    scene = table.scene
    assert reader.read(table.picture(scene)).halves == FIVE_ON_BOARD
    x, y = (float(v) for v in np.asarray(scene.board.spec.points_mm)[EMPTY_POINT])
    coin = SceneObject(ObjectKind.COIN, x, y, 0.0, 0.0, colour)
    reading = reader.read(table.picture(replace(scene, things=(coin,))))
    assert reading.doubt is not None
    assert (reading.cause, reading.doubt.places) == (Cause.ODD_THING, (RING[EMPTY_POINT],))
