"""An example of the page of insight, from a game that was really played out and analysed.

Schädler's race, the levels `learner` (A) and `beginner` (B), 63 throws; the chances are those of its table.
"""

from companion.game import Move, Outcome, Point, Position, Seat, Termination
from companion.interface.summary import Balance, LuckyThrow, StandOut
from companion.interface.views import InsightView

_PER_MILLE_A = (
    *(506, 526, 567, 560, 543, 544, 563, 593, 618, 593, 642, 564, 538, 513, 497, 472),
    *(497, 439, 416, 408, 401, 417, 343, 353, 510, 497, 525, 488, 545, 524, 533, 527),
    *(570, 639, 666, 494, 473, 481, 521, 478, 585, 531, 555, 518, 570, 556, 559, 509),
    *(533, 547, 540, 605, 629, 665, 667, 554, 557, 584, 631, 607, 594, 659, 691, 1000),
)

INSIGHT = InsightView(
    Outcome(Termination.WON, Seat.A),
    tuple(chance / 1000 for chance in _PER_MILLE_A),
    (Balance(0.1446, 0.2815), Balance(-0.2291, 0.4013)),
    finest=StandOut(
        63,
        Seat.A,
        3,
        Position.parse("A 5A 3Bx4 / B 2A 3Ax2 4A 5B"),
        Move(Seat.A, Point.A5, Point.B3),
        Move(Seat.A, Point.A5, Point.B3),
        0.4621,
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
    ),
)
