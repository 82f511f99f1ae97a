"""Calibration: learn a board, its camera and its counters from pictures; print a board."""
