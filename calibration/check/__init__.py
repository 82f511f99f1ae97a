"""Checks whether a calibration is good enough, and what would make it better."""
