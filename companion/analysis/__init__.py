"""The solved game, the computer's choices, and what decided a game."""
