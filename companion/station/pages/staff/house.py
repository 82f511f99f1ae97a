"""Staff pages of the museum's texts, the station's own game, and the games that visitors may choose."""

from collections.abc import Collection
from dataclasses import replace

from companion.game import GameError
from companion.interface import intents, views
from companion.interface.intents import Ask, Intent, Named, Pick
from companion.interface.offers import OFFERS, QUICK, QUICK_GAME, QUICK_OPTIONS, offer_of
from companion.interface.texts import NOTHING_SAID, FlawKind, FoundTexts, TextSet
from companion.settings.sections import AS_PUBLISHED, Language
from companion.station.context import Context
from companion.station.effects import Do
from companion.station.pages.overlay import LeafedPage, StaffPage
from companion.station.pages.rules import own_pages


class TextsPage(StaffPage):
    """The museum's texts, and the ways to add, preview and remove them."""

    def __init__(self) -> None:
        self._found: FoundTexts | None = None

    def handle(self, context: Context, intent: Intent) -> bool:
        """Look for texts, preview those that are kept, or remove them."""
        match intent:
            case Ask.FIND_TEXTS:
                context.ask(Do.FIND_TEXTS, self._take)
            case Ask.SHOW_TEXTS if not context.texts.is_empty:
                context.push(PreviewPage(context.texts, may_keep=False))
            case Ask.REMOVE_TEXTS if not context.texts.is_empty:
                context.do(Do.REMOVE_TEXTS)
            case _:
                return super().handle(context, intent)
        return True

    def _take(self, context: Context, found: FoundTexts) -> None:
        """Preview the texts that were found."""
        self._found = found
        if not found.flaws:
            context.push(PreviewPage(found.texts, may_keep=True))

    def view(self, context: Context) -> views.View:
        kept, found = context.texts, self._found
        said = ((str(code), kept.by_language.get(str(code), NOTHING_SAID)) for code in Language)
        rows = tuple(
            views.TextRow(code, bool(texts.title), bool(texts.line), bool(texts.about))
            for code, texts in said
        )
        nothing = found is not None and found.flaws and found.flaws[0].kind is FlawKind.NOTHING
        folder = found.folder if found is not None and not nothing else ""
        flaws = found.flaws if found else ()
        return views.TextsView(rows, kept.logo is not None, tuple(sorted(kept.story)), flaws, folder)


class PreviewPage(LeafedPage, StaffPage):
    """A preview of every page with texts in every language, before they are kept."""

    def __init__(self, texts: TextSet, *, may_keep: bool) -> None:
        super().__init__()
        self._texts = texts
        self._may_keep = may_keep

    def handle(self, context: Context, intent: Intent) -> bool:
        """Show another page, or keep the texts."""
        if intent is Ask.KEEP_TEXTS and self._may_keep:
            context.do(Do.KEEP_TEXTS)
            context.pop(self)
            return True
        return super().handle(context, intent)

    def view(self, context: Context) -> views.View:
        first, rules = context.settings.station.language, context.choice.rules
        pages = [
            (str(code), page) for code in Language for page in own_pages(self._texts, str(code), first, rules)
        ]
        leaf = min(max(self._leaf, 0), len(pages) - 1)
        code, page = pages[leaf]
        return views.PreviewView(page, code, leaf, len(pages), may_keep=self._may_keep)


class OfferPage(LeafedPage, StaffPage):
    """The station's own game, and what visitors may choose."""

    def handle(self, context: Context, intent: Intent) -> bool:
        """Add or remove a game or choice; the station's own game is always offered."""
        visitors = context.settings.visitors
        match intent:
            case Pick(Named.RULES, name):
                make_own(context, name)
            case intents.OfferGame(name, offered) if offered or name != own_game(context):
                games = {*visitors.games, name} if offered else {*visitors.games} - {name}
                context.set("visitors", offered=_sorted(games))
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> views.View:
        visitors = context.settings.visitors
        return views.OfferView(
            own_game(context), visitors.games, visitors.house_rules, self._leaf, visitors.puzzles
        )


def make_own(context: Context, name: str) -> None:
    """Make a game the station's own, and offer it; a game in progress goes on."""
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
    """Return the games in display order, each once; all of them stand for no choice."""
    chosen = tuple(name for name in OFFERS if name in names)
    return () if len(chosen) == len(OFFERS) else chosen


def own_game(context: Context) -> str:
    """Return the short name of the station's own game, even with house rules."""
    game = context.settings.game
    offer = offer_of(game.chosen())
    return game.rules if offer is None else offer.name
