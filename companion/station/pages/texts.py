"""The texts of a house: the page about its board, and the staff's pages on which texts are taken over."""

from companion.interface import intents
from companion.interface.intents import Ask, Intent
from companion.interface.texts import FlawKind, FoundTexts, TextSet
from companion.interface.views import AboutBoardView, PreviewView, TextRow, TextsView, View, WelcomeView
from companion.settings.sections import Language
from companion.station.context import Context
from companion.station.effects import FindTexts, KeepTexts, RemoveTexts
from companion.station.pages.overlays import Overlay, StaffPage
from companion.station.stimuli import Stimulus, TextsFound


class AboutBoardPage(Overlay):
    """What the house says about its board."""

    def view(self, context: Context, now_s: float) -> View:
        """The text in the language that is spoken."""
        return AboutBoardView(context.said, context.texts.logo)


class TextsPage(StaffPage):
    """Which texts there are, and the way to others."""

    def __init__(self) -> None:
        self._found: FoundTexts | None = None

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Look for texts, at those there are, or take them away."""
        match intent:
            case Ask.FIND_TEXTS:
                context.do(FindTexts())
            case Ask.SHOW_TEXTS if not context.texts.is_empty:
                context.lay(PreviewPage(context.texts, may_keep=False), now_s)
            case Ask.REMOVE_TEXTS if not context.texts.is_empty:
                context.do(RemoveTexts())
            case _:
                return super().handle(context, intent, now_s)
        return True

    def hear(self, context: Context, news: Stimulus, now_s: float) -> None:
        """Show what was found as it will be."""
        if isinstance(news, TextsFound):
            self._found = news.found
            if not news.found.flaws:
                context.lay(PreviewPage(news.found.texts, may_keep=True), now_s)

    def view(self, context: Context, now_s: float) -> View:
        """The texts there are, and what is amiss with those that were found."""
        kept, found = context.texts, self._found
        rows = []
        for language in Language:
            texts = kept.by_language.get(str(language))
            rows.append(
                TextRow(
                    str(language),
                    bool(texts and texts.title),
                    bool(texts and texts.line),
                    bool(texts and texts.about),
                )
            )
        nothing = found is not None and found.flaws and found.flaws[0].kind is FlawKind.NOTHING
        folder = found.folder if found is not None and not nothing else ""
        return TextsView(tuple(rows), kept.logo is not None, found.flaws if found else (), folder)


class PreviewPage(StaffPage):
    """Every page with texts in every language, as visitors will see it, before it is kept."""

    def __init__(self, texts: TextSet, *, may_keep: bool) -> None:
        self._texts = texts
        self._may_keep = may_keep
        self._leaf = 0

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go on to the next, or keep them all."""
        match intent:
            case intents.TurnTo(leaf):
                self._leaf = leaf
            case Ask.KEEP_TEXTS if self._may_keep:
                context.do(KeepTexts())
                context.take_away(self, now_s)
            case _:
                return super().handle(context, intent, now_s)
        return True

    def view(self, context: Context, now_s: float) -> View:
        """One of the pages."""
        pages = self._pages(context)
        leaf = min(max(self._leaf, 0), len(pages) - 1)
        code, page = pages[leaf]
        return PreviewView(page, code, leaf, len(pages), may_keep=self._may_keep)

    def _pages(self, context: Context) -> list[tuple[str, WelcomeView | AboutBoardView]]:
        first, pages = context.settings.station.language, list[tuple[str, WelcomeView | AboutBoardView]]()
        for language in Language:
            said = self._texts.spoken(str(language), first)
            logo = self._texts.logo
            pages.append(
                (str(language), WelcomeView(context.choice.rules, for_staff=False, texts=said, logo=logo))
            )
            if said.about:
                pages.append((str(language), AboutBoardView(said, logo)))
        return pages
