"""Learn from pictures and examples how the board and the counters look."""
