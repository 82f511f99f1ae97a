"""The pages of calibration: a large picture, labels beside what they name, a remark and the button for it."""

from dataclasses import replace

import cv2
import numpy as np
import pygame
import pytest

from bench.look import asked, measure_layout
from companion.board.signals import Flaw
from companion.board.spec import BoardSpec
from companion.game import Seat
from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.presentation import Density
from companion.interface.sight import CameraPicture, FlawNote
from companion.interface.views import CalibrationStep, CalibrationView, CameraView
from companion.station.board.calibrating import Calibrating, Learned
from five_lines_lab.gallery.examples import examples
from tests.support.screens import screen_on

LANDSCAPE = [(480, 320), (800, 480), (1280, 720)]


def example(name: str) -> CalibrationView:
    view = examples()[name]
    assert isinstance(view, CalibrationView)
    return view


@pytest.mark.parametrize("size", LANDSCAPE)
@pytest.mark.parametrize("wide", [640, 853])
def test_the_picture_takes_half_of_the_page(size: tuple[int, int], wide: int) -> None:
    surface = pygame.Surface(size)
    picture = CameraPicture(np.full((480, wide, 3), (255, 0, 255), np.uint8))
    screen_on(surface).show(replace(example("calibration-empty"), picture=picture, corners=()))
    shown = (pygame.surfarray.array3d(surface) == (255, 0, 255)).all(axis=2)
    assert shown.mean() >= 0.5


@pytest.mark.parametrize("size", LANDSCAPE)
def test_a_counter_that_was_found_stays_in_view(size: tuple[int, int]) -> None:
    view, surface = example("calibration-result"), pygame.Surface(size)
    assert view.picture is not None
    assert view.reading is not None
    pixels = np.zeros_like(view.picture.pixels)
    for spot in view.reading.spots:
        cv2.circle(pixels, (round(spot.x_px), round(spot.y_px)), 6, (255, 0, 255), -1)
    shown = []
    for spots in ((), view.reading.spots):
        reading = replace(view.reading, spots=spots)
        screen_on(surface).show(replace(view, picture=CameraPicture(pixels), reading=reading))
        shown.append((pygame.surfarray.array3d(surface) == (255, 0, 255)).all(axis=2).sum())
    assert shown[0] == shown[1] > 0


@pytest.mark.parametrize("size", LANDSCAPE)
def test_a_remark_on_a_guessed_board_is_said_where_there_is_room_for_one_sentence(
    size: tuple[int, int],
) -> None:
    screen = screen_on(pygame.Surface(size))
    screen.show(replace(example("calibration-guessed"), remarks=(FlawNote(Flaw.SEATS_ALIKE),)))
    assert "The two colours are too alike. Use other counters." in [text.string for text in screen.texts]


@pytest.mark.parametrize("size", [*LANDSCAPE, (720, 1280)])
def test_the_result_is_reported_of_a_guessed_board_too(size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size))
    screen.show(example("calibration-guessed"))
    assert any("I tell the counters apart very well." in text.string for text in screen.texts)


@pytest.mark.parametrize("size", [*LANDSCAPE, (720, 1280)])
@pytest.mark.parametrize("name", ["calibration-result", "camera"])
def test_each_counter_that_was_found_has_the_letter_of_its_seat_beside_it(
    size: tuple[int, int], name: str
) -> None:
    view, screen = examples()[name], screen_on(pygame.Surface(size))
    assert isinstance(view, CalibrationView | CameraView)
    assert view.reading is not None
    screen.show(view)
    labels = [text for text in screen.texts if text.string in tuple(Seat)]
    found = [spot.seat for spot in view.reading.spots]
    assert sorted(text.string for text in labels) == sorted(found)
    boxes = [text.box for text in labels]
    assert not [box for number, box in enumerate(boxes) if box.collidelist(boxes[number + 1 :]) >= 0]


