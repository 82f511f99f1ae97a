"""Other stations of the same name, as a copied card makes one: both notice it, and one renames itself."""

from collections import deque

from companion.display.words import translator

TWIN = "twin"  # the name under which the link keeps what it knows of another station of its name

MAX_TWINS = 8
"""Maximum number of others that are answered; a client that invents numbers gets no endless answers."""

NUMBER_LENGTH = 16


class Twins:
    """The random number of this start, `own`, and those of others that use the same name."""

    def __init__(self, own: str) -> None:
        self.own = own
        self._met: set[str] = set()
        self._new: deque[str] = deque()

    def hear(self, payload: bytes) -> None:
        """Note the number of a station; ignore this one's, and those noted before."""
        number = payload[: NUMBER_LENGTH + 1].decode("ascii", "replace")
        is_one = len(number) == NUMBER_LENGTH and set(number) <= set("0123456789abcdef")
        if is_one and number != self.own and number not in self._met and len(self._met) < MAX_TWINS:
            self._met.add(number)
            self._new.append(number)

    def newest(self) -> str | None:
        """Return a number that was not returned before, None if there is none."""
        return self._new.popleft() if self._new else None

    def alias(self, name: str) -> str:
        """Return another name for this station, valid as names are."""
        return f"{name[:35].rstrip('-')}-{self.own[:4]}"


def twin_text(language: str, alias: str) -> str:
    """Return the message to staff on the screen; the smallest one has no room for long names."""
    tr = translator(language)
    return tr("Staff: two stations have one name. This one is now ... {end}.").format(end=alias[-4:])
