"""The games that a station offers, each with its length and the worth of skill, as beginners play them.

The figures are those of `lab/docs/comparison/beginners.jsonl`, which a test holds them against. A station's
own journal replaces the lengths once it has enough games of a kind, and `five-lines players` the skill.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import quantiles
from types import MappingProxyType

from companion.game import RECONSTRUCTIONS, Rules, Starter, rules_for
from companion.system.data import MAX_TEXT_BYTES, DataError, json_data, text_of

QUICK = "quick"  # the short name of the quick game: Schädler's race, won with four counters on the goal

QUICK_GAME, QUICK_OPTIONS = "schaedler", ("to-win=4",)

FOR_RESEARCHERS = ("ludii-race", "ludii-capture")  # games offered only to be compared with those of the texts

SECONDS_A_THROW = 15
"""Estimated seconds per throw of two people who move counters by hand; converts throws to minutes."""

MIN_GAMES = 30  # games of one kind at a station from which their own figures are shown
Minutes = tuple[int, int]  # half of all games take from so many to so many minutes

SKILLS = "skills.json"  # file with the worth of skill against a station's visitors, beside its tables


@dataclass(frozen=True)
class Offer:
    """A game that can be chosen by its short name.

    Half of all games take such `minutes`, first those of two beginners, a level of the computer. `skill`: of
    100 games against such a player a perfect one wins so many; 50 would be luck alone.
    """

    name: str
    rules: Rules
    minutes: Minutes
    skill: int


def offers_here(played: Iterable[tuple[Rules, float]], skills: Mapping[str, int]) -> tuple[Offer, ...]:
    """Return the offers with figures of a place: from rules and minutes of games there, and skill by name."""
    minutes = defaultdict[str, list[float]](list)
    for rules, lasted in played:
        offer = offer_of(rules)
        if offer is not None:
            minutes[offer.name].append(lasted)
    found = {name: replace(OFFERS[name], skill=skill) for name, skill in skills.items() if name in OFFERS}
    for name, them in minutes.items():
        if len(them) >= MIN_GAMES:
            short, _, long = quantiles(them, n=4)
            found[name] = replace(found.get(name, OFFERS[name]), minutes=_rounded(short, long))
    return tuple(found.values())


def read_skills(folder: Path | None) -> dict[str, int]:
    """Return the skill by offer that is kept in a folder; nothing if there is none, or it can't be read."""
    try:
        kept = json_data(text_of((folder or Path()) / SKILLS, MAX_TEXT_BYTES)).table() if folder else {}
        return {name: skill.whole() for name, skill in kept.items() if 0 <= skill.whole() <= 100}
    except (OSError, DataError):
        return {}


def _rounded(short: float, long: float) -> Minutes:
    return max(1, round(short)), max(1, round(long))


OFFERS = MappingProxyType(
    {
        name: Offer(name, rules, _rounded(*(it * SECONDS_A_THROW / 60 for it in (short, long))), skill)
        for name, rules, short, long, skill in (
            (QUICK, rules_for(QUICK_GAME, QUICK_OPTIONS), 18, 49, 80),
            ("schaedler", RECONSTRUCTIONS["schaedler"].rules, 38, 117, 82),
            ("kidd", RECONSTRUCTIONS["kidd"].rules, 164, 573, 96),
            ("locus-ludi-race", RECONSTRUCTIONS["locus-ludi-race"].rules, 63, 164, 87),
            ("locus-ludi-capture", RECONSTRUCTIONS["locus-ludi-capture"].rules, 77, 186, 92),
            ("schaedler-adapted", RECONSTRUCTIONS["schaedler-adapted"].rules, 59, 137, 81),
            ("kalkhoven", RECONSTRUCTIONS["kalkhoven"].rules, 39, 85, 66),
            ("ludii-race", RECONSTRUCTIONS["ludii-race"].rules, 51, 88, 65),
            ("ludii-capture", RECONSTRUCTIONS["ludii-capture"].rules, 55, 85, 79),
        )
    }
)
"""Every game that can be offered, in display order."""


def offer_of(rules: Rules) -> Offer | None:
    """Return the offer with these rules, regardless of who starts; None for a game with house rules."""
    return next((it for it in OFFERS.values() if _alike(it.rules) == _alike(rules)), None)


def _alike(rules: Rules) -> Rules:
    return replace(rules, starter=Starter.A, limit=None)
