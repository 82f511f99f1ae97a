"""Locate the board in a picture: by markers, by its lines, or by a person's corners."""
