"""Draw the staff page of newer releases on a USB stick."""

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import PROMPT_MM, columns, cut_bottom, rows
from companion.display.drawing.parts.furniture import titled
from companion.interface.intents import Ask
from companion.interface.views import UpdateState, UpdateView
from companion.presentation.words.labels import label


def draw_update(canvas: Canvas, view: UpdateView) -> None:
    """Draw the page."""
    tr, metrics, gap, update = canvas.tr, canvas.metrics, canvas.metrics.gap_px, view.update
    content = titled(canvas, tr("Update"))
    version = TextPart(
        tr("Version {version} is installed.").format(version=view.version), PROMPT_MM, bold=True
    )
    said, takes = [], tr("This takes some minutes. Then the station restarts; a game goes on where it was.")
    if update is None:
        said = [
            tr(
                "This page updates a station that was installed from a release archive. "
                "A Debian package is updated with apt."
            )
        ]
    elif update.state is UpdateState.WORKING:
        said = [tr("{version} is being checked and installed.").format(version=update.version), takes]
    else:
        content, foot = cut_bottom(content, metrics.target_px * (2 if metrics.narrow else 1), gap)
        install, back = (rows if metrics.narrow else columns)(foot, 2, gap)
        canvas.button(tr("Install"), install, Ask.INSTALL if update.newer else None, icon=Icon.TICK)
        if update.previous:
            words = tr("Back to {version}").format(version=update.previous)
            canvas.button(words, back, Ask.INSTALL_PREVIOUS, icon=Icon.UNDO)
        if update.state is not None and update.state is not UpdateState.DONE:
            said.append(label("update-states", update.state, tr).format(version=update.version))
        if update.newer:
            said += [tr("{version} is on the stick.").format(version=update.found), takes]
        elif update.found is None:
            said.append(tr("Put in a USB stick."))
        else:
            said.append(tr("There is no newer version on this stick."))
    canvas.stack([version, *(TextPart(it) for it in said)], content, align=Align.CENTRE)


PAGES: Pages = {
    UpdateView: draw_update,
}
"""The function that draws each kind of view of this stage."""
