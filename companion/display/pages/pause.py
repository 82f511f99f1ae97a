"""Draw what interrupts a game: the pause, ending it early, 'Still playing?' and a message from staff."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart, who
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    TITLE_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    rows,
)
from companion.display.drawing.parts.frieze import draw_frieze_below
from companion.display.drawing.parts.furniture import (
    MESSAGE_MM,
    Way,
    draw_message_to_both,
    fault_strip,
    language_button,
    titled,
)
from companion.display.drawing.table.counters import draw_counter_on
from companion.game import Seat
from companion.interface.intents import Agree, Ask, GiveUp, Switch, Toggle
from companion.interface.views import Ending, EndingView, MessageView, PauseView, StillThereView
from companion.presentation.board_geometry import NEAR


def draw_pause(canvas: Canvas, view: PauseView) -> None:
    """Draw the page."""
    tr, metrics = canvas.tr, canvas.metrics
    label = tr("Hide the chances") if view.chance_shown else tr("Show the chances")
    beside: list[Way] = [(label, Icon.CURVE, Switch(Toggle.CHANCES, not view.chance_shown))]
    if view.may_follow:
        beside.insert(0, (tr("Phone"), Icon.PHONE, Ask.SHOW_FOLLOW_CODE))
    staff = (tr("Staff"), Icon.SETTINGS, Ask.OPEN_STAFF) if view.for_staff else None
    choices, ends = _choices(canvas, view), _ends(canvas, view)
    across = 3 if len(choices) <= 6 else 4
    if metrics.portrait:
        choices += [*beside, *([] if staff is None else [staff])]
        beside, staff, across = [], None, 2
    # What ends the game stands apart from what helps it on; the draw, which concerns both, above the rest.
    apart = [ends[:1], ends[1:]] if metrics.portrait and len(ends) > 1 else [ends]
    lines = [*(choices[i : i + across] for i in range(0, len(choices), across)), *apart]
    content = titled(canvas, tr("Pause"), back=False, first=staff)
    tight, down = metrics.px(0.6), 1 + len(lines)
    main_px = min(round(metrics.target_px * 1.8), (content.height - tight * down) // down)
    main, content = cut_top(content, max(metrics.target_px, main_px), tight)
    thirds = columns(main, across, tight)
    go_on = thirds[0].union(thirds[-1 - len(beside)])
    canvas.button(tr("Go on"), go_on, Ask.GO_ON, icon=Icon.PLAY, paint=canvas.palette.main, size_mm=PROMPT_MM)
    height = min(content.height, round(metrics.target_px * 1.5) * len(lines))
    draw_frieze_below(canvas, content, height)
    content.height = height
    boxes = rows(content, len(lines), tight)
    cells = [cell for line, box in zip(lines, boxes, strict=True) for cell in columns(box, len(line), tight)]
    ways = [*beside[::-1], *(way for line in lines for way in line)]
    canvas.buttons(ways, [*thirds[: -1 - len(beside) : -1], *cells], quiet=len(ends))


def _choices(canvas: Canvas, view: PauseView) -> list[Way]:
    """Return what can be asked for; taking back stays in place when it can't be asked for."""
    tr = canvas.tr
    seal: list[Way] = [(tr("Seal of the dice"), Icon.DICE, Ask.SHOW_SEAL)] if view.sealed else []
    return [
        (tr("Show me how"), Icon.TAP, Ask.SHOW_HOW),
        (tr("Rules"), Icon.BOOK, Ask.SHOW_RULES),
        (tr("Sound"), Icon.SOUND, Ask.SHOW_SOUND),
        (tr("New game"), Icon.AGAIN, Ask.NEW_GAME),
        (tr("Take the move back"), Icon.UNDO, Ask.TAKE_BACK if view.may_take_back else None),
        (tr("Correct the board"), Icon.MEND, Ask.CORRECT),
        *seal,
    ]


def _ends(canvas: Canvas, view: PauseView) -> list[Way]:
    """Return the ways to end the game: two people also agree on a draw."""
    tr, computer = canvas.tr, None if view.opponent is None else view.opponent.seat
    gives_up = tr("{seat} gives up")
    ends: list[Way] = [
        (gives_up.format(seat=who(canvas, seat)), None, GiveUp(seat)) for seat in Seat if seat is not computer
    ]
    return ends if computer is not None else [(tr("Agree on a draw"), None, Ask.AGREE_DRAW), *ends]


