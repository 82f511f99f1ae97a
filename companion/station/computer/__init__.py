"""The computer's seat: what it plays, how well, and what the chances are."""
