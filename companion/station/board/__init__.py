"""The board at the table: observing it and learning it."""
