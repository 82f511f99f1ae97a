"""How the staff's pages look."""
