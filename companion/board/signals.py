"""Problems of a picture of the board, shared by those who detect them and those who put them into words."""

from enum import StrEnum


class Cause(StrEnum):
    """Why a reading cannot be acted upon."""

    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"
    UNEVEN_LIGHT = "uneven-light"
    COLOURED_LIGHT = "coloured-light"
    NO_COLOUR = "no-colour"
    BLUR = "blur"
    BOARD_MOVED = "board-moved"
    UPSIDE_DOWN = "upside-down"
    MIRRORED = "mirrored"
    OTHER_SIZE = "other-size"
    NOT_IN_VIEW = "not-in-view"
    HAND = "hand"
    COVERED = "covered"
    ODD_THING = "odd-thing"
    DIE = "die"
    HIDDEN_THING = "hidden-thing"
    FAINT_THING = "faint-thing"
    BLEACHED = "bleached"
    COLOUR_BETWEEN = "colour-between"
    PLACE_BETWEEN = "place-between"
    TOO_MANY = "too-many"

    @property
    def in_the_way(self) -> bool:
        """True if a thing that is not a counter is in the way."""
        return self in (Cause.HAND, Cause.COVERED, Cause.ODD_THING, Cause.DIE)


class Flaw(StrEnum):
    """A flaw of a calibration; each has its sentence in every language."""

    TOO_DARK = "too-dark"
    SEATS_ALIKE = "seats-alike"
    LIKE_BOARD = "like-board"
    LIKE_OTHER_SEAT = "like-other-seat"
    BETWEEN_SEATS = "between-seats"
    HARD_TO_SEE = "hard-to-see"
    IN_DOUBT = "in-doubt"
    OTHER_LIGHT = "other-light"
    ONE_COLOUR = "one-colour"
    FLICKER = "flicker"
    MIRRORED = "mirrored"
    THING = "thing"


class ViewProblem(StrEnum):
    """A problem of the camera's view, in the order in which to fix them; each has its sentences."""

    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"
    NO_EDGES = "no-edges"
    BLURRED = "blurred"
    SOFT = "soft"
    NO_BOARD = "no-board"
    TOO_NEAR = "too-near"
    TOO_FAR = "too-far"
    ASIDE = "aside"
    SLANTED = "slanted"
