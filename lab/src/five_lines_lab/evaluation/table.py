"""The results of an evaluation: shares by material, light and counters, as a table or as numbers."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from five_lines_lab.evaluation.evaluation import Measured

HEADS = ("", "pictures", "boards right", "points right", "unsure", "wrong while clear", "ms")


@dataclass(frozen=True)
class ReadingTally:
    """Sums over a group of pictures.

    `right` boards are clear and right, `wrong` are clear and wrong, the others `unsure`; `milliseconds` is
    the middle time of a reading.
    """

    group: str
    pictures: int
    right: int
    unsure: int
    wrong: int
    points: int
    points_right: int
    milliseconds: float

    @classmethod
    def of(cls, group: str, measured: Sequence[Measured]) -> "ReadingTally":
        """The tally of some pictures."""
        times = [m.seconds for m in measured if m.error is None]
        return cls(
            group,
            len(measured),
            sum(m.clear and m.right for m in measured),
            sum(not m.clear for m in measured),
            sum(m.clear and not m.right for m in measured),
            sum(m.points for m in measured),
            sum(m.points_right for m in measured),
            float(np.median(times)) * 1e3 if times else 0.0,
        )


def tallies(measured: Sequence[Measured]) -> list[ReadingTally]:
    """Return tallies of pictures without hands, also by material, light and counters; then of the others."""
    free = [m for m in measured if not m.hand]
    found = [ReadingTally.of("all without hands", free)]
    by: tuple[tuple[str, Callable[[Measured], str]], ...] = (
        ("material", lambda m: m.material),
        ("light", lambda m: m.light),
        ("counters", lambda m: m.counters),
    )
    for title, key in by:
        values = sorted({key(m) for m in free})
        found += [
            ReadingTally.of(f"{title}: {value}", [m for m in free if key(m) == value]) for value in values
        ]
    return [*found, ReadingTally.of("with a hand in view", [m for m in measured if m.hand])]


def table(measured: Sequence[Measured]) -> list[str]:
    """The tallies as lines of text, then every picture that was not read right, with the reason."""
    rows = [HEADS, *(_cells(tally) for tally in tallies(measured))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    for m in measured:
        if m.error is not None:
            lines.append(f"{m.place} {m.picture}: not learned: {m.error}")
        elif m.clear and not m.right:
            lines.append(f"{m.place} {m.picture}: WRONG ({m.light} light)")
        elif not m.clear and not m.hand:
            lines.append(f"{m.place} {m.picture}: unsure: {m.why} ({m.light} light)")
    return lines


def as_dicts(measured: Sequence[Measured]) -> list[dict[str, object]]:
    """The tallies for JSON."""
    return [asdict(tally) for tally in tallies(measured)]


def _cells(tally: ReadingTally) -> tuple[str, ...]:
    return (
        tally.group,
        str(tally.pictures),
        _share(tally.right, tally.pictures),
        _share(tally.points_right, tally.points),
        str(tally.unsure),
        str(tally.wrong),
        f"{tally.milliseconds:.1f}",
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
