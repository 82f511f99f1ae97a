"""Checks whether a frame can be read at all: still, sharp, and the board in its place."""
