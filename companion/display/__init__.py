"""The screen of a station: views go in, pictures and the intents of people come out. No game logic, no clock.

    screen = Screen(surface, Theme.BRIGHT, "en", two_sided=True, rotation=0, near=Seat.A)
    screen.show(PlayView(state, seen), faults)     # draws only if something has changed; True if it has
    intent = screen.intent(pygame_event)           # an Intent, or None

`companion.interface` has the views, one a page, and the intents; `pages` what draws each view.
"""
