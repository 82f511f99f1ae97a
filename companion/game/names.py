"""Suggestions for misspelt names."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name closest to an unknown one; None if none is close."""
    near = get_close_matches(name, list(known), n=1)
    return near[0] if near else None


def meant(name: str, known: Iterable[str]) -> str:
    """Return a hint for an unknown name: the closest one, or else all of them."""
    names = list(known)
    near = nearest(name, names)
    return f"did you mean {near}?" if near else f"there are {', '.join(names)}"
