"""Decide when to show a message of the staff: not over a verdict, nor over a question."""

from companion.station.context import SHOWN_S, Context, StaffMessage
from companion.station.pages.pause import MessagePage


class StaffMessages:
    """Keeps the page of a message, until somebody closes it or it expires.

    While a move is refused, or something else is to be answered, the page makes way, and then comes back.
    """

    def __init__(self) -> None:
        self._page: MessagePage | None = None
        self._began = False

    def pass_time(self, context: Context) -> None:
        """Show the message, or take it away, when it is time."""
        kept = context.settings.station.message
        if kept and not self._began and context.staff_message is None:
            context.staff_message = StaffMessage(kept, context.now_s + SHOWN_S)
        self._began = True
        notice, page = context.staff_message, self._page
        was_put_away = page is not None and page not in context.overlays and page.notice is notice
        if notice is not None and (was_put_away or context.now_s >= notice.until_s):
            context.staff_message = notice = None
            context.set("station", message="")
        if page is not None and (notice is not page.notice or not _is_free(context, page)):
            context.pop(page)
            self._page = page = None
        if page is None and notice is not None and _is_free(context, None):
            self._page = MessagePage(notice, context.now_s)
            context.push(self._page)


def _is_free(context: Context, own: MessagePage | None) -> bool:
    """True if the screen may show a message, where it shows `own` or not yet any."""
    others = [page for page in context.overlays if page is not own]
    top = others[-1] if others else context.flow
    if context.staffed or top.lasts or top.asks_who_is_there:
        return False
    return context.game is None or context.game.complaint is None
