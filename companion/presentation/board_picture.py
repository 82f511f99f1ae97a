"""The contents of the drawn board, as values: counters, marks, arrows and the last move. Draws nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.game import (
    COUNTERS,
    OWN_HALF,
    RING,
    Halves,
    Move,
    Point,
    Position,
    Reserve,
    Seat,
    path,
    point_at,
    shorter_way,
    start_position,
)
from companion.game.rulesets.rules import Rules, Start
from companion.interface.rule_cards import Card, Shows
from companion.interface.sight import NOTHING_SEEN, Crowd, SeenBoard
from companion.presentation.board_geometry import BoardGeometry, Place
from companion.referee.events import Step
from companion.referee.referee import State
from companion.referee.verdict import meant_move


class ArrowStyle(Enum):
    """The meaning of an arrow, which decides its look."""

    MAY = "may"  # the counter may go there: thin, one of several
    BACK = "back"  # the counter has to go back there: lifted, with a thin dashed arrow and no steps
    SHALL = "shall"  # the move to make: broad, its counter ringed, with a ghost where it will lie
    WENT = "went"  # the counter went there, but another move was better: dashed, without its steps


@dataclass(frozen=True)
class Arrow:
    """An arrow for a seat's counter between points; None is in hand, beside the board.

    `way` has the points that the counter passes, numbered from 1. It is empty where one only goes beside
    the board or comes back from there; then the arrow is drawn straight across.
    """

    seat: Seat
    source: Point | None
    target: Point | None
    look: ArrowStyle = ArrowStyle.MAY
    way: tuple[Point, ...] = ()
    hits: bool = False  # it goes onto a counter, which leaves; else it goes beside those that lie there


def arrows_of(move: Move, look: ArrowStyle) -> tuple[Arrow, ...]:
    """Return the arrow of a move, and that of the counter it sends back in hand."""
    source = move.source if isinstance(move.source, Point) else None
    if move.source is Reserve.HOME:
        source = point_at(move.seat, OWN_HALF)
    arrow = Arrow(move.seat, source, move.target, look, path(move), hits=bool(move.hits))
    return (arrow, Arrow(move.seat.other, move.target, None, look)) if move.hits else (arrow,)


class PointMark(Enum):
    """A mark drawn round a point."""

    RIGHT = "right"
    WRONG = "wrong"
    LAST = "last"
    TARGET = "target"
    GLOW = "glow"


@dataclass(frozen=True)
class ShownMove:
    """A move that was made, and its progress on the screen: 0 not yet, 1 finished."""

    move: Move
    progress: float = 1.0


@dataclass(frozen=True)
class BoardPicture:
    """The contents of the drawn board; `in_hand` counts the counters beside it, of A and of B.

    `beside` reserves room for those even if there are none. `shown` is the last move, with its trail.
    `named` shows point names on every page. `crowds` gives the order of counters on mixed halves; without it,
    those of the point's owner are outside. On those, the counter that glows is one of `mover`. A counter that
    has to go back has been carried a share of its way there, `carried`.
    """

    halves: Halves
    in_hand: tuple[int, int] = (0, 0)
    arrows: tuple[Arrow, ...] = ()
    marks: dict[Point, PointMark] = field(default_factory=dict, hash=False)
    beside: bool = False
    shown: ShownMove | None = None
    named: bool = False
    crowds: tuple[Crowd, ...] = ()
    mover: Seat | None = None
    carried: float = 0.0

    def held(self, seat: Seat) -> int:
        """Return how many counters of a seat lie beside the board."""
        return self.in_hand[0 if seat is Seat.A else 1]

    @property
    def room(self) -> dict[Point, int]:
        """The counters that halves have room for where one more comes or one has left."""
        more = {(it.target, it.look) for it in self.arrows if lands(it, self)}
        room = {point: sum(point is target for target, _ in more) for point in Point}
        if self.shown is not None and isinstance(self.shown.move.source, Point):
            room[self.shown.move.source] += 1
        return {
            point: count + sum(self.halves.count(seat, point) for seat in Seat)
            for point, count in room.items()
            if count
        }

    @property
    def needs_room_beside(self) -> bool:
        """True if anything lies beside the board, comes from there or goes there."""
        ends = (end for arrow in self.arrows for end in (arrow.source, arrow.target))
        return self.beside or any(self.in_hand) or None in ends


def picture_of_start(rules: Rules) -> BoardPicture:
    """Return the board, and what lies beside it, as a game by these rules begins."""
    position = start_position(rules)
    return BoardPicture(position.halves(), (position.a.hand, position.b.hand))


def picture_of(state: State, seen: SeenBoard = NOTHING_SEEN) -> BoardPicture:
    """Return the position of a game as it is drawn, mixed halves ordered as seen on the table."""
    return picture_at(state.position, state.rules, seen.crowds)


def picture_at(position: Position, rules: Rules, crowds: tuple[Crowd, ...] = ()) -> BoardPicture:
    """Return a position as it is drawn; the board keeps its size as counters enter and leave."""
    beside = rules.hitting or rules.start is Start.HAND
    return BoardPicture(position.halves(), (position.a.hand, position.b.hand), beside=beside, crowds=crowds)


def picture_of_wrong(
    state: State, seen: SeenBoard, shown: Halves, remedy: tuple[Step, ...], film: float = 2.0
) -> BoardPicture:
    """Return a board that the rules don't allow, one way at a time.

    `film` below 1 shows where the throw leads, and then which counter goes back, of several the next one: it
    is carried there until 2, and lies where it is from then on.
    """
    back, meant = next_step(remedy, shown), meant_move(state.legal, remedy)
    arrows: tuple[Arrow, ...] = ()
    marks: dict[Point, PointMark] = {}
    if film < 1 and meant is not None and back and (meant.source, meant.target) != (back.target, back.source):
        arrows = arrows_of(meant, ArrowStyle.MAY)[:1]
        marks[meant.target] = PointMark.TARGET if meant in (state.legal or ()) else PointMark.WRONG
    elif back is not None:
        arrows = (Arrow(back.seat, back.source, back.target, ArrowStyle.BACK),)
        if back.target is not None:
            marks[back.target] = PointMark.TARGET
    picture = replace(picture_of(state, seen), halves=shown, in_hand=_beside(state.position, shown))
    return replace(picture, arrows=arrows, marks=marks, carried=max(0.0, film - 1) % 1)


def picture_of_laying(
    position: Position, shown: Halves, step: Step, crowds: tuple[Crowd, ...] = ()
) -> BoardPicture:
    """Return the board as it lies, and the one counter to lay next for a position, with its way."""
    way: tuple[Point, ...] = ()
    if step.source is not None and step.target is not None:
        way = shorter_way(step.source, step.target)
    arrow = Arrow(step.seat, step.source, step.target, ArrowStyle.SHALL, way)
    marks = {} if step.target is None else {step.target: PointMark.TARGET}
    return BoardPicture(shown, _beside(position, shown), (arrow,), marks, crowds=crowds)


def next_step(steps: Sequence[Step], shown: Halves) -> Step | None:
    """Return the step to take first: one whose target is free, so that no counter has to make way."""
    free = (step for step in steps if step.target is None or not _lie_on(shown, step.target))
    return next(free, steps[0] if steps else None)


def _lie_on(halves: Halves, point: Point) -> bool:
    return any(halves.count(seat, point) for seat in Seat)


def _beside(position: Position, shown: Halves) -> tuple[int, int]:
    """Return how many counters of A and of B lie beside a board that should show a position."""
    before = position.halves()
    held = [position.of(seat).hand + sum(before.of(seat)) - sum(shown.of(seat)) for seat in Seat]
    return max(0, min(COUNTERS, held[0])), max(0, min(COUNTERS, held[1]))


def placed(picture: BoardPicture) -> list[tuple[Point, Seat]]:
    """Return the points with counters, and whose they are."""
    return [(point, seat) for point in Point for seat in Seat if picture.halves.count(seat, point)]


def picture_of_card(card: Card) -> BoardPicture:
    """Return the board of a rule card, with its arrows."""
    position = card.position
    arrows = [arrow for move in card.moves for arrow in arrows_of(move, ArrowStyle.SHALL)]
    marks = dict.fromkeys(card.marked, PointMark.TARGET)
    if card.refused is not None:
        source, target = card.refused
        arrows.append(Arrow(Seat.A, source, target, ArrowStyle.WENT))
        marks[target] = PointMark.WRONG
    if card.shows is Shows.WAY:
        arrows = [Arrow(Seat.A, RING[i], RING[(i + 1) % 10], ArrowStyle.MAY) for i in range(10)]
        return BoardPicture(Halves(), arrows=tuple(arrows))
    return BoardPicture(
        position.halves(), (position.a.hand, position.b.hand), arrows=tuple(arrows), marks=marks
    )


def ends(geometry: BoardGeometry, arrow: Arrow, picture: BoardPicture) -> tuple[Place, Place]:
    """Return where an arrow begins and ends; a move runs from the innermost counter to where it will lie."""
    is_move = arrow.look is not ArrowStyle.MAY
    held = picture.held(arrow.seat)
    source = geometry.hand(arrow.seat, max(held, 1))[-1]
    target = geometry.hand(arrow.seat, min(held + 1, COUNTERS))[-1]
    if arrow.source is not None:
        lying = geometry.counters(arrow.source, arrow.seat, picture.halves)
        source = lying[-1 if is_move else 0] if lying else geometry.point(arrow.source)
    if arrow.target is not None:
        halves = _halves_after(picture, arrow.look) if is_move else picture.halves
        lying = geometry.counters(arrow.target, arrow.seat, halves)
        target = lying[-1 if is_move else 0] if lying else geometry.point(arrow.target)
        if not is_move and lands(arrow, picture):
            target = next_place(geometry, arrow.target, arrow.seat, picture.halves)
    return source, target


def next_place(geometry: BoardGeometry, point: Point, seat: Seat, halves: Halves) -> Place:
    """Return where one more counter would lie."""
    counts = {each: list(halves.of(each)) for each in Seat}
    counts[seat][RING.index(point)] += 1
    more = Halves(tuple(counts[Seat.A]), tuple(counts[Seat.B]))
    return geometry.counters(point, seat, more)[-1]


def mark_place(geometry: BoardGeometry, picture: BoardPicture, point: Point) -> Place:
    """Return the middle of a point's mark: round the counter that it is about, else the point."""
    for arrow in picture.arrows:
        if arrow.target is point and lands(arrow, picture):
            return next_place(geometry, arrow.target, arrow.seat, picture.halves)
    if picture.mover is not None and picture.marks[point] is PointMark.GLOW:
        own = geometry.counters(point, picture.mover, picture.halves)
        return own[0] if own else geometry.point(point)
    if picture.shown is not None and picture.marks[point] is PointMark.LAST:
        source, target = trace_ends(geometry, arrows_of(picture.shown.move, ArrowStyle.WENT)[0], picture)
        return target if point is picture.shown.move.target else source
    return geometry.point(point)


