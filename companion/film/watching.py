"""Referee a filmed game: pictures in, events out."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.film import FilmError
from companion.film.missed_moves import Gap, GapExplanation, way_to
from companion.film.throws import Throws
from companion.referee.events import Ended, Event, Look, Throw
from companion.referee.referee import Referee
from vision.board_reader import BoardReader
from vision.picture_file import read_picture


@dataclass(frozen=True)
class Unsure:
    """Some turns were missed, and the next board doesn't show which."""

    ply: int
    frame: str

    @property
    def message(self) -> str:
        """Return the message for people."""
        return f"{self.frame}: I missed something and can't tell how the board came to lie so; I watch on."

    def to_json(self) -> str:
        """Return the message as one line of JSON."""
        return json.dumps({"event": "unsure", "ply": self.ply, "message": self.message, "frame": self.frame})


@dataclass(frozen=True)
class MissedMoves:
    """Moves between two plies were not seen; the board after them is, and the game goes on from there."""

    ply: int
    last_ply: int
    frame: str

    @property
    def message(self) -> str:
        """Return the message for people."""
        return (
            f"{self.frame}: I did not see the moves of plies {self.ply} to {self.last_ply}; the game goes on "
            "from the board as it lies."
        )

    def to_json(self) -> str:
        """Return the message as one line of JSON."""
        rest = {"message": self.message, "frame": self.frame}
        return json.dumps({"event": "unseen", "ply": self.ply, "last_ply": self.last_ply, **rest})


PICTURES = (".jpg", ".jpeg", ".png", ".webp")


def frames_in(folder: Path) -> list[Path]:
    """Return the pictures of a folder in the order of their names; raise FilmError if there are none."""
    if not folder.is_dir():
        raise FilmError(f"{folder}: there is no such folder; name the one that holds the film's pictures")
    frames = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    if not frames:
        raise FilmError(
            f"{folder}: no pictures here ({', '.join(PICTURES)}); name the folder that holds them"
        )
    return frames


def watch(
    frames: Iterable[Path], reader: BoardReader, referee: Referee, throws: Throws
) -> Iterator[Event | Unsure | MissedMoves]:
    """Follow a film and yield its events.

    A folder of pictures has no clock: each is one still look at the table, and the seat to throw has thrown
    before the next look. When the throws run out, the rest of the film is watched without any. Pictures that
    could not be read may hide whole turns: what the next board and the throws don't settle is said to be
    unsure, and nobody is accused. Raises VisionError for a picture that can't be read.
    """
    gap = Gap()
    for frame in frames:
        yield from _throw_while_due(referee, throws)
        picture = read_picture(frame)
        reading = reader.read(picture)
        shown = reading.halves
        if shown is None:
            gap.miss(reading.cause)
            continue
        way = way_to(referee.state, shown, throws.ahead, gap)
        if way is None:
            if not gap.lost:
                yield Unsure(referee.state.ply, frame.name)
            gap.pictures, gap.lost = gap.pictures + 1, True
            continue
        gap, first = Gap(), referee.state.ply
        events = _follow(way, frame.name, referee, throws)
        if way.certain:
            yield from events
        else:
            ended = [event for event in events if isinstance(event, Ended)]
            yield MissedMoves(first, referee.state.ply, frame.name)
            yield from ended
    yield from _throw_while_due(referee, throws)


def _follow(way: GapExplanation, frame: str, referee: Referee, throws: Throws) -> Iterator[Event]:
    """Pass the boards of a way to the referee, one after the other."""
    for board in way.boards:
        yield from _throw_while_due(referee, throws)
        yield from referee.on(Look(board, frame))


def _throw_while_due(referee: Referee, throws: Throws) -> Iterator[Event]:
    """Throw until a move is due, the game is over, or no throw is left; a forced pass makes the next due."""
    while referee.state.throw is None and referee.state.ended is None:
        value = next(throws, None)
        if value is None:
            return
        yield from referee.on(Throw(value))
