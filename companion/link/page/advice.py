"""Chances and what each move is worth, told while a game is played: where staff allow it, and not else."""

import asyncio
from collections.abc import Awaitable, Callable

from companion.game import Move, Seat
from companion.link.page.board_svg import counter_svg
from companion.link.page.chances import Chances, Now
from companion.link.page.follow import called
from companion.link.page.live import Live
from companion.link.page.markup import Markup, el, joined
from companion.link.page.telling import Telling
from companion.referee.words import Translate
from companion.words.labels import move_name

WAIT_S = 15.0


async def keep_advising(live: Live, chances: Chances, allowed: Callable[[], Awaitable[bool]]) -> None:
    """Work out each turn's chances as long as anybody follows; to be cancelled.

    `allowed` is asked at each turn: what staff forbid is told no more from the next entry on.
    """
    name, looked_at = "", 0
    while True:
        newest = live.newest
        wanted = live.people and newest is not None and not newest.over and newest.state is not None
        if newest is None or not wanted or (live.name, newest.number) == (name, looked_at):
            await live.wait(WAIT_S)
            continue
        name, looked_at = live.name, newest.number
        if await allowed():
            live.advise(name, await chances.now(newest.game))
        # What has come meanwhile is looked at at once; the loop must turn, all the same.
        await asyncio.sleep(0)


def advice_said(telling: Telling, now: Now, tr: Translate) -> Markup:
    """The chances of both, and what each move is worth to whoever moves, the best first."""
    shares = ((Seat.A, now.chance), (Seat.B, 1 - now.chance))
    both = el(
        "p",
        [
            el(
                "span",
                counter_svg(seat),
                f"{called(tr)(seat).name} ",
                el("b", _percent(share)),
                class_="side",
            )
            for seat, share in shares
        ],
    )
    choices = telling.legal.choices if telling.legal else ()
    if len(choices) != len(now.worth) or telling.flagged is not None or len(choices) < 2:
        return joined(el("h2", tr("The chance to win")), both)
    worth = sorted(zip(choices, now.worth, strict=True), key=lambda pair: -pair[1])
    rows = [
        el("li", move_name(it, tr) if isinstance(it, Move) else tr("Stay"), " ", el("b", _percent(chance)))
        for it, chance in worth
    ]
    return joined(el("h2", tr("The chance to win")), both, el("ol", rows))


def _percent(chance: float) -> str:
    return f"{round(100 * chance)}\N{NO-BREAK SPACE}%"
