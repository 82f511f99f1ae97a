"""Examples of the page of insight, from a game that was really played out and analysed, and of puzzles.

Schädler's race, the levels `learner` (A) and `beginner` (B), 63 throws; the chances are those of its table,
and how many best moves were found is made up.
"""

from dataclasses import replace

from companion.game import Move, Outcome, Point, Position, Seat, Termination, rules_for
from companion.game.merits import Merit, Why
from companion.interface.summary import Balance, LuckyThrow, StandOut
from companion.interface.views import InsightView, PuzzleView, View
from companion.referee.referee import State

_PER_MILLE_A = (
    *(506, 526, 567, 560, 543, 544, 563, 593, 618, 593, 642, 564, 538, 513, 497, 472),
    *(497, 439, 416, 408, 401, 417, 343, 353, 510, 497, 525, 488, 545, 524, 533, 527),
    *(570, 639, 666, 494, 473, 481, 521, 478, 585, 531, 555, 518, 570, 556, 559, 509),
    *(533, 547, 540, 605, 629, 665, 667, 554, 557, 584, 631, 607, 594, 659, 691, 1000),
)

INSIGHT = InsightView(
    Outcome(Termination.WON, Seat.A),
    tuple(chance / 1000 for chance in _PER_MILLE_A),
    (Balance(0.1446, 0.2815, 20, 27), Balance(-0.2291, 0.4013, 14, 24)),
    finest=StandOut(
        63,
        Seat.A,
        3,
        Position.parse("A 5A 3Bx4 / B 2A 3Ax2 4A 5B"),
        Move(Seat.A, Point.A5, Point.B3),
        Move(Seat.A, Point.A5, Point.B3),
        0.4621,
        Why(Merit.WINS),
    ),
    luckiest=LuckyThrow(24, Seat.B, 5, 0.157),
    worst=StandOut(
        35,
        Seat.A,
        1,
        Position.parse("A 5A 3Bx4 / B 3Ax3 4A 5B"),
        Move(Seat.A, Point.B3, Point.B4),
        Move(Seat.A, Point.A5, Point.B1),
        0.1547,
        Why(Merit.STAYS),
    ),
)


def puzzle_examples() -> dict[str, View]:
    """Return puzzles from games of learners, by the names of their pictures; chances are their tables'."""
    quick = State(
        rules_for("schaedler", ["to-win=4"]), Position.parse("A 2A 1B 3Bx3 / B 3Ax3 5A 3B"), Seat.B, throw=6
    )
    home = State(
        rules_for("kalkhoven"), Position.parse("A 4A 5A 3B home x2 / B 1A 3A 2B home x2"), Seat.B, throw=1
    )
    hit = State(
        rules_for("locus-ludi-capture"),
        Position.parse("A 4A 5A 1B 3Bx2 / B 2A 2B 3B 4B hand x1"),
        Seat.A,
        throw=6,
    )
    return {
        "puzzle": PuzzleView(quick, 0, 12),
        "puzzle-found": _solved(
            PuzzleView(quick, 0, 12), "5A-1A", 0.0, 0.403, "5A-1A", "3A-4B", Why(Merit.READY, (2, 5))
        ),
        "puzzle-nearly": _solved(
            PuzzleView(home, 4, 12), "2B-3B", 0.04, 0.546, "home-4B", "1A-2A", Why(Merit.ENTERS)
        ),
        "puzzle-worse": _solved(
            PuzzleView(hit, 11, 12), "4A-5B", 0.108, 0.76, "1B-2A", "4A-5B", Why(Merit.HITS)
        ),
        "puzzle-missed": _solved(
            PuzzleView(hit, 11, 12), "5A-1A", 0.086, 0.76, "1B-2A", "1B-2A", Why(Merit.HITS)
        ),
    }


def _solved(
    view: PuzzleView, picked: str, loss: float, chance: float, best: str, played: str, why: Why
) -> PuzzleView:
    moves = {str(move): move for move in view.state.legal or ()}
    return replace(
        view, picked=moves[picked], loss=loss, chance=chance, best=moves[best], played=moves[played], why=why
    )
