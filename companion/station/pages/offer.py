"""The page of the station's own game, and of what visitors may choose."""

from collections.abc import Collection
from dataclasses import replace

from companion.game import GameError
from companion.interface import intents
from companion.interface.intents import Intent
from companion.interface.offers import OFFERS, QUICK, QUICK_GAME, QUICK_OPTIONS, offer_of
from companion.interface.views import OfferView, View
from companion.settings.sections import AS_PUBLISHED
from companion.station.context import Context
from companion.station.pages.overlays import LeafedPage, StaffPage


class OfferPage(LeafedPage, StaffPage):
    """The station's own game, and what visitors may choose."""

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Change one of them; the station's own game is always offered."""
        settings = context.settings
        visitors = settings.visitors
        match intent:
            case intents.ChooseRules(name):
                make_own(context, name)
            case intents.Offer(name, offered) if offered or name != own_game(context):
                games = {*visitors.games, name} if offered else {*visitors.games} - {name}
                context.change_settings(replace(settings, visitors=replace(visitors, offered=_sorted(games))))
            case intents.OfferHouseRules(allowed):
                context.change_settings(replace(settings, visitors=replace(visitors, house_rules=allowed)))
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """What is set."""
        settings = context.settings
        visitors = settings.visitors
        return OfferView(own_game(context), visitors.games, visitors.house_rules, self._leaf)


def make_own(context: Context, name: str) -> None:
    """From now on a game is the station's own, and offered; one that is played goes on."""
    settings = context.settings
    # House rules of another game may not go with this one.
    text, options = (QUICK_GAME, QUICK_OPTIONS) if name == QUICK else (name, ())
    game = replace(settings.game, rules=text, options=options, starter=AS_PUBLISHED)
    try:
        game.chosen()
    except GameError:
        game = replace(game, die=AS_PUBLISHED)
    visitors = replace(settings.visitors, offered=_sorted((*settings.visitors.games, name)))
    context.change_settings(replace(settings, game=game, visitors=visitors))


def _sorted(names: Collection[str]) -> tuple[str, ...]:
    """The games in the order in which they are shown, each once; all of them is what no choice means."""
    chosen = tuple(name for name in OFFERS if name in names)
    return () if len(chosen) == len(OFFERS) else chosen


def own_game(context: Context) -> str:
    """The short name of the station's own game, whatever house rules it is played by."""
    game = context.settings.game
    offer = offer_of(game.chosen())
    return game.rules if offer is None else offer.name
