"""The devices of a station, each with its stand-in: camera, dice button, lamps, sound.

    with Devices(settings, time.monotonic) as devices:    # hardware.devices; settings: hardware.settings
        devices.troubles()                                # what is missing or failing now, a line each
        devices.camera.latest()                           # the newest Frame, or None
        devices.button.presses()                          # what a person did since the last call
        devices.lamps.show(Lamp.SEAT_A, Pattern.BREATHE)  # asked for; devices.update() lets the lamps follow
        devices.sound.play(Cue.THROW)
        devices.update()                                  # some thirty times a second

Nothing here sleeps or asks a clock of its own, and no library that probes the hardware is loaded before the
device is opened. What can't be opened raises HardwareError, and `Devices` puts a stand-in in its place.
"""
