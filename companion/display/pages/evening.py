"""Draw who plays whom at home with the standings, and the letters by which a name is typed."""

from collections.abc import Sequence
from dataclasses import replace

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart, who
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    grid,
)
from companion.display.drawing.parts.furniture import draw_leaf_foot, titled
from companion.display.drawing.table.board import draw_board
from companion.display.drawing.table.counters import draw_counter_on
from companion.game import Seat
from companion.interface.intents import Ask, Enter, Intent, Named, Number, Pick
from companion.interface.offers import offer_of
from companion.interface.views import EveningView, LeftGame, LeftView, NameView, Standing
from companion.presentation.board_picture import BoardPicture
from companion.presentation.words.labels import days_text, game_title, rules_name
from companion.referee.match import HomeMatch

MATCHES = (1, 3, 5, 7)  # games of a match, in the order in which a touch leads through them
WIDE_MM = 120.0  # least width of a page with two cards beside each other
CARD_MM = 19.0  # least height of a card with a game that waits
MARK_MM = 4.0  # the counter of a seat, beside the name of who takes it


def draw_evening(canvas: Canvas, view: EveningView) -> None:
    """Draw the page."""
    tr, metrics, gap, match = canvas.tr, canvas.metrics, canvas.metrics.gap_px, view.match
    content = titled(canvas, tr("Who plays?"))
    content, foot = cut_bottom(content, metrics.target_px, gap)
    erase, best_of, go_on = columns(foot, 3, gap)
    label = tr("Really erase?") if view.erasing else tr("Erase all names")
    canvas.button(
        label,
        erase,
        Ask.ERASE_NAMES if view.standings or view.unreadable else None,
        paint=canvas.palette.wrong if view.erasing else None,
    )
    after = MATCHES[(MATCHES.index(match.best_of) + 1) % len(MATCHES)]
    label = tr("Single game") if match.best_of == 1 else tr("Best of {games}").format(games=match.best_of)
    canvas.button(label, best_of, Enter(Number.BEST_OF, after))
    canvas.button(tr("Go on"), go_on, Ask.GO_ON, icon=Icon.FORWARD, paint=canvas.palette.main)
    if view.unreadable:
        said = tr("The names can't be read. They stay as they are; play without names.")
        canvas.stack([TextPart(said, PROMPT_MM)], content, align=Align.CENTRE)
        return
    said, size_mm = _said(canvas, view), SMALL_MM if metrics.small else BODY_MM
    words, content = cut_top(content, canvas.text_height_px(said, content.width, size_mm) + 2 * gap, gap)
    canvas.text(said, words, BODY_MM)
    ways: list[Standing | None] = [*view.standings, None]
    for standing, box in zip(ways, _cells(canvas, content, max(4, len(ways)), 2), strict=False):
        if standing is None:
            canvas.button(tr("Add a name"), box, Ask.ADD_NAME, icon=Icon.PLUS)
        else:
            _draw_name(canvas, box, standing, match)


def _said(canvas: Canvas, view: EveningView) -> str:
    """Return what these two have won against each other, or what to do."""
    if not all(view.match.players):
        tr = canvas.tr
        return f"{tr('Touch two names; a third plays the winner.')} {tr('Won of played: tonight · ever.')}"
    (one, other), (won, lost) = view.match.players, view.between
    return canvas.tr("Against each other so far: {score}").format(score=f"{one} {won} : {lost} {other}")


