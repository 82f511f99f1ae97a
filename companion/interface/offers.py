"""The games that a station offers, each with figures from solving it: its length, and the worth of skill.

The figures are those of `docs/comparison/comparison.jsonl`, which a test holds them against. They hold for
players who never err.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from companion.game import RECONSTRUCTIONS, Rules, Starter, rules_for

QUICK = "quick"
"""The short name of the quick game: Schädler's race, won with four counters on the goal."""

QUICK_GAME, QUICK_OPTIONS = "schaedler", ("to-win=4",)

FOR_RESEARCHERS = ("ludii-race", "ludii-capture")
"""Games offered only to be compared with those of the texts."""

SECONDS_A_THROW = 15
"""Estimated seconds per throw of two people who move counters by hand; converts throws to minutes."""


SOME_SKILL, MUCH_SKILL = 0.58, 0.65
"""Shares of games won by perfect play from which a game counts as one of some skill, and of much skill: it is
0.56 in races, 0.70 in Kidd's game, about 0.60 in the others.
"""


class Worth(StrEnum):
    """The worth of skill in a game."""

    LITTLE = "little"
    SOME = "some"
    MUCH = "much"


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that can be chosen by its short name.

    Half of all games take from `short` to `long` throws of both players. `best_wins` is the chance of a
    player who never errs against one with two simple rules: leave the goal only when nothing else can be
    done, and enter it whenever that can be done.
    """

    name: str
    rules: Rules
    short: int
    long: int
    best_wins: float

    @property
    def minutes(self) -> tuple[int, int]:
        """Return the length of a game in minutes."""
        short, long = (max(1, round(throws * SECONDS_A_THROW / 60)) for throws in (self.short, self.long))
        return short, long

    @property
    def skill(self) -> Worth:
        """Return what skill is worth."""
        if self.best_wins >= MUCH_SKILL:
            return Worth.MUCH
        return Worth.SOME if self.best_wins >= SOME_SKILL else Worth.LITTLE


OFFERS = MappingProxyType(
    {
        name: Offer(name, rules, short, long, best_wins)
        for name, rules, short, long, best_wins in (
            (QUICK, rules_for(QUICK_GAME, QUICK_OPTIONS), 12, 20, 0.563),
            ("schaedler", RECONSTRUCTIONS["schaedler"].rules, 22, 44, 0.556),
            ("kidd", RECONSTRUCTIONS["kidd"].rules, 60, 1171, 0.695),
            ("locus-ludi-race", RECONSTRUCTIONS["locus-ludi-race"].rules, 35, 58, 0.562),
            ("locus-ludi-capture", RECONSTRUCTIONS["locus-ludi-capture"].rules, 36, 54, 0.592),
            ("schaedler-adapted", RECONSTRUCTIONS["schaedler-adapted"].rules, 36, 61, 0.555),
            ("kalkhoven", RECONSTRUCTIONS["kalkhoven"].rules, 30, 65, 0.594),
            ("ludii-race", RECONSTRUCTIONS["ludii-race"].rules, 53, 89, 0.606),
            ("ludii-capture", RECONSTRUCTIONS["ludii-capture"].rules, 42, 62, 0.603),
        )
    }
)
"""Every game that can be offered, in display order."""


def offer_of(rules: Rules) -> Offer | None:
    """Return the offer with these rules, regardless of who starts; None for a game with house rules."""
    return next((it for it in OFFERS.values() if _alike(it.rules) == _alike(rules)), None)


def _alike(rules: Rules) -> Rules:
    return replace(rules, starter=Starter.A, limit=None)
