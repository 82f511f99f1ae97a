"""A simulated table: scenes of board, counters, hands and light, and pictures of them."""

SIZE_PX = (480, 640)  # width and height of the picture of the virtual table, as a station shows it