@pytest.mark.slow
@pytest.mark.parametrize("size", [*LANDSCAPE, (720, 1280)])
def test_no_label_covers_a_counter(size: tuple[int, int]) -> None:
    view, surface = example("calibration-lay"), pygame.Surface(size)
    pixels = np.zeros((480, 640, 3), np.uint8)
    for corner in view.corners:
        cv2.circle(pixels, (round(corner.x_px), round(corner.y_px)), 12, (255, 0, 255), -1)
    shown = []
    for step in (CalibrationStep.EMPTY, CalibrationStep.LAY):
        screen_on(surface).show(replace(view, picture=CameraPicture(pixels), step=step))
        shown.append((pygame.surfarray.array3d(surface) == (255, 0, 255)).all(axis=2).sum())
    assert shown[0] == shown[1] > 0


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 640), (1280, 720), (720, 1280)])
@pytest.mark.parametrize("density", Density)
@pytest.mark.parametrize("faults", [(), (Fault.SOUND_MISSING,)])
def test_an_upright_picture_leaves_room_for_all(
    size: tuple[int, int], density: Density, faults: tuple[Fault, ...]
) -> None:
    screen = screen_on(pygame.Surface(size), language="de", density=density)
    found, problems = asked(screen.metrics, with_contrast=False), list[str]()
    for name, view in examples().items():
        if not isinstance(view, CalibrationView) or view.picture is None:
            continue
        pixels, wide = np.rot90(view.picture.pixels).copy(), view.picture.pixels.shape[1]
        corners = tuple(replace(it, x_px=it.y_px, y_px=wide - 1 - it.x_px) for it in view.corners)
        screen.show(replace(view, picture=CameraPicture(pixels), corners=corners), faults)
        page = pygame.Rect((0, 0), size)
        measure_layout(screen.metrics, page, screen.texts, screen.targets, name, found, problems)
    assert problems == []


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
@pytest.mark.parametrize("number", range(4))
def test_the_magnifier_covers_no_corner_and_no_name(size: tuple[int, int], number: int) -> None:
    view, surface = example("calibration-dragged"), pygame.Surface(size)
    screen = screen_on(surface)
    screen.show(replace(view, chosen=None))
    plain = pygame.surfarray.array3d(surface).copy()
    screen.show(replace(view, chosen=view.corners[number].point))
    changed = (pygame.surfarray.array3d(surface) != plain).any(axis=2)
    handles = [target.box for target in screen.targets if target.at is not None]
    names = [text.box for text in screen.texts if text.string in {corner.point for corner in view.corners}]
    assert len(handles) == len(names) == 4
    assert changed.sum() > 1000
    for number_of, box in enumerate([*handles, *names]):
        assert number_of == number or not changed[box.left : box.right, box.top : box.bottom].any()


def test_a_remark_is_amber_and_its_button_the_main_one() -> None:
    surface = pygame.Surface((800, 480))
    screen = screen_on(surface)
    for flaw, said in ((Flaw.LIKE_BOARD, "Set them out again"), (Flaw.OTHER_LIGHT, "Start again")):
        screen.show(replace(example("calibration-remark"), remarks=(FlawNote(flaw, Seat.B),)))
        paints = {text.string: text.paint for text in screen.texts}
        assert screen.palette.caution in paints.values()
        assert paints[said] == screen.palette.main
        assert paints["Use it anyway"] == screen.palette.panel
        (again,) = [target for target in screen.targets if target.intent is Ask.BACK and target.box.top > 100]
        assert again.box.bottom > 450


@pytest.mark.parametrize(
    ("flaws", "step"),
    [
        ((Flaw.OTHER_LIGHT,), CalibrationStep.EMPTY),
        ((Flaw.BETWEEN_SEATS,), CalibrationStep.LAY),
        ((), CalibrationStep.FIND),
    ],
)
def test_going_back_from_a_failure_does_what_was_asked_for(
    flaws: tuple[Flaw, ...], step: CalibrationStep
) -> None:
    making = Calibrating(BoardSpec(), CalibrationStep.LEARN)
    making.take_learned(Learned(None, remarks=tuple(FlawNote(flaw) for flaw in flaws)))
    assert making.back()
    assert making.step is step


def test_a_counter_that_is_noticed_has_another_mark_not_only_another_colour() -> None:
    view = examples()["calibration-lay"]
    assert isinstance(view, CalibrationView)
    assert view.noticed is not None
    letters = []
    for noticed in ((), view.noticed):
        screen = screen_on(pygame.Surface((800, 480)), density=Density.GALLERY)
        screen.show(replace(view, noticed=noticed))
        letters.append(sum(text.string in ("A", "B") for text in screen.texts))
    assert letters == [10, 10 - len(view.noticed)]
