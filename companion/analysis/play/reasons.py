"""Why a choice is better than another: a merit that both the board and the table of chances bear out."""

from collections.abc import Iterator, Mapping
from statistics import mean

from companion.analysis.play.opponent import best_of
from companion.analysis.play.value_table import ValueTable
from companion.game import Action, LegalMoves, Position, Seat, legal_moves, next_seat, play
from companion.game.merits import AT_ONCE, OF_OTHER, Merit, Why, merits

CONFIRMED = 0.5
"""Least share of a gain that comes with the throws which a merit is about: more than all others bring."""

MAX_FACES = 4  # faces in a reason: with more it is too long to read, and no help


def why_better(
    table: ValueTable, position: Position, legal: LegalMoves, best: Action, other: Action | None = None
) -> Why | None:
    """Return what makes one choice of a turn better than another; None if the table bears nothing out.

    Of choices that do at once what these two have in common, all with the merit have to be better than
    `other`, and better on average than those without. What the other player's next throw can't do has
    to be worth half of the difference, by the chances after each face. Without `other` it is the next best.
    """
    chances = {it.action: it.chance for it in table.prospects(position, legal)}
    if other is None:
        worse = [it for it in chances if chances[it] < chances[best]]
        other = max(worse, key=lambda it: chances[it], default=best)
    found = _borne_out(table, position, legal.seat, chances, (best, other))
    # Of equals the plainest, which comes first.
    return max(found, key=lambda it: it[0], default=(0.0, None))[1]


def _borne_out(
    table: ValueTable,
    position: Position,
    seat: Seat,
    chances: Mapping[Action, float],
    compared: tuple[Action, Action],
) -> Iterator[tuple[float, Why]]:
    """Yield each merit that the table bears out, with what it is worth on average."""
    best, other = compared
    die = dict(zip(table.rules.die.faces, table.rules.die.weights, strict=True))
    faces_of = {action: merits(position, seat, action, table.rules) for action in chances}
    shares = {
        merit: {action: sum(die[face] for face in of.get(merit, ())) for action, of in faces_of.items()}
        for merit in Merit
    }
    for merit, share in shares.items():
        common = [shares[it] for it in AT_ONCE if it is not merit]
        alike = [it for it in chances if all(of[it] >= min(of[best], of[other]) for of in common)]
        having = [chances[it] for it in alike if share[it] >= share[best]]
        lacking = [chances[it] for it in alike if share[it] < share[best]]
        if share[other] >= share[best] or min(having) <= chances[other] or mean(having) <= mean(lacking):
            continue
        faces, without = (set(faces_of[it].get(merit, ())) for it in compared)
        if merit in OF_OTHER:
            gains = [
                die[face]
                * (_after(table, position, seat, best, face) - _after(table, position, seat, other, face))
                for face in faces - without
            ]
            if sum(gains) < CONFIRMED * sum(die.values()) * (chances[best] - chances[other]):
                continue
        if faces == set(die):
            faces = set()
        elif merit in (Merit.UNHIT, Merit.KEPT_OUT):
            faces = set(die) - faces
        if len(faces) > MAX_FACES:
            continue
        yield mean(having) - mean(lacking), Why(merit, tuple(sorted(faces)))


def _after(table: ValueTable, position: Position, seat: Seat, action: Action, face: int) -> float:
    """Return a seat's chance after its action and a face of the next throw."""
    after, thrower = play(position, action), next_seat(seat, action)
    chance = best_of(table.prospects(after, legal_moves(after, thrower, face, table.rules))).chance
    return chance if thrower is seat else 1 - chance
