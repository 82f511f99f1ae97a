"""Measures of a solved game: length, choices, luck, counters that leave the goal, and yardsticks."""
