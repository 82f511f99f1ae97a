"""Ancient passages and finds that speak of the game, modern works on it, and what each says of the options.

This is the one table of them: `five-lines rules --testimonies` prints it as the page docs/testimonies.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.game.rulesets.options import OPTIONS


@dataclass(frozen=True, slots=True)
class Testimony:
    """An ancient passage or a find, and what it says.

    `known_from` is the work, or its address, from which it is cited here. `speaks_for` and `speaks_against`
    are values of options, as `key=value`.
    """

    name: str
    date: str
    says: str
    supports: str
    leaves_open: str
    known_from: str
    speaks_for: tuple[str, ...] = ()
    speaks_against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Work:
    """A modern text on the game or on its method, with its DOI or address where one is known."""

    name: str
    holds: str
    address: str = ""


_LEFT = ("leaving=free", "leaving=last-resort"), ("leaving=never",)
"""Values that a passage on moving a counter off the line speaks for, and those it speaks against."""

_SCHAEDLER = "https://www.researchgate.net/publication/280302806"
_LOCUS_LUDI = "https://locusludi.ch/pente-grammai/"
_KALKHOVEN = "Kalkhoven"

TESTIMONIES = (
    Testimony(
        "Alcaeus",
        "about 600 BC",
        "A verse speaks of having moved the stone away from the sacred line.",
        "The line and a counter's leaving it were known so early.",
        "The game, whether it was forced, and what happened then.",
        _KALKHOVEN,
        *_LEFT,
    ),
    Testimony(
        "Epicharmus and Sophron",
        "5th century BC, over a century after Alcaeus",
        "They speak of the same move.",
        "The expression lived on.",
        "The same.",
        _KALKHOVEN,
        *_LEFT,
    ),
    Testimony(
        "Plato, Laws 5, 739a",
        "4th century BC",
        "A step in making laws may surprise by being unusual, like the move of a player who quits the line.",
        "Leaving was possible, and not what one expects.",
        "Whether it surprises because it is bad, bold, or the only move. The translator's note calls it "
        "trying one's last chance.",
        "http://www.perseus.tufts.edu/hopper/text?doc=Perseus%3Atext%3A1999.01.0166%3Abook%3D5%3Asection%3D739a",
        *_LEFT,
    ),
    Testimony(
        "Theocritus, Idyll 6, 18",
        "3rd century BC",
        "Someone in love moves the stone from the line.",
        "It stands for trying everything.",
        "The same; the verse does not call the line sacred.",
        "https://docslib.org/doc/5387889/a-suggestion-about-the-expression-theocritus-id",
        *_LEFT,
    ),
    Testimony(
        "Pollux, Onomasticon 7, 206",
        "2nd century AD",
        "The game stands in a list of games of chance.",
        "Something was thrown.",
        "What: dice or knucklebones, one or two.",
        _SCHAEDLER,
    ),
    Testimony(
        "Pollux, Onomasticon 9, 97",
        "2nd century AD",
        "Each player has five counters upon five lines. The middle line is called sacred, and to move a "
        "counter that has arrived there gave the proverb.",
        "Five lines, five counters each, the middle line as the place where counters arrive, and that they "
        "can be moved from it. That they lie upon the lines can be read as the start.",
        "The start, the way round, throws, halves, hitting, and the end of the game. The game has no name "
        "there.",
        _SCHAEDLER,
        ("start=full", *_LEFT[0]),
        _LEFT[1],
    ),
    Testimony(
        "Eustathius on Odyssey, 1397, 28",
        "12th century AD",
        "The beaten player comes to the sacred line last.",
        "The game is won by coming there first.",
        "With how many counters, and on which half. He wrote when nobody had played it for centuries.",
        _LOCUS_LUDI,
    ),
    Testimony(
        "Clay boards with dice, Athens and around",
        "from the 7th century BC",
        "Boards of clay with five lines, and dice found with them.",
        "A die of six faces.",
        "How many dice: the evidence that Ludii has collected speaks of two. `five-lines beyond --dice 2` "
        "throws two, everything else one.",
        _LOCUS_LUDI,
        ("die=d6",),
    ),
    Testimony(
        "Boards cut in floors and slabs",
        "Greek to Roman",
        "Five lines with a circle at each end; also seven, nine or eleven lines. Roman boards have boxes.",
        "A place at either end of each line takes a counter.",
        "Whether more lines took more counters. `five-lines beyond --lines 7` plays on such boards.",
        "Kalkhoven; https://ludii.games/details.php?keyword=Pente%20Grammai; "
        "https://locusludi.ch/inside-ephesus/",
    ),
    Testimony(
        "Knucklebones",
        "older than dice",
        "Four sides, thrown about 10, 40, 40 and 10 times of 100; Roman ones count 1, 3, 4 and 6.",
        "Throws need not have been even.",
        "Whether this game was played with them: no passage says so. One player (the article on Board Game "
        "Geek) thinks so, proposes 1 to 4, as opposite sides then add up to five, and a die painted alike.",
        "https://boardgamegeek.com/thread/3400794/use-knucklebones-instead-of-dice",
    ),
)
"""Every passage and find, from the oldest on; objects stand last."""

WORKS = (
    Work(
        "Ulrich Schädler, Pente grammai - the Ancient Greek Board Game Five Lines, Board Game Studies "
        "Colloquium XI, Lisbon 2009, pp. 169-192",
        "the race on the full board: `schaedler`",
        f"{_SCHAEDLER}; rules: https://boardgamegeek.com/thread/3400792/schaedlers-five-lines-racing-variant",
    ),
    Work(
        "Stephen Kidd, Pente Grammai and the 'Holy Line', Board Game Studies Journal 11, 2017, pp. 83-99",
        "the game with hitting: `kidd`",
        "doi:10.1515/bgs-2017-0004; rules: "
        "https://boardgamegeek.com/thread/3400791/kidds-five-lines-variant-with-hitting",
    ),
    Work(
        "Locus Ludi, Das Fünf-Linien-Spiel",
        "the race and the capture mode: `locus-ludi-race`, `locus-ludi-capture`",
        _LOCUS_LUDI,
    ),
    Work(
        "Ben Kalkhoven, The Ancient Greek Game of Pente Grammai",
        "Home and Sacred Line: `kalkhoven`. The name is modern, and the game may be a distant ancestor of "
        "backgammon",
    ),
    Work("Rules adapted from Schädler, a sheet in English", "`schaedler-adapted`"),
    Work(
        "Avoid circling around with the last piece, Board Game Geek",
        "`last-may-stay`, `to-win=4`, `larger-throw-enters`",
        "https://boardgamegeek.com/thread/3400789/avoid-circling-around-with-the-last-piece-rule-var",
    ),
    Work("Véronique Dasen (ed.), Ludique. Jouer dans l'Antiquité, Gent 2019", "the exhibition in Lyon"),
    Work(
        "Roland G. Austin, Greek Board Games, Antiquity 14, 1940, pp. 257-271",
        "the passages on all Greek board games",
        "http://www.gamesmuseum.uwaterloo.ca/Archives/Austin/index.html",
    ),
    Work(
        "Walter Crist and others, Ludus Coriovalli, Antiquity 100, 2026",
        "the rules of another find, inferred from its wear by simulated games",
        "doi:10.15184/aqy.2025.10264",
    ),
    Work(
        "Ludii, Pente Grammai.lud, version 1.3.10",
        "`ludii-race`, `ludii-capture`",
        "https://ludii.games/details.php?keyword=Pente%20Grammai",
    ),
    Work(
        "TAG, games/pentegrammai, commit c4d7687",
        "`schaedler`, `kidd` with `entry=must-else-pass`",
        "https://github.com/GAIGResearch/TabletopGames",
    ),
)
"""Modern texts, and programs that play the game."""

HITTING = (
    "The sources do not say whether counters could be hit. Locus Ludi calls it a possibility, and so offers "
    "a mode with it and one without."
)


def speaking(written: str) -> str:
    """Return who speaks for and against a value of an option, given as `key=value`."""
    for_it = [it.name for it in TESTIMONIES if written in it.speaks_for]
    against = [it.name for it in TESTIMONIES if written in it.speaks_against]
    parts = ["for it: " + "; ".join(for_it)] * bool(for_it) + ["against: " + "; ".join(against)] * bool(
        against
    )
    return ". ".join(parts)


def markdown() -> str:
    """Return the page of testimonies."""
    return "\n".join([*_passages(), "", *_options(), "", *_works()])


def _passages() -> Iterator[str]:
    yield "# What the sources say of the game"
    yield ""
    yield "`five-lines rules --testimonies` prints this page. No complete rules have survived; the game's"
    yield "name is unknown. All is cited from the works named; it was not compared with the Greek for it."
    yield ""
    yield HITTING
    yield ""
    yield "| passage or find | date | it says | so it supports | it leaves open | cited from |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for it in TESTIMONIES:
        cells = it.name, it.date, it.says, it.supports, it.leaves_open, it.known_from
        yield f"| {' | '.join(cells)} |"


def _options() -> Iterator[str]:
    yield "## What they say of each option"
    yield ""
    yield "`five-lines rules NAME` names the modern text of each option. Where nothing is named here, all"
    yield "passages are silent: the value is a modern author's choice."
    yield ""
    yield "| option | passages |"
    yield "| --- | --- |"
    for option in OPTIONS:
        for text in option.value_texts:
            written = f"{option.key}={text}"
            yield f"| `{written}` | {speaking(written) or 'all silent'} |"


def _works() -> Iterator[str]:
    yield "## Works and programs"
    yield ""
    yield "| work | what it holds | address |"
    yield "| --- | --- | --- |"
    for it in WORKS:
        yield f"| {it.name} | {it.holds} | {it.address or 'none known'} |"
