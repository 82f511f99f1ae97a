"""The drawn board as SVG, by the same geometry and proportions as the station's screen draws it."""

import itertools
import math
from dataclasses import dataclass

from markupsafe import Markup, escape

from companion.game import RING as POINTS
from companion.game import Halves, Move, Point, Seat
from companion.interface.views import WAY_S
from companion.presentation.board_geometry import BoardGeometry, Place, along, bent_path
from companion.presentation.board_picture import (
    Arrow,
    ArrowStyle,
    BoardPicture,
    PointMark,
    arrows_of,
    ends,
    mark_place,
    placed,
    places_of,
    trace_ends,
)
from companion.presentation.proportions import BOARD_WH, LABEL, LINE, REACH, SACRED

WIDTH, HEIGHT = BOARD_WH

GLIDE_S = "1.4s"

_Line = tuple[list[Place], list[tuple[int, Place]]]  # a line's places, and its numbered steps


@dataclass(frozen=True)
class SvgBox:
    """The rectangle of a board."""

    left: int = 0
    top: int = 0
    width: int = WIDTH
    height: int = HEIGHT


def el(tag: str, *children: str | None, **attributes: str | int | float | None) -> Markup:
    """Return an element; an attribute `stroke_width` is written stroke-width, `class_` class."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(f"{it:.4g}" if isinstance(it, float) else it)}"'
        for name, it in attributes.items()
        if it is not None
    )
    return Markup(f"<{tag}{written}>{joined(*children)}</{tag}>" if children else f"<{tag}{written}/>")


def joined(*children: str | None) -> Markup:
    """Return elements and texts one after the other; texts are escaped, None is left out."""
    return Markup("").join(child for child in children if child is not None)


def board_svg(picture: BoardPicture, title: str, skin: str = "", *, name: str | None = None) -> Markup:
    """Return a whole board; `title` is for screen readers, `name` the id of the part that changes.

    `skin` is the name of the picture of its surface; a plate in the board's colour is drawn without one.
    """
    return el(
        "svg",
        el("title", title),
        el("g", slab(_geometry(picture), skin), id=name and "slab", class_="pictured" if skin else None),
        el("g", things(picture), id=name),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="board",
        role="img",
    )


def slab(geometry: BoardGeometry, skin: str = "") -> Markup:
    """Return the bare board: a slab of clay with its lines, the sacred one double, and its points' names."""
    drawn = [el("rect", x=2, y=2, width=WIDTH - 4, height=HEIGHT - 4, rx=16, class_="plate")]
    if skin:
        # With counters beside the board, lines are closer and as long: the picture is narrower and as high.
        across, down = REACH * geometry.pitch_px, REACH * _geometry(BoardPicture(Halves())).pitch_px
        (left, bottom), (right, top) = geometry.point(Point.A1), geometry.point(Point.B1)
        place = {"x": left - across, "y": top - down}
        size = {"width": right - left + 2 * across, "height": bottom - top + 2 * down}
        way = f"/boards/{skin}.jpg"
        drawn.append(el("image", href=way, preserveAspectRatio="none", class_="skin", **place, **size))
    for point in POINTS[:5]:
        (x, bottom), (_, top) = geometry.point(point), geometry.point(POINTS[9 - POINTS.index(point)])
        bottom, top = bottom - geometry.point_px * 0.46, top + geometry.point_px * 0.46
        if point is Point.A3:
            width = geometry.point_px * SACRED
            drawn += [
                el("rect", x=x - width / 2, y=top, width=width, height=bottom - top, class_="sacred"),
                el("rect", x=x - width * 0.16, y=top, width=width * 0.32, height=bottom - top, class_="gap"),
                el("circle", cx=x, cy=(top + bottom) / 2, r=geometry.point_px * 0.18, class_="eye"),
            ]
        else:
            path = f"M{x:.1f} {top:.1f}V{bottom:.1f}"
            drawn += [
                el("path", d=path, class_="cut lit", transform="translate(1.6 0)"),
                el("path", d=path, class_="cut", stroke_width=geometry.point_px * LINE),
            ]
    for point in Point:
        x, y = geometry.point(point)
        kind = "point holy" if point in (Point.A3, Point.B3) else "point"
        away = geometry.point_px * 0.7 + LABEL * 0.5
        named = min(max(y - geometry.inwards(point) * away, LABEL * 0.75), HEIGHT - LABEL * 0.75)
        drawn += [
            el("circle", cx=x, cy=y, r=geometry.point_px * 0.46, class_=kind),
            el("circle", cx=x, cy=y, r=geometry.point_px * 0.42, fill="url(#hollow)"),
            el("text", point, x=x, y=named + LABEL * 0.3, class_="name"),
        ]
    return joined(*drawn)


