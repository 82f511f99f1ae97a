"""A person's hand at the virtual table: mouse for counters, keys for die, light, board and camera."""

import pygame

from hardware.virtual_table import SIZE_PX
from hardware.virtual_table.table import LIFT_MM, VirtualTable

LIGHTS = (1.0, 0.6, 0.35)  # shares of light that the key L goes through

PUSH_MM = 3.0
ARROWS = {
    pygame.K_LEFT: (0.0, -PUSH_MM),
    pygame.K_RIGHT: (0.0, PUSH_MM),
    pygame.K_UP: (-PUSH_MM, 0.0),
    pygame.K_DOWN: (PUSH_MM, 0.0),
}
"""The push of each key, in the board's own frame: A's ends are at the bottom of the picture."""


class MouseHand:
    """Controls a virtual table with mouse and keys; its picture lies in the window's top left corner."""

    HELP = "drag the counters; D throws a die, L dims the light, C unplugs the camera, arrows push the board"
    size_px = SIZE_PX

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self._carried: str | None = None
        self._light = 0

    def takes(self, event: pygame.event.Event) -> bool:
        """True if an event was meant for the table, and has been followed."""
        if event.type == pygame.KEYDOWN:
            return self._key(event.key)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._is_inside(event.pos):
            self._carried = self._table.counter_at(*event.pos)
            self._carry(event.pos)
        elif event.type == pygame.MOUSEMOTION and self._carried is not None:
            self._carry(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and self._carried is not None:
            self._table.put_down(self._carried, *self._table.place_at(*event.pos))
            self._carried = None
        else:
            return False
        return True

    def _carry(self, place_px: tuple[int, int]) -> None:
        if self._carried is not None:
            x_mm, y_mm = self._table.place_at(*place_px, LIFT_MM)
            self._table.carry(self._carried, x_mm, y_mm, self._table.counter(self._carried).seat)

    def _key(self, key: int) -> bool:
        if key == pygame.K_l:
            self._light = (self._light + 1) % len(LIGHTS)
            self._table.dim(LIGHTS[self._light])
        elif key == pygame.K_d:
            self._table.throw_die()
        elif key == pygame.K_c:
            self._table.is_unplugged = not self._table.is_unplugged
        elif key in ARROWS:
            self._table.push_board(*ARROWS[key])
        else:
            return False
        return True

    def _is_inside(self, place_px: tuple[int, int]) -> bool:
        return place_px[0] < self.size_px[0] and place_px[1] < self.size_px[1]
