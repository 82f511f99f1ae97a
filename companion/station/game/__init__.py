"""The game at the table: choosing, teaching and counting, and the computer's seat."""
