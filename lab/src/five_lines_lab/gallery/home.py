"""Examples of the pages that only a station at home has, and of backups on a stick."""

from dataclasses import replace
from datetime import datetime

from companion.game import Position, Seat, rules_for
from companion.game.levels import LEVELS
from companion.interface import views
from companion.referee.match import HomeMatch


def home_examples() -> dict[str, views.View]:
    """Return an evening of three with a match, a house full of long names, and a name being typed."""
    few = tuple(views.Standing(name, (2, 3), (14, 30)) for name in ("Anna", "Nikos", "Maria"))
    names = ("Alexandra", "Konstantin", "Anna", "Nikos", "Maria", "Friedrich", "Giovanna")
    many = tuple(views.Standing(name, (12, 13), (114, 230)) for name in names)
    match = HomeMatch(("Anna", "Nikos"), (1, 0), "Maria", 3)
    backup = views.FoundBackup("five-lines-2026-11-27-180000.zip", datetime(2026, 11, 27, 18, 0))
    saved, restored = views.BackupResult.SAVED, views.BackupResult.RESTORED
    update = views.Update("1.1.0", True, "0.9.0", version="1.1.0")
    kept = ("[link] page", "[link] page_pin", "[link] mqtt", "[station] data", "[display] width_px")
    return {
        "evening": views.EveningView(few, match, (9, 7)),
        "evening-empty": views.EveningView((), HomeMatch()),
        "evening-full": views.EveningView(many, HomeMatch(("Alexandra", "")), erasing=True),
        "evening-unreadable": views.EveningView((), HomeMatch(), unreadable=True),
        "left": views.LeftView(_left(3)),
        "left-full": views.LeftView(_left(24), leaf=1),
        "backup": views.BackupView((backup,) * 5),
        "backup-asking": views.BackupView((backup,), asking=backup.name),
        "backup-saved": views.BackupView((backup,) * 2, done=views.BackupDone(saved, backup.name, 2)),
        "backup-restored": views.BackupView((backup,), done=views.BackupDone(restored, backup.name, 0, kept)),
        "backup-saving": views.BackupView((), megabytes=12),
        "backup-no-stick": views.BackupView(None, done=views.BackupDone(views.BackupResult.PULLED_OUT)),
        "update": views.UpdateView("1.0.0", views.Update("1.1.0", newer=True)),
        "update-working": views.UpdateView("1.0.0", replace(update, state=views.UpdateState.WORKING)),
        "update-done": views.UpdateView("1.1.0", views.Update("1.1.0", False, "1.0.0")),
        "update-refused": views.UpdateView("1.0.0", replace(update, state=views.UpdateState.UNSIGNED)),
        "update-no-key": views.UpdateView("1.0.0", replace(update, state=views.UpdateState.NO_KEY)),
        "update-package": views.UpdateView("1.0.0", None),
        "name": views.NameView("Konstanti"),
    }


def _left(count: int) -> tuple[views.LeftGame, ...]:
    """Return so many games that wait: of two with long names, against the computer, and of nobody known."""
    position, played = Position.parse("A 1A 2A 5Bx3 / B 1B 3B 4Bx3"), datetime(2026, 11, 27, 21, 40)
    computer = views.Opponent(Seat.B, LEVELS[1])
    game = views.LeftGame(1, rules_for("kidd"), position, played, ("Alexandra", "Konstantin"))
    three = (
        game,
        views.LeftGame(2, rules_for("schaedler"), position, played, opponent=computer),
        views.LeftGame(3, rules_for("kalkhoven"), position, played),
    )
    return (three * count)[:count]
