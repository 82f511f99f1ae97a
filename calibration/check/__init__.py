"""Whether what was learned is good enough, and what would make it better."""
