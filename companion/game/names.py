"""What a name may have been meant for."""

from collections.abc import Iterable
from difflib import get_close_matches


def meant(name: str, known: Iterable[str]) -> str:
    """What to say of a name that is not known: the nearest one, or else all there are."""
    names = list(known)
    near = get_close_matches(name, names, n=1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
