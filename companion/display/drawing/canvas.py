"""The canvas of pages: text in boxes, buttons that carry an intent, sheets turned to the other player.

A canvas remembers every text and touch target, so that touches find their intent and tests can check the fit.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import Any

import pygame

from companion.display.drawing.icons import Icon, blank, icon_surface
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    Metrics,
    columns,
    cut_bottom,
    cut_top,
)
from companion.display.drawing.text import Setting, line_height_px, line_surface, line_width_px, set_text
from companion.game import Seat
from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.presentation.board_geometry import BoardGeometry
from companion.presentation.fonts import Face
from companion.presentation.palette import Colour, Paint, Palette
from companion.presentation.seat_names import names_in
from companion.referee.words import Names, Translate


class Align(Enum):
    """Alignment of a text in its box."""

    LEFT = "left"
    CENTRE = "centre"


BUTTON_AIR_MM = 1.4  # margin beside a button's label where there is room
CAPTION_AIR_MM = 0.3  # minimum margin, for words in the smallest type
GROWN_PERCENT = (140, 120)  # sizes of texts where their box is half empty; each keeps fonts in memory
TITLES_YIELD = 0.75  # titles may shrink to this share of the fitting size if they then need fewer lines


def face_of(size_mm: float, *, bold: bool) -> Face:
    """Return the font face of a text: large bold ones are titles."""
    if bold and size_mm >= PROMPT_MM:
        return Face.TITLE
    return Face.BOLD if bold else Face.TEXT


@dataclass(frozen=True)
class TextPart:
    """One of several texts stacked in a box."""

    string: str
    size_mm: float = BODY_MM
    bold: bool = False

    @property
    def face(self) -> Face:
        """The font face."""
        return face_of(self.size_mm, bold=self.bold)


@dataclass(frozen=True)
class DrawnText:
    """A text that was drawn: its box in pixels of the page, its type size, and whether it fits."""

    string: str
    box: pygame.Rect
    px: int
    fits: bool
    paint: Paint


@dataclass(frozen=True)
class TouchTarget:
    """A part of the page that can be touched, and the intent it carries.

    `at` makes the intent from the place within `box` (0 to 1 across and down), where the place matters.
    `from_s` is when a touch must begin, or later, to count: see `Screen`.
    """

    box: pygame.Rect
    intent: Intent | None = None
    at: Callable[[float, float], Intent] | None = None
    from_s: float = 0.0

    def intent_at(self, x_px: int, y_px: int) -> Intent | None:
        """Return the intent of a touch at a place of the page."""
        if self.at is None:
            return self.intent
        return self.at((x_px - self.box.left) / self.box.width, (y_px - self.box.top) / self.box.height)


@dataclass
class Canvas:
    """A drawing surface with a palette and a language; `metrics` are those of the whole screen.

    With `two_sided`, the place of the seat at the upper edge is turned towards it. `faults` appear on every
    page. `players` are the names at A and B, of people at home. `boards` lists the boards drawn so far, and
    whether each always names its points.
    """

    surface: pygame.Surface
    palette: Palette
    metrics: Metrics
    tr: Translate
    two_sided: bool
    faults: tuple[Fault, ...] = ()
    players: tuple[str, ...] = ("", "")
    texts: list[DrawnText] = field(default_factory=list)
    targets: list[TouchTarget] = field(default_factory=list)
    boards: list[tuple[BoardGeometry, bool]] = field(default_factory=list)
    titled: bool = False  # True if a title stands above what is drawn

    @property
    def box(self) -> pygame.Rect:
        """The whole surface."""
        return self.surface.get_rect()

    def panel(self, box: pygame.Rect, fill: Colour, outline: Colour | None = None) -> None:
        """Draw a plate with round corners."""
        radius = self.metrics.px(1.8)
        self.surface.blit(_plate(box.width, box.height, radius, fill, outline), box.topleft)

    def text(
        self,
        string: str,
        box: pygame.Rect,
        size_mm: float = BODY_MM,
        *,
        paint: Paint | None = None,
        ink: Colour | None = None,
        bold: bool = False,
        align: Align = Align.CENTRE,
        face: Face | None = None,
    ) -> None:
        """Draw text, centred vertically in a box, smaller if it has to be.

        `paint` is the background; its own ink is used unless another is given.
        """
        behind = paint or self.palette.page
        colour = ink or behind.ink
        face = face or face_of(size_mm, bold=bold)
        px, min_px = self.metrics.px(size_mm), self.metrics.px(min(size_mm, SMALL_MM))
        setting = set_text(string, box.width, box.height, px, min_px, face)
        top = box.top + (box.height - setting.height_px) // 2
        for number, line in enumerate(setting.lines):
            drawn = line_surface(line, setting.px, colour, face)
            left = box.left if align is Align.LEFT else box.left + (box.width - drawn.get_width()) // 2
            y = top + number * setting.line_height_px + (setting.line_height_px - drawn.get_height()) // 2
            self.put_line(line, (left, y), setting.px, colour, face)
        self.texts.append(
            DrawnText(string, pygame.Rect(box), setting.px, setting.fits, Paint(behind.fill, colour))
        )

    def put_line(self, line: str, place: tuple[int, int], px: int, colour: Colour, face: Face) -> None:
        """Draw one line of text, its upper left corner at a place; a canvas for a printer may keep it."""
        self.surface.blit(line_surface(line, px, colour, face), place)

    def stack(
        self,
        parts: Sequence[TextPart],
        box: pygame.Rect,
        *,
        paint: Paint | None = None,
        align: Align = Align.LEFT,
    ) -> None:
        """Draw texts below each other, centred vertically in a box.

        All are scaled together: made smaller if needed, or larger where a heading and its words have room.
        """
        sizes, settings = self._stacked(parts, box)
        height = sum(setting.height_px for setting in settings)
        top = box.top + max(0, (box.height - height) // 2)
        for part, mm, setting in zip(parts, sizes, settings, strict=True):
            line = pygame.Rect(box.left, top, box.width, min(setting.height_px, box.bottom - top))
            self.text(part.string, line, mm, paint=paint, bold=part.bold, align=align, face=part.face)
            top += setting.height_px

    def _stacked(self, parts: Sequence[TextPart], box: pygame.Rect) -> tuple[list[float], list[Setting]]:
        """Return the sizes and settings of stacked texts.

        They are as large as fits, or a little smaller if titles then need fewer lines. With a title among
        them, in a box that they would leave half empty, they are larger than asked for.
        """
        found: tuple[list[float], list[Setting]] | None = None
        largest, fewest = 0, 0
        # Below a page's title nothing is larger than it.
        grown = GROWN_PERCENT[self.titled :] if any(it.face is Face.TITLE for it in parts) else ()
        for percent in (*grown, *range(100, 20, -4)):
            if found is not None and percent < largest * TITLES_YIELD:
                break
            # What is not a title keeps its size when titles yield.
            shares = [percent if part.face is Face.TITLE else largest or percent for part in parts]
            sizes = [
                max(min(part.size_mm, SMALL_MM), part.size_mm * share / 100)
                for part, share in zip(parts, shares, strict=True)
            ]
            settings = [
                set_text(part.string, box.width, 10_000, self.metrics.px(mm), self.metrics.px(mm), part.face)
                for part, mm in zip(parts, sizes, strict=True)
            ]
            room_px = box.height // 2 if percent > 100 else box.height
            if not all(it.fits for it in settings) or sum(it.height_px for it in settings) > room_px:
                continue
            lines = sum(len(it.lines) for it in settings if it.face is Face.TITLE)
            if found is None or lines < fewest:
                found, fewest = (sizes, settings), lines
                largest = largest or percent
        return found or (sizes, settings)

    def text_height_px(
        self, string: str, width_px: int, size_mm: float = BODY_MM, face: Face = Face.TEXT
    ) -> int:
        """Return the height of a text at full size."""
        px = self.metrics.px(size_mm)
        return set_text(string, width_px, 10_000, px, px, face).height_px

    def has_room(self, string: str, box: pygame.Rect) -> bool:
        """True if a text fits a box at the smallest size."""
        px = self.metrics.px(SMALL_MM)
        return set_text(string, box.width, box.height, px, px, Face.TEXT).fits

    def button(
        self,
        label: str,
        box: pygame.Rect,
        intent: Intent | None,
        *,
        paint: Paint | None = None,
        icon: Icon | None = None,
        chosen: bool = False,
        size_mm: float = BODY_MM,
    ) -> None:
        """Draw a plate to touch, with a label, an icon or both; `chosen` highlights one of several.

        The icon stands beside the label, or above it where there is less room; where there is none, the words
        are worth more. Without an intent it can't be touched: it would do nothing now.
        """
        behind = paint or (self.palette.main if chosen else self.palette.panel)
        if intent is None:
            behind, paint = Paint(self.palette.page.fill, self.palette.soft), None
        outline = None if intent and (paint or chosen) else self.palette.rule
        if outline or behind is not self.palette.page:
            self.panel(box, behind.fill, outline)
        inner = box.inflate(-2 * self.metrics.gap_px, -self.metrics.gap_px // 2)
        airy = box.inflate(-2 * self.metrics.px(BUTTON_AIR_MM), -self.metrics.gap_px // 2)
        edge_px = self.metrics.px(CAPTION_AIR_MM)
        mark = Icon.TICK if chosen and icon is None else icon
        side = min(self.metrics.px(6.0), box.height - self.metrics.gap_px, box.width - self.metrics.gap_px)
        side = side if label else max(side, min(box.size) * 2 // 5)
        if label and mark is not None:
            room, min_px = inner.width - side - self.metrics.gap_px, self.metrics.px(SMALL_MM)
            if not set_text(label, room, inner.height, min_px, min_px, Face.BOLD).fits:
                if box.width >= self.button_px(label):
                    # Icon and word lie closer to each other than to the frame.
                    low_px = max(line_height_px(min_px), box.height * 2 // 5)
                    above, inner = cut_bottom(box.inflate(0, -4 * edge_px), low_px)
                    airy = inner = inner.inflate(-2 * edge_px, 0)
                    self.icon(mark, above.inflate(0, -self.metrics.px(0.4)), behind.ink)
                mark = None
        if mark is not None:
            drawn = icon_surface(mark, side, behind.ink)
            left = inner.left if label else box.centerx - side // 2
            self.surface.blit(drawn, (left, box.centery - side // 2))
            if label:
                inner.width -= side + self.metrics.gap_px
                inner.left += side + self.metrics.gap_px
                airy.width = airy.right - inner.left
                airy.left = inner.left
        if label:
            sizes = self.metrics.px(size_mm), self.metrics.px(min(size_mm, SMALL_MM))
            tight, loose = (
                set_text(label, box.width, box.height, *sizes, face_of(size_mm, bold=True))
                for box in (inner, airy)
            )
            if loose.fits and len(loose.lines) <= len(tight.lines):
                inner = airy
            elif not tight.fits:
                inner = box.inflate(-2, -2)
            if face_of(size_mm, bold=True) is Face.TITLE:
                # Titles' capitals and figures stand high on their line.
                _, inner = cut_top(inner, min(round(0.22 * tight.px), max(0, inner.height - tight.height_px)))
            self.text(label, inner, size_mm, paint=behind, bold=True)
        if intent is not None:
            self.target(box, intent)

    def buttons(
        self,
        ways: Sequence[tuple[str, Icon | None, Intent | None]],
        boxes: Sequence[pygame.Rect],
        *,
        quiet: int = 0,
    ) -> None:
        """Draw buttons beside each other: their labels have one size, which the longest needs.

        The last `quiet` ones have no plates, but a line between them.
        """
        trial = replace(self, surface=pygame.Surface(self.box.size), texts=[], targets=[])
        for (label, icon, intent), box in zip(ways, boxes, strict=True):
            trial.button(label, box, intent, icon=icon)
        size_mm = min((text.px for text in trial.texts), default=0) / self.metrics.px_per_mm
        plain = len(boxes) - quiet
        for number, ((label, icon, intent), box) in enumerate(zip(ways, boxes, strict=True)):
            paint = self.palette.page if number >= plain else None
            self.button(label, box, intent, icon=icon, size_mm=size_mm, paint=paint)
        for one, other in itertools.pairwise(boxes[plain:]):
            if one.top == other.top:
                line = pygame.Rect((one.right + other.left) // 2 - 1, 0, 2, one.height // 2)
                line.centery = one.centery
                self.surface.fill(self.palette.rule, line)

    def button_px(self, label: str) -> int:
        """Return the least width of a button with an icon above its label: that of a touch target or more."""
        word_px = line_width_px(label, self.metrics.px(SMALL_MM), Face.BOLD)
        return max(self.metrics.min_target_px, word_px + 2 * self.metrics.px(CAPTION_AIR_MM))

    def have_room(self, labels: Sequence[str], width_px: int, gap_px: int) -> bool:
        """True if buttons with these labels fit side by side; half of the air beside the words may go."""
        least = sum(self.button_px(label) for label in labels) + (len(labels) - 1) * gap_px
        return least - self.metrics.px(CAPTION_AIR_MM) * len(labels) <= width_px

    def columns_for(self, labels: Sequence[str], box: pygame.Rect, gap_px: int) -> list[pygame.Rect]:
        """Cut a box into columns for buttons: of equal width, or as their labels need."""
        equal = columns(box, len(labels), gap_px)
        least = [self.button_px(label) for label in labels]
        spare = box.width - sum(least) - (len(labels) - 1) * gap_px
        if not self.have_room(labels, box.width, gap_px) or all(
            px <= cell.width for px, cell in zip(least, equal, strict=True)
        ):
            return equal
        left, cells = box.left, []
        for number, px in enumerate(least):
            px += (spare + number) // len(labels)
            cells.append(pygame.Rect(left, box.top, px, box.height))
            left += px + gap_px
        return cells

    def target(self, box: pygame.Rect, intent: Intent) -> None:
        """Make a part of the sheet a touch target."""
        self.targets.append(TouchTarget(pygame.Rect(box), intent))

    def icon(self, icon: Icon, box: pygame.Rect, colour: Colour) -> None:
        """Draw an icon in the middle of a box, as large as it allows."""
        side = min(box.width, box.height)
        self.surface.blit(
            icon_surface(icon, side, colour), (box.centerx - side // 2, box.centery - side // 2)
        )

    @contextmanager
    def sheet(self, box: pygame.Rect, *, turned: bool) -> Iterator["Canvas"]:
        """Return a canvas for a part of this one; `turned` by half a turn, for the player opposite."""
        inner = pygame.Surface(box.size, pygame.SRCALPHA)
        sheet = Canvas(inner, self.palette, self.metrics, self.tr, self.two_sided, players=self.players)
        yield sheet
        self.surface.blit(pygame.transform.rotate(inner, 180) if turned else inner, box.topleft)

        def outside(part: pygame.Rect) -> pygame.Rect:
            if turned:
                part = pygame.Rect((box.width - part.right, box.height - part.bottom), part.size)
            return part.move(box.topleft)

        self.texts += [replace(drawn, box=outside(drawn.box)) for drawn in sheet.texts]
        self.targets += [replace(target, box=outside(target.box)) for target in sheet.targets]


@lru_cache(maxsize=64)
def _plate(width: int, height: int, radius: int, fill: Colour, outline: Colour | None) -> pygame.Surface:
    """Return a plate with smooth round corners."""
    fine = 3
    width, height = max(width, 1), max(height, 1)
    radius = min(radius, width // 2, height // 2)
    plate = blank((width * fine, height * fine), outline or fill)
    whole = plate.get_rect()
    if outline is not None:
        pygame.draw.rect(plate, outline, whole, border_radius=radius * fine)
        whole = whole.inflate(-3 * fine, -3 * fine)
    pygame.draw.rect(plate, fill, whole, border_radius=radius * fine)
    return pygame.transform.smoothscale(plate, (width, height))


Pages = Mapping[type[Any], Callable[[Canvas, Any], None]]  # the function that draws each kind of view


def who(canvas: Canvas, seat: Seat) -> str:
    """Return a player's name in the page's language, capitalised to begin a sentence."""
    return called(canvas)(seat).name


def called(canvas: Canvas) -> Names:
    """Return the players' names in the page's language and colours."""
    return names_in(canvas.palette, canvas.tr)
