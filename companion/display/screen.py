"""The screen: shows views on a pygame surface and finds the intent of a touch, a click or a key."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pygame
from numpy.typing import NDArray

from companion.display.attract_scene import in_sight
from companion.display.drawing.canvas import Canvas, DrawnText, TouchTarget
from companion.display.drawing.layout import Metrics, larger_than_at_home
from companion.display.drawing.table.skin import with_skin
from companion.display.pages import draw_page
from companion.display.speech import spoken
from companion.interface.faults import FOR_STAFF, Fault
from companion.interface.intents import (
    Ask,
    Enter,
    Intent,
    Kind,
    Named,
    Number,
    Pick,
    PlayAgainst,
    ShowPlace,
    kind_of,
)
from companion.interface.presentation import Density, TableColours, Theme
from companion.interface.setting_up import StepView
from companion.interface.views import AttractView, ForStaff, View
from companion.presentation.palette import PALETTES, Palette
from companion.presentation.proportions import CALM_S
from companion.presentation.themed import themed
from companion.presentation.words import translator

PRESSED_ALPHA = 64  # opacity, of 255, of the ink over a pressed control
CORNER_MM = 15.0  # size of the corner that staff hold down

_KEYS: dict[int, tuple[Kind, ...]] = {
    pygame.K_SPACE: (Ask.THROW, Ask.BEGIN, Ask.GO_ON, PlayAgainst, Named.GAME, Ask.WELCOME),
    pygame.K_RETURN: (Ask.THROW, Ask.BEGIN, Ask.GO_ON, Ask.PIN_ENTER, PlayAgainst, Named.GAME, Ask.WELCOME),
    pygame.K_BACKSPACE: (Ask.PIN_ERASE, Ask.DELETE_DIGIT),
    pygame.K_ESCAPE: (Ask.PAUSE, Ask.BACK, Ask.GO_ON),
}
"""The intents of a key: the first one that the page offers."""

_ARROWS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
"""The direction, in pixels of the page, in which an arrow key drags."""

LAST_LATIN, FIRST_GREEK, LAST_GREEK = "ŽΆΫ"  # of the capitals that all fonts of the pages have
NO_LETTER = 0xFFFF  # keys that type nothing have numbers above this, which is no letter

LEAP = 10  # factor of a drag with the shift key
Finger = tuple[int, int] | None  # the touch device and the finger on it; None is the mouse


@dataclass
class _Touch:
    """A finger that is down: where it is now, and the control that it came down on."""

    place: tuple[int, int]
    target: TouchTarget | None
    in_corner: bool  # True if it came down on the staff corner and has not left it since
    offset: tuple[int, int]  # distance from the target's middle to where it came down


class Screen:
    """Shows one view at a time on a surface, as the panel is mounted.

    `rotation` turns everything by 0, 90, 180 or 270 degrees anticlockwise, for a panel mounted on its side.
    `density`, `large_type` and `diagonal_mm` (0: usual) set the size of everything, see Metrics.
    `two_sided` turns the words for the seat at the upper edge towards it.
    `texts` and `targets` list what was drawn last, in pixels of the upright page.

    Nothing under a finger changes its meaning: what has come to a place takes no touch that began before, and
    none for `CALM_S` by `clock` if it came by itself, not by what somebody asked for on the screen.
    """

    def __init__(
        self,
        surface: pygame.Surface,
        theme: Theme,
        language: str,
        *,
        two_sided: bool,
        rotation: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Show on a surface, usually the window's; raises ValueError and LanguageError."""
        if rotation not in (0, 90, 180, 270):
            raise ValueError(f"a screen is turned by 0, 90, 180 or 270 degrees, not {rotation}")
        self._surface = surface
        self._rotation = rotation
        self._shown: tuple[object, ...] | None = None
        self._focus: int | None = None
        self._chosen: int | None = None
        self._kind: type[View] | None = None
        self._touches: dict[Finger, _Touch] = {}
        self._clock = clock
        self._asked = True
        self.theme = theme
        self.density = Density.HOME
        self.large_type = False
        self.diagonal_mm = 0.0
        self.colours: TableColours | None = None
        """The colours of the things on the table, once they are known."""
        self.players: tuple[str, ...] = ("", "")
        """The names at A and B."""
        self.two_sided = two_sided
        self.texts: list[DrawnText] = []
        self.targets: list[TouchTarget] = []
        self._drawn: tuple[Canvas, View] | None = None
        self.language = language

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the upright page in pixels."""
        width, height = self._surface.get_size()
        return (height, width) if self._rotation in (90, 270) else (width, height)

    @property
    def corner_held(self) -> bool:
        """True if a finger came down on the upper left corner and is still there."""
        return any(touch.in_corner for touch in self._touches.values())

    @property
    def metrics(self) -> Metrics:
        """The sizes used on this screen."""
        larger = larger_than_at_home(self.density, self.large_type)
        return Metrics(*self.size, self.diagonal_mm, larger)

    @property
    def palette(self) -> Palette:
        """The colours of the theme, with counters and board in the colours of the real table."""
        plain = PALETTES[self.theme]
        colours = self.colours
        return plain if colours is None else with_skin(themed(plain, colours), colours.skin)

    @property
    def language(self) -> str:
        """The language code of the pages; setting an unknown one raises LanguageError."""
        return self._language

    @language.setter
    def language(self, code: str) -> None:
        self._tr = translator(code)
        self._language = code

    def show(self, view: View, faults: Sequence[Fault] = ()) -> bool:
        """Draw a view unless it is already shown; return True if anything was drawn.

        The caller then flips the display.
        """
        faults = tuple(fault for fault in faults if fault not in FOR_STAFF or isinstance(view, ForStaff))
        if isinstance(view, StepView):
            # That is what these pages are about.
            faults = tuple(fault for fault in faults if fault is not Fault.NOT_CALIBRATED)
        from_s = self._clock() + CALM_S * (not self._asked)
        self._asked, known = False, self.targets
        if type(view) is not self._kind:
            self._kind, self._focus, self._chosen = type(view), None, None
            known = []
        metrics, palette = self.metrics, self.palette
        # Controls that fingers are on; one that is dragged is not pressed.
        pressed = [
            touch.target
            for touch in self._touches.values()
            if touch.target is not None
            and touch.target.at is None
            and touch.target.box.collidepoint(touch.place)
        ]
        places = tuple(tuple(target.box) for target in pressed)
        look = (self._language, palette, metrics, self.two_sided, self.players)
        seen = in_sight(view) if isinstance(view, AttractView) else view
        wanted = (seen, faults, look, self._focus, places)
        if wanted == self._shown:
            return False
        # A page that can't be drawn leaves half of it behind, so even the one before must be drawn again.
        self._shown = None
        page = self._surface if self._rotation == 0 else pygame.Surface(self.size)
        if seen is view:  # The attract page fills all of itself, many times a second.
            page.fill(palette.page.fill)
        canvas = Canvas(page, palette, metrics, self._tr, self.two_sided, faults, self.players)
        draw_page(canvas, view)
        self.texts, self.targets = canvas.texts, []
        for target in canvas.targets:
            same = (
                it.from_s for it in known if it.intent == target.intent and it.box.colliderect(target.box)
            )
            self.targets.append(replace(target, from_s=next(same, from_s)))
        stay = [target.intent for target in self.targets if known]
        for touch in self._touches.values():
            if touch.target and touch.target.intent not in stay:
                touch.target = None
        if self._focus is not None and canvas.targets:
            self._focus %= len(canvas.targets)
            box = canvas.targets[self._focus].box.inflate(2, 2)
            for width, colour in ((5, palette.page.fill), (3, palette.main.fill)):
                pygame.draw.rect(page, colour, box, width, border_radius=metrics.px(1.8))
        for box in (target.box for target in pressed if target in self.targets):
            shade = pygame.Surface(box.size, pygame.SRCALPHA)
            pygame.draw.rect(
                shade, (*palette.page.ink, PRESSED_ALPHA), shade.get_rect(), border_radius=metrics.px(1.8)
            )
            page.blit(shade, box.topleft)
        if page is not self._surface:
            self._surface.blit(pygame.transform.rotate(page, self._rotation), (0, 0))
        self._shown = wanted
        self._drawn = canvas, view
        return True

    def invalidate(self) -> None:
        """Draw the page again at the next `show`: the display has lost it."""
        self._shown = None

    @property
    def spoken(self) -> tuple[str, ...]:
        """Return what the voice reads: the focused control, or the page."""
        return () if self._drawn is None else self._label() or spoken(*self._drawn)

    def taken(self) -> Callable[[], NDArray[np.uint8]]:
        """Return the page as shown now: (height, width, 3) RGB, upright; computed on demand."""
        shown, turns = self._surface.copy(), self._rotation // 90
        return lambda: np.rot90(pygame.surfarray.array3d(shown).swapaxes(0, 1), -turns)

    def intent(self, event: pygame.event.Event) -> Intent | None:
        """Return the intent of a mouse, touch or key event; None if there is none.

        Every finger, and the mouse, presses and drags independently of the others.
        A finger's touch arrives as a mouse event as well, which is ignored.
        """
        if event.type == pygame.KEYDOWN:
            return self._key(event.key, shift=bool(getattr(event, "mod", 0) & pygame.KMOD_SHIFT))
        place = self._place(event)
        if place is None:
            return None
        fingers = (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION)
        finger: Finger = (event.touch_id, event.finger_id) if event.type in fingers else None
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN):
            return self._pressed(finger, *place)
        touch = self._touches.get(finger)
        if touch is None:
            return None
        touch.place = place
        touch.in_corner = touch.in_corner and self._is_corner(*place)
        lifted = event.type in (pygame.MOUSEBUTTONUP, pygame.FINGERUP)
        if lifted:
            del self._touches[finger]
        target, (across, down) = touch.target, touch.offset
        if target is None:
            return None
        if target.at is not None:
            return target.intent_at(place[0] - across, place[1] - down)
        # Who drags a drawn counter means that counter, wherever the finger is lifted.
        if lifted and (isinstance(target.intent, ShowPlace) or target == self._target_at(*place)):
            self._asked = True
            return target.intent
        return None

    def move_focus(self, *, back: bool = False) -> Intent:
        """Move the focus to the next control, or back; starts from the last one used."""
        if self._focus is None and self._chosen is None:
            self._focus = -1 if back else 0
        else:
            self._focus = self._chosen if self._focus is None else self._focus + (-1 if back else 1)
        self._chosen = None
        return Ask.LOOK_AROUND

    def choose(self) -> Intent | None:
        """Activate the focused control and clear focus; None if nothing is focused."""
        focused = self._focused()
        if focused is None:
            return None
        self._focus, self._chosen = None, self._focus
        return focused.intent_at(*focused.box.center)

    def cancel_touches(self) -> None:
        """Ignore the fingers that are down until they are lifted."""
        self._touches.clear()

    def _place(self, event: pygame.event.Event) -> tuple[int, int] | None:
        """Return a pointer event's place on the upright page."""
        width, height = self._surface.get_size()
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            if getattr(event, "touch", False) or getattr(event, "button", 1) != 1:
                return None
            x, y = event.pos
        elif event.type in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
            x, y = round(event.x * (width - 1)), round(event.y * (height - 1))
        else:
            return None
        match self._rotation:
            case 90:
                return height - 1 - y, x
            case 180:
                return width - 1 - x, height - 1 - y
            case 270:
                return y, width - 1 - x
        return x, y

    def _pressed(self, finger: Finger, x: int, y: int) -> Intent | None:
        """Start a drag at once; anything else is decided when the finger is lifted where it came down."""
        target = self._target_at(x, y)
        if target and self._clock() < target.from_s:
            target = None
        touch = _Touch((x, y), target, self._is_corner(x, y), (0, 0))
        self._touches[finger] = touch
        if target is None or target.at is None:
            return None
        # It goes as far as the finger goes, wherever in it that came down.
        touch.offset = x - target.box.centerx, y - target.box.centery
        return target.intent_at(*target.box.center)

    def _target_at(self, x: int, y: int) -> TouchTarget | None:
        # What was drawn last lies uppermost.
        return next((target for target in reversed(self.targets) if target.box.collidepoint(x, y)), None)

    def _is_corner(self, x: int, y: int) -> bool:
        side_px = round(CORNER_MM * self.metrics.true_px_per_mm)
        return 0 <= x < side_px and 0 <= y < side_px

    def _key(self, key: int, *, shift: bool) -> Intent | None:
        """Map a key: Space or Enter for the main action, digits, letters of a name, Escape to go back.

        Tab moves the focus; then Enter activates it, and the arrow keys drag it.
        """
        focused = self._focused()
        if key == pygame.K_TAB:
            return self.move_focus(back=shift)
        if focused is not None and key == pygame.K_RETURN:
            return focused.intent_at(*focused.box.center)
        if focused is not None and focused.at is not None and key in _ARROWS:
            (across, down), far = _ARROWS[key], LEAP if shift else 1
            return focused.intent_at(focused.box.centerx + across * far, focused.box.centery + down * far)
        offered = [target.intent for target in self.targets]
        number, letter = key - pygame.K_0, chr(min(key, NO_LETTER)).upper()
        if Named.LETTER in map(kind_of, offered) and letter.isprintable():
            # What is typed here is meant for the name, not for the virtual table.
            known = letter.isalpha() and (letter <= LAST_LATIN or FIRST_GREEK <= letter <= LAST_GREEK)
            return Pick(Named.LETTER, letter) if known else Ask.LOOK_AROUND
        typed = Enter(Number.THROW, number), Enter(Number.PIN_DIGIT, number)
        for kind in (*typed, *_KEYS.get(key, ())):
            for intent in offered:
                if kind in (intent, kind_of(intent)):
                    return intent
        return None

    def _label(self) -> tuple[str, ...]:
        """Return the label of the focused control."""
        focused = self._focused()
        if focused is None or focused.intent is Ask.SHOW_MOVE:
            # The names of the points stand on the drawn board, and say nothing of what a touch does.
            return ()
        return tuple(text.string for text in self.texts if focused.box.collidepoint(text.box.center))

    def _focused(self) -> TouchTarget | None:
        """Return the focused control."""
        if self._focus is None or not self.targets:
            return None
        return self.targets[self._focus % len(self.targets)]
