"""HTML and SVG made of elements: every text in them is escaped, whatever it holds."""

from collections.abc import Iterable
from html import escape

EMPTY = frozenset(
    {"circle", "img", "input", "link", "meta", "path", "rect", "stop", "use", "line", "ellipse"}
)
"""Elements that hold nothing."""


class Markup(str):
    """A text that is markup already."""

    __slots__ = ()


Child = str | Iterable[str] | None
Value = str | int | float | bool | None


def el(tag: str, /, *children: Child, **attributes: Value) -> Markup:
    """An element; `class_` is the attribute class, `data_x` data-x. None and False leave an attribute out."""
    given = "".join(
        f" {_name(key)}" if value is True else f' {_name(key)}="{escape(_text(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if tag in EMPTY and not children:
        return Markup(f"<{tag}{given}/>")
    return Markup(f"<{tag}{given}>{joined(*children)}</{tag}>")


def joined(*children: Child) -> Markup:
    """What stands one after the other; texts are escaped, None is nothing."""
    found: list[str] = []
    for child in children:
        if isinstance(child, Markup):
            found.append(child)
        elif isinstance(child, str):
            found.append(escape(child, quote=False))
        elif child is not None:
            found.extend(joined(one) for one in child)
    return Markup("".join(found))


def _name(key: str) -> str:
    # SVG has names with capital letters and with hyphens; no attribute has an underscore.
    return key.rstrip("_").replace("_", "-")


def _text(value: str | int | float) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
