"""The published reconstructions as data: each with its source, its options and notes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.game.errors import GameError
from companion.game.names import meant
from companion.game.rulesets.options import parse_options
from companion.game.rulesets.rules import (
    Entering,
    EntryHits,
    ExtraThrow,
    GoalPoint,
    Leaving,
    OwnHalf,
    Rules,
    SacredLine,
    Start,
    Starter,
)


class Text(StrEnum):
    """A text from which a reconstruction is taken, by the name under which its rules are cited."""

    SCHAEDLER = "Schädler"
    KIDD = "Kidd"
    LOCUS_LUDI_RACE = "Locus Ludi race"
    LOCUS_LUDI_CAPTURE = "Locus Ludi capture"
    ADAPTED = "Adapted"
    KALKHOVEN = "Kalkhoven"


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """A published way to play, or the way a program plays one.

    `notes` say where the text is silent, how that is read here, and where other programs differ.
    """

    title: str
    text: Text
    source: str
    rules: Rules
    notes: tuple[str, ...]
    as_published: Rules | None = None  # the rules of the text, where a program plays it otherwise

    def departs(self, field: str) -> bool:
        """True if a program's way to play departs from its text in an option, given by its field name."""
        text = self.as_published
        return text is not None and getattr(self.rules, field) != getattr(text, field)

    @property
    def name(self) -> str:
        """Short name, as used by commands."""
        return self.rules.name


_LOCUS_LUDI_RACE = Rules(
    name="locus-ludi-race", start=Start.HAND, entry=Entering.MUST_ELSE_MOVE, starter=Starter.A
)
_LOCUS_LUDI_CAPTURE = Rules(
    name="locus-ludi-capture",
    start=Start.HAND,
    entry=Entering.MUST_ELSE_MOVE,
    hitting=True,
    entry_hits=EntryHits.YES,
    sacred_line=SacredLine.SAFE,
    starter=Starter.A,
)

_LUDII_END = (
    "By Ludii's own file (1.3.10) games can end sooner: the end test looks only at counters on the board, so "
    "a seat whose counters there have all gathered wins with others in hand, as with a 4 and another 4; by "
    "its code even a pass wins with none on the board. end-test=on-board plays what is written "
    "(who threw last wins); without it all five must gather, as the file is surely meant."
)

