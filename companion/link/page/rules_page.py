"""The rules as cards, made by the rules themselves, and a sentence for each thing to know."""

from companion.display.drawing.board_picture import picture_of_card
from companion.game import Die, reconstruction
from companion.interface.offers import OFFERS
from companion.interface.rule_cards import Card, cards_of
from companion.link.page.board_svg import board_svg, die_svg
from companion.link.page.markup import Markup, el, joined
from companion.link.page.reader import Reader
from companion.referee.words import Translate
from companion.words.labels import game_minutes, game_sentence, game_title
from companion.words.rules_told import card_words, sentences


def rules_body(reader: Reader, offered: tuple[str, ...]) -> Markup:
    """All games that the station offers."""
    tr = reader.tr
    rows = [
        el(
            "li",
            el(
                "a",
                el(
                    "span",
                    el("strong", game_title(name, tr)),
                    el("span", f"{game_sentence(name, tr)} {game_minutes(OFFERS[name], tr)}", class_="small"),
                    class_="what",
                ),
                href=f"/rules/{name}",
            ),
        )
        for name in offered
    ]
    return joined(el("h1", tr("Rules")), el("ul", rows, class_="list"))


def game_rules_body(reader: Reader, name: str) -> Markup:
    """The rules of one game."""
    tr, rules = reader.tr, OFFERS[name].rules
    source = str(reconstruction(rules.name).text)
    cards = [_card(number, card, rules.die, tr) for number, card in enumerate(cards_of(rules), start=1)]
    return joined(
        el("h1", game_title(name, tr)),
        el("p", game_sentence(name, tr), class_="lead"),
        el("ol", cards, class_="cards"),
        el(
            "details",
            el("summary", tr("All rules")),
            el("ul", [el("li", said) for said in sentences(rules, tr)]),
            el("p", tr("After {source}").format(source=source), class_="small"),
        ),
    )


def _card(number: int, card: Card, die: Die, tr: Translate) -> Markup:
    words = card_words(card, tr)
    return el(
        "li",
        board_svg(picture_of_card(card), words),
        el(
            "p",
            el("b", str(number), class_="number"),
            el("span", words),
            die_svg(die, card.throw) if card.throw is not None else None,
        ),
        class_="card",
    )
