"""The devices of a station, each with its stand-in: camera, dice button, lamps, sound.

    with Devices(settings, time.monotonic) as devices:    # hardware.devices; settings: hardware.settings
        devices.troubles()                                # what is missing or failing now, a line each
        devices.camera.latest()                           # the newest Frame, or None
        devices.button.presses()                          # what a person did since the last call
        devices.lamps.show(Lamp.SEAT_A, Pattern.BREATHE)  # the lamps follow in devices.update()
        devices.sound.play(Cue.THROW)
        devices.update()                                  # some thirty times a second

Nothing here sleeps or reads a clock of its own, and no library that probes the hardware is imported before
the device is opened. A device that can't be opened raises HardwareError; `Devices` then uses a stand-in.
"""
