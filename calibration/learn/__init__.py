"""What the board and the counters look like, learned from pictures and examples."""