def _draw_name(canvas: Canvas, box: pygame.Rect, standing: Standing, match: HomeMatch) -> None:
    metrics, name = canvas.metrics, standing.name
    chosen = name in (*match.players, match.waits)
    paint = canvas.palette.main if chosen else canvas.palette.panel
    canvas.button("", box, Pick(Named.PLAYER, name), paint=paint)
    words, figures = cut_bottom(box.inflate(-2 * metrics.gap_px, 0), box.height // 2)
    canvas.text(name, words, PROMPT_MM, paint=paint, bold=True)
    if chosen:
        mark, figures = cut_left(figures, metrics.px(MARK_MM), metrics.gap_px)
        if name in match.players:
            seat = tuple(Seat)[match.players.index(name)]
            draw_counter_on(canvas, seat, mark.center, mark.width, paint)
        else:
            canvas.icon(Icon.CLOCK, mark, paint.ink)
    tonight, ever = ("{}/{}".format(*it) if it[1] else "" for it in (standing.tonight, standing.ever))
    both = f"{tonight} · {ever}" if tonight else ever
    canvas.text(both if canvas.has_room(both, figures) else tonight, figures, SMALL_MM, paint=paint)


def draw_left(canvas: Canvas, view: LeftView) -> None:
    """Draw the page: a card for each game, as many to a leaf as have room."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, canvas.tr("Go on with which game?"))
    across = 1 if metrics.portrait or content.width < metrics.px(WIDE_MM) else 2
    fit = max(2, content.height // metrics.px(CARD_MM)) * across
    leaves = -(-len(view.games) // fit) or 1
    if leaves > 1:
        content, foot = cut_bottom(content, metrics.target_px, gap)
        fit = max(2, content.height // metrics.px(CARD_MM)) * across
        leaves = -(-len(view.games) // fit)
        draw_leaf_foot(canvas, foot, min(view.leaf, leaves - 1), leaves)
    first = min(view.leaf, leaves - 1) * fit
    down = max(2, fit // across if leaves > 1 else -(-len(view.games) // across))
    for game, box in zip(view.games[first : first + fit], grid(content, across, down, gap), strict=False):
        _draw_left_game(canvas, box, game)


def _draw_left_game(canvas: Canvas, box: pygame.Rect, game: LeftGame) -> None:
    tr, gap = canvas.tr, canvas.metrics.gap_px
    canvas.button("", box, Pick(Named.LEFT, str(game.number)))
    inner = box.inflate(-2 * gap, -2 * gap)
    words, board = cut_right(inner, min(box.width * 2 // 5, round(box.height * 1.3)), gap)
    draw_board(canvas, board, BoardPicture(game.position.halves()))
    players = " – ".join(name or who(canvas, seat) for seat, name in zip(Seat, game.players, strict=True))
    if game.opponent is not None:
        players = tr("The computer plays {seat}").format(seat=who(canvas, game.opponent.seat))
    offer, day = offer_of(game.rules), f"{game.played:%Y-%m-%d}"
    title = rules_name(game.rules.name, tr) if offer is None else game_title(offer.name, tr)
    parts = [
        TextPart(players, PROMPT_MM, bold=True),
        TextPart(f"{days_text(day, tr)}, {game.played:%H:%M}"),
        TextPart(title, SMALL_MM),
    ]
    if sum(canvas.text_height_px(it.string, words.width, SMALL_MM, it.face) for it in parts) > words.height:
        parts.pop()
    canvas.stack(parts, words, paint=canvas.palette.panel)


def draw_name(canvas: Canvas, view: NameView) -> None:
    """Draw the page."""
    # Each language translates the alphabet by its own.
    letters = canvas.tr("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    keys = [(letter, Pick(Named.LETTER, letter)) for letter in letters]
    draw_keys(
        canvas,
        view.name or canvas.tr("What is your name?"),
        keys,
        view.name,
        is_done=bool(view.name) and not view.known,
    )


def draw_keys(
    canvas: Canvas,
    title: str,
    keys: Sequence[tuple[str, Intent | None]],
    typed: str,
    said: str = "",
    *,
    is_done: bool = True,
) -> None:
    """Draw keys to type something; what is typed stands as the title, beside it what undoes and finishes."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    labels = [tr("Undo"), tr("Done")]
    if metrics.portrait:
        content, row = cut_bottom(titled(canvas, title), metrics.target_px, gap)
    else:
        head, row = cut_right(canvas.box, sum(map(canvas.button_px, labels)) + 2 * gap)
        row = pygame.Rect(row.left, gap, row.width - gap, metrics.target_px)
        with canvas.sheet(head, turned=False) as sheet:
            content = titled(replace(sheet, faults=canvas.faults), title)
        content.width = canvas.box.width - 2 * gap
    undo, done = canvas.columns_for(labels, row, gap)
    finish = Ask.GO_ON if is_done else None
    canvas.button(labels[0], undo, Ask.DELETE_DIGIT if typed else None, icon=Icon.UNDO)
    canvas.button(labels[1], done, finish, icon=Icon.TICK, paint=canvas.palette.main if finish else None)
    if said:
        words, content = cut_top(content, canvas.text_height_px(said, content.width, BODY_MM), gap)
        canvas.text(said, words, BODY_MM)
    for (label, intent), box in zip(keys, _cells(canvas, content, len(keys)), strict=False):
        canvas.button(label, box, intent, size_mm=PROMPT_MM)


def _cells(canvas: Canvas, box: pygame.Rect, count: int, wide: int = 1) -> list[pygame.Rect]:
    """Cut a box into at least `count` cells, as large as can be; `wide` is the width wanted per height."""
    metrics = canvas.metrics

    def least(across: int) -> int:
        return min(box.width // across // wide, box.height // -(-count // across))

    across = max(range(1, count + 1), key=least)
    down = -(-count // across)
    # Rather no gaps than keys that are narrower than a finger.
    gap = min(metrics.gap_px, max(0, box.width // across - metrics.target_px))
    box.height = min(box.height, down * round(metrics.target_px * 3))
    return grid(box, across, down, gap)


PAGES: Pages = {
    EveningView: draw_evening,
    NameView: draw_name,
    LeftView: draw_left,
}
"""The function that draws each kind of view of this stage."""
