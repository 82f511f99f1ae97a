"""The story of the object, page by page, each with its source."""

from dataclasses import dataclass

from companion.referee.words import Translate

PROVERB_IN_GREEK = "κινεῖν τὸν ἀφ’ ἱερᾶς"
"""The proverb of the sacred line in polytonic Greek, from Pollux (9, 97)."""


@dataclass(frozen=True, slots=True)
class StoryPage:
    """A text and its source. `greek` is shown in that language to everybody."""

    said: str
    source: str
    greek: str = ""


KALKHOVEN = "Ben Kalkhoven, The Ancient Greek Game of Pente Grammai"
LOCUS_LUDI = "Locus Ludi, Das Fünf-Linien-Spiel"
POLLUX = "Pollux, Onomasticon 9, 97 (Locus Ludi)"
EUSTATHIUS = "Eustathius, Od. 1397, 28 (Locus Ludi)"


def story(tr: Translate) -> tuple[StoryPage, ...]:
    """Return the pages in order."""
    return (
        StoryPage(
            tr("This game was played in ancient Greece. Boards were carved into floors and stone."), KALKHOVEN
        ),
        StoryPage(tr("Boards of clay were dug up in and around Athens, and dice with them."), LOCUS_LUDI),
        StoryPage(
            tr("Around 600 BC the poet Alcaeus sang of a stone moved from the sacred line."), KALKHOVEN
        ),
        StoryPage(
            tr("“To move the one from the sacred line”: a proverb, which Pollux explains."),
            POLLUX,
            PROVERB_IN_GREEK,
        ),
        StoryPage(
            tr("Five lines, five stones each, the middle line sacred: so Pollux, in the 2nd century."), POLLUX
        ),
        StoryPage(tr("How the game is won we know from Eustathius, in the 12th century."), EUSTATHIUS),
        StoryPage(
            tr(
                "No full rules have survived. Scholars made six sets that fit what is known: reconstructions."
            ),
            KALKHOVEN,
        ),
    )
