"""A filmed game in its folder: the pictures, the throws, and what was played.

reference/empty.jpg   the empty board          throws.json   what the die showed, in order
reference/setup.jpg   a known position         board.toml    the board's measures
frames/*.jpg          the game, by name        film.toml     rules, options, starter, known position
"""

from dataclasses import dataclass
from pathlib import Path

from companion.film import FilmError
from companion.game import GameError, Position, Rules, Seat, rules_for
from companion.system.data import MAX_TOML_BYTES, DataError, text_of, toml_data

FIRST_GAME = Path(__file__).parent / "first_game"  # the film that ships with the project


@dataclass(frozen=True)
class FilmedGame:
    """A folder with a filmed game; `setup` is the position that reference/setup.jpg shows."""

    folder: Path
    rules: Rules
    starter: Seat
    setup: Position

    @property
    def frames(self) -> Path:
        """Return the folder of the game's pictures."""
        return self.folder / "frames"

    @property
    def throws(self) -> Path:
        """Return the file of the throws."""
        return self.folder / "throws.json"

    @property
    def board(self) -> Path:
        """Return the file of the board's measures."""
        return self.folder / "board.toml"

    @property
    def empty_picture(self) -> Path:
        """Return the picture of the empty board."""
        return self.folder / "reference" / "empty.jpg"

    @property
    def setup_picture(self) -> Path:
        """Return the picture of the known position."""
        return self.folder / "reference" / "setup.jpg"


def load_film(folder: Path) -> FilmedGame:
    """Load the filmed game in a folder; raises FilmError, naming the file."""
    path = folder / "film.toml"
    try:
        facts = toml_data(text_of(path, MAX_TOML_BYTES))
    except OSError as error:
        raise FilmError(
            f"{path}: can't be read ({error.strerror}); a filmed game has one, for other pictures "
            "give --station, --rules and --throws"
        ) from error
    except DataError as error:
        raise FilmError(f"{path}: {error}; mend it, or make it again with `five-lines film`") from error
    try:
        options, starter = facts.get("options"), facts.get("starter")
        return FilmedGame(
            folder,
            rules_for(
                facts["rules"].text(), [option.text() for option in options.items()] if options else []
            ),
            starter.one_of(Seat) if starter else Seat.A,
            Position.parse(facts["setup"].text()),
        )
    except DataError as error:
        raise FilmError(f"{path}: {error}; a film states rules and setup") from error
    except GameError as error:
        raise FilmError(f"{path}: {error}") from error
