"""The screen of a station: it draws views, and turns touches and keys into intents. No game logic, no clock.

    screen = Screen(surface, Theme.BRIGHT, "en", two_sided=True, rotation=0)
    screen.show(PlayView(state, seen), faults)     # True if anything was drawn
    intent = screen.intent(pygame_event)           # an Intent, or None

`companion.interface` has the views and the intents; `pages` draws each view.
"""
