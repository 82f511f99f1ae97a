"""Films of games that were never played."""
