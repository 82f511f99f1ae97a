"""Games solved exactly: all positions, where throws lead from them, and what each is worth."""
