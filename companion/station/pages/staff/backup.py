"""The staff page of backups on a USB stick."""

from math import inf

from companion.interface import views
from companion.interface.intents import Ask, Intent, Named, Pick
from companion.station.context import Context
from companion.station.effects import Do, RestoreBackup
from companion.station.pages.overlay import StaffPage

LOOK_S = 3.0  # seconds between an answer and the next look for a stick


class BackupPage(StaffPage):
    """Writes a backup to a stick, or restores one; a restore is asked for twice, and restarts the program."""

    watches = False

    def __init__(self) -> None:
        self._found: tuple[views.FoundBackup, ...] | None = None
        self._megabytes: int | None = None
        self._asking = ""
        self._done: views.BackupDone | None = None
        self._look_at_s = 0.0

    def tick(self, context: Context) -> None:
        """Look whether a stick is there."""
        if context.now_s >= self._look_at_s and self._megabytes is None:
            self._look_at_s = inf
            context.ask(Do.FIND_BACKUPS, self._take_found)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Write a backup, or restore one; nothing else while that goes on."""
        asking, self._asking = self._asking, ""
        if self._megabytes is not None:
            return True
        if self._is_restored:
            context.do(Do.RESTART)
            return True
        match intent:
            case Ask.SAVE_BACKUP:
                self._begin(context, Do.SAVE_BACKUP)
            case Pick(Named.BACKUP, name) if name == asking:
                self._begin(context, RestoreBackup(name))
            case Pick(Named.BACKUP, name) if name in (it.name for it in self._found or ()):
                self._asking, self._done = name, None
            case _:
                return super().handle(context, intent)
        return True

    def leave(self, context: Context) -> None:
        """Restart after a restore: what is in memory is not what lies on the disk."""
        if self._is_restored:
            context.do(Do.RESTART)

    @property
    def _is_restored(self) -> bool:
        return self._done is not None and self._done.result is views.BackupResult.RESTORED

    def _begin(self, context: Context, what: Do | RestoreBackup) -> None:
        self._megabytes, self._done = 0, None
        context.ask(what, self._take)

    def _take_found(self, context: Context, found: tuple[views.FoundBackup, ...] | None) -> None:
        self._found, self._look_at_s = found, context.now_s + LOOK_S

    def _take(self, context: Context, news: int | views.BackupDone) -> None:
        """Take the progress, or the result."""
        context.touch()
        if isinstance(news, int):
            self._megabytes = news
        else:
            self._megabytes, self._done, self._look_at_s = None, news, 0.0
            if not self._is_restored:
                context.do(Do.OPEN_JOURNAL)
            elif self not in context.overlays:
                self.leave(context)

    def view(self, context: Context) -> views.View:
        return views.BackupView(self._found, self._megabytes, self._asking, self._done)
