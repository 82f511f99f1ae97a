"""The story of the object: for each page a drawing, what is said of it, and the source."""

from dataclasses import dataclass

from companion.game import RECONSTRUCTIONS
from companion.referee.words import Translate

PROVERB_IN_GREEK = "κινεῖν τὸν ἀφ’ ἱερᾶς"
"""The proverb of the sacred line in polytonic Greek, from Pollux (9, 97)."""


@dataclass(frozen=True)
class Chapter:
    """A page: `said` has at most twelve words, for people who are far away; `more` is for readers."""

    said: str
    more: str
    source: str


TIMES, UNKNOWN = 4, 5  # the pages, from 0, of the line of time and of what nobody knows


def story(tr: Translate) -> tuple[Chapter, ...]:
    """Return the pages in order."""
    unknown = tr("Nobody knows the rules. {count} readings can be played here.")
    # Ludii's two are further readings of a published text, not texts of their own.
    count = sum(not name.startswith("ludii-") for name in RECONSTRUCTIONS)
    return (
        Chapter(
            tr("Two heroes at a board game, painted in Athens around 540 BC."),
            tr("One calls four, the other three. Which game it is, nobody knows."),
            tr("Our drawing after Exekias, amphora, Vatican 16757"),
        ),
        Chapter(
            tr("Boards of clay, and dice: found in and around Athens."),
            tr("The oldest are from the 7th century BC."),
            "Locus Ludi; National Archaeological Museum, Athens, A 25665",
        ),
        Chapter(
            tr("All over Greece, people cut boards into floors and stone."),
            tr("Five lines, with a circle at each end; some boards have more."),
            "B. Kalkhoven; Locus Ludi; Ludii, Pente Grammai",
        ),
        Chapter(
            tr("Luck had a part: something was thrown."),
            tr("Dice or knucklebones? Pollux calls it a game of chance and says no more."),
            "Pollux, Onomasticon 7, 206 (U. Schädler)",
        ),
        Chapter(
            tr("Poets and scholars hint at the game. Nobody explains it."),
            tr("“To move the one from the sacred line” was a proverb:") + " " + PROVERB_IN_GREEK,
            "Locus Ludi; U. Schädler; B. Kalkhoven",
        ),
        Chapter(
            unknown.format(count=count),
            tr("The sources do not say whether counters could be hit."),
            "U. Schädler 2009; S. Kidd 2017; Locus Ludi; B. Kalkhoven",
        ),
    )


def times(tr: Translate) -> tuple[tuple[str, str], ...]:
    """Return the passages that speak of the game, from the oldest on: date, author and work."""
    return (
        (tr("about 600 BC"), tr("Alcaeus, a verse")),
        (tr("5th century BC"), tr("Epicharmus and Sophron")),
        (tr("4th century BC"), tr("Plato, Laws 739a")),
        (tr("3rd century BC"), tr("Theocritus, Idyll 6")),
        (tr("2nd century AD"), tr("Pollux 7, 206 and 9, 97")),
        (tr("12th century AD"), tr("Eustathius, Od. 1397")),
    )


def known_and_guessed(tr: Translate) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the sources say, and what every reading has to guess, each under its heading."""
    return (
        (tr("Known"), tr("Five lines"), tr("Five counters each"), tr("A sacred line in the middle")),
        (tr("Guessed"), tr("Where counters start"), tr("Which way they go"), tr("How many must arrive")),
    )
