"""Draw the staff page of backups on a USB stick."""

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, cut_bottom, cut_top, grid
from companion.display.drawing.parts.furniture import titled
from companion.interface.intents import Ask, Named, Pick
from companion.interface.views import BackupDone, BackupResult, BackupView, FoundBackup
from companion.presentation.words.labels import days_text, label
from companion.referee.words import Translate


def draw_backup(canvas: Canvas, view: BackupView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, tr("Backup on a stick"))
    is_back = view.done is not None and view.done.result is BackupResult.RESTORED
    content, foot = cut_bottom(content, metrics.target_px, gap)
    if is_back:
        canvas.button(tr("Restart"), foot, Ask.RESTART, icon=Icon.AGAIN, paint=canvas.palette.main)
    else:
        is_free = view.found is not None and view.megabytes is None
        canvas.button(tr("Save now"), foot, Ask.SAVE_BACKUP if is_free else None, icon=Icon.TICK)
    said = _said(view, tr)
    found = () if is_back or view.megabytes is not None else view.found or ()
    if not found:
        canvas.stack([TextPart(it) for it in said], content, align=Align.CENTRE)
        return
    high = sum(canvas.text_height_px(it, content.width, BODY_MM) for it in said) + gap
    words, content = cut_top(content, min(high, content.height // 2), gap)
    canvas.stack([TextPart(it) for it in said], words)
    across = 1 if metrics.portrait else 2
    down = max(1, min(-(-len(found) // across), content.height // (metrics.target_px + gap)))
    content.height = min(content.height, down * (metrics.target_px * 3 // 2 + gap))
    for backup, box in zip(found, grid(content, across, down, gap), strict=False):
        asked = backup.name == view.asking
        label = tr("Really restore?") if asked else _label(backup, tr)
        paint = canvas.palette.wrong if asked else None
        canvas.button(label, box, Pick(Named.BACKUP, backup.name), paint=paint)


def _label(backup: FoundBackup, tr: Translate) -> str:
    return f"{days_text(f'{backup.written:%Y-%m-%d}', tr)}, {backup.written:%H:%M}"


def _said(view: BackupView, tr: Translate) -> list[str]:
    """Return what happened, or what can be done."""
    if view.megabytes is not None:
        return [tr("One moment, please."), f"{view.megabytes} MB"]
    if view.asking:
        return [tr("The games and settings here are kept beside those of the backup.")]
    if view.done is not None:
        return _result(view.done, tr)
    if view.found is None:
        return [tr("Put in a USB stick.")]
    if not view.found:
        return [tr("There is no backup on this stick yet.")]
    return [tr("Touch a backup to restore it.")]


def _result(done: BackupDone, tr: Translate) -> list[str]:
    match done.result:
        case BackupResult.SAVED:
            said = [tr("Saved: {file}").format(file=done.name)]
            if done.games:
                said.append(tr("Left out, as they are not over: {count} games").format(count=done.games))
            return said
        case BackupResult.RESTORED:
            said = [tr("The backup is restored.")]
            if done.settings:
                names = ", ".join(it.replace(" ", "\u00a0") for it in done.settings)
                said.append(tr("Left as it was here: {settings}").format(settings=names))
            return said
        case _:
            return [label("backup-results", done.result, tr)]


PAGES: Pages = {
    BackupView: draw_backup,
}
"""The function that draws each kind of view of this stage."""
