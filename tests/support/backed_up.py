"""A station with something of every kind that a backup holds, and what lies in its folders."""

from datetime import UTC, datetime
from pathlib import Path

from calibration.calibration_folder import save
from companion.game import rules_for
from companion.game.fair_die import FairDie
from companion.journal import Abandoned, Journal
from companion.journal.visits import Farewell, Visit, VisitBook, VisitStep
from tests.support.learned import drawn_calibration

SETTINGS = '[station]\nlanguage = "{}"\ndata = "data"\ncalibration = "calibration"\n'
NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)


def station(folder: Path, language: str, games: int) -> Path:
    """A station with games, a visit, a calibration and texts; returns its settings file."""
    folder.mkdir(parents=True)
    file = folder / "station.toml"
    file.write_text(SETTINGS.format(language), encoding="utf-8")
    save(drawn_calibration(), folder / "calibration")
    (folder / "data" / "texts").mkdir(parents=True)
    (folder / "data" / "texts" / "en.txt").write_text(f"A museum ({language})\n", encoding="utf-8")
    (folder / "data" / "boards").mkdir()
    (folder / "data" / "boards" / "0123456789abcdef.jpg").write_bytes(f"a board ({language})".encode())
    rules = rules_for("schaedler")
    with Journal(folder / "data" / "journal.sqlite", lambda: NOON) as journal:
        for seed in range(games):
            journal.begin(FairDie(rules.die, bytes([seed] * 32)), rules)
        journal.append(games, (Abandoned("left"),))
    visit = Visit(NOON, 60, language, VisitStep.END, Farewell.PLAYED)
    VisitBook(folder / "data" / "visits.sqlite").add(visit)
    return file


def tree(folder: Path) -> dict[str, bytes]:
    """What is in a folder; locks, and what write_whole leaves when it is killed, say nothing of a station."""
    return {
        str(it.relative_to(folder)): it.read_bytes()
        for it in sorted(folder.rglob("*"))
        if it.is_file() and not it.name.endswith("-lock") and not it.name.startswith("..")
    }


def now_there(folder: Path) -> dict[str, bytes]:
    """The same without what was there before, which is kept."""
    return {name: data for name, data in tree(folder).items() if ".before-restore-" not in name}
