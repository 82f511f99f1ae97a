"""The camera: the newest picture of the board, from any source."""
