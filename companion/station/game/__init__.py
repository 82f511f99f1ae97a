"""The game at the table: what is chosen, taught and counted, and the computer's seat."""