ROOMY = 3.0  # in a box higher than this many targets the question stands below the globe, not beside it
UPRIGHT = 0.8  # in a box higher than this share of its width the answers stand one above the other


def draw_ending(canvas: Canvas, view: EndingView) -> None:
    """Draw the page."""
    gap = canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    far_first = sorted(view.asked, key=lambda seat: seat is NEAR)
    for seat, box in zip(far_first, rows(whole, len(far_first), gap), strict=True):
        turned = canvas.two_sided and view.opponent is None and seat is not NEAR
        with canvas.sheet(box, turned=turned) as sheet:
            _ask(sheet, sheet.box, view, seat)


def _ask(canvas: Canvas, box: pygame.Rect, view: EndingView, seat: Seat) -> None:
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    paint = canvas.palette.panel
    canvas.panel(box, paint.fill)
    inner = box.inflate(-4 * gap, -4 * gap)
    alone = len(view.asked) == 1
    upright = inner.height > UPRIGHT * inner.width
    shares = (3.0, 2.0) if alone else (2.4, 1.5)
    high_px = round(metrics.target_px * shares[0 if upright else 1])
    high_px = max(metrics.target_px, min(high_px, inner.height - metrics.target_px - gap))
    words, answers = cut_bottom(inner, high_px, gap)
    if seat is view.asked[0]:
        if words.height > ROOMY * metrics.target_px:
            row, words = cut_top(words, metrics.target_px, gap)
            _, globe = cut_right(row, metrics.target_px)
        else:
            words, globe = cut_right(words, metrics.target_px, gap)
            globe.height = metrics.target_px
        language_button(canvas, globe)
    if view.ending is not Ending.ANOTHER_GAME:
        mark, words = cut_left(words, min(metrics.px(20), words.width // 4) if alone else metrics.px(10), gap)
        draw_counter_on(canvas, seat, mark.center, min(mark.size), paint)
    question = {
        Ending.DRAW: tr("End this game as a draw?"),
        Ending.GIVEN_UP: tr("Give up this game?"),
        Ending.ANOTHER_GAME: tr("Leave this game for another?"),
    }[view.ending]
    parts = [TextPart(question, TITLE_MM * 1.5 if alone else PROMPT_MM, bold=True)]
    if view.ending is Ending.DRAW and not metrics.small:
        parts.append(TextPart(tr("Both players have to say yes."), BODY_MM))
    canvas.stack(parts, words, paint=paint, align=Align.LEFT)
    no, yes = (rows if upright else columns)(answers, 2, gap)
    canvas.button(tr("No, play on"), no, Ask.GO_ON, paint=canvas.palette.main, icon=Icon.PLAY)
    if seat in view.agreed:
        tick, said = cut_left(yes, metrics.px(6), gap)
        canvas.icon(Icon.TICK, tick, paint.ink)
        canvas.text(tr("Yes"), said, BODY_MM, paint=paint, bold=True)
    else:
        canvas.button(tr("Yes"), yes, Agree(seat))


def draw_still_there(canvas: Canvas, view: StillThereView) -> None:
    """Draw the page."""
    tr = canvas.tr
    then = tr("Otherwise this game ends.") if view.in_game else tr("Otherwise we start over.")
    parts = [
        TextPart(tr("Still playing?") if view.in_game else tr("Still there?"), TITLE_MM, bold=True),
        TextPart(then, MESSAGE_MM),
        TextPart(tr("Touch anywhere to go on."), MESSAGE_MM),
    ]
    draw_message_to_both(canvas, parts, view.seconds)


def draw_message(canvas: Canvas, view: MessageView) -> None:
    """Draw the page."""
    tr = canvas.tr
    parts = [
        *([] if canvas.metrics.small else [TextPart(tr("A message for you"), MESSAGE_MM)]),
        TextPart(view.text, TITLE_MM, bold=True),
        TextPart(tr("Touch anywhere to go on."), MESSAGE_MM),
    ]
    draw_message_to_both(canvas, parts)


PAGES: Pages = {
    PauseView: draw_pause,
    EndingView: draw_ending,
    StillThereView: draw_still_there,
    MessageView: draw_message,
}
"""The function that draws each kind of view of this stage."""
