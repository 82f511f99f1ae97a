"""Refereeing a filmed game: pictures in, events out."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from pathlib import Path

from companion.filmed_game import FilmError
from companion.game import Halves, play
from companion.referee.events import Event, Look, Throw
from companion.referee.referee import Referee, State, apply, step
from companion.referee.verdict import Wrong, judge
from companion.throws import Throws
from vision.eyes import Eyes
from vision.picture import read_picture

PICTURES = (".jpg", ".jpeg", ".png")


def frames_in(folder: Path) -> list[Path]:
    """The pictures of a folder in the order of their names; raises FilmError when there are none."""
    if not folder.is_dir():
        raise FilmError(f"{folder}: there is no such folder; name the one that holds the film's pictures")
    frames = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    if not frames:
        raise FilmError(
            f"{folder}: no pictures here ({', '.join(PICTURES)}); name the folder that holds them"
        )
    return frames


def watch(frames: Iterable[Path], eyes: Eyes, referee: Referee, throws: Throws) -> Iterator[Event]:
    """What happens in a film, as it happens.

    A folder of pictures has no clock: each is one still look at the table, and whoever is to throw has thrown
    before the next look. When the throws run out, the rest of the film is watched without any. Raises
    VisionError for a picture that can't be read.
    """
    for frame in frames:
        yield from _throw_while_due(referee, throws)
        picture = read_picture(frame)
        shown = eyes.read(picture).halves
        if shown is not None:
            between = unseen_board(referee.state, shown, throws.ahead)
            if between is not None:
                yield from referee.on(Look(between, frame.name))
                yield from _throw_while_due(referee, throws)
        yield from referee.on(Look(shown, frame.name))
        if shown is not None and shown == referee.state.position.halves():
            eyes.learn(picture, shown)
    yield from _throw_while_due(referee, throws)


def unseen_board(state: State, shown: Halves, ahead: Sequence[int]) -> Halves | None:
    """The board after a move that no picture has shown clearly, told from the next one; mostly None.

    A picture that could not be read may hide a whole turn of a film. If the board is not what the throw on
    the table allows, but one legal move and then one of the other seat's explain it, and only one, that is
    the move. Two counters of one seat are never explained so: that is what a wrong move looks like.
    """
    legal = state.legal
    if legal is None or not isinstance(judge(state.position, shown, legal, state.seat, state.rules), Wrong):
        return None
    found = set()
    for move in legal:
        between = play(state.position, move).halves()
        after = reduce(apply, step(state, Look(between)), state)
        for value in ahead:
            after = reduce(apply, step(after, Throw(value)), after)
            if after.throw is not None or after.ended is not None:
                break
        if after.seat is state.seat:
            continue
        if any(play(after.position, then).halves() == shown for then in after.legal or ()):
            found.add(between)
    return found.pop() if len(found) == 1 else None


def _throw_while_due(referee: Referee, throws: Throws) -> Iterator[Event]:
    """Throw until a move is owed, the game is over, or no throw is left; a forced pass makes the next due."""
    while referee.state.throw is None and referee.state.ended is None:
        value = next(throws, None)
        if value is None:
            return
        yield from referee.on(Throw(value))
