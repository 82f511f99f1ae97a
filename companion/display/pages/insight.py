"""Draw what decided a game: its course, luck and choices; and puzzles."""

from dataclasses import replace

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart, called, who
from companion.display.drawing.icons import Icon, blank
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    rows,
)
from companion.display.drawing.parts.chances import draw_chance_curve, draw_mark, draw_solving, percent
from companion.display.drawing.parts.frieze import draw_frieze
from companion.display.drawing.parts.furniture import draw_leaf_foot, titled
from companion.display.drawing.table.arrows import TWICE, draw_arrow
from companion.display.drawing.table.board import draw_board
from companion.display.drawing.table.counters import draw_counter_on
from companion.display.drawing.table.dice import draw_roll
from companion.game import OWN_HALF, Action, Move, Point, Reserve, Seat, point_at
from companion.interface.intents import Ask, Enter, Number
from companion.interface.summary import MIN_LOSS, Balance, LuckyThrow, StandOut
from companion.interface.views import WAS_IT_LUCK, InsightView, PuzzleView, Roll
from companion.presentation.board_geometry import BoardGeometry, bent_path
from companion.presentation.board_picture import (
    ArrowStyle,
    BoardPicture,
    PointMark,
    arrows_of,
    picture_of,
)
from companion.presentation.words.decided import turning_point, verdict
from companion.presentation.words.labels import move_name, why_text
from companion.referee.referee import State
from companion.referee.words import Translate

LEAVES = 4


