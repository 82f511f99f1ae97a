"""What research computes on a solved game's graph beyond its values."""
