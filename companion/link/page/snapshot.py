"""A game as the page shows it: a snapshot after each entry."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from companion.game import GameError, Halves, LegalMoves, Point, Rules, Seat
from companion.interface.sight import NOTHING_SEEN, Crowd
from companion.journal import Abandoned, ComputerSeated, GameBegun, Happening
from companion.journal.games import EVENTS
from companion.journal.happenings import decode
from companion.link.follower import JournalEntry
from companion.link.page.board_svg import last_move
from companion.presentation.board_picture import (
    Arrow,
    ArrowStyle,
    BoardPicture,
    PointMark,
    ShownMove,
    arrows_of,
    picture_of,
    picture_of_start,
    picture_of_wrong,
)
from companion.referee.events import Ended, Flagged, Lifted, Mending, Moved, Thrown
from companion.referee.referee import State, apply


@dataclass(frozen=True)
class GameSnapshot:
    """One entry of a game, and the state of the game after it.

    `happening` is None for an entry that can't be read. `state` is None before the game is under way, and
    `rules` None while they are unknown. `flagged` is what still has to be put right, `moved` the last move;
    `look` has the colours of its table.
    """

    number: int
    game: int
    happening: Happening | None
    state: State | None = None
    rules: Rules | None = None
    computer: ComputerSeated | None = None
    flagged: Flagged | Mending | None = None
    moved: Moved | None = None
    over: bool = False
    look: str = ""
    crowds: tuple[Crowd, ...] = ()
    """The order on each half, in which its counters came: the journal doesn't hold how they lie."""

    @property
    def legal(self) -> LegalMoves | None:
        """Return the legal moves for the throw on the table."""
        return None if self.state is None or self.state.ended is not None else self.state.legal

    @cached_property
    def picture(self) -> BoardPicture:
        """The board, with the last move and what may be moved, or has to go back."""
        state = self.state
        if state is None:
            return BoardPicture(Halves()) if self.rules is None else picture_of_start(self.rules)
        if self.flagged is not None:
            shown, remedy = self.flagged.shown, self.flagged.remedy
            return picture_of_wrong(state, replace(NOTHING_SEEN, crowds=self.crowds), shown, remedy)
        marks: dict[Point, PointMark] = {}
        arrows: list[Arrow] = []
        made = None
        if self.moved is not None and not self.legal:
            marks = last_move(self.moved.move)
            made = ShownMove(self.moved.move, progress=0.0 if isinstance(self.happening, Moved) else 1.0)
        for move in self.legal or ():
            marks[move.target] = PointMark.TARGET
            arrows.append(arrows_of(move, ArrowStyle.MAY)[0])
        picture = picture_of(state, replace(NOTHING_SEEN, crowds=self.crowds))
        return replace(picture, arrows=tuple(arrows), marks=marks, shown=made)


def snapshots(entries: Iterable[JournalEntry], after: GameSnapshot | None = None) -> Iterator[GameSnapshot]:
    """Yield a snapshot after each entry of one game, going on from an earlier one."""
    for entry in entries:
        after = _next(after, entry)
        yield after


def _next(last: GameSnapshot | None, entry: JournalEntry) -> GameSnapshot:
    happening = _read(entry)
    if last is None or last.game != entry.game or isinstance(happening, GameBegun):
        last = GameSnapshot(entry.number, entry.game or 0, None)
    now = replace(last, number=entry.number, happening=happening)
    match happening:
        case GameBegun(rules=rules, look=look):
            return replace(now, rules=rules, look=look)
        case ComputerSeated():
            return replace(now, computer=happening)
        case Abandoned():
            return replace(now, over=True)
    if happening is None or not isinstance(happening, EVENTS):
        return now
    try:
        state = apply(now.state, happening)
    except GameError:
        # The entries contradict each other: show what can be shown.
        return replace(now, happening=None)
    return replace(
        now,
        state=state,
        rules=state.rules,
        crowds=tuple(_in_order_of_coming(now.crowds, state.position.halves())),
        flagged=_still_wrong(now, happening, state),
        moved=_last_moved(now, happening),
        over=now.over or isinstance(happening, Ended),
    )


def _in_order_of_coming(before: tuple[Crowd, ...], halves: Halves) -> Iterator[Crowd]:
    """Yield the order on each half: of a seat, the innermost counter goes, and one that comes lies inside."""
    lay = {crowd.point: list(crowd.seats) for crowd in before}
    for point in Point:
        seats = lay.get(point, [])
        for seat in Seat:
            while seats.count(seat) > halves.count(seat, point):
                del seats[len(seats) - 1 - seats[::-1].index(seat)]
            seats += [seat] * (halves.count(seat, point) - seats.count(seat))
        if seats:
            yield Crowd(point, tuple(seats))


def _read(entry: JournalEntry) -> Happening | None:
    try:
        return decode(entry.kind, json.dumps(entry.fields))
    except (ValueError, TypeError):
        return None


def _still_wrong(now: GameSnapshot, happening: Happening, state: State) -> Flagged | Mending | None:
    if isinstance(happening, Flagged | Mending):
        return happening
    return now.flagged if state.flag is not None else None


def _last_moved(now: GameSnapshot, happening: Happening) -> Moved | None:
    if isinstance(happening, Moved):
        return happening
    return now.moved if isinstance(happening, Thrown | Lifted | Flagged | Mending | Ended) else None