_ALL = (
    Reconstruction(
        title="Schädler's race",
        text=Text.SCHAEDLER,
        source="Ulrich Schädler, Pente grammai - the Ancient Greek Board Game Five Lines, Board Game Studies "
        "Colloquium XI, Lisbon 2009, pp. 169-192; his ten rules as posted on Board Game Geek",
        rules=Rules(name="schaedler", start=Start.FULL),
        notes=(
            "Who starts is not said; a throw-off decides unless you choose.",
            "With all ten points full the first moves are few: of A's counters a 1 moves 2A-3A, "
            "a 2 1A-3A, a 3 5A-3B, a 4 4A-3B, a 5 3A-3B and a 6 2A-3B.",
            "With knucklebones a last counter can circle: under best play a game takes 227 throws on "
            "average, with last-may-stay=yes 50 and with to-win=4 39. The post also asks for "
            '"a non-exact throw": larger-throw-enters takes a larger one, none takes a smaller one.',
        ),
    ),
    Reconstruction(
        title="Kidd's game with hitting",
        text=Text.KIDD,
        source="Stephen Kidd, Pente Grammai and the 'Holy Line', Board Game Studies Journal 11, 2017, "
        "pp. 83-99; his five rules as posted on Board Game Geek",
        rules=Rules(
            name="kidd",
            start=Start.HAND,
            entry=Entering.MUST_ELSE_MOVE,
            hitting=True,
            entry_hits=EntryHits.YES,
            sacred_line=SacredLine.OPEN,
            yoking=True,
            own_half=OwnHalf.ORDINARY,
        ),
        notes=(
            "A full revolution takes eleven steps: one to enter on the first point, ten more back to it. "
            "So the right half of the holy line is a point of the walk; only the left half counts.",
            "The text does not say that counters must enter before others move; that is taken from Locus "
            "Ludi. In TAG (GAIGResearch/TabletopGames, commit c4d7687, May 2026) the turn passes when none "
            "can enter: entry=must-else-pass.",
            "TAG differs in more. A counter may slide to the middle of the holy line, out of reach, and come "
            "back or not: leaving=never without coming back, `five-lines beyond --middle-returns` with it, "
            "where --die d10 is its die of ten sides. It may excuse a player from moves that leave the goal "
            "half, zugzwang=may-pass from those that leave the line. 500 rounds are a draw: limit=1000.",
            "That the holy line is entered only at each player's left-hand side can also be read as a right "
            "half that is shut: own-half=closed.",
            "Single counters on the holy line can be hit: under best play with the six-sided die half of all "
            "games are over after some 96 throws, but the longest make the mean 1,083; with "
            "sacred-line=safe it is 45 and 47. limit=N ends a game as a draw.",
        ),
    ),
    Reconstruction(
        title="Locus Ludi, race mode",
        text=Text.LOCUS_LUDI_RACE,
        source="Locus Ludi, Das Fünf-Linien-Spiel: Wettlaufspiel (locusludi.ch)",
        rules=_LOCUS_LUDI_RACE,
        notes=(
            "The Ludii program plays this mode otherwise (ludii-race): the own half of the sacred line must "
            "be empty, the other seat's counter on the goal point shuts it, and counters on the goal never "
            "move again.",
        ),
    ),
    Reconstruction(
        title="Locus Ludi, capture mode",
        text=Text.LOCUS_LUDI_CAPTURE,
        source="Locus Ludi, Das Fünf-Linien-Spiel: Schlagmodus (locusludi.ch)",
        rules=_LOCUS_LUDI_CAPTURE,
        notes=(
            "Whether counters could be hit no ancient source says; Locus Ludi offers it as a possibility.",
            "Rule 4 lets another counter move when the entry point is taken already; rule 3 captures "
            "wherever a counter can move, and the text calls entering a move. So entering captures here "
            "and only an own counter blocks; entry-hits=blocked is the other reading.",
            "A captured counter goes back to hand and must enter again before others move.",
            "The Ludii program plays this mode otherwise (ludii-capture): a counter on its own half of the "
            "sacred line can be captured, and counters on the goal are out of reach and never move again.",
        ),
    ),
    Reconstruction(
        title="Rules adapted from Schädler",
        text=Text.ADAPTED,
        source="Pente grammai rules adapted from Ulrich Schädler's rules for play (a sheet in English)",
        rules=Rules(
            name="schaedler-adapted",
            start=Start.HAND,
            entry=Entering.MUST_ELSE_MOVE,
            own_half=OwnHalf.ONE,
        ),
        notes=(
            "The sacred line takes several counters only where a seat comes to it from the far side, so the "
            "own half takes one own counter. The other seat's counters gathered there don't matter, nor "
            "does its single counter on the goal half.",
        ),
    ),
    Reconstruction(
        title="Home and Sacred Line",
        text=Text.KALKHOVEN,
        source="Ben Kalkhoven, The Ancient Greek Game of Pente Grammai (a web page; its paragraphs after "
        "'To Play' are cited by number)",
        rules=Rules(
            name="kalkhoven",
            start=Start.HOME,
            entry=Entering.FREE,
            own_half=OwnHalf.ONE,
            goal_point=GoalPoint.BLOCKED,
            leaving=Leaving.LAST_RESORT,
            extra_throw=ExtraThrow.BOTH,
        ),
        notes=(
            "At the start both goal halves are shut, because each seat's first counter stands on the "
            "other's goal point. Once it has left, the point stays empty: waiting counters slide up only "
            "as part of their own move.",
            "That the other seat's counter shuts the goal is said of entering it alone; here it also keeps "
            "counters on the goal from leaving it.",
            "A counter that lands on its own Home after a lap earns a throw and keeps those behind it in.",
            "Extra throws chain; the winning move earns none. Who starts is not said; a throw-off decides.",
            "With hitting, entry-hits=blocked keeps out only counters from hand; one that waits at home hits "
            "like any other. With last-may-stay=yes a last counter that still waits at home may stay, too.",
        ),
    ),
    Reconstruction(
        title="Locus Ludi's race mode as the Ludii program's file means it",
        text=Text.LOCUS_LUDI_RACE,
        source="the Ludii program's version of Locus Ludi's race mode, to be compared with locus-ludi-race",
        rules=Rules(
            name="ludii-race",
            start=Start.HAND,
            entry=Entering.MUST_ELSE_MOVE,
            own_half=OwnHalf.ORDINARY,
            goal_point=GoalPoint.BLOCKED,
            leaving=Leaving.NEVER,
            starter=Starter.A,
        ),
        as_published=_LOCUS_LUDI_RACE,
        notes=(
            _LUDII_END,
            "Against Locus Ludi's text the own half of the sacred line is an ordinary point, the other "
            "seat's counter on the goal point shuts it, and counters on the goal are out of play for good.",
            "All ten points can be full with a counter of either seat on its own half: nobody can ever move "
            "again, and the game is a draw.",
        ),
    ),
    Reconstruction(
        title="Locus Ludi's capture mode as the Ludii program's file means it",
        text=Text.LOCUS_LUDI_CAPTURE,
        source="the Ludii program's version of Locus Ludi's capture mode, to be compared with "
        "locus-ludi-capture",
        rules=Rules(
            name="ludii-capture",
            start=Start.HAND,
            entry=Entering.MUST_ELSE_MOVE,
            hitting=True,
            entry_hits=EntryHits.YES,
            sacred_line=SacredLine.OPEN,
            own_half=OwnHalf.ORDINARY,
            leaving=Leaving.NEVER,
            starter=Starter.A,
        ),
        as_published=_LOCUS_LUDI_CAPTURE,
        notes=(
            _LUDII_END,
            "Against Locus Ludi's text a counter on its own half of the sacred line can be captured, and "
            "counters that have reached the goal are out of play for good.",
        ),
    ),
)

RECONSTRUCTIONS: Mapping[str, Reconstruction] = {published.name: published for published in _ALL}
"""Every reconstruction by its short name."""


def reconstruction(name: str) -> Reconstruction:
    """Return the reconstruction of that short name; raise GameError listing the known names."""
    if name not in RECONSTRUCTIONS:
        raise GameError(f"no rules are called {name!r}; {meant(name, RECONSTRUCTIONS)}")
    return RECONSTRUCTIONS[name]


def rules_for(name: str, options: Iterable[str] = ()) -> Rules:
    """Return the rules of a reconstruction with options given as `key=value`; raise GameError.

    Raises NotationError when an option can't be read and ClashError when two contradict each other.
    """
    return reconstruction(name).rules.with_options(parse_options(options))


def options_of(rules: Rules) -> list[str]:
    """Return the options, as `key=value`, in which rules differ from the published ones of their name."""
    return list(rules.differences(reconstruction(rules.name).rules))


def rules_title(rules: Rules) -> str:
    """Return rules as people write them: their name and `options_of` them."""
    return " ".join([rules.name, *options_of(rules)])


def rules_record(rules: Rules) -> dict[str, object]:
    """Return rules as JSON holds them: their name, `options_of` them, and their die."""
    return {"rules": rules.name, "options": options_of(rules), "die": str(rules.die)}
