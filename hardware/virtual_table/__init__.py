"""A table that is not there: scenes of board, counters, hands and light, and the pictures taken of them."""
