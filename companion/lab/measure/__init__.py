"""What is measured of a solved game: its length, its choices, its luck, its leavings, and yardsticks."""
