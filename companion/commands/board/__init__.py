"""Boards and their stations' eyes: make, photograph, calibrate and read them."""
