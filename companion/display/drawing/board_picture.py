"""What is on the drawn board: counters, marks, arrows and the last move, as values; nothing is drawn here."""

from dataclasses import dataclass, field
from enum import Enum

from companion.display.drawing.board_geometry import BoardGeometry, Place
from companion.game import COUNTERS, OWN_HALF, RING, Halves, Move, Point, Reserve, Seat, point_at
from companion.game.rules import Start
from companion.interface.rule_cards import Card, Shows
from companion.interface.sight import NOTHING_SEEN, Crowd, SeenBoard
from companion.referee.referee import State


class ArrowStyle(Enum):
    """What an arrow means, and so how it looks."""

    MAY = "may"
    """The counter may go there: one of several, slender."""
    BACK = "back"
    """The counter has to go back there."""
    SHALL = "shall"
    """The counter shall go there: broad, the counter ringed, and its ghost where it will lie."""
    WENT = "went"
    """The counter went there, and another move was better: dashed."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow for a counter of a seat, between points; None is beside the board, in hand."""

    seat: Seat
    source: Point | None
    target: Point | None
    look: ArrowStyle = ArrowStyle.MAY


def arrows_of(move: Move, look: ArrowStyle) -> tuple[Arrow, ...]:
    """The arrow of a move, and that of the counter it sends back in hand."""
    source = move.source if isinstance(move.source, Point) else None
    if move.source is Reserve.HOME:
        source = point_at(move.seat, OWN_HALF)
    arrow = Arrow(move.seat, source, move.target, look)
    return (arrow, Arrow(move.seat.other, move.target, None, look)) if move.hits else (arrow,)


class Mark(Enum):
    """What is drawn round a point."""

    RIGHT = "right"
    WRONG = "wrong"
    LAST = "last"
    TARGET = "target"
    GLOW = "glow"


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move that was made, and how far it has been shown: 0 not yet, 1 its counter lies where it went."""

    move: Move
    progress: float = 1.0


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What is on the drawn board. `in_hand` counts the counters beside it, of A and of B.

    `beside` keeps room for those even while there are none. `shown` is the last move, with its trace.
    `named`: the points bear their names, whatever the words on the page. `crowds` tell in which order
    counters of both seats lie; where nothing is told, those of the point's own seat are outside.
    """

    halves: Halves
    in_hand: tuple[int, int] = (0, 0)
    arrows: tuple[Arrow, ...] = ()
    marks: dict[Point, Mark] = field(default_factory=dict)
    beside: bool = False
    shown: ShownMove | None = None
    named: bool = False
    crowds: tuple[Crowd, ...] = ()

    def held(self, seat: Seat) -> int:
        """How many counters of a seat lie beside the board."""
        return self.in_hand[0 if seat is Seat.A else 1]

    @property
    def needs_room_beside(self) -> bool:
        """Whether anything lies beside the board, comes from there or goes there."""
        ends = (end for arrow in self.arrows for end in (arrow.source, arrow.target))
        return self.beside or any(self.in_hand) or None in ends


def picture_of(state: State, seen: SeenBoard = NOTHING_SEEN) -> BoardPicture:
    """The position of a game as it is drawn, crowds as they are seen on the table."""
    position, rules = state.position, state.rules
    beside = rules.hitting or rules.start is Start.HAND
    return BoardPicture(
        position.halves(), (position.a.hand, position.b.hand), beside=beside, crowds=seen.crowds
    )


def placed(picture: BoardPicture) -> list[tuple[Point, Seat]]:
    """The points on which counters lie, and whose."""
    return [(point, seat) for point in Point for seat in Seat if picture.halves.count(seat, point)]


def picture_of_card(card: Card) -> BoardPicture:
    """What lies on the board of a card, with its arrows."""
    position = card.position
    arrows = [arrow for move in card.moves for arrow in arrows_of(move, ArrowStyle.SHALL)]
    marks = dict.fromkeys(card.marked, Mark.TARGET)
    if card.refused is not None:
        source, target = card.refused
        arrows.append(Arrow(Seat.A, source, target, ArrowStyle.WENT))
        marks[target] = Mark.WRONG
    if card.shows is Shows.WAY:
        arrows = [Arrow(Seat.A, RING[i], RING[(i + 1) % 10], ArrowStyle.MAY) for i in range(10)]
        return BoardPicture(Halves(), arrows=tuple(arrows))
    return BoardPicture(
        position.halves(), (position.a.hand, position.b.hand), arrows=tuple(arrows), marks=marks
    )


def ends(geometry: BoardGeometry, arrow: Arrow, picture: BoardPicture) -> tuple[Place, Place]:
    """Where an arrow begins and ends; a move's from the innermost counter to the place where it will lie."""
    is_move = arrow.look in (ArrowStyle.SHALL, ArrowStyle.WENT)
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
    return source, target


def _halves_after(picture: BoardPicture, look: ArrowStyle) -> Halves:
    """The board once the counters with arrows of a look have gone."""
    counts = {seat: list(picture.halves.of(seat)) for seat in Seat}
    for arrow in picture.arrows:
        if arrow.look is look:
            for end, change in ((arrow.source, -1), (arrow.target, 1)):
                if end is not None:
                    counts[arrow.seat][RING.index(end)] += change
    return Halves(tuple(counts[Seat.A]), tuple(counts[Seat.B]))
