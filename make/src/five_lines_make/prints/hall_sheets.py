"""Sheets of a hall: notices, a page for guards, a month in figures; words from a file of each language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion import __version__, shortened, visible
from companion.display.drawing.canvas import TextPart
from companion.display.drawing.layout import BODY_MM, SMALL_MM, columns, cut_bottom, cut_top
from companion.presentation.words import translator
from five_lines_make.prints.rules_sheet import PrintedCanvas, blank_sheet, page_of
from five_lines_make.shapes import Page

FOLDER = Path(__file__).with_name("hall")

UNTRUE = ("", "0", "False", "None", "off")  # facts, as text, that keep a line out

_CONDITION = re.compile(r"\[(no )?([\w.]+)\] ")

CHART_MM = 60.0  # height of a chart with its heading

Bars = Mapping[str, int]  # the length of each bar by its name


@dataclass(frozen=True)
class HallSheet:
    """A sheet: its title, and its paragraphs; a heading begins with `## `."""

    title: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return "\n\n".join((f"# {self.title}", *self.parts))


def hall_sheets(language: str, of: str, facts: Mapping[str, object]) -> Iterator[HallSheet]:
    """Yield the sheets of one kind in a language, or in English where it has none, with facts at `{name}`.

    A line that begins with `[name] ` is there if that fact is true, one with `[no name] ` if it is not.
    """
    file = FOLDER / f"{of}-{language}.txt"
    text = (file if file.exists() else FOLDER / f"{of}-en.txt").read_text(encoding="utf-8")
    for sheet in re.split("^# ", text, flags=re.MULTILINE)[1:]:
        lines = []
        for line in filter(None, sheet.splitlines()):
            while found := _CONDITION.match(line):
                is_true = f"{{{found[2]}}}".format_map(facts) not in UNTRUE
                line = line[found.end() :] if is_true is not bool(found[1]) else ""
            if line:
                lines.append(shortened(visible(line.format_map(facts))))
        yield HallSheet(lines[0], tuple(lines[1:]))


def hall_page(sheet: HallSheet, language: str, charts: Sequence[Bars] = ()) -> Page:
    """Return a sheet as a page of A4; raises LanguageError."""
    return page_of("", draw_hall_sheet(sheet, language, charts))


def draw_hall_sheet(sheet: HallSheet, language: str, charts: Sequence[Bars] = ()) -> PrintedCanvas:
    """Draw a sheet; its last headings stand above a chart each. Raises LanguageError."""
    canvas, content = blank_sheet(sheet.title, f"Five Lines {__version__}", translator(language))
    gap, parts = canvas.metrics.px(4), list(sheet.parts)
    for bars in reversed(charts):
        content, place = cut_bottom(content, canvas.metrics.px(CHART_MM), gap)
        head, place = cut_top(place, canvas.metrics.px(1.5 * BODY_MM))
        canvas.stack([_part(parts.pop())], head)
        most = max(bars.values(), default=0)
        for (name, count), column in zip(bars.items(), columns(place, len(bars), gap // 4), strict=True):
            column, foot_box = cut_bottom(column, canvas.metrics.px(1.3 * SMALL_MM))
            canvas.text(name, foot_box, SMALL_MM)
            figure, column = cut_top(column, canvas.metrics.px(1.3 * SMALL_MM))
            _, bar = cut_bottom(column, round(column.height * count / (most or 1)))
            canvas.surface.fill(canvas.palette.back, bar)
            canvas.text(str(count or ""), figure.move(0, bar.top - column.top), SMALL_MM)
    words = [it for part in parts for it in (TextPart(" ", 0.6 * BODY_MM), _part(part))]
    needed = sum(canvas.text_height_px(it.string, content.width, it.size_mm, it.face) for it in words)
    canvas.stack(words, cut_top(content, min(needed, content.height))[0])
    return canvas


def _part(text: str) -> TextPart:
    bold = text.startswith("## ")
    return TextPart(text.removeprefix("## "), (1.35 if bold else 1.2) * BODY_MM, bold)
