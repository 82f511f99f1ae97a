"""The shape classifier: a small trained network that compares the board with its own bare picture."""
