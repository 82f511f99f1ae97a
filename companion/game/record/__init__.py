"""Games in text: positions, moves and whole records."""
