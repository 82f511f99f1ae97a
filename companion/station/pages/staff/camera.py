"""The camera's page: its picture, the reading, and a test with a hand."""

from dataclasses import replace

from companion.interface.intents import Ask, Intent, Switch, Toggle
from companion.interface.sight import Sight
from companion.interface.views import CameraView, HandTest, View
from companion.station.context import Context
from companion.station.effects import KeepPicture
from companion.station.pages.overlay import StaffPage


class CameraPage(StaffPage):
    """The live or frozen picture, which can be saved, and the test with a hand."""

    wants_pictures = True

    def __init__(self) -> None:
        self._frozen: CameraView | None = None
        self._saved: str | None = None
        self._hand: HandTest | None = None

    def handle(self, context: Context, intent: Intent) -> bool:
        """Freeze or save the picture, or try out a hand."""
        match intent:
            case Switch(Toggle.FROZEN, frozen):
                self._frozen = self._live(context) if frozen else None
                self._saved = None
            case Ask.SAVE_PICTURE:
                picture = self._live(context).picture if self._frozen is None else self._frozen.picture
                if picture is not None:
                    context.ask(KeepPicture(picture.pixels), self._kept)
            case Switch(Toggle.HAND_TEST, wanted):
                self._hand = HandTest.HOLD if wanted else None
                self._frozen = None
            case _:
                return super().handle(context, intent)
        return True

    def new_picture(self, context: Context) -> None:
        """See how far the test of the hand has come."""
        sight = context.board.seen.sight
        if self._hand is HandTest.HOLD and sight is Sight.COVERED:
            self._hand = HandTest.SEEN
        elif self._hand is HandTest.SEEN and sight is Sight.CLEAR:
            self._hand = HandTest.PASSED

    def _kept(self, context: Context, file: str) -> None:
        self._saved = file

    def view(self, context: Context) -> View:
        shown = self._frozen or self._live(context)
        return replace(shown, frozen=self._frozen is not None, saved=self._saved, hand=self._hand)

    def _live(self, context: Context) -> CameraView:
        board = context.board
        return CameraView(board.live, board.last_reading, board.seen.sight)
