"""The window of a station: its pages, and the camera's picture of the virtual table beside them, if any."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pygame

from companion.app.pygame_setup import open_surface, window_size_px
from companion.app.table_colours import game_look, table_looks
from companion.display.screen import Screen
from companion.interface.faults import Fault
from companion.interface.intents import Ask, Diagonal, Intent
from companion.interface.presentation import Density, GameLook, Theme
from companion.interface.views import View
from companion.settings.sections import DisplaySettings
from companion.station.effects import Looks, SetLanguage, SetPlayers
from companion.station.protocols import Frontend
from hardware.button_presses import Press, PressKind
from hardware.camera.camera import Frame
from hardware.device import Clock
from vision.calibration import Calibration

if TYPE_CHECKING:
    from companion.app.virtual.mouse_hand import MouseHand

POINTER = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
STAFF_HOLD_S = 3.0  # seconds that a finger has to be held on the upper left corner to open the staff pages

UNCOVERED = frozenset(
    getattr(pygame, name, pygame.VIDEOEXPOSE)  # pygame 2.1 lacks some of these
    for name in (
        "VIDEOEXPOSE", "WINDOWEXPOSED", "WINDOWSHOWN", "WINDOWRESTORED", "WINDOWFOCUSGAINED", "WINDOWRESIZED",
        "WINDOWSIZECHANGED", "WINDOWDISPLAYCHANGED", "APP_DIDENTERFOREGROUND", "RENDER_TARGETS_RESET",
        "RENDER_DEVICE_RESET",
    )
)  # fmt: skip
"""Events after which the display may show something other than the page, though the page is unchanged."""

FINGER = (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION)


class Window(Frontend):
    """A station's frontend on a display. `hand` None: there is no virtual table to show.

    `learned` is what the station has learned of its board, whose colours the pages take. `second` tells what
    was done with the second button, which goes on to the next thing on the page.
    Raises NoDisplayError when there is no display.
    """

    def __init__(
        self,
        settings: DisplaySettings,
        language: str,
        hand: "MouseHand | None" = None,
        latest: Callable[[], Frame | None] = lambda: None,
        *,
        density: Density = Density.GALLERY,
        clock: Clock = time.monotonic,
        learned: Callable[[], Calibration | None] = lambda: None,
        second: Callable[[], Sequence[Press]] = tuple,
    ) -> None:
        self.closed = False
        self.drew = True
        """True if the last `show` changed anything."""
        self._learned = learned
        self._board = settings.board
        self._calibration: Calibration | None = None
        self._second = second
        self._hand = hand
        self._latest = latest
        self._clock = clock
        self._held_since_s: float | None = None
        self._frame_number = 0
        self._uncovered = False
        table_wh = hand.size_px if hand else (0, 0)
        size = window_size_px(settings, table_wh)
        self._surface = open_surface(size, fullscreen=settings.fullscreen and hand is None)
        pygame.display.set_caption("Five Lines" if hand is None else f"Five Lines: {hand.HELP}")
        self._pages_x = table_wh[0]
        pages = self._surface.subsurface(pygame.Rect(table_wh[0], 0, size[0] - table_wh[0], size[1]))
        if hand is None:
            pages = self._surface
        self.screen = Screen(
            pages,
            settings.theme,
            language,
            two_sided=settings.two_sided,
            rotation=-settings.rotation % 360,
            clock=clock,
        )
        self.screen.density = density
        self.screen.large_type = settings.large_type
        self.screen.diagonal_mm = settings.diagonal_mm

    def intents(self) -> list[Intent]:
        """Return what people have asked for since the last call; the mouse over the table moves counters."""
        wanted = []
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                self.closed = True
            elif event.type in UNCOVERED:
                self._uncovered = True
            elif event.type == pygame.KEYDOWN or self._hand is None or not self._hand.takes(event):
                intent = self.screen.intent(self._on_pages(event))
                if intent is not None:
                    wanted.append(intent)
                elif event.type == pygame.KEYDOWN and self._hand is not None:
                    # What the page has no use for is meant for the table.
                    self._hand.takes(event)
        wanted += [self.screen.move_focus() for press in self._second() if press.kind is PressKind.PRESS]
        if self._staff_want_in():
            wanted.append(Ask.OPEN_STAFF)
        return wanted

    def chosen(self) -> Intent | None:
        """Return the intent in focus, for the dice button; the second button or Tab moves the focus."""
        return self.screen.choose()

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        """Show a page, and the table as the camera sees it now."""
        calibration = self._learned()
        if calibration is not self._calibration:
            self._calibration = calibration
            self.screen.colours = None if calibration is None else table_looks(calibration, self._board)
        if self._uncovered:
            # A display of another size brings a new, blank surface, but only at the next flip.
            pygame.display.flip()
            self.screen.invalidate()
            self._uncovered = False
            self._frame_number = 0
        drawn = self.screen.show(view, faults)
        frame = self._latest() if self._hand else None
        if frame and frame.number != self._frame_number:
            self._frame_number = frame.number
            rgb = cv2.cvtColor(frame.picture, cv2.COLOR_BGR2RGB)
            picture = pygame.image.frombuffer(rgb.data, (rgb.shape[1], rgb.shape[0]), "RGB")
            self._surface.blit(picture, (0, 0))
            drawn = True
        self.drew = drawn
        if drawn:
            pygame.display.flip()

    def look(self, boards: Path) -> GameLook | None:
        """Return the look of the table, whose board's picture is kept in a folder; None if it isn't known."""
        colours = self.screen.colours
        return None if colours is None else game_look(colours, self.screen.theme, boards)

    def change(self, setting: Looks) -> None:
        """Show the pages otherwise: in another language or theme, or on a screen of another size."""
        match setting:
            case SetLanguage(code):
                self.screen.language = code
            case Theme():
                self.screen.theme = setting
            case Diagonal(diagonal_mm):
                self.screen.diagonal_mm = diagonal_mm
            case SetPlayers(players):
                self.screen.players = players

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()

    def _staff_want_in(self) -> bool:
        """True if the corner has been held down for long enough; the finger on it means nothing else then."""
        if not self.screen.corner_held:
            self._held_since_s = None
            return False
        now_s = self._clock()
        if self._held_since_s is None:
            self._held_since_s = now_s
        if now_s - self._held_since_s < STAFF_HOLD_S:
            return False
        self.screen.cancel_touches()
        return True

    def _on_pages(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return an event with its place on the pages."""
        if self._pages_x == 0:
            return event
        if event.type in POINTER:
            x, y = event.pos
            return pygame.event.Event(event.type, {**event.dict, "pos": (x - self._pages_x, y)})
        if event.type in FINGER:
            width = self._surface.get_width()
            x = (event.x * width - self._pages_x) / max(1, width - self._pages_x)
            return pygame.event.Event(event.type, {**event.dict, "x": x})
        return event
