"""What is said of a museum's texts that don't fit its pages."""

import pytest

from companion.app.house_texts import TextsLook, flaws_on_pages
from companion.game import rules_for
from companion.interface.presentation import Density, Theme
from companion.interface.texts import FlawKind, TextFlaw, Texts, TextSet

GALLERY = TextsLook(
    (800, 480), Theme.BRIGHT, Density.GALLERY, 0.0, False, True, None, rules_for("kidd"), "en"
)
LONG, SHORT = "Play what Ajax and Achilles played", "Play as Achilles played"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("texts", "flaws"),
    [
        (Texts("Saint Anna's Museum", SHORT), []),
        (Texts("Saint Anna's Museum", LONG), [(FlawKind.LINE_TOO_LONG, "Ajax and Achilles")]),
        # The line is shorter than the station's own; the title has taken its room.
        (Texts("Saint Anna's Museum of Games", SHORT), [(FlawKind.TITLE_TOO_LONG, "Anna's Museum of")]),
    ],
)
def test_the_text_to_shorten_is_named_with_the_words_that_fit(
    texts: Texts, flaws: list[tuple[FlawKind, str]]
) -> None:
    expected = [TextFlaw(kind, "en.txt", fits) for kind, fits in flaws]
    assert list(flaws_on_pages(TextSet({"en": texts}), GALLERY)) == expected
