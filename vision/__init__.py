"""A frame becomes a reading: which counters lie where, and how sure that is. Knows points, no rules."""