def things(picture: BoardPicture) -> Markup:
    """Return what lies on the board and beside it: marks, the trace of the last move, counters, arrows."""
    geometry = _geometry(picture)
    px = geometry.point_px
    drawn: list[Markup] = []
    gliding: dict[tuple[Point | None, Seat], str] = {}
    passed: list[Markup] = []
    if picture.shown is not None:
        for arrow in arrows_of(picture.shown.move, ArrowStyle.WENT):
            source, target = trace_ends(geometry, arrow, picture)
            line, steps = _line(geometry, arrow, source, target)
            line = line if line[0] == source else [source, *line]
            if arrow.seat is picture.shown.move.seat:
                drawn.append(el("path", d=_text(line), class_="trail"))
                passed += [_step(number, place, px * 0.18, "may") for number, place in steps[:-1]]
            if picture.shown.progress < 1:
                gliding[arrow.target, arrow.seat] = _text(line, target)
    for seat in Seat:
        places = geometry.hand(seat, picture.held(seat))
        drawn += _counters(seat, places, geometry.counter_px, gliding.get((None, seat)))
    for point, seat in placed(picture):
        size_px = geometry.size_px(point, picture.halves)
        places = geometry.counters(point, seat, picture.halves)
        # The outer counters lie uppermost.
        drawn += reversed(_counters(seat, places, size_px, gliding.get((point, seat))))
    arrows = sorted(picture.arrows, key=lambda arrow: arrow.look is ArrowStyle.SHALL)
    may = [arrow for arrow in arrows if arrow.look is ArrowStyle.MAY]
    # A ring lies over the counters beside it; those of several ways come with their ways.
    rings = {it: _mark(mark_place(geometry, picture, it), px, mark) for it, mark in picture.marks.items()}
    targets = [arrow.target for arrow in may if len(may) > 1]
    drawn += [ring for point, ring in rings.items() if point not in targets]
    for arrow in arrows:
        source, target = ends(geometry, arrow, picture)
        if len(may) > 1 and arrow in may:
            # Several ways at once are a tangle.
            ring = [ring for point, ring in rings.items() if point is arrow.target]
            way = joined(*ring, *_arrow(geometry, arrow, source, target))
            drawn.append(_in_turn(way, may.index(arrow), len(may)))
        else:
            way, numbers = _arrow(geometry, arrow, source, target)
            drawn.append(way)
            passed.append(numbers)
    return joined(*drawn, *passed)


def _geometry(picture: BoardPicture) -> BoardGeometry:
    beside = picture.needs_room_beside
    return BoardGeometry(SvgBox(), LABEL, beside=beside, crowds=picture.crowds, room=picture.room)


def _counters(seat: Seat, places: list[Place], size_px: float, glides: str | None) -> list[Markup]:
    return [_counter(seat, place, size_px, glides if place is places[-1] else None) for place in places]


def _counter(seat: Seat, place: Place, size_px: float, glides: str | None = None) -> Markup:
    """Return a counter; `glides` is the path it has come, ending at the origin."""
    x, y = place
    transform = f"translate({x:.1f} {y:.1f}) scale({size_px / 200:.3f})"
    drawn = el("use", href=f"#counter-{seat}", transform=transform)
    if glides is None:
        return drawn
    motion = el(
        "animateMotion",
        path=glides,
        dur=GLIDE_S,
        begin="indefinite",
        calcMode="spline",
        keyTimes="0;1",
        keySplines="0.4 0 0.2 1",
    )
    return el("g", drawn, motion)