def trace_ends(geometry: BoardGeometry, arrow: Arrow, picture: BoardPicture) -> tuple[Place, Place]:
    """Return where the last move began, on the board as it was then, and where its counter lies now."""
    source, target = geometry.hand(arrow.seat, 1)[-1], geometry.hand(arrow.seat, 1)[-1]
    if arrow.source is not None:
        source = next_place(geometry, arrow.source, arrow.seat, picture.halves)
    if arrow.target is not None:
        target = (geometry.counters(arrow.target, arrow.seat, picture.halves) or [target])[-1]
    else:
        target = geometry.hand(arrow.seat, max(picture.held(arrow.seat), 1))[-1]
    return source, target


def lands(arrow: Arrow, picture: BoardPicture) -> bool:
    """True if an arrow shows a move, or a way back, that goes beside what lies at its target."""
    mark = None if arrow.target is None else picture.marks.get(arrow.target)
    return arrow.look is not ArrowStyle.WENT and mark in (PointMark.TARGET, PointMark.GLOW) and not arrow.hits


@dataclass(frozen=True)
class WayPlaces:
    """The places of a way on the drawn board: its line, its numbered steps, and all that a counter walks."""

    line: list[Place]
    numbered: list[tuple[int, Place]]
    walked: list[Place]


def places_of(geometry: BoardGeometry, arrow: Arrow, source: Place, target: Place) -> WayPlaces:
    """Return the places of an arrow's way between its ends.

    The line of a counter from the hand begins on its first point, the first that counts.
    """
    steps = geometry.way(arrow.way, target)
    line = steps if arrow.source is None and len(steps) > 1 else [source, *steps]
    return WayPlaces(line, list(enumerate(steps, 1)), [source, *steps])


def _halves_after(picture: BoardPicture, look: ArrowStyle) -> Halves:
    """Return the halves once the counters with arrows of a style have left."""
    counts = {seat: list(picture.halves.of(seat)) for seat in Seat}
    for arrow in picture.arrows:
        if arrow.look is look:
            for end, change in ((arrow.source, -1), (arrow.target, 1)):
                if end is not None:
                    counts[arrow.seat][RING.index(end)] += change
    return Halves(tuple(counts[Seat.A]), tuple(counts[Seat.B]))
