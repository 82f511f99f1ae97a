"""The step of setting up at which the camera is hung up: the live picture, and what to put right first."""

from companion.interface.faults import Fault
from companion.interface.setting_up import CameraStepView, SetUp
from companion.interface.sight import Corner
from companion.interface.views import CalibrationStep, View
from companion.station.camera_look import CameraLook, look_at
from companion.station.context import Context
from companion.station.effects import LocateBoard
from companion.station.learning import Located
from companion.station.pages.calibration import located
from companion.station.pages.step import StepPage, Steps

LOOK_S = 0.5
"""How often light and sharpness are measured: fast enough to turn a lens by."""

SEARCH_S = 2.0
"""How long after an answer the board is looked for again, which may take seconds itself."""


class CameraStep(StepPage):
    """Light, sharpness and the board's place, measured again and again while somebody sees to the camera."""

    step = SetUp.CAMERA
    wants_pictures = True

    def __init__(self, steps: Steps) -> None:
        super().__init__(steps)
        self._look: CameraLook | None = None
        self._look_at_s = 0.0
        self._corners: tuple[Corner, ...] | None = None
        self._searching = False
        self._search_at_s = 0.0

    def leave(self, context: Context, now_s: float) -> None:
        """Where the board lay meanwhile is not where it lies when it is taught."""
        if context.calibrating.step is CalibrationStep.FIND:
            context.calibrating.locate()

    def new_picture(self, context: Context, now_s: float) -> None:
        """Measure it, and look for the board."""
        picture = context.board.picture
        if picture is None:
            return
        if not self._searching and now_s >= self._search_at_s:
            self._searching = True
            context.ask(LocateBoard(picture), self._located)
        if now_s >= self._look_at_s:
            self._look_at_s = now_s + LOOK_S
            self._look = look_at(context.calibrating.spec, picture, self._corners)

    def _located(self, context: Context, found: Located, now_s: float) -> None:
        located(context, found, now_s)
        self._corners = found.corners
        self._searching, self._search_at_s = False, now_s + SEARCH_S
        self._look_at_s = now_s

    def view(self, context: Context, now_s: float) -> View:
        """The picture, and what is to be put right."""
        look = self._look or CameraLook()
        faults = context.faults
        return CameraStepView(
            self.place,
            context.board.live,
            look.sharpness,
            look.light,
            look.advice,
            self._corners or (),
            missing=Fault.CAMERA_MISSING in faults or Fault.CAMERA_LOST in faults,
        )