def _in_turn(drawn: Markup, number: int, count: int) -> Markup:
    """Show one of several ways in its turn, over and over."""
    turns = ";".join("visible" if turn == number else "hidden" for turn in range(count))
    shown = el(
        "animate",
        attributeName="visibility",
        values=turns,
        dur=f"{WAY_S * count}s",
        calcMode="discrete",
        repeatCount="indefinite",
    )
    return el("g", shown, drawn, visibility=turns.split(";")[0])


def _mark(place: Place, point_px: float, mark: PointMark) -> Markup:
    width = point_px * (0.04 if mark is PointMark.LAST else 0.1)
    x, y = place
    return el("circle", cx=x, cy=y, r=point_px * 0.54, stroke_width=width, class_=f"mark {mark.value}")


def _line(geometry: BoardGeometry, arrow: Arrow, source: Place, target: Place) -> _Line:
    """Return the line that the screen draws, and the places of the steps that are numbered on it."""
    if not arrow.way:
        return bent_path(source, target, (WIDTH, HEIGHT), geometry.point_px * 0.2), []
    places = places_of(geometry, arrow, source, target)
    return places.line, places.numbered


def _trimmed(line: list[Place], px: float) -> list[Place]:
    """Return a line without what is nearer than `px` to its ends; empty if nothing is left."""
    length = sum(math.dist(one, other) for one, other in itertools.pairwise(line))
    if length <= 2 * px:
        return []
    inner = [place for place in line if math.dist(place, line[0]) > px and math.dist(place, line[-1]) > px]
    return [along(line, px / length), *inner, along(line, 1 - px / length)]


def _text(line: list[Place], origin: Place = (0, 0)) -> str:
    """Return the path of a line, in SVG's words, seen from an origin."""
    return "M" + "L".join(f"{x - origin[0]:.1f} {y - origin[1]:.1f}" for x, y in line)


def _step(number: int, place: Place, radius: float, look: str) -> Markup:
    """Return the number of a step on a disc."""
    x, y = place
    return el(
        "g",
        el("circle", cx=x, cy=y, r=radius),
        el("text", str(number), x=x, y=y + radius * 0.42, font_size=radius * 1.3),
        class_=f"step {look}",
    )


def _arrow(geometry: BoardGeometry, arrow: Arrow, source: Place, target: Place) -> tuple[Markup, Markup]:
    """Return an arrow, and the numbers of its steps, which lie over all arrows."""
    shall = arrow.look is ArrowStyle.SHALL
    width = max(3.0, geometry.point_px * (0.2 if shall else 0.13))
    whole, steps = _line(geometry, arrow, source, target)
    line = _trimmed(whole, geometry.point_px * 0.28)
    if not line:
        return joined(), joined()
    (tx, ty), (bx, by) = line[-1], whole[-1]
    angle, head = math.atan2(by - ty, bx - tx), width * (1.5 if shall else 2.1)
    barbs = [
        (tx + head * math.cos(angle + turn), ty + head * math.sin(angle + turn)) for turn in (0, 2.3, -2.3)
    ]
    tip = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in barbs) + "Z"
    look = f"way {arrow.look.value}"
    drawn = [
        el("path", d=_text(line) + tip, class_="halo", stroke_width=width + 4),
        el("path", d=_text(line), class_=look, stroke_width=width),
        el("path", d=tip, class_=f"tip {arrow.look.value}"),
    ]
    numbers = [_step(number, place, geometry.point_px * 0.22, arrow.look.value) for number, place in steps]
    if shall:
        (x, y), ring = source, geometry.counter_px
        own = el("circle", cx=x, cy=y, r=ring * 0.6, stroke_width=ring * 0.1, class_="mark target")
        drawn = [own, _counter_ghost(arrow.seat, target, ring), *drawn]
    return joined(*drawn), joined(*numbers)


def _counter_ghost(seat: Seat, place: Place, size_px: float) -> Markup:
    x, y = place
    return joined(
        el("g", _counter(seat, place, size_px), class_="ghost"),
        el("circle", cx=x, cy=y, r=size_px * 0.58, stroke_width=size_px * 0.08, class_="mark goal"),
    )


def last_move(move: Move) -> dict[Point, PointMark]:
    """Return the marks of the last move."""
    marks = {move.target: PointMark.LAST}
    if isinstance(move.source, Point):
        marks[move.source] = PointMark.LAST
    return marks
