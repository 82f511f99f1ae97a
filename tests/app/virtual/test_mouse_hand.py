"""Keys at the virtual table."""

import pygame

from companion.app.virtual.mouse_hand import MouseHand
from hardware.camera.camera import LiveCamera
from hardware.camera.health import CameraState
from hardware.virtual_table.table import VirtualCamera, virtual_table
from tests.support.fake_clock import FakeClock


def test_the_key_c_unplugs_the_camera_and_plugs_it_in_again() -> None:
    table, clock = virtual_table(1, (160, 120)), FakeClock()
    hand = MouseHand(table)
    key = pygame.event.Event(pygame.KEYDOWN, {"key": pygame.K_c, "mod": 0, "unicode": "c"})
    with LiveCamera("virtual", lambda: VirtualCamera(table), clock) as camera:
        states = []
        for _ in range(3):
            clock.go(60.0)
            camera.step()
            camera.step()
            states.append(camera.status().state)
            assert hand.takes(key)
    assert states == [CameraState.LIVE, CameraState.LOST, CameraState.LIVE]


def test_the_key_d_throws_a_die_and_takes_it_off() -> None:
    table = virtual_table(1, (160, 120))
    hand, key = MouseHand(table), pygame.event.Event(pygame.KEYDOWN, {"key": pygame.K_d, "unicode": "d"})
    lying = []
    for _ in range(3):
        assert hand.takes(key)
        lying.append(len(table.scene.things))
    assert lying == [1, 0, 1]
