"""Files written whole, and the operating system's errors in a line for a person."""
