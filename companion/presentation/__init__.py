"""Words, colours and the picture of a board for all that show a game; it draws nothing itself."""
