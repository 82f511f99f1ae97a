"""Rule sets: describe, count and solve them."""
