"""Sheets of paper that are drawn as the pages of the screen are: rules, and puzzles."""
