"""Recorded games and those who play them."""
