"""A simulated table: scenes of board, counters, hands and light, and pictures of them."""
