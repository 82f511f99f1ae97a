"""What a name may have been meant for."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The name that is most like one that is not known; None when none is like it."""
    near = get_close_matches(name, list(known), n=1)
    return near[0] if near else None


def meant(name: str, known: Iterable[str]) -> str:
    """What to say of a name that is not known: the nearest one, or else all there are."""
    names = list(known)
    near = nearest(name, names)
    return f"did you mean {near}?" if near else f"there are {', '.join(names)}"
