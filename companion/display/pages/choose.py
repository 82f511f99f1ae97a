"""Draw the pages on which a game, its players and its dice are chosen."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart, called, who
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
    rows,
)
from companion.display.drawing.parts.frieze import draw_frieze
from companion.display.drawing.parts.furniture import titled
from companion.display.drawing.table.board import draw_board
from companion.display.drawing.table.counters import draw_counter_on
from companion.display.drawing.table.dice import die_face
from companion.display.lesson import aim_text
from companion.game import OPTIONS, RECONSTRUCTIONS, Die, Option, Reconstruction, Seat
from companion.game.levels import LEVELS
from companion.interface.intents import (
    Ask,
    Enter,
    Named,
    Number,
    Pick,
    PlayAgainst,
    SetOption,
    Switch,
    Toggle,
)
from companion.interface.offers import OFFERS
from companion.interface.rule_cards import Card, Shows, cards_of
from companion.interface.views import ChooseGameView, GamesView, Opponent
from companion.presentation.board_picture import picture_of_card
from companion.presentation.palette import Paint
from companion.presentation.words.labels import (
    choice_label,
    game_minutes,
    game_sentence,
    game_title,
    level_name,
    option_meaning,
    option_name,
    option_of,
    rules_name,
)

FIRST = 2  # number of games on the first page
CARD_MM = 20.0  # minimum height of a card
MIN_BOARD_PX = 80  # least width of a board whose steps are legible
BOARD = 0.3  # share of a card's width for the board with what sets its game apart, if the words leave room


def draw_games(canvas: Canvas, view: GamesView) -> None:
    """Draw the leaf that is open."""
    tr, metrics = canvas.tr, canvas.metrics
    gap, target = metrics.gap_px, metrics.target_px
    content = titled(canvas, tr("Which game?"))
    content, foot = cut_bottom(content, target, gap)
    if view.opponent is not None:
        high = canvas.text_height_px(
            _level(canvas, view.opponent), content.width - 2 * (target + gap), SMALL_MM
        )
        content, box = cut_bottom(content, max(target, high) if metrics.narrow else target, gap)
        _draw_level(canvas, box, view.opponent)
    if not metrics.small:
        content, note = cut_bottom(content, metrics.px(SMALL_MM * 2.5), gap // 2)
        whose = tr("Minutes: games of beginners.")
        skill = tr("Skill: how many of 100 games a perfect player wins against a beginner.")
        if view.here:
            whose = tr("Minutes: games played here, or of beginners.")
            skill = tr("Skill: how many of 100 a perfect player wins.")
        canvas.text(f"{whose} {skill}", note, SMALL_MM, ink=canvas.palette.soft)
    leaves = _leaves(canvas, view, content)
    leaf = min(max(view.leaf, 0), len(leaves) - 1)
    _draw_foot(canvas, foot, view, leaf, len(leaves))
    names = leaves[leaf]
    across = 1 if metrics.portrait else 2
    down = max(-(-len(names) // across), 1)
    content.height = min(content.height, down * metrics.px(CARD_MM * 2.5))
    _draw_cards(canvas, names, grid(content, across, down, gap), view)


def _leaves(canvas: Canvas, view: GamesView, content: pygame.Rect) -> list[list[str | None]]:
    """Return the games of each page; None is the station's own, which comes first."""
    names: list[str | None] = list(view.offers)
    if view.own is not None:
        names.insert(0, None)
    down = max(1, content.height // canvas.metrics.px(CARD_MM))
    room = down if canvas.metrics.portrait else 2 * down
    first, others = names[: min(FIRST, room)], names[min(FIRST, room) :]
    return [first, *(others[i : i + room] for i in range(0, len(others), room))]


def _draw_cards(canvas: Canvas, names: list[str | None], boxes: list[pygame.Rect], view: GamesView) -> None:
    """Draw games to touch: what each is, and a board with what sets it apart if all words leave room."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    inner = [box.inflate(-4 * gap, -2 * metrics.px(0.8)) for box in boxes[: len(names)]]
    cut = [cut_right(it, min(it.height, round(it.width * BOARD)), gap) for it in inner]
    cards = [_words(canvas, name, view, words.width) for name, (words, _) in zip(names, cut, strict=True)]
    with_boards = cut[0][1].width >= MIN_BOARD_PX and all(
        _have_room(canvas, it, words) for it, (words, _) in zip(cards, cut, strict=True)
    )
    for name, box, whole, (words, board), parts in zip(names, boxes, inner, cut, cards, strict=False):
        first = name is None or (view.own is None and name == view.offers[0])
        paint = canvas.palette.main if first else canvas.palette.panel
        canvas.panel(box, paint.fill, None if first else canvas.palette.rule)
        if with_boards:
            board = board.inflate(0, min(0, round(board.width * 1.3) - board.height))
            draw_board(canvas, board, picture_of_card(_telling_card(name, view)))
            whole = words
        elif not _have_room(canvas, parts, whole):
            parts = parts[:2]
        canvas.stack(parts, whole, paint=paint, align=Align.LEFT)
        canvas.target(box, Pick(Named.GAME, name or ""))


def _words(canvas: Canvas, name: str | None, view: GamesView, width_px: int) -> list[TextPart]:
    """Return a game's name, a sentence, its length and, where a note says how, its skill."""
    tr = canvas.tr
    if name is None:
        assert view.own is not None
        title, said = rules_name(view.own.name, tr), aim_text(view.own, tr)
        more = [tr("By the rules of this house.")]
    else:
        offer = next((it for it in view.here if it.name == name), OFFERS[name])
        title, said, more = game_title(name, tr), game_sentence(name, tr), [game_minutes(offer.minutes, tr)]
        if not canvas.metrics.small:
            more.append(tr("skill {wins}").format(wins=offer.skill))
            if canvas.text_height_px(" · ".join(more), width_px) == canvas.text_height_px("", width_px):
                more = [" · ".join(more)]
    return [TextPart(title, PROMPT_MM, bold=True), TextPart(said), *map(TextPart, more)]


def _have_room(canvas: Canvas, parts: list[TextPart], box: pygame.Rect) -> bool:
    """True if texts fit a box in the smallest type."""
    heights = (canvas.text_height_px(it.string, box.width, SMALL_MM, it.face) for it in parts)
    return sum(heights) <= box.height


def _telling_card(name: str | None, view: GamesView) -> Card:
    """Return the card that shows what sets a game apart; of the station's own, how it is won."""
    if name is None:
        assert view.own is not None
        return cards_of(view.own)[0]
    cards = {card.shows: card for card in cards_of(OFFERS[name].rules)}
    order = (Shows.AGAIN, Shows.SHARE, Shows.HIT, Shows.ENTER, Shows.AIM)
    return next(cards[it] for it in order if it in cards)


def _draw_level(canvas: Canvas, box: pygame.Rect, opponent: Opponent) -> None:
    """Draw the computer's level, with a button for one less and one more."""
    gap, target = canvas.metrics.gap_px, canvas.metrics.target_px
    less, words = cut_left(box, target, gap)
    words, more = cut_right(words, target, gap)
    number = LEVELS.index(opponent.level)
    if number > 0:
        canvas.button("", less, Pick(Named.LEVEL, LEVELS[number - 1].name), icon=Icon.MINUS)
    if number + 1 < len(LEVELS):
        canvas.button("", more, Pick(Named.LEVEL, LEVELS[number + 1].name), icon=Icon.PLUS)
    canvas.text(_level(canvas, opponent), words, BODY_MM, bold=True)


def _level(canvas: Canvas, opponent: Opponent) -> str:
    level = level_name(opponent.level.name, canvas.tr)
    return canvas.tr("The computer plays: {level}").format(level=level)


def _draw_foot(canvas: Canvas, box: pygame.Rect, view: GamesView, leaf: int, leaves: int) -> None:
    """Draw the ways back, to more games, to puzzles, and for researchers to all rules."""
    tr, gap, target = canvas.tr, canvas.metrics.gap_px, canvas.metrics.target_px
    back, box = cut_left(box, target, gap)
    if leaf > 0:
        canvas.button("", back, Enter(Number.LEAF, leaf - 1), icon=Icon.BACK)
    last = leaf + 1 == leaves
    boxes = columns(box, 2, gap)
    if not last:
        canvas.button(tr("More games"), boxes[1], Enter(Number.LEAF, leaf + 1), icon=Icon.FORWARD)
    if view.researchers and (leaf > 0 or last):
        canvas.button(tr("For researchers"), boxes[0], Ask.SHOW_ALL_RULES, icon=Icon.BOOK)
    if view.puzzles and leaf == 0:
        free = boxes[1] if last else boxes[0]
        canvas.button(tr("Puzzles"), free, Ask.SHOW_PUZZLES, icon=Icon.BULB)


Thing = TypeVar("Thing")

_LIMITS = (None, 100, 200, 400)


@dataclass(frozen=True)
class Leaf:
    """A page of the choice: its title, and the function that draws its content."""

    title: str
    draw: Callable[[Canvas, pygame.Rect, ChooseGameView], None]


def draw_choose_game(canvas: Canvas, view: ChooseGameView) -> None:
    """Draw the leaf that is open."""
    leaves = _choose_game_leaves(canvas, view)
    number = min(max(view.leaf, 0), len(leaves) - 1)
    content = titled(canvas, leaves[number].title)
    content, foot = cut_bottom(content, canvas.metrics.target_px, canvas.metrics.gap_px)
    _draw_choose_game_foot(canvas, foot, number, last=number == len(leaves) - 1)
    if view.clash is not None:
        _draw_clash(canvas, content, view.clash)
    else:
        leaves[number].draw(canvas, content, view)


def _choose_game_leaves(canvas: Canvas, view: ChooseGameView) -> list[Leaf]:
    """Return the pages: games, players, dice, starter, then the other options."""
    tr, metrics = canvas.tr, canvas.metrics
    room = metrics.height_px - 2 * metrics.target_px - 5 * metrics.gap_px
    games = [game for game in RECONSTRUCTIONS.values() if game.name in view.offered]
    across = 1 if metrics.portrait else 2
    fit_on_one = room >= metrics.target_px * -(-len(games) // across) * 1.1
    count = len(games) if fit_on_one else -(-len(games) // 2)
    # Those that matter in these rules and have no page of their own.
    options = [
        option
        for option in OPTIONS
        if view.house_rules
        and option.key not in ("die", "starter")
        and (option.key == "limit" or getattr(view.rules, option.field) is not None)
    ]
    dice = [Leaf(tr("Which dice?"), _draw_dice), Leaf(tr("Who throws?"), _draw_throwers)]
    option_mm = 21.0 if metrics.narrow else 14.2 if _stacked(canvas) else 11.5
    a_leaf = max(1, room // metrics.px(option_mm))
    return [
        *(Leaf(tr("Which game?"), partial(_draw_games, games=part)) for part in _parts(games, count)),
        Leaf(tr("Who plays?"), draw_players),
        *(dice if view.house_rules else ()),
        *(
            Leaf(rules_name(view.rules.name, tr), partial(_draw_options, options=part, down=a_leaf))
            for part in _parts(options, a_leaf)
        ),
    ]


def _parts(things: list[Thing], count: int) -> list[list[Thing]]:
    return [things[i : i + count] for i in range(0, len(things), count)]


def _draw_choose_game_foot(canvas: Canvas, box: pygame.Rect, leaf: int, *, last: bool) -> None:
    """Draw the ways back, on, and to begin."""
    tr, gap, target = canvas.tr, canvas.metrics.gap_px, canvas.metrics.target_px
    if leaf > 0:
        left, _ = cut_left(box, target, gap)
        canvas.button("", left, Enter(Number.LEAF, leaf - 1), icon=Icon.BACK)
    _, box = cut_left(box, target, gap)
    box, right = cut_right(box, target, gap)
    if not last:
        canvas.button("", right, Enter(Number.LEAF, leaf + 1), icon=Icon.FORWARD)
    canvas.button(tr("Set up the board"), box, Ask.BEGIN, paint=canvas.palette.main, icon=Icon.PLAY)


def _draw_clash(canvas: Canvas, content: pygame.Rect, clash: tuple[str, str]) -> None:
    """Draw the two options that contradict each other."""
    tr, wrong, gap = canvas.tr, canvas.palette.wrong, canvas.metrics.px(2)
    meant = []
    for written in clash:
        key, _, text = written.partition("=")
        option = option_of(key)
        meant.append(option_meaning(option, option.parse(text), tr))
    canvas.panel(content, wrong.fill)
    heading = TextPart(tr("These don't go together:"), 5.6, bold=True)
    parts = [heading, *(TextPart(f"– {said}.", 5.6) for said in meant)]
    canvas.stack(parts, content.inflate(-2 * gap, -gap), paint=wrong)


def _draw_games(
    canvas: Canvas, content: pygame.Rect, view: ChooseGameView, games: list[Reconstruction]
) -> None:
    across = 1 if canvas.metrics.portrait else 2
    for game, box in zip(
        games, grid(content, across, -(-len(games) // across), _tight(canvas)), strict=False
    ):
        chosen = game.name == view.rules.name
        canvas.button(rules_name(game.name, canvas.tr), box, Pick(Named.RULES, game.name), chosen=chosen)


def _draw_dice(canvas: Canvas, content: pygame.Rect, view: ChooseGameView) -> None:
    """Draw the dice, and what makes the game with this one shorter."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    if view.advice:
        content, box = cut_bottom(content, metrics.target_px, gap)
        words, *buttons = columns(box, 1 + len(view.advice), gap)
        if metrics.narrow:
            buttons = columns(box, len(view.advice), gap)
            content, words = cut_bottom(content, metrics.px(BODY_MM * 1.3), gap)
        canvas.text(tr("A shorter game:"), words, BODY_MM, align=Align.LEFT)
        for written, button in zip(view.advice, buttons, strict=True):
            key, _, value = written.partition("=")
            canvas.button(option_name(key, tr), button, SetOption(key, value), icon=Icon.PLUS)
    die = option_of("die")
    for choice, cell in zip(die.choices, grid(content, 2, 2, _tight(canvas)), strict=True):
        assert isinstance(choice.value, Die)
        chosen = choice.value == view.rules.die
        paint = canvas.palette.main if chosen else canvas.palette.panel
        canvas.button("", cell, SetOption("die", choice.text), paint=paint)
        faces, name = rows(cell.inflate(-2 * gap, -2 * gap), 2, gap)
        # On the smallest screens the tick would lie on the words.
        if chosen and not metrics.small:
            canvas.icon(Icon.TICK, cut_left(name, min(name.height, metrics.px(8)))[0], paint.ink)
        canvas.text(choice_label(die, choice, tr), name, BODY_MM, paint=paint, bold=True)
        for face, box in zip(choice.value.faces, columns(faces, len(choice.value.faces), 0), strict=True):
            drawn = die_face(choice.value, face, min(box.size), canvas.palette)
            canvas.surface.blit(drawn, drawn.get_rect(center=box.center))


def _draw_throwers(canvas: Canvas, content: pygame.Rect, view: ChooseGameView) -> None:
    """Draw whose dice are thrown, and who starts."""
    tr, starter = canvas.tr, option_of("starter")
    electronic, own, *cells = grid(content, 2, 3, _tight(canvas))
    canvas.button(tr("Electronic dice"), electronic, Switch(Toggle.OWN_DICE, False), chosen=not view.own_dice)
    canvas.button(tr("Own dice"), own, Switch(Toggle.OWN_DICE, True), chosen=view.own_dice)
    for choice, box in zip(starter.choices, cells, strict=True):
        chosen = choice.value == view.rules.starter
        label = choice_label(starter, choice, tr, called(canvas))
        canvas.button(label, box, SetOption("starter", choice.text), chosen=chosen)


def _stacked(canvas: Canvas) -> bool:
    """True if an option's name stands above its meaning, for lack of width."""
    return canvas.metrics.width_px / canvas.metrics.px_per_mm < 100


def _draw_options(
    canvas: Canvas, content: pygame.Rect, view: ChooseGameView, options: list[Option], down: int
) -> None:
    """Draw one option a row, `down` of which fill the page; a touch takes the next value."""
    tr, metrics, paint = canvas.tr, canvas.metrics, canvas.palette.panel
    gap = metrics.px(1.2)
    boxes = rows(content, down, _tight(canvas))[: len(options)]
    draw_frieze(canvas, pygame.Rect(boxes[-1].bottomleft, (content.width, content.bottom - boxes[-1].bottom)))
    for option, box in zip(options, boxes, strict=True):
        value = getattr(view.rules, option.field)
        name, meaning = option_name(option.key, tr), option_meaning(option, value, tr)
        canvas.panel(box, paint.fill, canvas.palette.rule)
        words, arrow = cut_right(box.inflate(-2 * gap, -metrics.px(0.6)), metrics.px(5), gap)
        if _stacked(canvas):
            canvas.stack([TextPart(name, PROMPT_MM, bold=True), TextPart(meaning, 5.0)], words, paint=paint)
        else:
            left, right = cut_left(words, round(box.width * 0.27), gap)
            canvas.text(name, left, 5.0, paint=paint, bold=True, align=Align.LEFT)
            canvas.text(meaning, right, 5.0, paint=paint, align=Align.LEFT)
        canvas.icon(Icon.FORWARD, arrow, paint.ink)
        canvas.target(box, SetOption(option.key, _next_value(option, value)))


def _next_value(option: Option, value: object) -> str:
    """Return the next value as it is written; after the last comes the first."""
    if option.key == "limit":
        following = _LIMITS[(_LIMITS.index(value) + 1) % len(_LIMITS)] if value in _LIMITS else None
        return "none" if following is None else str(following)
    values = [choice.value for choice in option.choices]
    return option.choices[(values.index(value) + 1) % len(values)].text


def _tight(canvas: Canvas) -> int:
    return min(canvas.metrics.px(0.8), canvas.metrics.gap_px)


def draw_players(canvas: Canvas, content: pygame.Rect, view: ChooseGameView) -> None:
    """Draw who sits at the table, and the levels of the computer as steps of a ladder."""
    tr, metrics, opponent = canvas.tr, canvas.metrics, view.opponent
    gap = metrics.px(0.6)
    height = min(metrics.px(22), content.height * (57 if opponent is None else 45) // 100)
    cut = rows if metrics.portrait else columns
    if metrics.portrait:
        height = 3 * metrics.px(10 if metrics.small else 13) + 2 * gap
    seats, rest = cut_top(content, height, gap)
    computer = None if opponent is None else opponent.seat
    for seat, box in zip((None, *Seat), cut(seats, 3, gap), strict=True):
        said = (
            tr("Two people")
            if seat is None
            else tr("The computer plays {seat}").format(seat=who(canvas, seat))
        )
        paint = canvas.palette.main if seat is computer else canvas.palette.panel
        canvas.button("", box, PlayAgainst(seat), paint=paint)
        inner = box.inflate(-2 * gap, -2 * gap)
        if metrics.portrait:
            faces, words = cut_left(inner, inner.width * 2 // 5, gap)
        else:
            faces, words = cut_bottom(inner, canvas.text_height_px("\n", inner.width, SMALL_MM))
        _draw_faces(canvas, faces, seat, paint)
        canvas.text(said, words, BODY_MM, paint=paint, bold=True)
    if opponent is None:
        said = tr("The computer can throw and say what to move; you move its counters on the board.")
        canvas.text(said, rest, 5.4, ink=canvas.palette.soft)
        return
    down = 2 if metrics.narrow else 1
    ladder_px = max(metrics.target_px, min(metrics.px(14), (rest.height - gap) // 2))
    if metrics.narrow:
        ladder_px = down * metrics.target_px + gap
    ladder, words = cut_top(rest, ladder_px, gap)
    cells = grid(ladder, -(-len(LEVELS) // down), down, gap)
    for number, (level, box) in enumerate(zip(LEVELS, cells, strict=False)):
        picked = canvas.palette.main if level == opponent.level else None
        canvas.button(str(number + 1), box, Pick(Named.LEVEL, level.name), paint=picked, size_mm=PROMPT_MM)
    text, _ = cut_top(words, min(words.height, metrics.px(20 if metrics.narrow else 16)))
    draw_frieze(canvas, pygame.Rect(words.left, text.bottom, words.width, words.bottom - text.bottom))
    words = text
    name, about = cut_bottom(words, round(words.height * (0.65 if metrics.narrow else 0.42)))
    said = tr("The higher the number, the fewer mistakes.")
    if canvas.has_room(said, about):
        canvas.text(said, about, SMALL_MM * 1.15, ink=canvas.palette.soft)
    else:
        name = words
    canvas.text(level_name(opponent.level.name, tr), name, PROMPT_MM, bold=True)


def _draw_faces(canvas: Canvas, box: pygame.Rect, computer: Seat | None, paint: Paint) -> None:
    """Draw who plays each seat, a person or the computer, with its counter beside it."""
    for seat, half in zip(Seat, columns(box, 2, canvas.metrics.px(1)), strict=True):
        side = min(half.height, half.width * 5 // 8)
        face, mark = cut_left(half.inflate(side * 8 // 5 - half.width, 0), side)
        canvas.icon(Icon.COMPUTER if seat is computer else Icon.PERSON, face, paint.ink)
        draw_counter_on(canvas, seat, mark.center, side // 2, paint)


PAGES: Pages = {
    GamesView: draw_games,
    ChooseGameView: draw_choose_game,
}
"""The function that draws each kind of view of this stage."""
