"""Somebody who goes the shortest way from a dark screen to a legal move, without a moment's thought."""

from dataclasses import dataclass, field
from itertools import pairwise

from companion.game import Move, play
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.views import AttractView, GamesView, PlayView, SetUpView, View, WelcomeView
from companion.referee.events import Moved
from tests.support.walk import Walk

MAX_S = 120.0  # seconds after which there was no way to a move
TURN_S = 1 / 30  # a turn of the program, as the station itself takes


@dataclass
class FirstMove:
    """The touches that it took, and the pages that were shown since the first of them, each from when on."""

    touches: int = 0
    pages: list[tuple[str, float]] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """Seconds that the program took: the person reads and acts in no time."""
        return self.pages[-1][1] - self.pages[0][1]

    def seconds_on(self) -> dict[str, float]:
        """How long each page was shown."""
        shown: dict[str, float] = {}
        for (name, since_s), (_, until_s) in pairwise(self.pages):
            shown[name] = shown.get(name, 0.0) + until_s - since_s
        return shown


def first_move(person: Walk, *, alone: bool) -> FirstMove:
    """From the attract page, by a touch where one is needed, and the counters as the page wants them."""
    it, laid, made = FirstMove(), None, None
    assert isinstance(person.view, AttractView)
    until_s = person.clock() + MAX_S
    while person.clock() < until_s:
        view = person.view
        it.pages.append((type(view).__name__, person.clock()))
        if isinstance(view, PlayView) and isinstance(view.last, Moved):
            return it
        wanted = _touched(view, alone=alone)
        if wanted is not None:
            it.touches += 1
            person.touch(wanted)
        elif isinstance(view, SetUpView) and laid is None:
            laid = view.position
            person.table.lay(laid.halves())
        elif isinstance(view, PlayView) and made is None and (made := _due(view)) is not None:
            person.table.lay(play(view.state.position, made).halves())
        person.wait(TURN_S, TURN_S)
    raise AssertionError(f"no move within {MAX_S:.0f} s: {it}")


def _touched(view: View, *, alone: bool) -> intents.Intent | None:
    """What has to be touched here before anything goes on."""
    match view:
        case AttractView():
            return Ask.WELCOME
        case WelcomeView():
            return intents.PlayAgainst(view.computer if alone else None)
        case GamesView():
            return intents.Pick(intents.Named.GAME, view.offers[0])
        case PlayView(state=state) if state.throw is None and not _is_computers(view):
            return Ask.THROW
    return None


def _due(view: PlayView) -> Move | None:
    """The move to make now, once the die lies still: the computer's, or the first legal one."""
    if view.roll is not None and view.roll.progress < 1:
        return None
    if _is_computers(view):
        return view.chosen if isinstance(view.chosen, Move) else None
    legal = view.state.legal
    return legal[0] if legal else None


def _is_computers(view: PlayView) -> bool:
    return view.opponent is not None and view.opponent.seat is view.state.seat
