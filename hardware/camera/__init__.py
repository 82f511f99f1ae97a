"""The camera: the newest picture of the board, whatever takes it."""
