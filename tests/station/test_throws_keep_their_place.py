"""No sequence of moves, takings back and restarts changes a throw: it belongs to its place in the game."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Seat, play, rules_for
from companion.game.fair_die import FairDie
from companion.interface.views import Opponent
from companion.journal import Abandoned, ComputerSeated, DieThrown, Entry, GameBegun, Happening, StoredGame
from companion.journal.dice_audit import audit, verify
from companion.journal.export import as_record, entry_record
from companion.journal.replay import replay
from companion.referee.events import Look, TakenBack, Thrown
from companion.station.game.game_at_table import GameAtTable
from companion.station.game.opponent import level_of

RULES = rules_for("schaedler")
AT = datetime(2026, 1, 1, tzinfo=UTC)
ACTIONS = st.lists(st.sampled_from(("on", "on", "other", "back", "put back", "restart")), max_size=40)


def stored(happenings: list[Happening]) -> StoredGame:
    return StoredGame(1, tuple(Entry(n, 1, AT, it) for n, it in enumerate(happenings, start=1)))


class EarlierVersion(GameAtTable):
    """A game whose throws are numbered by how often the die was thrown."""

    drawn = 0

    def die_thrown(self, face: int | None) -> DieThrown:
        assert self.fair_die is not None
        self.drawn += 1
        return DieThrown(self.fair_die.throw(self.drawn), self.drawn)


def after(
    actions: list[str], seed: bytes, computer: bool, version: type[GameAtTable] = GameAtTable
) -> list[Happening]:
    """What is stored of a game in which people do all this."""
    die = FairDie(RULES.die, seed)
    happenings: list[Happening] = [GameBegun(RULES.die, die.commitment, seed.hex(), RULES)]
    opponent = Opponent(Seat.B, level_of("first-game")) if computer else None
    if opponent is not None:
        happenings.append(ComputerSeated(opponent.seat, opponent.level.name))
    game = version(RULES, die, opponent)
    while len(game.throw_off) < 2 or game.throw_off[-1] == game.throw_off[-2] or len(game.throw_off) % 2:
        fallen = game.die_thrown(None)
        game.throw_off.append(fallen.face)
        happenings.append(fallen)
    happenings += game.start(Seat.A if game.throw_off[-2] > game.throw_off[-1] else Seat.B)
    for action in actions:
        if game.over is not None:
            break
        if action == "restart":
            game = GameAtTable.of(stored(happenings))
        elif action == "back":
            happenings += game.take_back()
        elif action == "put back" and game.state.before is not None:
            happenings += game.hear(Look(game.state.before.position.halves()))
        elif game.state.throw is None:
            happenings += game.throw(None, 0.0)
        elif game.state.legal is not None:
            move = game.state.legal.moves[-1 if action == "other" else 0]
            happenings += game.hear(Look(play(game.state.position, move).halves()))
    return happenings


@settings(deadline=None, max_examples=300)
@given(ACTIONS, st.binary(min_size=32, max_size=32), st.booleans())
def test_a_throw_is_always_that_of_its_place(actions: list[str], seed: bytes, computer: bool) -> None:
    happenings = after(actions, seed, computer)
    die = FairDie(RULES.die, seed)
    game = stored([*happenings, Abandoned("enough")])
    for it in game.events:
        if isinstance(it, Thrown):
            assert it.throw == die.throw(len(game.throw_off) + it.ply)
    list(replay(game))
    # A move is foreseen if the die had gone on before it was taken back.
    shown, foreseen = 0, []
    for it in game.events:
        shown = max(shown, it.ply) if isinstance(it, Thrown) else shown
        foreseen += [it.ply] if isinstance(it, TakenBack) and it.ply < shown else []
    assert verify(game).foreseen == tuple(foreseen)
    # Who reads the game's entries, or its record, is told.
    assert entry_record(game.entries[-1], game)["helped"] == bool(foreseen)
    if game.summary.rules is not None:
        assert as_record(game).helped == bool(foreseen)
    assert (verify(game).misfits, verify(game).redrawn) == ((), ())
    (audited,) = audit([game])
    assert audited.throws == len({it.number for it in game.throws})


@settings(deadline=None, max_examples=300)
@given(ACTIONS, st.binary(min_size=32, max_size=32))
def test_a_game_of_an_earlier_version_fits_and_is_named(actions: list[str], seed: bytes) -> None:
    """Also where it went on with this one: a restart is an update here."""
    game = stored([*after(actions, seed, True, EarlierVersion), Abandoned("enough")])
    faces: dict[int, set[int | None]] = {}
    opening = len(game.throw_off)
    shown = None
    for entry in game.entries:
        if isinstance(entry.happening, DieThrown):
            shown = entry.happening.number
        elif isinstance(entry.happening, Thrown):
            faces.setdefault(opening + entry.happening.ply, set()).add(shown)
    checked = verify(game)
    assert checked.misfits == ()
    assert bool(checked.redrawn) is any(len(numbers) > 1 for numbers in faces.values())
    assert audit([game])[0].redrawn == ((1,) if checked.redrawn else ())
