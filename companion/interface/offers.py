"""The games that a station offers, each with its length and the worth of skill, as beginners play them.

The figures are those of `docs/comparison/beginners.jsonl`, which a test holds them against. A station's
own journal replaces the lengths once it has enough games of a kind.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import quantiles
from types import MappingProxyType

from companion.game import RECONSTRUCTIONS, Rules, Starter, rules_for

QUICK = "quick"  # the short name of the quick game: Schädler's race, won with four counters on the goal

QUICK_GAME, QUICK_OPTIONS = "schaedler", ("to-win=4",)

FOR_RESEARCHERS = ("ludii-race", "ludii-capture")  # games offered only to be compared with those of the texts

SECONDS_A_THROW = 15
"""Estimated seconds per throw of two people who move counters by hand; converts throws to minutes."""

MIN_GAMES = 30  # games of one kind in a station's journal from which their own lengths are shown
Minutes = tuple[int, int]  # half of all games take from so many to so many minutes


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that can be chosen by its short name.

    Half of all games between two beginners, a level of the computer, take from `short` to `long` throws of
    both. `skill`: of 100 games against a beginner a perfect player wins so many; 50 would be luck alone.
    """

    name: str
    rules: Rules
    short: int
    long: int
    skill: int

    @property
    def minutes(self) -> Minutes:
        """Return the length of a game."""
        return _rounded(*(throws * SECONDS_A_THROW / 60 for throws in (self.short, self.long)))


def minutes_here(played: Iterable[tuple[Rules, float]]) -> tuple[tuple[str, Minutes], ...]:
    """Return the lengths of the offers of which enough games were played, from rules and minutes of games."""
    minutes = defaultdict[str, list[float]](list)
    for rules, lasted in played:
        offer = offer_of(rules)
        if offer is not None:
            minutes[offer.name].append(lasted)
    quartiles = {name: quantiles(them, n=4) for name, them in minutes.items() if len(them) >= MIN_GAMES}
    return tuple((name, _rounded(short, long)) for name, (short, _, long) in quartiles.items())


def _rounded(short: float, long: float) -> Minutes:
    return max(1, round(short)), max(1, round(long))


OFFERS = MappingProxyType(
    {
        name: Offer(name, rules, short, long, skill)
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
