"""A page speaks to people in one manner, and says where a counter lies as people say it."""

import re

import polib
import pygame
import pytest

from companion.presentation.words import catalogue_file
from tests.support.every_view import every_view
from tests.support.screens import screen_on

MANNERS = {
    "de": (
        r"\b(euch|euer|eure\w*|Stellt|Werft|Merkt|Legt|Spielt)\b",
        r"\b(du|dein\w*|dich|dir|Wirf|Setz|Stell|Tipp|Leg|Nimm|Schieb|Drück|Zieh|Bring)\b",
    ),
    "el": (
        r"(?i)\bσας\b|\b\w{3,}(ετε|είτε|ήστε|άστε|ξτε|στε|ψτε)\b",
        r"(?i)\b(σου|εσύ)\b|\b(Άγγιξε|Ρίξε|Βάλε|Πάρε|Φέρε|Σπρώξε|Πάτα|Παίξε|Διάλεξε|Ακούμπησέ|Κράτα|Βγάλε)\b",
    ),
    "fr": (
        r"\b(vous|votre|vos)\b|\b(?!assez|chez)\w{2,}ez\b",
        r"\b(tu|ton|ta|tes|toi)\b|\b(Touche|Lance|Place|Appuie|Déplace|Remets|Mets|Prends|Joue|Pousse|Choisis)\b",
    ),
    "it": (
        r"(?i)\b(voi|vostr[aoie])\b|\b(Toccate|Giocate|Mettete|siete|avete)\b",
        r"(?i)\b(tu|tuo|tua|tue|tuoi|ti)\b|\b(Tocca|Lancia|Metti|Sposta|Premi|Rimetti|Prendi|Togli|Posa)\b",
    ),
}
"""How several people, or strangers, are spoken to, and how one is who plays."""


@pytest.mark.slow
@pytest.mark.parametrize("code", MANNERS)
def test_no_page_speaks_to_people_in_two_manners(code: str) -> None:
    screen = screen_on(pygame.Surface((800, 480)), language=code)
    mixed = set()
    for view in every_view():
        screen.show(view)
        said = [text.string for text in screen.texts]
        found = [{text for text in said if re.search(manner, text)} for manner in MANNERS[code]]
        if all(found):
            mixed.add((type(view).__name__, *map(frozenset, found)))
    assert mixed == set()


def test_french_puts_a_counter_on_a_point_not_in_it() -> None:
    french = polib.pofile(str(catalogue_file("fr")), encoding="utf-8")
    assert [entry.msgstr for entry in french if re.search(r"\ben \{", entry.msgstr)] == []
