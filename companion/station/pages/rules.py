"""Pages to read: the rules, the story of the object, the code to follow a game, the seal of its die."""

from dataclasses import replace

from companion.game import Rules
from companion.game.fair_die import MAX_NUMBER_LENGTH, FairDie
from companion.interface import views
from companion.interface.intents import Ask, Enter, Intent, Number
from companion.interface.texts import STORY_PAGES, TextSet
from companion.station.context import Context
from companion.station.pages.overlay import Interruption, LeafedPage
from hardware.audio.tones import Cue


class RulesPage(LeafedPage):
    """The rules of the game."""

    def view(self, context: Context) -> views.View:
        return views.RulesView(
            context.game.rules if context.playing and context.game else context.choice.rules, self._leaf
        )


class StoryPage(LeafedPage):
    """The story, a leaf at a time."""

    def view(self, context: Context) -> views.View:
        leaves = _leaves(context.texts, context.language, context.settings.station.language)
        return leaves[min(max(self._leaf, 0), len(leaves) - 1)]


class FollowCodePage(Interruption):
    """The code by which a phone follows the game."""

    watches = False

    def view(self, context: Context) -> views.View:
        page = context.settings.link.page_address or ""
        return views.FollowCodeView(f"{page}?key={context.follow_key or ''}", page)


class SealPage(LeafedPage):
    """The seal of the game that is played, or was played last."""

    def __init__(self, die: FairDie) -> None:
        super().__init__()
        self._die = die

    def view(self, context: Context) -> views.View:
        die = self._die
        seed = die.seed.hex() if die is context.revealed else None
        return views.SealView(die.commitment, die.number, seed, leaf=self._leaf)


class SealBeforePage(LeafedPage, Interruption):
    """The seal of the game being set up, which does not begin meanwhile."""

    watches = False

    def handle(self, context: Context, intent: Intent) -> bool:
        """Add a number, or show the seal of the previous game."""
        match intent:
            case Ask.ADD_NUMBER:
                context.push(NumberPage())
            case Ask.SHOW_SEAL if context.revealed is not None:
                context.push(SealPage(context.revealed))
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> views.View:
        die = context.sealed
        assert die is not None
        before = context.revealed is not None
        return views.SealView(die.commitment, die.number, may_add=True, before=before, leaf=self._leaf)


class NumberPage(Interruption):
    """The players' number, typed: nothing that only the station measures goes into it."""

    watches = False

    def handle(self, context: Context, intent: Intent) -> bool:
        """Add a digit, remove the last one, or finish."""
        match intent:
            case Enter(Number.THROW, value) if 0 <= value <= 9:
                number = f"{self._number(context)}{value}"
                if len(number) > MAX_NUMBER_LENGTH:
                    context.sound(Cue.REFUSED)
                else:
                    self._take(context, number)
            case Ask.DELETE_DIGIT:
                self._take(context, self._number(context)[:-1])
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> views.View:
        return views.NumberView(self._number(context))

    def _take(self, context: Context, number: str) -> None:
        if context.sealed is not None:
            context.sealed = replace(context.sealed, number=number)

    def _number(self, context: Context) -> str:
        return context.sealed.number if context.sealed is not None else ""


def own_pages(
    texts: TextSet, code: str, first: str, rules: Rules
) -> list[views.WelcomeView | views.AboutBoardView | views.StoryView]:
    """Return the pages with a museum's own words or pictures; what a language lacks is in the `first`."""
    leaves = _leaves(texts, code, first)
    own = [leaf for leaf in leaves if isinstance(leaf, views.AboutBoardView) or leaf.page + 1 in texts.story]
    return [views.WelcomeView(rules, for_staff=False, texts=texts.spoken(code, first), logo=texts.logo), *own]


def _leaves(texts: TextSet, code: str, first: str) -> list[views.AboutBoardView | views.StoryView]:
    said = texts.spoken(code, first)
    before = 1 if said.about else 0
    count = before + STORY_PAGES
    story = [texts.story.get(page + 1, TextSet()) for page in range(STORY_PAGES)]
    return [
        *[views.AboutBoardView(said, texts.logo, count)][:before],
        *(
            views.StoryView(page, page + before, count, house.spoken(code, first), house.logo)
            for page, house in enumerate(story)
        ),
    ]
