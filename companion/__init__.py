"""Five Lines: the game, its referee, and the station that brings them to a table."""
