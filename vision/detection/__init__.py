"""Which counters lie where, and when to doubt it."""
