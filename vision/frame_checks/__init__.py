"""Whether a frame can be read at all: still, sharp, and the board where it was."""