def draw_insight(canvas: Canvas, view: InsightView) -> None:
    """Draw the leaf that is open."""
    tr, metrics = canvas.tr, canvas.metrics
    leaf = open_leaf(view)
    content = titled(canvas, titles(tr)[leaf])
    content, foot = cut_bottom(content, metrics.target_px, metrics.gap_px)
    said = said_of(canvas, view, leaf)
    if metrics.narrow and said:
        # Between the buttons is too little room.
        high = canvas.text_height_px(said, content.width, SMALL_MM * 1.15)
        content, words = cut_bottom(content, high, metrics.gap_px)
        canvas.text(said, words, SMALL_MM * 1.15, ink=canvas.palette.soft)
        said = ""
    if view.solving is not None:
        box = pygame.Rect(0, 0, content.width * 4 // 5, metrics.px(16))
        box.center = content.center
        solving = tr("Calculating the chances: {percent}%").format(percent=int(100 * view.solving))
        draw_solving(canvas, box, solving, view.solving, PROMPT_MM)
        draw_frieze(canvas, pygame.Rect(content.left, box.bottom, content.width, content.bottom - box.bottom))
    elif not view.chances_a or view.balances is None:
        canvas.text(tr("There's nothing to tell about this game."), content, BODY_MM)
    elif leaf == 0:
        _draw_course(canvas, content, view)
    elif leaf == WAS_IT_LUCK:
        if view.luckiest is not None and (metrics.portrait or not metrics.small):
            content, box = cut_bottom(content, metrics.px(7 if metrics.small else 9), metrics.gap_px)
            draw_luckiest(canvas, box, view.luckiest)
        cut = rows if metrics.portrait else columns
        boxes = cut(content, 2, metrics.gap_px)
        largest = max(abs(share) for balance in view.balances for share in (balance.luck, balance.lost))
        for seat, balance, box in zip(Seat, view.balances, boxes, strict=True):
            draw_luck(canvas, box, seat, balance, largest)
    else:
        draw_choice(canvas, content, view.finest if leaf == 2 else view.worst, costly=leaf == 3)
    is_flat = metrics.small and not metrics.portrait
    if is_flat and leaf == WAS_IT_LUCK and view.luckiest and view.balances and view.solving is None:
        # There is no row for it; which of the two bars is longer is seen as well.
        said = luckiest_text(canvas, view.luckiest)
    draw_leaf_foot(canvas, foot, leaf, LEAVES, said)


def open_leaf(view: InsightView) -> int:
    """Return the page that is open, the nearest one if there is no such page."""
    return min(max(view.leaf, 0), LEAVES - 1)


def titles(tr: Translate) -> tuple[str, str, str, str]:
    """Return the titles of the pages."""
    return (
        tr("The chance to win"),
        tr("Was it luck?"),
        tr("The best choice"),
        tr("The worst choice"),
    )


def said_of(canvas: Canvas, view: InsightView, leaf: int) -> str:
    """Return a sentence on what a page shows."""
    if view.solving is not None or not view.chances_a or view.balances is None:
        return ""
    if leaf == 0:
        return turning_point(view.outcome, view.chances_a, canvas.tr, called(canvas))
    return verdict(view.outcome, view.balances, canvas.tr) if leaf == WAS_IT_LUCK else ""


def _draw_course(canvas: Canvas, content: pygame.Rect, view: InsightView) -> None:
    """Draw the chance over time, and which of its points are marked."""
    tr, metrics, palette, gap = canvas.tr, canvas.metrics, canvas.palette, canvas.metrics.gap_px
    high = metrics.px(4.6)
    content, legend = cut_bottom(content, 2 * high if metrics.narrow else high, metrics.px(0.6))
    content.height = min(content.height, content.width)
    draw_chance_curve(canvas, content, view)
    legend.top = content.bottom + metrics.px(0.6)
    marked = (
        (view.finest, tr("Best: throw {ply}"), Icon.TICK, palette.good),
        (view.worst, tr("Worst: throw {ply}"), Icon.WARNING, palette.back),
    )
    boxes = rows(legend, 2, 0) if metrics.narrow else columns(legend, 2, gap)
    for (choice, said, icon, colour), box in zip(marked, boxes, strict=True):
        if choice is not None:
            mark, rest = cut_left(box, high, metrics.px(0.8))
            draw_mark(canvas, mark.center, icon, colour)
            canvas.text(said.format(ply=choice.ply), rest, SMALL_MM * 1.15, align=Align.LEFT)


def draw_choice(canvas: Canvas, content: pygame.Rect, choice: StandOut | None, *, costly: bool) -> None:
    """Draw the board with the choice, and a few words beside or below it."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    if choice is None:
        said = (
            tr("Neither player made a costly mistake.") if costly else tr("No choice stood out in this game.")
        )
        canvas.text(said, content, BODY_MM)
        return
    if metrics.portrait:
        board, side = cut_top(content, round(content.height * (0.48 if metrics.small else 0.62)), gap)
    else:
        board, side = cut_left(content, round(content.width * 0.5), gap)
    done = [(choice.action, ArrowStyle.WENT if costly else ArrowStyle.SHALL)]
    if costly:
        done.append((choice.best, ArrowStyle.SHALL))
    # Only the way to copy has its steps.
    arrows = tuple(
        replace(arrow, way=arrow.way if look is ArrowStyle.SHALL else ())
        for action, look in done
        if isinstance(action, Move)
        for arrow in arrows_of(action, look)
    )
    in_hand = (choice.position.a.hand, choice.position.b.hand)
    draw_board(canvas, board, BoardPicture(choice.position.halves(), in_hand, arrows))
    thrown, *actions, why, cost = choice_text(canvas, choice, costly=costly)
    side, last = cut_bottom(side, side.height * 9 // 20, gap)
    head, *lines = rows(side, 1 + len(done), gap)
    mark, words = cut_left(head, min(metrics.px(8), head.height), metrics.px(1.2))
    draw_counter_on(canvas, choice.seat, mark.center, mark.width, canvas.palette.page)
    canvas.stack([TextPart(thrown, 5.4)], words)
    for (_, look), said, line in zip(done, actions, lines, strict=True):
        sample, words = cut_left(line, metrics.px(8), metrics.px(1.2))
        _draw_sample(canvas, sample, look)
        canvas.text(said, words, 5.8, bold=True, align=Align.LEFT)
    both = f"{why}\n{cost}".strip()
    canvas.text(both if canvas.has_room(both, last) else why, last, 5.4, align=Align.LEFT)


def choice_text(canvas: Canvas, choice: StandOut, *, costly: bool) -> list[str]:
    """Put a choice into words: the throw, the move, the better move, why, and the cost."""
    tr = canvas.tr
    said = [
        tr("Throw {ply}: a {throw}").format(ply=choice.ply, throw=choice.throw),
        tr("Played: {move}").format(move=_name(choice.action, tr)),
    ]
    if costly:
        said.append(tr("Better: {move}").format(move=_name(choice.best, tr)))
        cost = tr("That gave away {percent}%.")
    else:
        cost = tr("Anything else would have cost at least {percent}%.")
    why = why_text(choice.why, who(canvas, choice.seat.other), tr)
    return [*said, why, cost.format(percent=percent(choice.share))]


def _name(action: Action, tr: Translate) -> str:
    return move_name(action, tr) if isinstance(action, Move) else tr("Stay")


def _draw_sample(canvas: Canvas, box: pygame.Rect, look: ArrowStyle) -> None:
    """Draw a sample arrow for the legend."""
    sheet = blank((box.width * TWICE, box.height * TWICE), canvas.palette.page.fill)
    y = sheet.get_height() / 2
    point_px = canvas.metrics.px(6) * TWICE
    way = bent_path((-point_px * 0.2, y), (sheet.get_width(), y), sheet.get_size(), 0.0)
    draw_arrow(sheet, way, look, point_px, canvas.palette)
    canvas.surface.blit(pygame.transform.smoothscale(sheet, box.size), box.topleft)


NOTICED = 0.05  # luck below this share of a game isn't mentioned


def draw_luck(canvas: Canvas, box: pygame.Rect, seat: Seat, balance: Balance, largest: float) -> None:
    """Draw one seat's luck and choices, in words and as bars; `largest` fills a bar.

    Both are sums over a game, in which a chance can be given away and come back many times: with more than
    100 % among them, which is no share of anything, the bars alone compare them.
    """
    tr, metrics, palette = canvas.tr, canvas.metrics, canvas.palette
    gap = metrics.px((0.4 if metrics.portrait else 0.8) if metrics.small else 1.6)
    canvas.panel(box, palette.panel.fill)
    inner = box.inflate(-2 * gap, -2 * gap)
    share = round(inner.height * (0.32 if metrics.small else 0.4))
    if metrics.narrow:
        share = 2 * canvas.text_height_px("0", inner.width, SMALL_MM) + gap
    words, bars = cut_bottom(inner, share, gap)
    mark, words = cut_left(words, metrics.px(6 if metrics.small else 9), gap)
    draw_counter_on(canvas, seat, mark.center, mark.width, palette.panel)
    luck, given_away = luck_and_choices(canvas, seat, balance)
    canvas.stack([TextPart(luck, 5.4, bold=True), TextPart(given_away, 5.0)], words, paint=palette.panel)
    dice, choices = rows(bars, 2, gap // 2)
    _draw_bar(canvas, dice, tr("Dice"), balance.luck, largest)
    _draw_bar(canvas, choices, tr("Choices"), -balance.lost, largest)


def draw_luckiest(canvas: Canvas, box: pygame.Rect, lucky: LuckyThrow) -> None:
    """Draw the throw that helped most: whose it was, and the die."""
    mark, words = cut_left(box, box.height, canvas.metrics.gap_px)
    draw_counter_on(canvas, lucky.seat, mark.center, round(box.height * 0.8), canvas.palette.page)
    canvas.text(luckiest_text(canvas, lucky), words, BODY_MM, bold=True, align=Align.LEFT)


def luckiest_text(canvas: Canvas, lucky: LuckyThrow) -> str:
    """Put the throw that helped most into words."""
    said = canvas.tr("Luckiest throw: {seat}'s {throw}")
    return said.format(seat=who(canvas, lucky.seat), throw=lucky.throw)


def luck_and_choices(canvas: Canvas, seat: Seat, balance: Balance) -> tuple[str, str]:
    """Say what the dice gave a seat or took from it, and how many of its best moves it found."""
    tr, name = canvas.tr, who(canvas, seat)
    luck = tr("{seat} had good luck.") if balance.luck > 0 else tr("{seat} had bad luck.")
    if abs(balance.luck) < NOTICED:
        luck = tr("{seat} had neither good nor bad luck.")
    found = tr("{seat} made no mistake.")
    if balance.lost >= MIN_LOSS:
        found = tr("Found {found} of {choices} best moves.")
    return luck.format(seat=name), found.format(seat=name, found=balance.found, choices=balance.choices)


def _draw_bar(canvas: Canvas, row: pygame.Rect, name: str, share: float, largest: float) -> None:
    """Draw a bar: to the right for a gain, to the left for a loss; with its percentage up to 100."""
    metrics, palette = canvas.metrics, canvas.palette
    words, bar = cut_left(row, metrics.px(12), metrics.px(0.8))
    canvas.text(name, words, SMALL_MM * 1.15, paint=palette.panel, align=Align.LEFT)
    if largest <= 1:
        bar, figure = cut_right(bar, metrics.px(12), metrics.px(0.8))
        sign = "+" if share > 0 else "\N{MINUS SIGN}" if share < 0 else ""
        said = f"{sign}{percent(abs(share))}\N{NO-BREAK SPACE}%"
        canvas.text(said, figure, SMALL_MM * 1.15, paint=palette.panel, bold=True)
    colour = palette.good if share > 0 else palette.back
    length = round(bar.width / 2 * abs(share) / largest) if largest else 0
    drawn = pygame.Rect(
        bar.centerx - (length if share < 0 else 0), 0, length, min(row.height * 3 // 4, metrics.px(9))
    )
    drawn.centery = row.centery
    pygame.draw.rect(canvas.surface, colour, drawn)
    pygame.draw.line(canvas.surface, palette.soft, (bar.centerx, row.top), (bar.centerx, row.bottom), 2)


NEARLY = 0.06
"""A choice that gives away less of the chance to win is nearly as good: twice the least in a puzzle."""


def draw_puzzle(canvas: Canvas, view: PuzzleView) -> None:
    """Draw the board with counters to touch, or with the answer; the throw and words are beside it."""
    metrics, gap, state = canvas.metrics, canvas.metrics.gap_px, view.state
    said, *lines = puzzle_text(canvas, view)
    # The smallest screen needs its width for the board, so that fingers can tell the counters.
    is_flat = metrics.tiny
    title = canvas.tr("Find the best move") if view.leaf else canvas.tr("Puzzle of the day")
    content = titled(canvas, said if is_flat else title)
    content, foot = cut_bottom(content, metrics.target_px, gap)
    draw_leaf_foot(canvas, foot, view.leaf, view.leaves, *(lines if is_flat else ()))
    if is_flat:
        board, head = cut_left(content, content.width - metrics.target_px, gap)
    elif metrics.portrait:
        board, side = cut_top(content, round(content.height * (0.56 if metrics.small else 0.66)), gap)
    else:
        board, side = cut_left(content, round(content.width * (0.54 if metrics.small else 0.61)), gap)
    paint = canvas.palette.page
    if not is_flat:
        paint = canvas.palette.right if view.picked and view.picked == view.best else canvas.palette.panel
        canvas.panel(side, paint.fill)
        inner = side.inflate(-2 * gap if metrics.small else -4 * gap, -2 * gap)
        head, words = cut_top(inner, side.height * (25 if metrics.small else 37) // 100, gap)
        parts = [TextPart(said, PROMPT_MM, bold=True), TextPart("\n".join(filter(None, lines)), BODY_MM)]
        canvas.stack(parts, words, paint=paint, align=Align.CENTRE if metrics.portrait else Align.LEFT)
    mark, die = (rows if is_flat else columns)(head, 2, gap)
    size_px = min(*mark.size, metrics.px(16))
    draw_counter_on(canvas, state.seat, mark.center, size_px, paint)
    assert state.throw is not None
    spare_px = die.height - size_px
    draw_roll(canvas, die.inflate(0, -spare_px), Roll(state.rules.die, state.throw))
    picture = replace(picture_of(state), mover=state.seat)
    if view.picked is None:
        sources = filter(None, map(_source, state.legal or ()))
        picture = replace(picture, marks=dict.fromkeys(sources, PointMark.GLOW))
        _touch_choices(canvas, draw_board(canvas, board, picture), state)
    else:
        # One way at a time; a touch shows both again.
        shown, look = (view.best, ArrowStyle.SHALL) if view.turn else (view.picked, ArrowStyle.WENT)
        arrows = arrows_of(shown, look) if isinstance(shown, Move) else ()
        draw_board(canvas, board, replace(picture, arrows=arrows))
        canvas.target(board, Ask.SHOW_MOVE)


def _touch_choices(canvas: Canvas, geometry: BoardGeometry, state: State) -> None:
    """Let each counter that may move be touched, on the half where it lies or beside the board."""
    box = geometry.box
    for number, move in enumerate(state.legal or ()):
        half = pygame.Rect(box.left, box.top, int(geometry.pitch_px) - 1, box.height // 2)
        source = _source(move)
        x, y = geometry.hand(state.seat, 1)[0] if source is None else geometry.point(source)
        half.centerx = round(x)
        if y > box.top + half.height:
            half.bottom = box.top + box.height
        canvas.target(half, Enter(Number.CHOICE, number))


def _source(move: Move) -> Point | None:
    """Return the point where a move's counter lies; None if it is beside the board."""
    if move.source is Reserve.HOME:
        return point_at(move.seat, OWN_HALF)
    return None if move.source is Reserve.HAND else Point(move.source)


def puzzle_text(canvas: Canvas, view: PuzzleView) -> tuple[str, ...]:
    """Ask for a counter; or say how good the choice was, and what was done in the game."""
    tr, seat, done = canvas.tr, who(canvas, view.state.seat), ""
    if view.picked is None:
        return tr("Which counter would you move?"), tr("{seat} moves").format(seat=seat)
    if view.played == view.best:
        done = tr("In the game, {seat} found it.")
    elif view.played == view.picked:
        done = tr("In the game, {seat} chose as you did.")
    elif view.picked == view.best:
        done = tr("In the game, {seat} moved another counter.")
    done = done.format(seat=seat)
    more = why_text(view.why, who(canvas, view.state.seat.other), tr) or done
    if view.picked == view.best:
        return tr("Well done! That is the best move."), more
    said = tr("Nearly! This move is a little better.") if view.loss < NEARLY else tr("This move is better.")
    wins = tr("It wins {best} of 100 games, yours {picked}.")
    wins = wins.format(best=round(100 * view.chance), picked=round(100 * (view.chance - view.loss)))
    return said, wins, more


PAGES: Pages = {
    InsightView: draw_insight,
    PuzzleView: draw_puzzle,
}
"""The function that draws each kind of view of this stage."""
