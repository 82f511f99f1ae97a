"""Drawing of each page: one module per stage, named as in `companion.station.pages`."""

from companion.display.drawing.canvas import Canvas, Pages
from companion.display.drawing.table.board import draw_labels
from companion.display.pages import (
    choose,
    evening,
    faults,
    insight,
    pause,
    play,
    rules,
    set_up,
    story,
    throw_off,
    welcome,
    won,
)
from companion.display.pages.staff import (
    backup,
    calibration,
    camera,
    first_setup,
    hours,
    house,
    menu,
    study,
    update,
)
from companion.interface.views import View

PAGES: Pages = {
    **welcome.PAGES,
    **story.PAGES,
    **choose.PAGES,
    **evening.PAGES,
    **set_up.PAGES,
    **throw_off.PAGES,
    **play.PAGES,
    **pause.PAGES,
    **won.PAGES,
    **insight.PAGES,
    **rules.PAGES,
    **menu.PAGES,
    **backup.PAGES,
    **update.PAGES,
    **house.PAGES,
    **hours.PAGES,
    **calibration.PAGES,
    **camera.PAGES,
    **study.PAGES,
    **first_setup.PAGES,
    **faults.PAGES,
}


def draw_page(canvas: Canvas, view: View) -> None:
    """Draw the page of a view onto an empty canvas."""
    PAGES[type(view)](canvas, view)
    draw_labels(canvas)
