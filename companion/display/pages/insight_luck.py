"""What a game gave and took from each seat, by its throws and by its choices."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.chances import percent
from companion.display.drawing.counters import draw_counter_on
from companion.display.drawing.layout import BODY_MM, SMALL_MM, cut_bottom, cut_left, cut_right, rows
from companion.display.seat_names import who
from companion.game import Outcome, Seat, Termination
from companion.interface.summary import Balance, LuckyThrow
from companion.referee.words import Translate

NOTICED = 0.05
"""Luck of less than this share of a game is no luck worth a word."""
NO_MISTAKE = 0.0005
"""What was given away is nothing below this share of a game: less is the error of working it out."""
LITTLE = 0.15
"""What was given away in a whole game is a little below this share, a lot above it."""


def verdict(outcome: Outcome, balances: tuple[Balance, Balance], tr: Translate) -> str:
    """What most of the difference between the seats came from; nothing where nobody won.

    What the dice and the choices gave the winner above the loser adds up to the way from the chance at the
    start to the win: twice the other's share is most of it, and says no more than that.
    """
    if outcome.termination is not Termination.WON:
        return ""
    winner, loser = balances if outcome.winner is Seat.A else reversed(balances)
    dice, choices = winner.luck - loser.luck, loser.lost - winner.lost
    if dice > 0 and dice >= 2 * choices:
        return tr("Most of the difference came from the dice.")
    if choices > 0 and choices >= 2 * dice:
        return tr("Most of the difference came from the choices.")
    if dice > 0 and choices > 0:
        return tr("Dice and choices made the difference together.")
    return ""


def draw_luck(canvas: Canvas, box: pygame.Rect, seat: Seat, balance: Balance, largest: float) -> None:
    """One seat's luck and choices, in words and as bars of which the `largest` is full."""
    tr, metrics, palette = canvas.tr, canvas.metrics, canvas.palette
    gap = metrics.px((0.4 if metrics.portrait else 0.8) if metrics.small else 1.6)
    box = pygame.Rect(box.left, box.top, box.width, min(box.height, metrics.px(48)))
    canvas.panel(box, palette.panel.fill)
    inner = box.inflate(-2 * gap, -2 * gap)
    share = round(inner.height * (0.32 if metrics.small else 0.4))
    if metrics.narrow:
        share = 2 * canvas.text_height_px("0", inner.width, SMALL_MM) + gap
    words, bars = cut_bottom(inner, share, gap)
    mark, words = cut_left(words, metrics.px(6 if metrics.small else 9), gap)
    draw_counter_on(canvas.surface, seat, mark.center, mark.width, palette, palette.panel)
    luck, given_away = luck_and_choices(canvas, seat, balance)
    canvas.stack([Part(luck, 5.4, bold=True), Part(given_away, 5.0)], words, paint=palette.panel)
    dice, choices = rows(bars, 2, gap // 2)
    _draw_bar(canvas, dice, tr("Dice"), balance.luck, largest)
    _draw_bar(canvas, choices, tr("Choices"), -balance.lost, largest)


def draw_luckiest(canvas: Canvas, box: pygame.Rect, lucky: LuckyThrow) -> None:
    """The throw that helped most: whose it was, and the die as it fell."""
    mark, words = cut_left(box, box.height, canvas.metrics.gap_px)
    draw_counter_on(
        canvas.surface, lucky.seat, mark.center, round(box.height * 0.8), canvas.palette, canvas.palette.page
    )
    canvas.text(told_luckiest(canvas, lucky), words, BODY_MM, bold=True, align=Align.LEFT)


def told_luckiest(canvas: Canvas, lucky: LuckyThrow) -> str:
    """The throw that helped most, in words."""
    said = canvas.tr("Luckiest throw: {seat}, a {throw}")
    return said.format(seat=who(canvas, lucky.seat), throw=lucky.throw)


def luck_and_choices(canvas: Canvas, seat: Seat, balance: Balance) -> tuple[str, str]:
    """What the dice gave a seat or took from it, and what it gave away itself."""
    tr, name = canvas.tr, who(canvas, seat)
    luck = tr("{seat} had good luck.") if balance.luck > 0 else tr("{seat} had bad luck.")
    if abs(balance.luck) < NOTICED:
        luck = tr("{seat} had fair dice.")
    given_away = (
        tr("{seat} made no mistake.")
        if balance.lost < NO_MISTAKE
        else tr("{seat} gave little away.")
        if balance.lost < LITTLE
        else tr("{seat} gave many chances away.")
    )
    return luck.format(seat=name), given_away.format(seat=name)


def _draw_bar(canvas: Canvas, row: pygame.Rect, name: str, share: float, largest: float) -> None:
    """A bar to the right for what was given, to the left for what was taken, and its percentage."""
    metrics, palette = canvas.metrics, canvas.palette
    words, rest = cut_left(row, metrics.px(12), metrics.px(0.8))
    bar, figure = cut_right(rest, metrics.px(12), metrics.px(0.8))
    canvas.text(name, words, SMALL_MM * 1.15, paint=palette.panel, align=Align.LEFT)
    colour = palette.good if share > 0 else palette.back
    length = round(bar.width / 2 * abs(share) / largest) if largest else 0
    drawn = pygame.Rect(bar.centerx - (length if share < 0 else 0), 0, length, min(row.height, metrics.px(4)))
    drawn.centery = row.centery
    pygame.draw.rect(canvas.surface, colour, drawn)
    pygame.draw.line(canvas.surface, palette.soft, (bar.centerx, row.top), (bar.centerx, row.bottom), 2)
    sign = "+" if share > 0 else "\N{MINUS SIGN}" if share < 0 else ""
    canvas.text(
        f"{sign}{percent(abs(share))}\N{NO-BREAK SPACE}%",
        figure,
        SMALL_MM * 1.15,
        paint=palette.panel,
        bold=True,
    )
