"""The referee: what a game at a real table needs on top of its rules."""
