"""What can be counted and measured about the game: counted trees, random play, and every game solved."""
